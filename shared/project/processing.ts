/** Evaluates status words during processing, and missing results. Every wait has a limit. */
import { toCollecting, decide, EVIDENCE_NEEDED, sentFields } from './evidence.ts';
import { START_CHOICES, unclearStart } from './start-evidence.ts';
import type { Counts, Observation, ProjectState, RunningAt } from './project-shapes.ts';
import { isFinal, isProcessed, isStopped, plainStatus, sameStatus } from './status-words.ts';

type Watched = RunningAt<'processing'>;

/** Adds one observation, and updates the times for the current word and in total. */
function withPoll(state: Watched, observation: Observation, nextPollAt: number): Watched {
  const { observation: last, polls, sameObservations = 1, stillMs = 0, inAllMs = 0 } = state;
  // The times start at the first observation.
  const isFirst = last === null || sameObservations === 0;
  const isSame = !isFirst && sameStatus(observation.status, last.status);
  const after = observation.after ?? 0;
  return {
    ...state,
    observation,
    nextPollAt,
    polls: polls + 1,
    sameObservations: isSame ? sameObservations + 1 : 1,
    stillMs: isSame ? stillMs + after : 0,
    inAllMs: isFirst ? inAllMs : inAllMs + after,
  };
}

/** True when the current word was observed at least three times, over at least `span` milliseconds. */
const staysFor = ({ sameObservations = 0, stillMs = 0 }: Watched, span: number) =>
  sameObservations >= EVIDENCE_NEEDED.count && stillMs >= span;

/** Returns from processing to checking the start. */
const backToStart = (
  state: Watched,
  unconfirmedStart: NonNullable<Watched['unconfirmedStart']>,
  observation: Observation,
): RunningAt<'starting'> => ({
  at: 'starting',
  ...sentFields(state),
  phase: 'settling',
  statusBefore: unconfirmedStart.statusBefore,
  wordsBefore: unconfirmedStart.wordsBefore,
  asked: unconfirmedStart.asked,
  refusal: null,
  observations: [observation],
});

/** Evaluates an observation of a project that has begun, or seems to have. */
export function evaluateWatched(before: Watched, observation: Observation, nextPollAt: number): ProjectState {
  const state = withPoll(before, observation, nextPollAt);
  const { status } = observation;
  const { unconfirmedStart, stillMs = 0, inAllMs = 0 } = state;
  const isWord = (word: string | null | undefined) => word !== null && word !== undefined && sameStatus(status, word);
  if (isProcessed(status)) return toCollecting(state, observation);
  if (isStopped(status)) return decide('service-stopped', ['look-again', 'fetch', 'give-up'], state, status);
  if (unconfirmedStart !== undefined && isWord(unconfirmedStart.statusBefore)) return backToStart(state, unconfirmedStart, observation);
  if (isWord(state.before)) {
    // The service answered the start, but no observation shows that it has begun. Only the user can repeat the start.
    if (staysFor(state, EVIDENCE_NEEDED.silentMs)) return decide('start-unclear', [...START_CHOICES], state);
  } else if (isFinal(status) && staysFor(state, EVIDENCE_NEEDED.finalMs))
    return decide('finished-unclear', ['fetch', 'look-again', 'give-up'], state, status);
  const isOld = unconfirmedStart?.wordsBefore.includes(plainStatus(status)) === true && status !== null;
  if (stillMs < (isOld ? EVIDENCE_NEEDED.silentMs : EVIDENCE_NEEDED.stillMs) && inAllMs < EVIDENCE_NEEDED.inAllMs) return state;
  return unconfirmedStart === undefined
    ? decide('no-end', ['look-again', 'fetch', 'give-up'], state)
    : unclearStart(backToStart(state, unconfirmedStart, observation), observation);
}

/** Restarts the times after the user's decision. */
export const restartWait = (state: Watched, nextPollAt: number): Watched => ({
  ...state,
  nextPollAt,
  sameObservations: 0,
  stillMs: 0,
  inAllMs: 0,
});

/** Starts again after the user's decision, although the service answered the first start. */
export function startAgainFromProcessing(state: Watched): RunningAt<'starting'> {
  const { observation, before = null, asked = 1 } = state;
  return {
    at: 'starting',
    ...sentFields(state),
    phase: 'ready',
    statusBefore: observation?.status ?? before,
    asked: Math.max(1, asked),
    refusal: null,
    decidedByUser: true,
    observations: [],
  };
}

/**
 * Evaluates results with missing rows. Requests continue for some minutes, and then the user decides. `counts`: of the stored results.
 * `after`: milliseconds since the last request.
 */
export function evaluateShort(before: RunningAt<'collecting'>, counts: Counts, missing: number, after: number): ProjectState {
  const tries = before.tries ?? 0;
  const waitedMs = tries === 0 ? 0 : (before.waitedMs ?? 0) + after;
  const state = { ...before, counts, missing, tries: tries + 1, waitedMs };
  return waitedMs < EVIDENCE_NEEDED.missingMs ? state : decide('results-incomplete', ['look-again', 'keep', 'give-up'], state);
}
