import { type Mutation, useIsMutating, useMutationState } from '@tanstack/react-query';
import { IconCloudCheck, IconCloudX, IconFileSpreadsheet } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AppError } from '../../shared/base/index.ts';
import type { ProjectView } from '../../shared/contract/index.ts';
import { STEPS, type Step, toScreen } from '../navigation/index.ts';
import { STEP_NAMES, sourceLine } from '../format/index.ts';
import { PageTitle } from './Page.tsx';
import { ProjectTitle } from './ProjectTitle.tsx';
import { Stepper } from './Stepper.tsx';
import { HeldNotice } from './HeldNotice.tsx';
import { ConnectionTag, StatusTag } from './Tag.tsx';

/** Commands that change a project; saving a template, for example, does not. */
const CHANGES_PROJECT = /^(?:import|columns|check|projects)\.|^templates\.(?:apply|undo)$/;

/** A canceled change has not failed, because there is nothing to save. */
const hasFailed = ({ status, error }: Mutation['state']): boolean =>
  status === 'error' && !(error instanceof AppError && error.code === 'CANCELED');

const changesProject = ({ options }: Mutation): boolean => CHANGES_PROJECT.test(String(options.mutationKey?.[0]));

/** Whether the last change to the list was saved. Only a failure is prominent. */
function SaveMark() {
  const changing = useIsMutating({ predicate: changesProject });
  const failures = useMutationState({ filters: { predicate: changesProject }, select: (mutation) => hasFailed(mutation.state) });
  const failed = changing === 0 && failures.at(-1) === true;
  const MarkIcon = failed ? IconCloudX : IconCloudCheck;
  return (
    <span className="page-saved" {...(failed && { 'data-failed': true, role: 'alert' })}>
      <MarkIcon size={15} stroke={1.6} aria-hidden />
      {failed ? 'The last change was not saved' : changing > 0 ? 'Saving…' : 'All changes saved'}
    </span>
  );
}

interface ProjectHeadProps {
  readonly project: ProjectView;
  readonly step: Step;
  /** Shown at the right. Default: whether changes are saved, or the project's status once it was submitted. */
  readonly end?: ReactNode;
  /** Replaces the line about the file. */
  readonly source?: string;
  /** False for a finished project, which is shown without its steps. */
  readonly hasSteps?: boolean;
}

export function ProjectHead({ project, step, end, source, hasSteps = true }: ProjectHeadProps) {
  return (
    <>
      <div className="page-head-row">
        <a className="link" href={toScreen('projects')}>
          Projects
        </a>
        <span className="page-slash" aria-hidden>
          /
        </span>
        <PageTitle window={STEP_NAMES[step]} spoken={`${STEP_NAMES[step]}, step ${STEPS.indexOf(step) + 1} of ${STEPS.length}`}>
          <ProjectTitle key={project.id} project={project} offers={step === 'cost'} />
        </PageTitle>
        {project.connection.kind === 'practice' && <ConnectionTag kind="practice" />}
        <span className="page-source">
          <IconFileSpreadsheet size={15} stroke={1.6} aria-hidden />
          <span className="cut">{source ?? sourceLine(project)}</span>
        </span>
        <div className="page-head-end">{end ?? (project.state.at === 'draft' ? <SaveMark /> : <StatusTag project={project} />)}</div>
      </div>
      {hasSteps && <Stepper project={project} current={step} />}
      <HeldNotice project={project} />
    </>
  );
}
