/** What the state of a project means: for the runner, for its money, for a person who would stop it. */
import { assertNever } from '../base/errors.ts';
import type { Body, Look, ProjectState, Running, RunningAt } from './project-shapes.ts';
import { isAtWork, isProcessed } from './status-words.ts';

/** Whether another copy of this folder may have asked for a start, or the service shows that somebody did. */
function mayBeElsewhere({ found, looks }: RunningAt<'confirming'> | RunningAt<'starting'>): boolean {
  const status = looks.at(-1)?.status ?? null;
  return found === true || isProcessed(status) || isAtWork(status);
}

/** Whether credits may have been spent by what was done so far: they may once a start was asked for, here or elsewhere. */
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
 * True for a list that has left the desk or is about to, and that can have cost something: what becomes of its people matters to
 * every other list that they are in.
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

/** The last look at the service's project that a state holds; null when it holds none. */
export function lastLook(state: Running): Look | null {
  if (state.at === 'processing' || state.at === 'collecting') return state.look;
  return state.at === 'confirming' || state.at === 'starting' ? (state.looks.at(-1) ?? null) : null;
}

/** The body that a list was measured as; null before that. */
export function bodyOf(state: ProjectState): Body | null {
  if ('body' in state) return state.body;
  return 'resume' in state && state.resume !== null && 'body' in state.resume ? state.resume.body : null;
}

/** Whether cancelling now is free and final, or only ends the watching. */
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

/** True while a changing call is under way, or was when the program ended: it has to be taken up by `restarted` before anything else. */
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

/** True where the service is only read, so that a person is asked when reading fails for good. */
export function isReading(state: Running): boolean {
  if (state.at === 'creating') return state.phase === 'settling';
  return state.at !== 'preparing' && state.at !== 'adding' && !isUnderWay(state);
}

/** True for the states in which the runner has something to do. */
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
