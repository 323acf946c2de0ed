/**
 * What reading the service proves about a call whose outcome is not known (reliability table in docs/ARCHITECTURE.md). Each
 * function takes a state with the looks made so far and answers the state that they lead to, the same one while they prove nothing.
 */
import type { Choice, Look, ProjectState, Question, Refusal, Running, RunningAt, Sighting } from './project-shapes.ts';

export const LOOKS = {
  /** Looks that must agree before something is taken as settled. */
  count: 3,
  /** The time they span when a list or a created project is looked for, in milliseconds. */
  spanMs: 60_000,
  /** The time they span when a start is looked for. */
  startSpanMs: 120_000,
  /** How long a service that tells nothing is read before a person is asked. */
  silentMs: 600_000,
  /** How long a project that only seems to have begun may show one and the same word before a person is asked. */
  doubtMs: 86_400_000,
  /** How long it is watched in all, whatever words it shows, before a person is asked. */
  doubtInAllMs: 259_200_000,
  /** Looks after which a status word that keeps changing is taken as it is. */
  words: 6,
  /** How often the same call is made again, on evidence that it did not happen, before a person is asked. */
  tries: 5,
} as const;

/** Looks that are kept: more than any of the rules below looks back. */
const KEPT = 40;

/** The looks with one more; the oldest of very many are let go. */
function withLook<T>(looks: readonly T[], look: T): T[] {
  return [...looks, look].slice(-KEPT);
}

/** Milliseconds from the first of the looks to the last. */
function spanOf(looks: readonly { readonly after?: number | undefined }[]): number {
  return looks.slice(1).reduce((sum, look) => sum + (look.after ?? 0), 0);
}

/** True when the last looks, three at least, are alike and span at least `span` milliseconds. */
function settled<T extends { readonly after?: number | undefined }>(
  looks: readonly T[],
  span: number,
  alike: (a: T, b: T) => boolean,
): boolean {
  const last = looks.at(-1);
  if (last === undefined) return false;
  const from = looks.findLastIndex((look) => !alike(look, last)) + 1;
  const same = looks.slice(from);
  return same.length >= LOOKS.count && spanOf(same) >= span;
}

const plain = (status: string | null) => (status ?? '').trim().toLowerCase();
const sameStatus = (a: string | null, b: string | null) => plain(a) === plain(b);

/** True when the word means that the project is complete; only this one does (section 2.2). */
export function isProcessed(status: string | null): boolean {
  return plain(status) === 'processed';
}

/** True for words that say no result will come. They end the wait and are shown as they are. */
export function isStopped(status: string | null): boolean {
  return status !== null && /\b(fail(ed|ure)?|error(ed)?|cancel(l?ed)?|reject(ed)?|abort(ed)?)\b/i.test(status.trim());
}

/** The state in which a person has to choose, and where each choice goes on from. */
export function decide(question: Question, choices: Choice[], resume: Running, answer: string | null = null): ProjectState {
  return { at: 'needs-decision', question, choices, answer, resume };
}

const sentOf = ({ body, remoteId, attempt }: Pick<RunningAt<'adding'>, 'body' | 'remoteId' | 'attempt'>) => ({ body, remoteId, attempt });

/** A new project on the service for the same list; the one before is left as it is, unprocessed and free of charge. */
export function startOver(state: Running & { readonly body: RunningAt<'adding'>['body'] }, marker: string): ProjectState {
  return { at: 'creating', body: state.body, attempt: state.attempt + 1, phase: 'ready', marker, looks: [] };
}

/** The list once more, to the same service project. */
export function sendAgain(state: RunningAt<'confirming'>): ProjectState {
  return { at: 'adding', ...sentOf(state), phase: 'ready', tries: state.tries ?? 0 };
}

/** The list is there: the next call is the one that costs money. */
export function readyToStart(state: RunningAt<'confirming'>): ProjectState {
  const words = state.looks.map(({ status }) => status).filter((status) => status !== null);
  const wordsBefore = [...new Set(words.map(plain))];
  return {
    at: 'starting',
    ...sentOf(state),
    phase: 'ready',
    statusBefore: words.at(-1) ?? null,
    wordsBefore,
    asked: 0,
    refusal: null,
    looks: [],
  };
}

/** Watching a project that began. `doubt`: nobody but a changed word says so. */
export function watching(
  state: RunningAt<'confirming'> | RunningAt<'starting'>,
  look: Look | null,
  nextPollAt: number,
  doubt?: RunningAt<'processing'>['doubt'],
): ProjectState {
  return { at: 'processing', ...sentOf(state), nextPollAt, look, polls: 0, ...(doubt === undefined ? {} : { doubt }) };
}

/** Whether the service made the project: found by its marker in the list of all projects. */
export function judgeCreated(state: RunningAt<'creating'>, sighting: Sighting, remoteId: string | null): ProjectState {
  const looks = withLook(state.looks, sighting);
  const { matches } = sighting;
  if (matches === 1 && remoteId !== null) return { at: 'adding', body: state.body, remoteId, attempt: state.attempt, phase: 'ready' };
  if (matches > 1) return decide('create-ambiguous', ['look-again', 'start-over', 'give-up'], { ...state, looks: [] });
  if (!settled(looks, LOOKS.spanMs, (a, b) => a.matches === b.matches)) return { ...state, looks };
  // It stands there but does not tell its id, or it is asked for again and again and never comes to be.
  if (matches > 0 || (state.tries ?? 0) >= LOOKS.tries)
    return decide('create-unclear', ['look-again', 'start-over', 'give-up'], { ...state, tries: 0, looks: [] });
  return { ...state, phase: 'ready', looks: [] };
}

const unclearArrival = (state: RunningAt<'confirming'>) =>
  decide('add-unclear', ['look-again', 'it-happened', 'start-over', 'give-up'], { ...state, tries: 0, looks: [] });

/** The list was refused, and no look shows that it is there all the same. */
function refusedArrival(state: RunningAt<'confirming'>, refused: Refusal | null): ProjectState {
  // "There is a list already" beside no list in sight: the earlier one may be slow to show.
  if (refused?.status === 409 && spanOf(state.looks) < LOOKS.silentMs) return state;
  return decide(
    'add-refused',
    ['look-again', 'ask-again', 'start-over', 'give-up'],
    { ...state, looks: [] },
    refused?.words ?? 'The service gave no reason.',
  );
}

function absentList(state: RunningAt<'confirming'>): ProjectState {
  return (state.tries ?? 0) >= LOOKS.tries ? unclearArrival(state) : sendAgain(state);
}

/** What the rows that the service holds say of the list. `marker` names the new project where the list is spoiled. */
export function judgeArrival(before: RunningAt<'confirming'>, look: Look, marker: string): ProjectState {
  const state = { ...before, looks: withLook(before.looks, look) };
  const { arrival, looks, body } = state;
  const { totalRows } = look;
  if (isProcessed(look.status)) return watching(state, look, look.at);
  if (totalRows === body.rows) return readyToStart(state);
  if (totalRows === null || totalRows === 0) {
    if (arrival === 'incomplete') return absentList(state);
    if (arrival === 'refused') return refusedArrival(state, state.refused ?? null);
  }
  if (totalRows === null) {
    if (arrival === 'answered') return readyToStart(state);
    return spanOf(looks) < LOOKS.silentMs ? state : unclearArrival(state);
  }
  if (!settled(looks, LOOKS.spanMs, (a, b) => a.totalRows === b.totalRows)) return state;
  if (totalRows === 0) return absentList(state);
  // A wrong count can only get worse by going on: this service project is never processed and costs nothing.
  return state.attempt === 1 ? startOver(state, marker) : decide('add-spoiled', ['start-over', 'give-up'], { ...state, looks: [] });
}

/** True when the status says that the project is past the point where it was last asked to start. */
function hasBegun(state: RunningAt<'starting'>, status: string | null): boolean {
  if (isProcessed(status)) return true;
  return wasAsked(state) && status !== null && !sameStatus(status, state.statusBefore);
}

/** A start that was refused counts here: a gateway may have sent it twice and passed on the second answer. */
const wasAsked = ({ asked, refusal }: RunningAt<'starting'>) => asked > 0 || refusal !== null;

/** Watching what seems to have begun: the finished word is proof, another word may turn out to be a passing one. */
function seenToBegin(state: RunningAt<'starting'>, look: Look): ProjectState {
  const { statusBefore, asked, wordsBefore = [] } = state;
  const doubt = isProcessed(look.status) ? undefined : { statusBefore, asked: Math.max(1, asked), wordsBefore, stillMs: 0, inAllMs: 0 };
  return watching(state, look, look.at, doubt);
}

/** The last look is kept: it is what a person sees who says that it did not start. */
const unclearStart = (state: RunningAt<'starting'>, look: Look | null, answer: string | null = null) =>
  decide(
    'start-unclear',
    ['look-again', 'ask-again', 'it-happened', 'give-up'],
    { ...state, phase: 'settling', looks: look === null ? [] : [look] },
    answer,
  );

/** The start once more, on a person's word: what the service shows from here on is compared with what it showed to that person. */
export function askAgain(state: RunningAt<'starting'>): RunningAt<'starting'> {
  return { ...state, phase: 'ready', statusBefore: state.looks.at(-1)?.status ?? state.statusBefore, looks: [] };
}

/**
 * The gate before paying: the fresh look right before the start is asked for. `open` once nothing speaks against asking; a word
 * that was not shown before is looked at once more, because what comes after the start is compared with it.
 */
export function judgeGate(state: RunningAt<'starting'>, look: Look): { readonly state: ProjectState; readonly open: boolean } {
  const closed = (next: ProjectState) => ({ state: next, open: false });
  if (hasBegun(state, look.status)) return closed(seenToBegin(state, look));
  if (look.totalRows !== null && look.totalRows !== state.body.rows)
    // Whatever was confirmed before, this list is not ours to pay for. Once a start may have been acted on, nothing is begun anew by itself.
    return closed(wasAsked(state) ? unclearStart(state, look) : { at: 'confirming', ...sentOf(state), arrival: 'unknown', looks: [look] });
  if (look.status === null || wasAsked(state)) return { state, open: true };
  const { statusBefore, wordsBefore = [] } = state;
  const looks = withLook(state.looks, look);
  const words = [...new Set([...wordsBefore, plain(look.status)])].slice(-KEPT);
  return {
    state: { ...state, statusBefore: look.status, wordsBefore: words, looks },
    open: (statusBefore !== null && sameStatus(look.status, statusBefore)) || looks.length >= LOOKS.words,
  };
}

/** Whether the service began, after a start that was refused or whose answer is not known. */
export function judgeStart(before: RunningAt<'starting'>, look: Look): ProjectState {
  const state = { ...before, looks: withLook(before.looks, look) };
  const { refusal, refusedWith = null } = state;
  if (hasBegun(state, look.status)) return seenToBegin(state, look);
  if (refusal !== null && refusedWith !== null && refusedWith !== 409) {
    // A plain refusal, and the project stands as before: that asking was not acted on.
    const resume: Running = { ...state, phase: 'ready', asked: state.asked - 1, looks: [] };
    return refusedWith === 402
      ? decide('credits-short', ['ask-again', 'give-up'], resume, refusal)
      : decide('start-refused', ['look-again', 'ask-again', 'give-up'], resume, refusal);
  }
  if (!settled(state.looks, LOOKS.startSpanMs, (a, b) => sameStatus(a.status, b.status))) return state;
  // "Already started" and "no records" are both a conflict: only a person can tell them apart when the status does not.
  if (refusal !== null) return decide('start-refused', ['look-again', 'ask-again', 'give-up'], { ...state, looks: [] }, refusal);
  if (look.status === null || state.statusBefore === null) {
    // Without a word before and after there is nothing to compare: silence is no evidence that nothing happened.
    return spanOf(state.looks) < LOOKS.silentMs ? state : unclearStart(state, look);
  }
  return state.asked < 2 ? { ...state, phase: 'ready', looks: [] } : unclearStart(state, look);
}

/** A start that cannot be read at all. */
export function blindStart(state: RunningAt<'starting'>, answer: string | null): ProjectState {
  if (state.phase === 'ready' && state.asked === 0) return decide('add-unclear', ['look-again', 'give-up'], state, answer);
  return unclearStart(state, null, answer);
}

/** A poll while nothing but a changed word said that it began; `before` is the word of the poll before. Null without such a doubt. */
export function judgeWatched(state: RunningAt<'processing'>, look: Look, before: string | null): ProjectState | null {
  const { doubt } = state;
  if (doubt === undefined) return null;
  const { statusBefore, asked, wordsBefore = [], stillMs: still = 0, inAllMs: all = 0 } = doubt;
  const back: RunningAt<'starting'> = {
    at: 'starting',
    ...sentOf(state),
    phase: 'settling',
    statusBefore,
    wordsBefore,
    asked,
    refusal: null,
    looks: [look],
  };
  if (statusBefore !== null && sameStatus(look.status, statusBefore)) return back;
  const known = look.status !== null && wordsBefore.includes(plain(look.status));
  const stillMs = sameStatus(look.status, before) ? still + (look.after ?? 0) : 0;
  const inAllMs = all + (look.after ?? 0);
  const patient = stillMs < (known ? LOOKS.silentMs : LOOKS.doubtMs) && inAllMs < LOOKS.doubtInAllMs;
  return patient ? { ...state, doubt: { ...doubt, stillMs, inAllMs } } : unclearStart(back, look);
}
