/**
 * What reading the service proves about a call whose outcome is not known (docs/adr/0013-never-twice-step-by-step.md). Each
 * function takes a state with the looks made so far and answers the state that they lead to, the same one while they prove nothing.
 */
import { isStranger, type Listed } from './identity.ts';
import type { Choice, Look, ProjectState, Question, Refusal, Running, RunningAt, Sighting } from './project-shapes.ts';
import { isAtWork, isProcessed, plain, sameStatus } from './status-words.ts';

export const LOOKS = {
  /** Looks that must agree before something is taken as settled. */
  count: 3,
  /** The time they span when a list or a created project is looked for, in milliseconds. */
  spanMs: 60_000,
  /** The time they span when a start is looked for. */
  startSpanMs: 120_000,
  /** How long a service that tells nothing, or nothing new, is read before a person is asked. */
  silentMs: 600_000,
  /** How long the gate stays closed at most before a person is asked, whatever words are shown. */
  closedMs: 1_800_000,
  /** How long a word that looks final is shown before a person is asked. */
  finalMs: 120_000,
  /** How long a project at work may show one and the same word before a person is asked. */
  stillMs: 86_400_000,
  /** How long it is watched in all, whatever words it shows, before a person is asked. */
  inAllMs: 259_200_000,
  /** How long missing results are asked for before a person is asked. */
  missingMs: 900_000,
  /** How long a report of row errors is asked for once every profile is here. */
  reportMs: 120_000,
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
export function spanOf(looks: readonly { readonly after?: number | undefined }[]): number {
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

/** The state in which a person has to choose, and where each choice goes on from. */
export function decide(question: Question, choices: Choice[], resume: Running, answer: string | null = null): ProjectState {
  return { at: 'needs-decision', question, choices, answer, resume };
}

type Sent = Pick<RunningAt<'adding'>, 'body' | 'remoteId' | 'attempt' | 'marker' | 'knownAs' | 'found'>;

/** What every state since the service project was made has in common. */
export const sentOf = ({ body, remoteId, attempt, marker, knownAs, found }: Sent): Sent => ({
  body,
  remoteId,
  attempt,
  ...(marker === undefined ? {} : { marker }),
  ...(knownAs === undefined ? {} : { knownAs }),
  ...(found === undefined ? {} : { found }),
});

/** A person is asked whether what answers under our id is ours. The answer is the name that it told; the looks of a stranger prove nothing. */
export const notOurs = (state: Exclude<Running, { at: 'preparing' | 'creating' }>, name: string | null): ProjectState =>
  decide('not-ours', ['look-again', 'ours', 'give-up'], state, name);

/**
 * A new project on the service for the same list; the one before is left as it is, unprocessed and free of charge. `name` is the
 * marked name of the first one. The new one follows from it, so that every copy of this folder finds the project of another copy.
 */
export function startOver(state: Running & { readonly body: RunningAt<'adding'>['body'] }, name: string): ProjectState {
  const attempt = state.attempt + 1;
  return { at: 'creating', body: state.body, attempt, phase: 'ready', marker: `${name}-${attempt}`, looks: [] };
}

/** The list once more, to the same service project. */
export function sendAgain(state: RunningAt<'confirming'>): RunningAt<'adding'> {
  return { at: 'adding', ...sentOf(state), phase: 'ready', tries: state.tries ?? 0 };
}

/** The list is there: the next call is the one that costs money. */
export function readyToStart(state: RunningAt<'confirming'>): RunningAt<'starting'> {
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
    // The program that sent this list may be about to start it.
    ...(state.found === true && state.arrival !== 'answered' ? { held: true } : {}),
    looks: [],
  };
}

/** Watching a project that began. `doubt`: nobody but a changed word says so. */
export function watching(
  state: RunningAt<'confirming'> | RunningAt<'starting'> | RunningAt<'collecting'>,
  look: Look | null,
  nextPollAt: number,
  doubt?: RunningAt<'processing'>['doubt'],
): RunningAt<'processing'> {
  return { at: 'processing', ...sentOf(state), nextPollAt, look, polls: 0, ...(doubt === undefined ? {} : { doubt }) };
}

/** Fetching the results. */
export function collecting(state: Exclude<Running, { at: 'preparing' | 'creating' }>, look: Look | null): RunningAt<'collecting'> {
  const asked = state.at === 'starting' ? Number(wasAsked(state)) : state.at === 'processing' ? (state.asked ?? 1) : 0;
  return { at: 'collecting', ...sentOf(state), look, asked };
}

const ambiguous = (resume: Running) => decide('create-ambiguous', ['look-again', 'start-over', 'give-up'], resume);
const unclearCreation = (resume: Running) => decide('create-unclear', ['look-again', 'start-over', 'give-up'], resume);

/** The project that bears the marker, with which the folder goes on; `found`: it was there before this folder asked for one. */
const adopted = ({ body, attempt, marker }: RunningAt<'creating'>, remoteId: string, found: boolean): ProjectState => ({
  at: 'confirming',
  body,
  remoteId,
  attempt,
  marker,
  ...(found ? { found: true, arrival: 'found' } : { arrival: 'unsent' }),
  tries: 0,
  looks: [],
});

/** A project with our marker that is there before it was asked for: a copy of this folder made it, or this folder at a later time. */
export function judgeFound(state: RunningAt<'creating'>, matches: number, remoteId: string | null): ProjectState {
  if (matches > 1) return ambiguous(state);
  return remoteId === null ? unclearCreation(state) : adopted(state, remoteId, true);
}

/** Whether the service made the project: found by its marker in the list of all projects. */
export function judgeCreated(state: RunningAt<'creating'>, sighting: Sighting, remoteId: string | null): ProjectState {
  const looks = withLook(state.looks, sighting);
  const { matches } = sighting;
  if (matches === 1 && remoteId !== null) return adopted(state, remoteId, false);
  if (matches > 1) return ambiguous({ ...state, looks: [] });
  if (!settled(looks, LOOKS.spanMs, (a, b) => a.matches === b.matches)) return { ...state, looks };
  // It is there but does not tell its id, or it may be where the list was not read, or it is asked for again and again and never comes to be.
  const isKnown = matches === 0 && looks.every(({ whole = true }) => whole);
  if (!isKnown || (state.tries ?? 0) >= LOOKS.tries) return unclearCreation({ ...state, tries: 0, looks: [] });
  return { ...state, phase: 'ready', looks: [] };
}

const unclearArrival = (state: RunningAt<'confirming'>) =>
  decide('add-unclear', ['look-again', 'it-happened', 'start-over', 'give-up'], { ...state, tries: 0, looks: state.looks.slice(-1) });

/** The list was refused, and no look shows that it arrived anyway. */
function refusedArrival(state: RunningAt<'confirming'>, refused: Refusal | null): ProjectState {
  // The service says that there is a list and shows none: the earlier one may appear late.
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

/** The service has another number of rows than were sent. It is never processed, and costs nothing unless another program starts it. */
function spoiled(state: RunningAt<'confirming'>, look: Look, name: string): ProjectState {
  // When another program may pay for this one, a second project could be paid for as well.
  if (state.found === true || isAtWork(look.status))
    return decide('add-spoiled', ['look-again', 'start-over', 'give-up'], { ...state, looks: [look] });
  return state.attempt === 1 ? startOver(state, name) : decide('add-spoiled', ['start-over', 'give-up'], { ...state, looks: [look] });
}

/** Screening is done and nobody here asked for it. A found project with our list in it is the work of another copy of this folder. */
function doneUnasked(state: RunningAt<'confirming'> | RunningAt<'starting'>, look: Look): ProjectState {
  if (state.found === true && (look.totalRows === null || look.totalRows === state.body.rows)) return collecting(state, look);
  return decide('processed-early', ['fetch', 'look-again', 'give-up'], { ...state, looks: [look] });
}

/** A look while nothing was handed over since the last one: what is there was sent by another program, or by a send of ours that came late. */
function beforeSending(state: RunningAt<'confirming'>, { status, totalRows }: Look): RunningAt<'confirming'> | null {
  const isThere = isProcessed(status) || (totalRows ?? 0) > 0 || (totalRows === null && isAtWork(status));
  if (!isThere) return null;
  return (state.tries ?? 0) > 0 ? { ...state, arrival: 'unknown' } : { ...state, arrival: 'found', found: true };
}

/** What the rows that the service holds say of the list. `name` is the marked name of the first project, where the list is spoiled. */
export function judgeArrival(before: RunningAt<'confirming'>, look: Look, name: string): ProjectState {
  const known = before.arrival === 'unsent' ? beforeSending(before, look) : before;
  if (known === null) return sendAgain(before);
  const state = { ...known, looks: withLook(known.looks, look) };
  const { arrival, looks, body } = state;
  const { status, totalRows } = look;
  if (isProcessed(status)) return doneUnasked(state, look);
  if (totalRows === body.rows) return readyToStart(state);
  if (totalRows === null || totalRows === 0) {
    if (arrival === 'incomplete') return absentList(state);
    if (arrival === 'refused') return refusedArrival(state, state.refused ?? null);
  }
  if (totalRows === null) {
    if (arrival === 'answered' || (state.found === true && isAtWork(status))) return readyToStart(state);
    return spanOf(looks) < LOOKS.silentMs ? state : unclearArrival(state);
  }
  if (!settled(looks, LOOKS.spanMs, (a, b) => a.totalRows === b.totalRows)) return state;
  return totalRows === 0 ? absentList(state) : spoiled(state, look, name);
}

/** True when the status says that the project is past the point where it was last asked to start. */
function hasBegun(state: RunningAt<'starting'>, status: string | null): boolean {
  if (isProcessed(status)) return true;
  return wasAsked(state) && status !== null && !sameStatus(status, state.statusBefore);
}

/** A start that was refused counts here: a gateway may have sent it twice and passed on the second answer. */
export const wasAsked = ({ asked, refusal }: RunningAt<'starting'>): boolean => asked > 0 || refusal !== null;

/** Watching what seems to have begun: the finished word is proof, another word may turn out to be a passing one. */
function seenToBegin(state: RunningAt<'starting'>, look: Look): ProjectState {
  const { statusBefore, asked, wordsBefore = [] } = state;
  const doubt = isProcessed(look.status) ? undefined : { statusBefore, asked: Math.max(1, asked), wordsBefore };
  return watching(state, look, look.at, doubt);
}

export const START_CHOICES = ['look-again', 'ask-again', 'it-happened', 'fetch', 'give-up'] as const satisfies Choice[];

/** The last look is kept: it is what a person sees who says that it did not start. */
export const unclearStart = (state: RunningAt<'starting'>, look: Look | null, answer: string | null = null): ProjectState =>
  decide('start-unclear', [...START_CHOICES], { ...state, phase: 'settling', looks: look === null ? [] : [look] }, answer);

/** The start once more, on a person's word: what the service shows from here on is compared with what it showed to that person. */
export function askAgain(state: RunningAt<'starting'>): RunningAt<'starting'> {
  const statusBefore = state.looks.at(-1)?.status ?? state.statusBefore;
  return { ...state, phase: 'ready', statusBefore, held: undefined, resumed: undefined, urged: true, looks: [] };
}

/** Whether something speaks against a first start: somebody else may have asked for it already. */
function isDoubtful({ held, urged, resumed, statusBefore }: RunningAt<'starting'>, { status }: Look): boolean {
  const isOther = status !== null && statusBefore !== null && !sameStatus(status, statusBefore);
  return held === true || (resumed === true && isOther) || (isAtWork(status) && (urged !== true || isOther));
}

/** The gate stays closed; a person is asked once the word has stayed for long, or never stays. */
function keptClosed(before: RunningAt<'starting'>, look: Look): ProjectState {
  const state = { ...before, looks: withLook(before.looks, look) };
  const isStill = settled(state.looks, LOOKS.silentMs, (a, b) => sameStatus(a.status, b.status));
  if (!isStill && spanOf(state.looks) < LOOKS.closedMs) return state;
  return decide('start-unclear', [...START_CHOICES], state);
}

/**
 * The gate before paying: the fresh look right before the start is asked for. `open` once nothing speaks against asking; a word
 * that was not shown before is looked at once more, because what comes after the start is compared with it.
 */
export function judgeGate(
  state: RunningAt<'starting'>,
  look: Look,
  listed: Listed | null = null,
): { readonly state: ProjectState; readonly open: boolean } {
  const closed = (next: ProjectState) => ({ state: next, open: false });
  const isFirst = !wasAsked(state);
  if (isStranger(state, look.name ?? null, listed)) return closed(notOurs(state, look.name ?? null));
  // Two copies of this folder that made a project at the same time: either would pay for its own.
  if (isFirst && listed !== null && listed.others > 0) return closed(ambiguous({ ...state, looks: [] }));
  if (isFirst && isProcessed(look.status)) return closed(doneUnasked(state, look));
  if (hasBegun(state, look.status)) return closed(seenToBegin(state, look));
  if (look.totalRows !== null && look.totalRows !== state.body.rows)
    // Whatever was confirmed before, this list is not ours to pay for. Once a start may have been acted on, nothing starts over by itself.
    return closed(
      isFirst
        ? { at: 'confirming', ...sentOf(state), arrival: state.found === true ? 'found' : 'unknown', looks: [look] }
        : unclearStart(state, look),
    );
  if (isFirst && isDoubtful(state, look)) return closed(keptClosed(state, look));
  if (look.status === null || !isFirst) return { state, open: true };
  const { statusBefore, wordsBefore = [] } = state;
  // The looks of a gate that was kept closed say nothing of a word that opens it.
  const looks = withLook(isAtWork(state.looks.at(-1)?.status ?? null) ? [] : state.looks, look);
  const words = [...new Set([...wordsBefore, plain(look.status)])].slice(-KEPT);
  return {
    state: { ...state, resumed: undefined, statusBefore: look.status, wordsBefore: words, looks },
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
