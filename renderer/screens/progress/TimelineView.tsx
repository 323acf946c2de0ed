import { Skeleton } from '@mantine/core';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { CopyLink, FailurePanel, StepFooter } from '../../kit/index.ts';
import { Page, ProjectHead } from '../../components/index.ts';
import { toProject } from '../../navigation/index.ts';
import { stepOf } from '../../format/index.ts';
import { runDetails } from './run-details.ts';
import { TimelineList } from './TimelineList.tsx';

export function TimelineView({ project }: { readonly project: ProjectView }) {
  const timeline = useContractQuery('project.timeline', { id: project.id });
  return (
    <Page
      head={<ProjectHead project={project} step="progress" source="Full history" hasSteps={project.state.at !== 'done'} />}
      foot={<StepFooter back={toProject(project.id, stepOf(project))} />}
    >
      {timeline.error !== null && (
        <FailurePanel title="The history could not be read" error={timeline.error} onRetry={() => void timeline.refetch()} />
      )}
      {timeline.data === undefined && timeline.error === null && <Skeleton height={320} radius={8} />}
      {timeline.data !== undefined && (
        <div className="card timeline-card">
          <TimelineList entries={timeline.data} isWhole />
          <CopyLink label="Copy the details" text={() => runDetails(project, timeline.data)} />
        </div>
      )}
    </Page>
  );
}
