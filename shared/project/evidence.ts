/**
 * What observations prove about a create or add call with an unknown outcome (docs/adr/0013-never-twice-step-by-step.md). Each
 * function takes a state with its observations and returns the state that follows, or the same one while they prove
 * nothing.
 */
import type { Choice, Observation, ProjectState, Question, Refusal, Running, RunningAt, MarkerSearch } from './project-shapes.ts';
import { isAtWork, isProcessed, plainStatus } from './status-words.ts';

export const EVIDENCE_NEEDED = {
  /** Observations that must agree before the app relies on them. */
  count: 3,
  /** Milliseconds that they must span when a list or a created project is expected. */
  spanMs: 60_000,
  /** Milliseconds that they must span when a start is expected. */
  startSpanMs: 120_000,
  /** Milliseconds without status or without a change, before the user is asked. */
  silentMs: 600_000,
  /** Milliseconds for which the gate can stay closed, whatever the status words are, before the user is asked. */
  closedMs: 1_800_000,
  /** Milliseconds for which a word that looks final can stay, before the user is asked. */
  finalMs: 120_000,
  /** Milliseconds for which a project in progress can keep one word, before the user is asked. */
  stillMs: 86_400_000,
  /** Milliseconds of observation in total, whatever the words are, before the user is asked. */
  inAllMs: 259_200_000,
  /** Milliseconds of requests for missing results, before the user is asked. */
  missingMs: 900_000,
  /** Milliseconds of requests for a report of row errors after the last profile is stored. */
  reportMs: 120_000,
  /** Observations after which the gate accepts a status word that keeps changing. */
  words: 6,
  /** Repeats of a call that provably did not happen, before the user is asked. */
  tries: 5,
} as const;

/** Maximum number of stored observations. More than any rule below needs. */
export const KEPT = 40;

export const withObservation = <T>(observations: readonly T[], observation: T): T[] => [...observations, observation].slice(-KEPT);

/** Milliseconds from the first observation to the last. */
export function spanOf(observations: readonly { readonly after?: number | undefined }[]): number {
  return observations.slice(1).reduce((sum, { after }) => sum + (after ?? 0), 0);
}

/** True when at least the last three observations are alike and span `span` milliseconds. */
export function isSettled<T extends { readonly after?: number | undefined }>(
  observations: readonly T[],
  span: number,
  alike: (a: T, b: T) => boolean,
): boolean {
  const last = observations.at(-1);
  if (last === undefined) return false;
  const from = observations.findLastIndex((observation) => !alike(observation, last)) + 1;
  const same = observations.slice(from);
  return same.length >= EVIDENCE_NEEDED.count && spanOf(same) >= span;
}

/** The state in which the user must choose. The project then continues from `resume`. */
export function decide(question: Question, choices: Choice[], resume: Running, answer: string | null = null): ProjectState {
  return { at: 'needs-decision', question, choices, answer, resume };
}

type Sent = Pick<RunningAt<'adding'>, 'body' | 'remoteId' | 'attempt' | 'marker' | 'knownAs' | 'found'>;

/** The properties of every state after the service project was created. */
export const sentFields = ({ body, remoteId, attempt, marker, knownAs, found }: Sent): Sent => ({
  body,
  remoteId,
  attempt,
  ...(marker === undefined ? {} : { marker }),
  ...(knownAs === undefined ? {} : { knownAs }),
  ...(found === undefined ? {} : { found }),
});

/**
 * Asks the user whether the project under our ID is ours. `name` is its name; observations of another project prove
 * nothing.
 */
export const notOurs = (state: Exclude<Running, { at: 'preparing' | 'creating' }>, name: string | null): ProjectState =>
  decide('not-ours', ['look-again', 'ours', 'give-up'], state, name);

/**
 * A new service project for the same list; the previous one stays unprocessed and free of charge. Its name derives from
 * `name`, the marked name of the first one, so that every copy of this folder finds the same project.
 */
export function startOver(state: Running & { readonly body: RunningAt<'adding'>['body'] }, name: string): ProjectState {
  const attempt = state.attempt + 1;
  return { at: 'creating', body: state.body, attempt, phase: 'ready', marker: `${name}-${attempt}`, observations: [] };
}

/**
 * Sends the list to the same project on the service, perhaps again: a list that was accepted earlier may still appear there, but it is
 * ours.
 */
export function toAdding(state: RunningAt<'confirming'>): RunningAt<'adding'> {
  const tries = (state.tries ?? 0) + (state.arrival === 'answered' ? 1 : 0);
  return { at: 'adding', ...sentFields(state), phase: 'ready', tries };
}

/** The list has arrived: the next call costs money. */
export function toStarting(state: RunningAt<'confirming'>): RunningAt<'starting'> {
  const words = state.observations.map(({ status }) => status).filter((status) => status !== null);
  const wordsBefore = [...new Set(words.map(plainStatus))];
  return {
    at: 'starting',
    ...sentFields(state),
    ...(state.rowCountChanges === undefined ? {} : { rowCountChanges: state.rowCountChanges }),
    phase: 'ready',
    statusBefore: words.at(-1) ?? null,
    wordsBefore,
    asked: 0,
    refusal: null,
    // Another program has sent this list and may be about to start it.
    ...(state.found === true && state.arrival !== 'answered' ? { held: true } : {}),
    observations: [],
  };
}

/** True also after a refused start: a gateway may have sent it twice and returned the second answer. */
export const wasAsked = ({ asked, refusal }: RunningAt<'starting'>): boolean => asked > 0 || refusal !== null;

/** Observes a project that has begun. `unconfirmedStart`: only a changed status word shows that it has. */
export function toProcessing(
  state: RunningAt<'confirming'> | RunningAt<'starting'> | RunningAt<'collecting'>,
  observation: Observation | null,
  nextPollAt: number,
  unconfirmedStart?: RunningAt<'processing'>['unconfirmedStart'],
): RunningAt<'processing'> {
  return {
    at: 'processing',
    ...sentFields(state),
    nextPollAt,
    observation,
    polls: 0,
    ...(unconfirmedStart === undefined ? {} : { unconfirmedStart }),
  };
}

export function toCollecting(
  state: Exclude<Running, { at: 'preparing' | 'creating' }>,
  observation: Observation | null,
): RunningAt<'collecting'> {
  const asked =
    state.at === 'starting' ? Math.max(state.asked, Number(wasAsked(state))) : state.at === 'processing' ? (state.asked ?? 1) : 0;
  const before = state.at === 'starting' ? state.statusBefore : state.at === 'processing' ? state.before : null;
  // `before` is only needed to return to observing the start, which is possible if results are fetched before the service reports
  // completion.
  const isKnown = asked > 0 && before !== null && before !== undefined && !isProcessed(observation?.status ?? null);
  return { at: 'collecting', ...sentFields(state), observation, asked, ...(isKnown && { before }) };
}

export const ambiguous = (resume: Running) => decide('create-ambiguous', ['look-again', 'start-over', 'give-up'], resume);
const unclearCreation = (resume: Running) => decide('create-unclear', ['look-again', 'start-over', 'give-up'], resume);

/** Continues with the project that has the marker. `found`: it existed before this folder requested one. */
const adopted = ({ body, attempt, marker }: RunningAt<'creating'>, remoteId: string, found: boolean): ProjectState => ({
  at: 'confirming',
  body,
  remoteId,
  attempt,
  marker,
  ...(found ? { found: true, arrival: 'found' } : { arrival: 'unsent' }),
  tries: 0,
  observations: [],
});

/** A project with our marker existed before we requested one: it was created by a copy of this folder, or by a later state of it. */
export function evaluateFound(state: RunningAt<'creating'>, matches: number, remoteId: string | null): ProjectState {
  if (matches > 1) return ambiguous(state);
  return remoteId === null ? unclearCreation(state) : adopted(state, remoteId, true);
}

/** Decides whether the service created the project: the list of all projects then shows its marker. */
export function evaluateCreated(state: RunningAt<'creating'>, sighting: MarkerSearch, remoteId: string | null): ProjectState {
  const observations = withObservation(state.observations, sighting);
  const { matches } = sighting;
  if (matches === 1 && remoteId !== null) return adopted(state, remoteId, false);
  if (matches > 1) return ambiguous({ ...state, observations: [] });
  if (!isSettled(observations, EVIDENCE_NEEDED.spanMs, (a, b) => a.matches === b.matches)) return { ...state, observations };
  // It exists without an ID, may be in an unread part of the list, or is never created despite repeated requests.
  const isKnown = matches === 0 && observations.every(({ whole }) => whole);
  if (!isKnown || (state.tries ?? 0) >= EVIDENCE_NEEDED.tries) return unclearCreation({ ...state, tries: 0, observations: [] });
  return { ...state, phase: 'ready', observations: [] };
}

const unclearArrival = (state: RunningAt<'confirming'>) =>
  decide('add-unclear', ['look-again', 'it-happened', 'start-over', 'give-up'], {
    ...state,
    tries: 0,
    observations: state.observations.slice(-1),
  });

/** How many times a list is sent to a project that the service did not know at first. */
const UNKNOWN_TRIES = 3;

/** The list was refused, and no observation shows that it arrived anyway. */
function refusedArrival(state: RunningAt<'confirming'>, refused: Refusal | null): ProjectState {
  const { observations } = state;
  // The service reports an existing list but shows none: the earlier one may still appear.
  if (refused?.status === 409 && spanOf(observations) < EVIDENCE_NEEDED.silentMs) return state;
  // The service did not know the new project when the list arrived, but shows it now.
  if (refused?.status === 404 && observations.at(-1)?.totalRows === 0 && (state.tries ?? 0) < UNKNOWN_TRIES)
    return isSettled(observations, EVIDENCE_NEEDED.spanMs, (a, b) => a.totalRows === b.totalRows) ? toAdding(state) : state;
  return askAboutRefusal(state, refused);
}

/** Asks about a refused list, with the number of rows on the service. A list is never added to other rows. */
function askAboutRefusal(state: RunningAt<'confirming'>, refused: Refusal | null): ProjectState {
  const rows = state.observations.at(-1)?.totalRows ?? null;
  // A success may have stored the list whatever it says. Without a count, a second copy of the rows would stay unseen and be paid for.
  const isEmpty = rows === 0 || (rows === null && !(refused !== null && refused.status < 300));
  return decide(
    'add-refused',
    isEmpty ? ['look-again', 'ask-again', 'start-over', 'give-up'] : ['look-again', 'start-over', 'give-up'],
    { ...state, observations: state.observations.slice(-1) },
    refused?.words ?? 'The service gave no reason.',
  );
}

function absentList(state: RunningAt<'confirming'>): ProjectState {
  return (state.tries ?? 0) >= EVIDENCE_NEEDED.tries ? unclearArrival(state) : toAdding(state);
}

/**
 * The service has a different number of rows than were sent. Such a project is never processed, and costs nothing
 * unless another program starts it.
 */
function wrongRowCount(state: RunningAt<'confirming'>, observation: Observation, name: string): ProjectState {
  // If another program may pay for this project, a second one could cost money too.
  if (state.found === true || isAtWork(observation.status))
    return decide('add-spoiled', ['look-again', 'start-over', 'give-up'], { ...state, observations: [observation] });
  return state.attempt === 1
    ? startOver(state, name)
    : decide('add-spoiled', ['start-over', 'give-up'], { ...state, observations: [observation] });
}

/** The number of rows keeps changing, so the user decides. */
export const changingRowCount = (state: RunningAt<'confirming'>, observation: Observation): ProjectState =>
  decide('add-spoiled', ['look-again', 'start-over', 'give-up'], { ...state, rowCountChanges: undefined, observations: [observation] });

/**
 * Screening is complete although nothing here started it. If a found project contains our list, another copy of this
 * folder did it.
 */
export function processedUnasked(state: RunningAt<'confirming'> | RunningAt<'starting'>, observation: Observation): ProjectState {
  if (state.found === true && (observation.totalRows === null || observation.totalRows === state.body.rows))
    return toCollecting(state, observation);
  return decide('processed-early', ['fetch', 'look-again', 'give-up'], { ...state, observations: [observation] });
}

/** Used when nothing was sent since the last observation: the rows are from another program, or from our own delayed request. */
function beforeSending(state: RunningAt<'confirming'>, { status, totalRows }: Observation): RunningAt<'confirming'> | null {
  const isThere = isProcessed(status) || (totalRows ?? 0) > 0 || (totalRows === null && isAtWork(status));
  if (!isThere) return null;
  return (state.tries ?? 0) > 0 ? { ...state, arrival: 'unknown' } : { ...state, arrival: 'found', found: true };
}

/** True when the number of rows has gone down. While the service reads a long list, the number only goes up. */
const isShrinking = (observations: readonly Observation[]): boolean =>
  observations.some(({ totalRows }, at) => at > 0 && (totalRows ?? 0) < (observations[at - 1]!.totalRows ?? 0));

/** Compares the rows on the service with the list. `name` is the marked name of the first project, for starting over. */
export function evaluateArrival(before: RunningAt<'confirming'>, observation: Observation, name: string): ProjectState {
  const known = before.arrival === 'unsent' ? beforeSending(before, observation) : before;
  if (known === null) return toAdding(before);
  const state = { ...known, observations: withObservation(known.observations, observation) };
  const { arrival, observations, body } = state;
  const { status, totalRows } = observation;
  if (isProcessed(status)) return processedUnasked(state, observation);
  if (totalRows === body.rows) return toStarting(state);
  if (totalRows === null || totalRows === 0) {
    if (arrival === 'incomplete') return absentList(state);
    if (arrival === 'refused') return refusedArrival(state, state.refused ?? null);
  }
  if (totalRows === null) {
    if (arrival === 'answered' || (state.found === true && isAtWork(status))) return toStarting(state);
    return spanOf(observations) < EVIDENCE_NEEDED.silentMs ? state : unclearArrival(state);
  }
  if (!isSettled(observations, EVIDENCE_NEEDED.spanMs, (a, b) => a.totalRows === b.totalRows))
    return isShrinking(observations) && spanOf(observations) >= EVIDENCE_NEEDED.closedMs ? changingRowCount(state, observation) : state;
  if (totalRows === 0) return absentList(state);
  // The list is too large, and the service kept a part of it. Sending it to another project would end the same way.
  const isTooLarge = arrival === 'refused' && state.refused?.status === 413 && state.found !== true && !isAtWork(status);
  return isTooLarge ? askAboutRefusal(state, state.refused ?? null) : wrongRowCount(state, observation, name);
}
