/**
 * The life of a project as one pure function from state and event to state. The service offers no idempotency key (its sections 3 and 4),
 * so there are separate states before a changing call and after it may have been made, and only evidence leads back.
 */
import { assertNever } from '../base/index.ts';
import type { Deciding } from './decision-facts.ts';
import {
  decide,
  evaluateArrival,
  evaluateCreated,
  evaluateFound,
  notOurs,
  sentFields,
  startOver,
  toAdding,
  toCollecting,
  toProcessing,
  toStarting,
  wasAsked,
} from './evidence.ts';
import { evaluateGate, evaluateStart, startAgain, unobservableStart } from './start-evidence.ts';
import { isOtherProject } from './identity.ts';
import { NotNow, type ProjectEvent } from './project-events.ts';
import { evaluateShort, evaluateWatched, restartWait, startAgainFromProcessing } from './processing.ts';
import type { ProjectState, Running, RunningAt } from './project-shapes.ts';
import { cancelMeaning, isRunning, isUnderWay, lastObservation, mayBeCharged } from './state-properties.ts';
import { isProcessed } from './status-words.ts';

/** The list may have arrived completely, partly or not at all. The rows on the service show which. */
function toConfirming(
  state: RunningAt<'adding'>,
  arrival: RunningAt<'confirming'>['arrival'],
  refused: RunningAt<'confirming'>['refused'] = null,
): RunningAt<'confirming'> {
  return { at: 'confirming', ...sentFields(state), arrival, refused, tries: state.tries ?? 0, observations: [] };
}

function onFailed(state: Running, event: Extract<ProjectEvent, { type: 'failed' }>): ProjectState {
  const { delivery, answer, status } = event;
  const words = answer ?? 'The service gave no reason.';
  if (state.at === 'creating' && state.phase === 'asked') {
    if (delivery === 'not-sent') return { ...state, phase: 'ready' };
    if (delivery === 'unknown') return { ...state, phase: 'settling', tries: (state.tries ?? 0) + 1, observations: [] };
    return decide('create-refused', ['ask-again', 'give-up'], { ...state, phase: 'ready' }, answer);
  }
  if (state.at === 'adding' && state.phase !== 'ready') {
    if (delivery === 'not-sent') return { ...state, phase: 'ready' };
    const counted = { ...state, tries: (state.tries ?? 0) + 1 };
    // A refusal can mean that the list already exists; an observation decides.
    if (delivery === 'refused') return toConfirming(counted, 'refused', { status: status ?? 0, words });
    return toConfirming(counted, state.phase === 'sending' ? 'incomplete' : 'unknown');
  }
  if (state.at === 'starting' && state.phase === 'asked') {
    if (delivery === 'not-sent') return { ...state, phase: 'ready', asked: state.asked - 1 };
    // A refusal alone proves nothing ("already started" and "no records" look alike): the next observation decides.
    return delivery === 'refused'
      ? { ...state, phase: 'settling', refusal: words, refusedWith: status, observations: [] }
      : { ...state, phase: 'settling', refusal: null, refusedWith: null, observations: [] };
  }
  throw new NotNow(state.at, event.type);
}

/** The state from which to resume when it is unknown whether the last call was made, and what a copy of this folder has done meanwhile. */
function afterInterruption(state: Running): Running {
  switch (state.at) {
    case 'creating':
      return state.phase === 'asked' ? { ...state, phase: 'settling', tries: (state.tries ?? 0) + 1, observations: [] } : state;
    case 'adding':
      if (state.phase === 'ready') return toConfirming(state, 'unsent');
      return toConfirming({ ...state, tries: (state.tries ?? 0) + 1 }, state.phase === 'sending' ? 'incomplete' : 'unknown');
    case 'starting':
      if (state.phase === 'ready' && !wasAsked(state)) return { ...state, resumed: true };
      return state.phase === 'asked' ? { ...state, phase: 'settling', refusal: null, refusedWith: null, observations: [] } : state;
    case 'preparing':
    case 'confirming':
    case 'processing':
    case 'collecting':
      return state;
    default:
      return assertNever(state);
  }
}

/** A refused token proves that the service did not act on the call. */
function afterRefusal(state: Running): Running {
  if (!isUnderWay(state)) return state;
  if (state.at === 'creating' || state.at === 'adding') return { ...state, phase: 'ready' };
  return state.at === 'starting' ? { ...state, phase: 'ready', asked: state.asked - 1 } : state;
}

/** Fetched after the user's decision, before the service reported completion, and without any result. */
const isEarly = ({ counts, observation, asked = 1 }: RunningAt<'collecting'>) =>
  counts === undefined && observation !== null && (asked === 0 || !isProcessed(observation.status));

/** Returns to observing the project, or, if this folder has not started it, to checking whether anything did. */
function beforeFetching(state: RunningAt<'collecting'>, now: number): Running {
  const { observation, asked = 1, found, before } = state;
  if (asked !== 0) return restartWait({ ...toProcessing(state, observation, now), asked, ...(before !== undefined && { before }) }, now);
  return { at: 'confirming', ...sentFields(state), arrival: found === true ? 'found' : 'unknown', observations: [] };
}

/** Observes again from the start because the user asked for it. */
function observeAgain(resume: Running, now: number): Running {
  switch (resume.at) {
    case 'confirming':
      return { ...resume, observations: [] };
    case 'starting':
      return afterInterruption({ ...resume, observations: [] });
    case 'processing':
      return restartWait(resume, now);
    case 'collecting':
      return isEarly(resume) ? beforeFetching(resume, now) : { ...resume, tries: 0, waitedMs: 0 };
    case 'preparing':
    case 'creating':
    case 'adding':
      return resume;
    default:
      return assertNever(resume);
  }
}

/** Repeats the last call, which was made or postponed. */
function repeatCall(resume: Running): Running {
  // The list was sent earlier, so a list that is found later may be that one.
  if (resume.at === 'confirming') return { ...toAdding(resume), tries: 1 };
  if (resume.at === 'processing') return startAgainFromProcessing(resume);
  return resume.at === 'starting' ? startAgain(resume) : resume;
}

/** Continues as if the call succeeded, because the user confirmed it; null when the state has no such call. */
function confirmedOutcome(resume: Running, now: number): Running | null {
  if (resume.at === 'confirming') return { ...toStarting(resume), held: undefined, decidedByUser: true };
  if (resume.at === 'starting') return toProcessing(resume, resume.observations.at(-1) ?? null, now);
  return resume.at === 'processing' ? { ...restartWait(resume, now), before: null } : null;
}

/** The state after a choice; null when the choice does not apply to that state. */
function afterChoice(
  { resume, answer }: Deciding,
  { choice, nameOnService, now }: Extract<ProjectEvent, { type: 'choose' }>,
): ProjectState | null {
  const isMade = resume.at !== 'preparing' && resume.at !== 'creating';
  switch (choice) {
    case 'look-again':
      return observeAgain(resume, now);
    case 'ask-again':
      return repeatCall(resume);
    case 'it-happened':
      return confirmedOutcome(resume, now);
    case 'fetch':
      return isMade ? toCollecting(resume, lastObservation(resume)) : null;
    case 'keep':
      if (resume.at !== 'collecting' || resume.counts === undefined) return null;
      return { at: 'done', ...sentFields(resume), counts: resume.counts };
    case 'ours':
      return isMade ? observeAgain({ ...resume, knownAs: answer }, now) : null;
    case 'start-over':
      return 'body' in resume ? startOver(resume, nameOnService) : null;
    case 'give-up':
      return { at: 'ended', how: 'given-up', charged: mayBeCharged(resume) ? 'maybe' : 'no', resume };
    default:
      return assertNever(choice);
  }
}

function onChoice(state: Deciding, event: Extract<ProjectEvent, { type: 'choose' }>): ProjectState {
  const next = state.choices.includes(event.choice) ? afterChoice(state, event) : null;
  if (next === null) throw new NotNow(state.at, event.type);
  return next;
}

function onObserved(
  state: Running,
  { observation, nameOnService, listed = null }: Extract<ProjectEvent, { type: 'observed' }>,
): ProjectState {
  const name = observation.name ?? null;
  if (state.at === 'starting' && state.phase === 'ready') return evaluateGate(state, observation, listed).state;
  if (state.at === 'confirming')
    return isOtherProject(state, name, listed) ? notOurs(state, name) : evaluateArrival(state, observation, nameOnService);
  if (state.at === 'starting' && state.phase === 'settling')
    return isOtherProject(state, name, listed) ? notOurs(state, name) : evaluateStart(state, observation);
  if (state.at === 'collecting') return isOtherProject(state, name, listed) ? notOurs(state, name) : state;
  throw new NotNow(state.at, 'observed');
}

function onObservationFailed(state: Running, event: Extract<ProjectEvent, { type: 'observation-failed' }>): ProjectState {
  const { answer } = event;
  if (state.at === 'creating' && state.phase === 'settling')
    return decide('create-unclear', ['look-again', 'start-over', 'give-up'], { ...state, observations: [] }, answer);
  if (state.at === 'confirming')
    return decide('add-unclear', ['look-again', 'it-happened', 'start-over', 'give-up'], { ...state, observations: [] }, answer);
  if (state.at === 'starting' && state.phase !== 'asked') return unobservableStart(state, answer);
  if (state.at === 'processing') return decide('results-unclear', ['look-again', 'give-up'], state, answer);
  if (state.at === 'collecting')
    return decide(
      'results-unclear',
      state.counts === undefined ? ['look-again', 'give-up'] : ['look-again', 'keep', 'give-up'],
      state,
      answer,
    );
  throw new NotNow(state.at, event.type);
}

function onPolled(state: RunningAt<'processing'>, { observation, nextPollAt }: Extract<ProjectEvent, { type: 'polled' }>): ProjectState {
  const name = observation.name ?? null;
  return isOtherProject(state, name) ? notOurs(state, name) : evaluateWatched(state, observation, nextPollAt);
}

function nextRunning(state: Running, event: ProjectEvent): ProjectState {
  switch (event.type) {
    case 'prepared':
      if (state.at !== 'preparing') break;
      return { at: 'creating', body: event.body, attempt: state.attempt, phase: 'ready', marker: event.nameOnService, observations: [] };
    case 'not-prepared':
      if (state.at !== 'preparing') break;
      return { at: 'draft' };
    case 'intend':
      if (state.at === 'creating' && state.phase === 'ready') return { ...state, phase: 'asked', observations: [] };
      if (state.at === 'adding' && state.phase === 'ready') return { ...state, phase: 'sending' };
      if (state.at === 'starting' && state.phase === 'ready')
        return { ...state, phase: 'asked', asked: state.asked + 1, refusal: null, refusedWith: null, observations: [] };
      break;
    case 'closing':
      if (state.at !== 'adding' || state.phase !== 'sending') break;
      return { ...state, phase: 'closing' };
    case 'created':
      if (state.at !== 'creating' || state.phase !== 'asked') break;
      return { at: 'adding', body: state.body, remoteId: event.remoteId, attempt: state.attempt, marker: state.marker, phase: 'ready' };
    case 'added':
      if (state.at !== 'adding' || state.phase === 'ready') break;
      // A success before the last byte was sent covers only part of the list, so the rows must be counted.
      return toConfirming(state, state.phase === 'closing' ? 'answered' : 'unknown');
    case 'failed':
      return onFailed(state, event);
    case 'found':
      if (state.at !== 'creating' || state.phase !== 'ready' || event.matches === 0) break;
      return evaluateFound(state, event.matches, event.remoteId);
    case 'searched': {
      if (state.at !== 'creating' || state.phase !== 'settling') break;
      const { at, after, matches, whole } = event;
      return evaluateCreated(state, { at, after, matches, whole }, event.remoteId);
    }
    case 'observed':
      return onObserved(state, event);
    case 'observation-failed':
      return onObservationFailed(state, event);
    case 'started': {
      if (state.at !== 'starting' || state.phase !== 'asked') break;
      return { ...toProcessing(state, null, event.nextPollAt), before: state.statusBefore, asked: state.asked };
    }
    case 'polled':
      if (state.at !== 'processing') break;
      return onPolled(state, event);
    case 'fell-short':
      if (state.at !== 'collecting') break;
      return evaluateShort(state, event.counts, event.missing, event.after);
    case 'collected':
      if (state.at !== 'collecting') break;
      return { at: 'done', ...sentFields(state), counts: event.counts };
    case 'token-refused':
      return { at: 'needs-token', resume: afterInterruption(afterRefusal(state)) };
    case 'pause':
      return { at: 'paused', resume: afterInterruption(state) };
    case 'cancel':
      return {
        at: 'ended',
        how: 'cancelled',
        charged: mayBeCharged(state) ? 'maybe' : 'no',
        resume: cancelMeaning(state) === 'free' ? null : afterInterruption(state),
      };
    case 'restarted':
      return afterInterruption(state);
    case 'read':
    case 'unreadable':
    case 'read-again':
    case 'send':
    case 'token-given':
    case 'resume':
    case 'choose':
    case 'joined':
    case 'adopted':
    case 'fetched-again':
    case 'order-joined':
    case 'order-join-undone':
      break;
    default:
      return assertNever(event);
  }
  throw new NotNow(state.at, event.type);
}

/** Nothing was sent from here, so the name on the service is the only way to recognize the project. */
const adoptedState = ({ body, remoteId, name, isMarked, counts }: Extract<ProjectEvent, { type: 'adopted' }>): ProjectState => ({
  at: 'done',
  body,
  remoteId,
  attempt: 1,
  ...(name !== null && isMarked && { marker: name }),
  knownAs: name,
  counts,
});

/**
 * The transition function. Pure: times and markers are part of the event.
 * @throws NotNow when the state does not accept the event; nothing has changed.
 */
export function next(state: ProjectState, event: ProjectEvent): ProjectState {
  if (isRunning(state)) return nextRunning(state, event);
  switch (state.at) {
    case 'reading':
      if (event.type === 'read') return { at: 'draft' };
      if (event.type === 'unreadable') return { at: 'unreadable', code: event.code, message: event.message };
      if (event.type === 'restarted') return state;
      if (event.type === 'adopted') return adoptedState(event);
      break;
    case 'unreadable':
      if (event.type === 'read-again') return { at: 'reading' };
      break;
    case 'draft':
      if (event.type === 'read-again') return { at: 'reading' };
      if (event.type === 'send') return { at: 'preparing', attempt: 1 };
      break;
    case 'needs-token':
      if (event.type === 'token-given' || event.type === 'resume') return state.resume;
      if (event.type === 'cancel') return nextRunning(state.resume, event);
      break;
    case 'paused':
      if (event.type === 'resume') return state.resume;
      if (event.type === 'cancel') return nextRunning(state.resume, event);
      break;
    case 'needs-decision':
      if (event.type === 'choose') return onChoice(state, event);
      if (event.type === 'cancel') return nextRunning(state.resume, event);
      break;
    case 'ended':
      if (event.type === 'resume' && state.resume !== null) return afterInterruption(state.resume);
      break;
    case 'done':
      if (event.type === 'joined' || event.type === 'fetched-again' || event.type === 'order-joined' || event.type === 'order-join-undone')
        return { ...state, counts: event.counts };
      break;
    default:
      return assertNever(state);
  }
  throw new NotNow(state.at, event.type);
}
