/** Evaluates status words during processing, and missing results. Every wait has a limit. */
import { collecting, decide, LOOKS, sentOf, START_CHOICES, unclearStart } from './evidence.ts';
import type { Counts, Look, ProjectState, RunningAt } from './project-shapes.ts';
import { isFinal, isProcessed, isStopped, plain, sameStatus } from './status-words.ts';

type Watched = RunningAt<'processing'>;

/** Adds one observation and updates the times of the current word and in total. */
function withPoll(state: Watched, look: Look, nextPollAt: number): Watched {
  const { look: last, polls, sameLooks = 1, stillMs = 0, inAllMs = 0 } = state;
  // The times start at the first observation.
  const isFirst = last === null || sameLooks === 0;
  const isSame = !isFirst && sameStatus(look.status, last.status);
  const after = look.after ?? 0;
  return {
    ...state,
    look,
    nextPollAt,
    polls: polls + 1,
    sameLooks: isSame ? sameLooks + 1 : 1,
    stillMs: isSame ? stillMs + after : 0,
    inAllMs: isFirst ? inAllMs : inAllMs + after,
  };
}

/** True when the current word was observed at least three times, over at least `span` milliseconds. */
const staysFor = ({ sameLooks = 0, stillMs = 0 }: Watched, span: number) => sameLooks >= LOOKS.count && stillMs >= span;

/** Returns from processing to checking the start. */
const backToStart = (state: Watched, doubt: NonNullable<Watched['doubt']>, look: Look): RunningAt<'starting'> => ({
  at: 'starting',
  ...sentOf(state),
  phase: 'settling',
  statusBefore: doubt.statusBefore,
  wordsBefore: doubt.wordsBefore ?? [],
  asked: doubt.asked,
  refusal: null,
  looks: [look],
});

/** Evaluates an observation of a project that began, or seems to have begun. */
export function judgeWatched(before: Watched, look: Look, nextPollAt: number): ProjectState {
  const state = withPoll(before, look, nextPollAt);
  const { status } = look;
  const { doubt, stillMs = 0, inAllMs = 0 } = state;
  const isWord = (word: string | null | undefined) => word !== null && word !== undefined && sameStatus(status, word);
  if (isProcessed(status)) return collecting(state, look);
  if (isStopped(status)) return decide('service-stopped', ['look-again', 'fetch', 'give-up'], state, status);
  if (doubt !== undefined && isWord(doubt.statusBefore)) return backToStart(state, doubt, look);
  if (isWord(state.before)) {
    // The service answered the start, and nothing has shown it since. Only a person repeats it.
    if (staysFor(state, LOOKS.silentMs)) return decide('start-unclear', [...START_CHOICES], state);
  } else if (isFinal(status) && staysFor(state, LOOKS.finalMs))
    return decide('finished-unclear', ['fetch', 'look-again', 'give-up'], state, status);
  const isOld = doubt?.wordsBefore?.includes(plain(status)) === true && status !== null;
  if (stillMs < (isOld ? LOOKS.silentMs : LOOKS.stillMs) && inAllMs < LOOKS.inAllMs) return state;
  return doubt === undefined
    ? decide('no-end', ['look-again', 'fetch', 'give-up'], state)
    : unclearStart(backToStart(state, doubt, look), look);
}

/** Restarts the times after a person's decision. */
export const watchedAgain = (state: Watched, nextPollAt: number): Watched => ({
  ...state,
  nextPollAt,
  sameLooks: 0,
  stillMs: 0,
  inAllMs: 0,
});

/** Another start after a person's decision, of a project whose start the service answered. */
export function startAgain(state: Watched): RunningAt<'starting'> {
  const { look, before = null, asked = 1 } = state;
  return {
    at: 'starting',
    ...sentOf(state),
    phase: 'ready',
    statusBefore: look?.status ?? before,
    asked: Math.max(1, asked),
    refusal: null,
    urged: true,
    looks: [],
  };
}

/**
 * Results with missing rows: `counts` are stored, `after` is the milliseconds since the last request. Requests continue
 * for some minutes, then the user decides.
 */
export function judgeShort(before: RunningAt<'collecting'>, counts: Counts, missing: number, after: number): ProjectState {
  const tries = before.tries ?? 0;
  const waitedMs = tries === 0 ? 0 : (before.waitedMs ?? 0) + after;
  const state = { ...before, counts, missing, tries: tries + 1, waitedMs };
  return waitedMs < LOOKS.missingMs ? state : decide('results-incomplete', ['look-again', 'keep', 'give-up'], state);
}
