import { IconShieldCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ProjectView, TimelineEntry } from '../../../shared/contract/index.ts';
import { bodyOf, cancelMeaning } from '../../../shared/project/index.ts';
import { estimatedCredits } from '../../../shared/rows/index.ts';
import { useConnection } from '../../api/index.ts';
import { Page, ProjectHead } from '../../components/index.ts';
import { StepFooter, type StepFooterProps, goTo } from '../../kit/index.ts';
import { toScreen } from '../../navigation/index.ts';
import { LastResponse } from './LastResponse.tsx';
import { runSteps } from './run-steps.ts';
import { RunSteps } from './RunSteps.tsx';
import { StopPanel } from './StopPanel.tsx';
import { useRunSpeech } from './useRunSpeech.tsx';

/** The second button of the footer. */
export const ALL_PROJECTS = { label: 'All projects', onClick: goTo(toScreen('projects')) };

/** The expected charge for the list; null while unknown. */
function useEstimate(project: ProjectView): number | null {
  const connection = useConnection(project);
  const body = bodyOf(project.state);
  return body === null || connection === undefined ? null : estimatedCredits(body.rows, connection.creditsPerRecord);
}

export interface RunViewProps {
  readonly project: ProjectView;
  /** The journal, oldest entry first. */
  readonly entries: readonly TimelineEntry[];
}

interface RunViewFrameProps extends RunViewProps {
  readonly footer: StepFooterProps;
  /** Why the project is blocked or paused, above the steps. */
  readonly children?: ReactNode;
}

/** The steps of a run with their side panels. */
export function RunView({ project, entries, footer, children }: RunViewFrameProps) {
  const steps = runSteps(project, entries);
  const credits = useEstimate(project);
  useRunSpeech(project, steps);
  const canStop = project.held === null && cancelMeaning(project.state) !== 'nothing';
  return (
    <Page head={<ProjectHead project={project} step="progress" />} foot={<StepFooter {...footer} />}>
      <div className="page-columns run-columns">
        <div className="run-stack">
          {children}
          <RunSteps project={project} entries={entries} steps={steps} credits={credits} />
        </div>
        <div className="run-stack">
          {canStop && <StopPanel project={project} />}
          <LastResponse project={project} entries={entries} />
          {canStop && (
            <p className="run-close-note small second">
              <IconShieldCheck className="run-safe" size={16} stroke={1.6} aria-hidden />
              <span>You can close the lid. When you return, we check the state on the service first and then continue.</span>
            </p>
          )}
        </div>
      </div>
    </Page>
  );
}
