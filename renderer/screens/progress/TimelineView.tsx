import { Skeleton } from '@mantine/core';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { asAppError } from '../../api/client.ts';
import { CopyLink } from '../../kit/CopyLink.tsx';
import { FailurePanel } from '../../kit/Failure.tsx';
import { StepFooter } from '../../kit/StepFooter.tsx';
import { Page } from '../../components/Page.tsx';
import { ProjectHead } from '../../components/ProjectHead.tsx';
import { useContractQuery } from '../../api/queries.ts';
import { toProject } from '../../navigation/router.ts';
import { stepOf } from '../../format/project-steps.ts';
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
        <FailurePanel title="The journal could not be read" error={asAppError(timeline.error)} onRetry={() => void timeline.refetch()} />
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
