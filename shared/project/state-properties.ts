/** Properties of a project's state for the runner, for costs, and for stopping it. */
import { assertNever } from '../base/index.ts';
import type { Body, Observation, ProjectState, Running, RunningAt } from './project-shapes.ts';
import { isAtWork, isProcessed } from './status-words.ts';

/** True until the user submits the list. */
export const isBeforeSubmission = ({ at }: ProjectState): boolean => at === 'reading' || at === 'unreadable' || at === 'draft';

/** True for a list that is read, or being read, and can still be submitted. */
export const isSubmittable = ({ at }: ProjectState): boolean => at === 'reading' || at === 'draft';

/** True for a project whose record cannot be read. It may have been sent. */
export const isRecordUnreadable = (state: ProjectState): boolean => state.at === 'unreadable' && state.code === 'DATABASE_DAMAGED';

/** True from submission to the end, including while the project waits for the user. */
export const isUnfinished = (state: ProjectState): boolean => state.at !== 'ended' && runningOf(state) !== null;

/** True while no changing call can have reached the service, so stopping costs nothing. */
export const isUnspent = (state: ProjectState): boolean =>
  state.at === 'preparing' || (state.at === 'creating' && state.phase === 'ready' && state.attempt === 1 && (state.tries ?? 0) === 0);

/** True when another program may have requested a start, because a copy of this folder exists or because of the service's status. */
function mayBeElsewhere({ found, observations }: RunningAt<'confirming'> | RunningAt<'starting'>): boolean {
  const status = observations.at(-1)?.status ?? null;
  return found === true || isProcessed(status) || isAtWork(status);
}

/** Whether the project may have cost credits. True from the first start request, here or elsewhere. */
export function mayBeCharged(state: ProjectState): boolean {
  switch (state.at) {
    case 'starting':
      return state.phase !== 'ready' || state.asked > 0 || mayBeElsewhere(state);
    case 'confirming':
      return mayBeElsewhere(state);
    case 'adding':
      return state.found === true;
    case 'processing':
    case 'collecting':
    case 'done':
      return true;
    case 'needs-token':
    case 'paused':
    case 'needs-decision':
      return mayBeCharged(state.resume);
    case 'ended':
      return state.charged === 'maybe';
    case 'reading':
    case 'unreadable':
    case 'draft':
    case 'preparing':
    case 'creating':
      return false;
    default:
      return assertNever(state);
  }
}

/**
 * True for a list that was sent or is about to be sent, unless it ended without a possible charge. Other lists must not send its people
 * again.
 */
export function wasSent(state: ProjectState): boolean {
  if (isRunning(state)) return true;
  switch (state.at) {
    case 'reading':
    case 'unreadable':
    case 'draft':
      return false;
    case 'ended':
      return mayBeCharged(state);
    case 'needs-token':
    case 'paused':
    case 'needs-decision':
    case 'done':
      return true;
    default:
      return assertNever(state);
  }
}

/** The running state of a project, or the state from which it can resume; null for none. */
export function runningOf(state: ProjectState): Running | null {
  if ('resume' in state) return state.resume;
  return isRunning(state) ? state : null;
}

/** The last observation of the project on the service; null when there was none in the current step. */
export function lastObservation(state: ProjectState): Observation | null {
  const running = runningOf(state);
  switch (running?.at) {
    case 'processing':
    case 'collecting':
      return running.observation;
    case 'confirming':
    case 'starting':
      return running.observations.at(-1) ?? null;
    default:
      return null;
  }
}

/** The service's ID of the project; null before the service has created it. */
export function remoteIdOf(state: ProjectState): string | null {
  const sent = runningOf(state) ?? state;
  return 'remoteId' in sent ? sent.remoteId : null;
}

/** The request body; null before it is measured. */
export function bodyOf(state: ProjectState): Body | null {
  const sent = runningOf(state) ?? state;
  return 'body' in sent ? sent.body : null;
}

/** Whether canceling is free and final, or only ends the observation. */
export function cancelMeaning(state: ProjectState): 'free' | 'stops-watching' | 'nothing' {
  switch (state.at) {
    case 'preparing':
    case 'creating':
      return 'free';
    case 'adding':
      return state.phase === 'closing' || state.found === true ? 'stops-watching' : 'free';
    case 'confirming':
      return (state.arrival === 'incomplete' || state.arrival === 'unsent') && state.found !== true ? 'free' : 'stops-watching';
    case 'starting':
    case 'processing':
    case 'collecting':
      return 'stops-watching';
    case 'needs-token':
    case 'paused':
    case 'needs-decision':
      return cancelMeaning(state.resume);
    case 'reading':
    case 'unreadable':
    case 'draft':
    case 'done':
    case 'ended':
      return 'nothing';
    default:
      return assertNever(state);
  }
}

/** True while a changing call is in progress, or was when the program ended. The next event must then be `restarted`. */
export function isUnderWay(state: Running): boolean {
  switch (state.at) {
    case 'creating':
    case 'starting':
      return state.phase === 'asked';
    case 'adding':
      return state.phase !== 'ready';
    case 'preparing':
    case 'confirming':
    case 'processing':
    case 'collecting':
      return false;
    default:
      return assertNever(state);
  }
}

/** True for states that only read from the service. The user is asked when reading fails permanently. */
export function isReading(state: Running): boolean {
  if (state.at === 'creating') return state.phase === 'settling';
  return state.at !== 'preparing' && state.at !== 'adding' && !isUnderWay(state);
}

/** True for the states in which the runner acts. */
export function isRunning(state: ProjectState): state is Running {
  switch (state.at) {
    case 'preparing':
    case 'creating':
    case 'adding':
    case 'confirming':
    case 'starting':
    case 'processing':
    case 'collecting':
      return true;
    case 'reading':
    case 'unreadable':
    case 'draft':
    case 'needs-token':
    case 'paused':
    case 'needs-decision':
    case 'done':
    case 'ended':
      return false;
    default:
      return assertNever(state);
  }
}
