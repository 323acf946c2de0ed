import { IconAlertTriangle, IconBan, IconPlayerPause, IconUsers } from '@tabler/icons-react';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { type ProjectState, mayBeCharged, mergesIntoParent } from '../../../shared/project/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { count } from '../../format/index.ts';
import { FailureLine, goTo } from '../../kit/index.ts';
import { WaitingParts, useScreenRest } from '../../components/index.ts';
import { navigate, toProject, toScreen } from '../../navigation/index.ts';
import { BlockedNotice } from './BlockedNotice.tsx';
import { ALL_PROJECTS, RunView, type RunViewProps } from './RunView.tsx';

function PausedNotice({ project }: { readonly project: ProjectView }) {
  const { lastError } = project;
  if (lastError === null)
    return (
      <BlockedNotice icon={IconPlayerPause} tone="warning" title="You paused it">
        <p>Nothing is sent and nothing is read until you resume it. We then check its state on the service first.</p>
      </BlockedNotice>
    );
  return (
    <BlockedNotice icon={IconAlertTriangle} tone="warning" title="Something blocks this project">
      <p>
        {lastError.message} <span className="failure-code">{lastError.code}</span>
      </p>
      <p className="second">Nothing was sent twice, and what was fetched is kept. It continues from here when you choose to.</p>
    </BlockedNotice>
  );
}

interface EndedProps {
  readonly state: Extract<ProjectState, { at: 'ended' }>;
  /** True when the list can be opened as a new draft. */
  readonly canStartAgain: boolean;
}

function EndedNotice({ state, canStartAgain }: EndedProps) {
  const title =
    state.how === 'cancelled' ? (state.resume === null ? 'You stopped it' : 'You stopped watching it') : 'You gave up this project';
  const money =
    state.charged === 'no'
      ? 'Nothing was spent, and nothing will be.'
      : 'Credits may have been spent, because we asked the service to start. If it did, the scores are on the service.';
  return (
    <BlockedNotice icon={IconBan} tone="neutral" title={title}>
      <p>
        {money}{' '}
        {state.resume === null
          ? `The list was cut short and cannot be screened. ${canStartAgain ? 'Start again to send it with the same columns and fixes.' : 'To screen these people, import the file again.'}`
          : 'You can resume it. We first check its state on the service.'}
      </p>
    </BlockedNotice>
  );
}

/** Offers to send the people who were not chosen in this list. The others may have been charged, so they are not sent again. */
function Unsent({ project }: { readonly project: ProjectView }) {
  const { id } = project;
  const best = useContractQuery('cost.get', { id }).data?.best;
  const screenRest = useScreenRest(project, 'cost');
  if (best == null || best.notChosen === 0 || screenRest.button === null) return null;
  const sent = best.chosen + best.sampled;
  return (
    <BlockedNotice
      icon={IconUsers}
      tone="neutral"
      title={`${count(best.notChosen, 'person was', 'people were')} not ${best.pilot === null ? 'chosen' : 'in the pilot'}`}
    >
      <p>
        The {count(sent, 'person', 'people')} {best.pilot === null ? 'of this list' : 'of the pilot'} may be paid for, and{' '}
        {sent === 1 ? 'is' : 'are'} not sent again. {screenRest.sentIn === null ? 'The others can be sent now.' : 'The others are in'}{' '}
        {screenRest.button}
      </p>
      {screenRest.failure}
    </BlockedNotice>
  );
}

/** True for a list that was stopped before any row could be charged. Parts and fixed rows are started from their first project. */
const canStartAgain = ({ state, lineage }: ProjectView): boolean =>
  state.at === 'ended' && state.resume === null && state.charged === 'no' && !mergesIntoParent(lineage);

/** How the user can continue: resume the project, send the same list again, or begin with another file. */
function useNextStep(project: ProjectView) {
  const { id, state } = project;
  const resume = useCommand('project.resume');
  const startAgain = useCommand('projects.startAgain', (draft, _, isHere) => isHere && navigate(toProject(draft.id)));
  if (state.at === 'paused' || (state.at === 'ended' && state.resume !== null))
    return {
      sentence: 'Checks the state on the service, then continues from there.',
      next: { label: 'Resume', isBusy: resume.isPending, onNext: () => resume.mutate({ id }) },
      error: resume.error,
    };
  if (canStartAgain(project))
    return {
      sentence: 'Opens the same list as a new draft, with its columns and fixes. Nothing is sent yet.',
      next: { label: 'Start again', isBusy: startAgain.isPending, onNext: () => startAgain.mutate({ id }) },
      error: startAgain.error,
    };
  return { sentence: 'Begins with a file.', next: { label: 'New screening', onNext: goTo(toScreen('new')) }, error: null };
}

/** Waits for the user: paused, or ended. */
export function PausedView({ project, entries }: RunViewProps) {
  const { state } = project;
  const { sentence, next, error } = useNextStep(project);
  return (
    <RunView project={project} entries={entries} footer={{ sentence, other: ALL_PROJECTS, next }}>
      {state.at === 'ended' ? <EndedNotice state={state} canStartAgain={canStartAgain(project)} /> : <PausedNotice project={project} />}
      {state.at === 'ended' && mayBeCharged(state) && <Unsent project={project} />}
      <WaitingParts project={project} />
      <FailureLine error={error} />
    </RunView>
  );
}
