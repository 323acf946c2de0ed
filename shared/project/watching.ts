/** What the service's words say while it is at work, and what results that fall short lead to: nothing is asked for without an end. */
import { collecting, decide, LOOKS, sentOf, START_CHOICES, unclearStart } from './evidence.ts';
import type { Counts, Look, ProjectState, RunningAt } from './project-shapes.ts';
import { isFinal, isProcessed, isStopped, plain, sameStatus } from './status-words.ts';

type Watched = RunningAt<'processing'>;

/** The watched project with one more look: how long its word has stayed, and how long it has been watched in all. */
function withPoll(state: Watched, look: Look, nextPollAt: number): Watched {
  const { look: last, polls, sameLooks = 1, stillMs = 0, inAllMs = 0 } = state;
  // The times run from the first look on.
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

/** True when the present word has been seen three times at least, over at least `span` milliseconds. */
const staysFor = ({ sameLooks = 0, stillMs = 0 }: Watched, span: number) => sameLooks >= LOOKS.count && stillMs >= span;

/** The watched project as one whose start is looked for. */
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

/** A look at a project that began, or seems to have begun. */
export function judgeWatched(before: Watched, look: Look, nextPollAt: number): ProjectState {
  const state = withPoll(before, look, nextPollAt);
  const { status } = look;
  const { doubt, stillMs = 0, inAllMs = 0 } = state;
  const isWord = (word: string | null | undefined) => word !== null && word !== undefined && sameStatus(status, word);
  if (isProcessed(status)) return collecting(state, look);
  if (isStopped(status)) return decide('service-stopped', ['look-again', 'fetch', 'give-up'], state, status);
  if (doubt !== undefined && isWord(doubt.statusBefore)) return backToStart(state, doubt, look);
  if (isWord(state.before)) {
    // The service answered the start, and nothing has shown it since. It is never asked again without a person's word.
    if (staysFor(state, LOOKS.silentMs)) return decide('start-unclear', [...START_CHOICES], state);
  } else if (isFinal(status) && staysFor(state, LOOKS.finalMs))
    return decide('finished-unclear', ['fetch', 'look-again', 'give-up'], state, status);
  const isOld = doubt?.wordsBefore?.includes(plain(status)) === true && status !== null;
  if (stillMs < (isOld ? LOOKS.silentMs : LOOKS.stillMs) && inAllMs < LOOKS.inAllMs) return state;
  return doubt === undefined
    ? decide('no-end', ['look-again', 'fetch', 'give-up'], state)
    : unclearStart(backToStart(state, doubt, look), look);
}

/** The watched project with its times begun again, on a person's word. */
export const watchedAgain = (state: Watched, nextPollAt: number): Watched => ({
  ...state,
  nextPollAt,
  sameLooks: 0,
  stillMs: 0,
  inAllMs: 0,
});

/** The start once more on a person's word, of a project whose start the service has answered. */
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
 * Results of which rows are missing: `counts` is what is kept, `after` the milliseconds since they were last asked for. They are
 * asked for again for some minutes, then a person decides.
 */
export function judgeShort(before: RunningAt<'collecting'>, counts: Counts, missing: number, after: number): ProjectState {
  const tries = before.tries ?? 0;
  const waitedMs = tries === 0 ? 0 : (before.waitedMs ?? 0) + after;
  const state = { ...before, counts, missing, tries: tries + 1, waitedMs };
  return waitedMs < LOOKS.missingMs ? state : decide('results-incomplete', ['look-again', 'keep', 'give-up'], state);
}
