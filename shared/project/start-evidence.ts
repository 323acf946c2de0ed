/**
 * What observations prove before and after a start (docs/adr/0013-never-twice-step-by-step.md): the gate before payment, and the outcome of a
 * start that was refused or has an unknown answer.
 */
import {
  ambiguous,
  changingRowCount,
  decide,
  EVIDENCE_NEEDED,
  isSettled,
  KEPT,
  notOurs,
  processedUnasked,
  sentFields,
  spanOf,
  toProcessing,
  wasAsked,
  withObservation,
} from './evidence.ts';
import { isOtherProject, type Listed } from './identity.ts';
import type { Choice, Observation, ProjectState, Running, RunningAt } from './project-shapes.ts';
import { isAtWork, isProcessed, plainStatus, sameStatus } from './status-words.ts';

/** True when the status shows that the project has passed the point of the last start request. */
function hasBegun(state: RunningAt<'starting'>, status: string | null): boolean {
  if (isProcessed(status)) return true;
  return wasAsked(state) && status !== null && !sameStatus(status, state.statusBefore);
}

/** Observes a project that seems to have begun. Only the processed status is proof. Another word can be temporary. */
function seemsStarted(state: RunningAt<'starting'>, observation: Observation): ProjectState {
  const { statusBefore, asked, wordsBefore = [] } = state;
  const unconfirmedStart = isProcessed(observation.status) ? undefined : { statusBefore, asked: Math.max(1, asked), wordsBefore };
  return toProcessing(state, observation, observation.at, unconfirmedStart);
}

export const START_CHOICES = ['look-again', 'ask-again', 'it-happened', 'fetch', 'give-up'] as const satisfies Choice[];

/** Asks the user about a start. Keeps the last observation, because the user sees it when deciding. */
export const unclearStart = (state: RunningAt<'starting'>, observation: Observation | null, answer: string | null = null): ProjectState =>
  decide(
    'start-unclear',
    [...START_CHOICES],
    { ...state, phase: 'settling', observations: observation === null ? [] : [observation] },
    answer,
  );

/** Starts again after the user's decision. Later observations are compared with the status that the user saw. */
export function startAgain(state: RunningAt<'starting'>): RunningAt<'starting'> {
  const statusBefore = state.observations.at(-1)?.status ?? state.statusBefore;
  return { ...state, phase: 'ready', statusBefore, held: undefined, resumed: undefined, decidedByUser: true, observations: [] };
}

/** True when another program may already have requested the first start. */
function isDoubtful({ held, decidedByUser, resumed, statusBefore }: RunningAt<'starting'>, { status }: Observation): boolean {
  const isOther = status !== null && statusBefore !== null && !sameStatus(status, statusBefore);
  return held === true || (resumed === true && isOther) || (isAtWork(status) && (decidedByUser !== true || isOther));
}

/** Keeps the gate closed. Asks the user when the status word stays the same for long, or keeps changing for long. */
function keptClosed(before: RunningAt<'starting'>, observation: Observation): ProjectState {
  const state = { ...before, observations: withObservation(before.observations, observation) };
  const isStill = isSettled(state.observations, EVIDENCE_NEEDED.silentMs, (a, b) => sameStatus(a.status, b.status));
  if (!isStill && spanOf(state.observations) < EVIDENCE_NEEDED.closedMs) return state;
  return decide('start-unclear', [...START_CHOICES], state);
}

/** Confirms the list again after its number of rows has changed, at most as many times as a call is repeated. */
function confirmAgain(state: RunningAt<'starting'>, observation: Observation): ProjectState {
  const rowCountChanges = (state.rowCountChanges ?? 0) + 1;
  const arrival = state.found === true ? 'found' : 'unknown';
  const confirming: RunningAt<'confirming'> = {
    at: 'confirming',
    ...sentFields(state),
    arrival,
    rowCountChanges,
    observations: [observation],
  };
  return rowCountChanges > EVIDENCE_NEEDED.tries ? changingRowCount(confirming, observation) : confirming;
}

/**
 * The gate before payment, with an observation made right before the start. `open` when nothing contradicts a start. A
 * new status word needs another observation, because the app compares it with the words after the start.
 */
export function evaluateGate(
  state: RunningAt<'starting'>,
  observation: Observation,
  listed: Listed | null = null,
): { readonly state: ProjectState; readonly open: boolean } {
  const closed = (next: ProjectState) => ({ state: next, open: false });
  const isFirst = !wasAsked(state);
  if (isOtherProject(state, observation.name ?? null, listed)) return closed(notOurs(state, observation.name ?? null));
  // Two copies of this folder created a project at the same time. Both would cost money.
  if (isFirst && listed !== null && listed.others > 0) return closed(ambiguous({ ...state, observations: [] }));
  if (isFirst && isProcessed(observation.status)) return closed(processedUnasked(state, observation));
  if (hasBegun(state, observation.status)) return closed(seemsStarted(state, observation));
  if (observation.totalRows !== null && observation.totalRows !== state.body.rows)
    // The number of rows was confirmed earlier but now differs, so this is not our list. After a possible start, only the user can start
    // over.
    return closed(isFirst ? confirmAgain(state, observation) : unclearStart(state, observation));
  if (isFirst && isDoubtful(state, observation)) return closed(keptClosed(state, observation));
  if (observation.status === null || !isFirst) return { state, open: true };
  const { statusBefore, wordsBefore = [] } = state;
  const observations = withObservation(state.observations, observation);
  // Observations while the gate was closed show how long it was closed, but do not count toward opening it.
  const open = observations.slice(observations.findLastIndex(({ status }) => isAtWork(status)) + 1);
  const words = [...new Set([...wordsBefore, plainStatus(observation.status)])].slice(-KEPT);
  return {
    state: { ...state, resumed: undefined, statusBefore: observation.status, wordsBefore: words, observations },
    open: (statusBefore !== null && sameStatus(observation.status, statusBefore)) || open.length >= EVIDENCE_NEEDED.words,
  };
}

/** Decides whether the service has begun, after a start that was refused or has an unknown answer. */
export function evaluateStart(before: RunningAt<'starting'>, observation: Observation): ProjectState {
  const state = { ...before, observations: withObservation(before.observations, observation) };
  const { refusal, refusedWith = null } = state;
  if (hasBegun(state, observation.status)) return seemsStarted(state, observation);
  // A conflict can mean that screening runs already, and a success that reports a failure contradicts itself.
  if (refusal !== null && refusedWith !== null && refusedWith !== 409 && refusedWith >= 300) {
    // A clear refusal and an unchanged project: the service did not act on that request.
    const resume: Running = { ...state, phase: 'ready', asked: state.asked - 1, observations: [] };
    return refusedWith === 402
      ? decide('credits-short', ['ask-again', 'give-up'], resume, refusal)
      : decide('start-refused', ['look-again', 'ask-again', 'give-up'], resume, refusal);
  }
  if (!isSettled(state.observations, EVIDENCE_NEEDED.startSpanMs, (a, b) => sameStatus(a.status, b.status))) return state;
  const isUnseen = observation.status === null || state.statusBefore === null;
  const isSuccess = refusedWith !== null && refusedWith < 300;
  // "Already started" and "no records" are both a conflict: when the status does not show which, the user decides.
  if (refusal !== null && !(isSuccess && isUnseen))
    return decide('start-refused', ['look-again', 'ask-again', 'give-up'], { ...state, observations: [] }, refusal);
  // Without a status before and after there is nothing to compare: silence does not prove that nothing happened, and a second request can
  // cost a second time.
  if (isUnseen) return spanOf(state.observations) < EVIDENCE_NEEDED.silentMs ? state : unclearStart(state, observation, refusal);
  return state.asked < 2 ? { ...state, phase: 'ready', observations: [] } : unclearStart(state, observation);
}

/** Asks the user about a start if its outcome cannot be observed at all. */
export function unobservableStart(state: RunningAt<'starting'>, answer: string | null): ProjectState {
  if (state.phase === 'ready' && state.asked === 0) return decide('add-unclear', ['look-again', 'give-up'], state, answer);
  return unclearStart(state, null, answer);
}
