/**
 * The life of a project as data: a union in which each state holds exactly what it needs, and one pure function
 * from state and event to state. The service offers no idempotency key (its sections 3 and 4), so every state in which
 * a changing call may have been made is told apart from the one before it, and only evidence leads back.
 */
import { z } from 'zod';
import { assertNever } from './errors.ts';

/** The exact request body of the list: what will be sent is known before anything is sent. */
export const Body = z.strictObject({
  rows: z.int().min(1),
  bytes: z.int().min(1),
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  sha256: z.string().length(64),
  format: z.enum(['json', 'csv']),
});
export type Body = z.infer<typeof Body>;

/** One look at the service's project. `totalRows` is null when the service did not say: unknown, never 0. */
export const Look = z.strictObject({
  at: z.number(),
  status: z.string().nullable(),
  totalRows: z.int().nullable(),
});
export type Look = z.infer<typeof Look>;

/** Rows by their outcome; the three always add up to the rows submitted. */
export const Counts = z.strictObject({
  submitted: z.int().min(0),
  scored: z.int().min(0),
  refused: z.int().min(0),
  unknown: z.int().min(0),
  /** Profiles that came back and belong to no row. */
  unmatched: z.int().min(0),
});
export type Counts = z.infer<typeof Counts>;

/** What was learned of the list's arrival: answered, provably cut short, or not known. */
const Arrival = z.enum(['answered', 'incomplete', 'unknown']);

const sent = { body: Body, remoteId: z.string().min(1), attempt: z.int().min(1) };

/** The states in which the runner works by itself. */
const Running = z.discriminatedUnion('at', [
  /** A person has said "send": the exact body is being measured. */
  z.strictObject({ at: z.literal('preparing'), attempt: z.int().min(1) }),
  /** `ready`: nothing was asked. `asked`: the intent is on disk. `settling`: the answer is not known, the list of projects is read. */
  z.strictObject({
    at: z.literal('creating'),
    body: Body,
    attempt: z.int().min(1),
    phase: z.enum(['ready', 'asked', 'settling']),
    /** The project's name on the service, with the marker that lets it be found again. */
    marker: z.string(),
    looks: z.array(z.strictObject({ at: z.number(), matches: z.int().min(0) })),
  }),
  /** `sending`: the last byte has not been handed over. `closing`: it may have been. */
  z.strictObject({ at: z.literal('adding'), ...sent, phase: z.enum(['ready', 'sending', 'closing']) }),
  /** The gate before paying: the rows that the service holds are read and compared. */
  z.strictObject({ at: z.literal('confirming'), ...sent, arrival: Arrival, looks: z.array(Look) }),
  z.strictObject({
    at: z.literal('starting'),
    ...sent,
    phase: z.enum(['ready', 'asked', 'settling']),
    /** The service's status word before it was asked to start. */
    statusBefore: z.string().nullable(),
    /** How often it has been asked. */
    asked: z.int().min(0),
    /** The service's words when it refused the last asking. */
    refusal: z.string().nullable(),
    looks: z.array(Look),
  }),
  z.strictObject({ at: z.literal('processing'), ...sent, nextPollAt: z.number(), look: Look.nullable(), polls: z.int().min(0) }),
  z.strictObject({ at: z.literal('collecting'), ...sent, look: Look.nullable() }),
]);
export type Running = z.infer<typeof Running>;

/** Why a person has to decide. */
export const Question = z.enum([
  'create-ambiguous',
  'create-unclear',
  'create-refused',
  'add-refused',
  'add-unclear',
  'add-spoiled',
  'start-unclear',
  'start-refused',
  'credits-short',
  'service-stopped',
  'results-unclear',
]);
export type Question = z.infer<typeof Question>;

/** What a person may choose; which of them are offered depends on the question. */
export const Choice = z.enum(['look-again', 'ask-again', 'it-happened', 'start-over', 'give-up']);
export type Choice = z.infer<typeof Choice>;

export const ProjectState = z.discriminatedUnion('at', [
  z.strictObject({ at: z.literal('reading') }),
  z.strictObject({ at: z.literal('unreadable'), code: z.string(), message: z.string() }),
  /** Rows are held; nothing has left this computer. */
  z.strictObject({ at: z.literal('draft') }),
  ...Running.options,
  z.strictObject({ at: z.literal('needs-token'), resume: Running }),
  z.strictObject({ at: z.literal('paused'), resume: Running }),
  z.strictObject({
    at: z.literal('needs-decision'),
    question: Question,
    choices: z.array(Choice).min(1),
    /** The service's own words, if it said any. */
    answer: z.string().nullable(),
    resume: Running,
  }),
  z.strictObject({ at: z.literal('done'), ...sent, counts: Counts }),
  /** Ended without results. `charged`: whether credits may have been spent. */
  z.strictObject({
    at: z.literal('ended'),
    how: z.enum(['cancelled', 'given-up']),
    charged: z.enum(['no', 'maybe']),
    /** The last state that the service was seen in, so that watching can be taken up again. */
    resume: Running.nullable(),
  }),
]);
export type ProjectState = z.infer<typeof ProjectState>;

/** How a call that changes the service ended for the one who made it. A 429 is `not-sent`: the service took nothing and names a time. */
export type Delivery = 'not-sent' | 'refused' | 'unknown';

export type ProjectEvent =
  | { type: 'read' }
  | { type: 'unreadable'; code: string; message: string }
  | { type: 'read-again' }
  | { type: 'send' }
  | { type: 'prepared'; body: Body; marker: string }
  | { type: 'not-prepared' }
  | { type: 'intend' }
  | { type: 'closing' }
  | { type: 'created'; remoteId: string }
  | { type: 'added' }
  | { type: 'failed'; delivery: Delivery; answer: string | null; money?: boolean }
  | { type: 'looked-for'; at: number; matches: number; remoteId: string | null }
  | { type: 'looked'; look: Look; marker: string }
  | { type: 'blind'; answer: string | null }
  | { type: 'started'; nextPollAt: number }
  | { type: 'polled'; look: Look; nextPollAt: number; word: 'processed' | 'stopped' | 'working' }
  | { type: 'collected'; counts: Counts }
  | { type: 'token-refused' }
  | { type: 'token-given' }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'cancel' }
  | { type: 'choose'; choice: Choice; marker: string; now: number }
  | { type: 'restarted' };

/** An event that the state does not take: nothing changes and the caller is told. */
export class NotNow extends Error {
  constructor(state: ProjectState['at'], event: ProjectEvent['type']) {
    super(`"${event}" does not apply while the project is at "${state}"`);
    this.name = 'NotNow';
  }
}

export const LOOKS = {
  /** Looks that must agree before something is taken as settled. */
  count: 3,
  /** The time they span when a list or a created project is looked for. */
  spanMs: 60_000,
  /** The time they span when a start is looked for. */
  startSpanMs: 120_000,
  /** How long a service that tells no row count is read before a person is asked. */
  silentMs: 600_000,
} as const;

/** True when the last three looks are alike and span at least `span` milliseconds. */
function settled<T extends { at: number }>(looks: readonly T[], span: number, alike: (a: T, b: T) => boolean): boolean {
  const last = looks.at(-1);
  if (last === undefined) return false;
  const same: T[] = [];
  for (let i = looks.length - 1; i >= 0 && alike(looks[i]!, last); i--) same.push(looks[i]!);
  return same.length >= LOOKS.count && last.at - same.at(-1)!.at >= span;
}

const sameStatus = (a: string | null, b: string | null) => (a ?? '').trim().toLowerCase() === (b ?? '').trim().toLowerCase();

/** True when the word means that the project is complete; only this one does (section 2.2). */
export function isProcessed(status: string | null): boolean {
  return status !== null && status.trim().toLowerCase() === 'processed';
}

/** True for words that say no result will come. They end the wait and are shown as they are. */
export function isStopped(status: string | null): boolean {
  return status !== null && /\b(fail(ed|ure)?|error(ed)?|cancel(l?ed)?|reject(ed)?|abort(ed)?)\b/i.test(status.trim());
}

type Confirming = Extract<Running, { at: 'confirming' }>;
type Starting = Extract<Running, { at: 'starting' }>;
type Creating = Extract<Running, { at: 'creating' }>;

function decide(question: Question, choices: Choice[], resume: Running, answer: string | null = null): ProjectState {
  return { at: 'needs-decision', question, choices, answer, resume };
}

function startOver(state: Running & { body: Body }, marker: string): ProjectState {
  return { at: 'creating', body: state.body, attempt: state.attempt + 1, phase: 'ready', marker, looks: [] };
}

function readyToStart(state: Confirming): ProjectState {
  const { body, remoteId, attempt } = state;
  return {
    at: 'starting',
    body,
    remoteId,
    attempt,
    phase: 'ready',
    statusBefore: state.looks.at(-1)?.status ?? null,
    asked: 0,
    refusal: null,
    looks: [],
  };
}

/** What the rows seen so far say of the list: see the reliability table in docs/ARCHITECTURE.md. */
function judgeArrival(state: Confirming, marker: string): ProjectState {
  const { body, remoteId, attempt, arrival, looks } = state;
  const last = looks.at(-1)!;
  if (isProcessed(last.status)) return { at: 'processing', body, remoteId, attempt, nextPollAt: last.at, look: last, polls: 0 };
  if (last.totalRows === body.rows) return readyToStart(state);
  const sendAgain: ProjectState = { at: 'adding', body, remoteId, attempt, phase: 'ready' };
  if (last.totalRows === null) {
    if (arrival === 'answered') return readyToStart(state);
    if (arrival === 'incomplete') return sendAgain;
    if (last.at - looks[0]!.at < LOOKS.silentMs) return state;
    return decide('add-unclear', ['look-again', 'it-happened', 'start-over', 'give-up'], { ...state, looks: [] });
  }
  if (last.totalRows === 0 && arrival === 'incomplete') return sendAgain;
  if (!settled(looks, LOOKS.spanMs, (a, b) => a.totalRows === b.totalRows)) return state;
  if (last.totalRows === 0) return sendAgain;
  // A wrong count can only get worse by going on: this service project is never processed and costs nothing.
  return state.attempt === 1 ? startOver(state, marker) : decide('add-spoiled', ['start-over', 'give-up'], { ...state, looks: [] });
}

/** True when the status says that the project is past the point where it was last asked to start. */
function hasStarted(state: Starting, look: Look): boolean {
  if (isProcessed(look.status)) return true;
  return state.asked > 0 && look.status !== null && state.statusBefore !== null && !sameStatus(look.status, state.statusBefore);
}

/** Whether the service began after a start whose answer is not known. */
function judgeStart(state: Starting): ProjectState {
  const last = state.looks.at(-1)!;
  const { body, remoteId, attempt } = state;
  if (hasStarted(state, last)) return { at: 'processing', body, remoteId, attempt, nextPollAt: last.at, look: last, polls: 0 };
  if (!settled(state.looks, LOOKS.startSpanMs, (a, b) => sameStatus(a.status, b.status))) return state;
  if (state.refusal !== null)
    return decide('start-refused', ['look-again', 'ask-again', 'give-up'], { ...state, looks: [] }, state.refusal);
  // Without a status word before and after there is nothing to compare: silence is no evidence that nothing happened.
  if (state.asked < 2 && last.status !== null && state.statusBefore !== null) return { ...state, phase: 'ready', looks: [] };
  return decide('start-unclear', ['look-again', 'ask-again', 'it-happened', 'give-up'], { ...state, looks: [] });
}

function judgeCreated(state: Creating, remoteId: string | null): ProjectState {
  const last = state.looks.at(-1)!;
  if (last.matches === 1 && remoteId !== null) return { at: 'adding', body: state.body, remoteId, attempt: state.attempt, phase: 'ready' };
  if (last.matches > 1) return decide('create-ambiguous', ['look-again', 'start-over', 'give-up'], { ...state, looks: [] });
  if (!settled(state.looks, LOOKS.spanMs, (a, b) => a.matches === b.matches)) return state;
  return { ...state, phase: 'ready', looks: [] };
}

function onFailed(state: Running, event: Extract<ProjectEvent, { type: 'failed' }>): ProjectState {
  const { delivery, answer } = event;
  if (state.at === 'creating' && state.phase === 'asked') {
    if (delivery === 'not-sent') return { ...state, phase: 'ready' };
    if (delivery === 'unknown') return { ...state, phase: 'settling', looks: [] };
    return decide('create-refused', ['ask-again', 'give-up'], { ...state, phase: 'ready' }, answer);
  }
  if (state.at === 'adding' && state.phase !== 'ready') {
    const { body, remoteId, attempt, phase } = state;
    if (delivery === 'not-sent') return { ...state, phase: 'ready' };
    if (delivery === 'refused') return decide('add-refused', ['ask-again', 'start-over', 'give-up'], { ...state, phase: 'ready' }, answer);
    return { at: 'confirming', body, remoteId, attempt, arrival: phase === 'sending' ? 'incomplete' : 'unknown', looks: [] };
  }
  if (state.at === 'starting' && state.phase === 'asked') {
    if (delivery === 'not-sent') return { ...state, phase: 'ready', asked: state.asked - 1 };
    if (event.money === true) return decide('credits-short', ['ask-again', 'give-up'], { ...state, phase: 'ready', looks: [] }, answer);
    // A refusal proves nothing by itself ("already started" and "no records" look alike): the next look decides.
    return { ...state, phase: 'settling', refusal: delivery === 'refused' ? (answer ?? 'The service gave no reason.') : null, looks: [] };
  }
  throw new NotNow(state.at, event.type);
}

/** Whether credits may have been spent by what was done so far: they may once a start was asked for. */
export function mayBeCharged(state: ProjectState): boolean {
  switch (state.at) {
    case 'starting':
      return state.phase !== 'ready' || state.asked > 0;
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
    case 'adding':
    case 'confirming':
      return false;
    default:
      return assertNever(state);
  }
}

/** Whether cancelling now is free and final, or only ends the watching. */
export function cancelMeaning(state: ProjectState): 'free' | 'stops-watching' | 'nothing' {
  switch (state.at) {
    case 'preparing':
    case 'creating':
      return 'free';
    case 'adding':
      return state.phase === 'closing' ? 'stops-watching' : 'free';
    case 'confirming':
      return state.arrival === 'incomplete' ? 'free' : 'stops-watching';
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

/** A running state as it must be taken up by one who does not know whether the last call was made. */
function afterInterruption(state: Running): Running {
  switch (state.at) {
    case 'creating':
      return state.phase === 'asked' ? { ...state, phase: 'settling', looks: [] } : state;
    case 'adding': {
      if (state.phase === 'ready') return state;
      const { body, remoteId, attempt, phase } = state;
      return { at: 'confirming', body, remoteId, attempt, arrival: phase === 'sending' ? 'incomplete' : 'unknown', looks: [] };
    }
    case 'starting':
      return state.phase === 'asked' ? { ...state, phase: 'settling', looks: [] } : state;
    case 'preparing':
    case 'confirming':
    case 'processing':
    case 'collecting':
      return state;
    default:
      return assertNever(state);
  }
}

/** A running state after the service has answered that it takes no call with this token: the call was not acted on. */
function afterRefusal(state: Running): Running {
  if (state.at === 'creating' && state.phase === 'asked') return { ...state, phase: 'ready' };
  if (state.at === 'adding' || (state.at === 'starting' && state.phase === 'asked')) return { ...state, phase: 'ready' };
  return state;
}

function onChoice(state: Extract<ProjectState, { at: 'needs-decision' }>, event: Extract<ProjectEvent, { type: 'choose' }>): ProjectState {
  const { resume } = state;
  if (!state.choices.includes(event.choice)) throw new NotNow(state.at, event.type);
  switch (event.choice) {
    case 'look-again':
      return resume;
    case 'ask-again':
      return resume.at === 'starting' ? { ...resume, phase: 'ready', looks: [] } : resume;
    case 'it-happened':
      if (resume.at === 'confirming') return readyToStart({ ...resume, arrival: 'answered' });
      if (resume.at === 'starting') {
        const { body, remoteId, attempt } = resume;
        return { at: 'processing', body, remoteId, attempt, nextPollAt: event.now, look: null, polls: 0 };
      }
      throw new NotNow(state.at, event.type);
    case 'start-over':
      if (!('body' in resume)) throw new NotNow(state.at, event.type);
      return startOver(resume, event.marker);
    case 'give-up':
      return { at: 'ended', how: 'given-up', charged: mayBeCharged(resume) ? 'maybe' : 'no', resume };
    default:
      return assertNever(event.choice);
  }
}

function nextRunning(state: Running, event: ProjectEvent): ProjectState {
  switch (event.type) {
    case 'prepared':
      if (state.at !== 'preparing') break;
      return { at: 'creating', body: event.body, attempt: state.attempt, phase: 'ready', marker: event.marker, looks: [] };
    case 'not-prepared':
      if (state.at !== 'preparing') break;
      return { at: 'draft' };
    case 'intend':
      if (state.at === 'creating' && state.phase === 'ready') return { ...state, phase: 'asked', looks: [] };
      if (state.at === 'adding' && state.phase === 'ready') return { ...state, phase: 'sending' };
      if (state.at === 'starting' && state.phase === 'ready')
        return { ...state, phase: 'asked', asked: state.asked + 1, refusal: null, looks: [] };
      break;
    case 'closing':
      if (state.at !== 'adding' || state.phase !== 'sending') break;
      return { ...state, phase: 'closing' };
    case 'created':
      if (state.at !== 'creating' || state.phase !== 'asked') break;
      return { at: 'adding', body: state.body, remoteId: event.remoteId, attempt: state.attempt, phase: 'ready' };
    case 'added': {
      if (state.at !== 'adding' || state.phase !== 'closing') break;
      const { body, remoteId, attempt } = state;
      return { at: 'confirming', body, remoteId, attempt, arrival: 'answered', looks: [] };
    }
    case 'failed':
      return onFailed(state, event);
    case 'looked-for':
      if (state.at !== 'creating' || state.phase !== 'settling') break;
      return judgeCreated({ ...state, looks: [...state.looks, { at: event.at, matches: event.matches }] }, event.remoteId);
    case 'looked':
      if (state.at === 'confirming') return judgeArrival({ ...state, looks: [...state.looks, event.look] }, event.marker);
      if (state.at === 'starting' && state.phase === 'settling') return judgeStart({ ...state, looks: [...state.looks, event.look] });
      if (state.at === 'starting' && state.phase === 'ready') {
        const { body, remoteId, attempt } = state;
        if (isProcessed(event.look.status))
          return { at: 'processing', body, remoteId, attempt, nextPollAt: event.look.at, look: event.look, polls: 0 };
        // The gate: whatever was confirmed before, a count that is wrong now means that this list is not ours to pay for.
        if (event.look.totalRows !== null && event.look.totalRows !== body.rows)
          return { at: 'confirming', body, remoteId, attempt, arrival: 'unknown', looks: [event.look] };
        return { ...state, statusBefore: event.look.status ?? (state.asked > 0 ? state.statusBefore : null) };
      }
      break;
    case 'blind':
      if (state.at === 'creating' && state.phase === 'settling')
        return decide('create-unclear', ['look-again', 'start-over', 'give-up'], { ...state, looks: [] }, event.answer);
      if (state.at === 'confirming')
        return decide('add-unclear', ['look-again', 'it-happened', 'start-over', 'give-up'], { ...state, looks: [] }, event.answer);
      if (state.at === 'starting' && state.phase === 'ready' && state.asked === 0)
        return decide('add-unclear', ['look-again', 'give-up'], state, event.answer);
      if (state.at === 'starting')
        return decide('start-unclear', ['look-again', 'ask-again', 'it-happened', 'give-up'], { ...state, looks: [] }, event.answer);
      if (state.at === 'processing' || state.at === 'collecting')
        return decide('results-unclear', ['look-again', 'give-up'], state, event.answer);
      break;
    case 'started': {
      if (state.at !== 'starting' || state.phase !== 'asked') break;
      const { body, remoteId, attempt } = state;
      return { at: 'processing', body, remoteId, attempt, nextPollAt: event.nextPollAt, look: null, polls: 0 };
    }
    case 'polled': {
      if (state.at !== 'processing') break;
      const { body, remoteId, attempt } = state;
      if (event.word === 'processed') return { at: 'collecting', body, remoteId, attempt, look: event.look };
      const polled: Running = { ...state, look: event.look, nextPollAt: event.nextPollAt, polls: state.polls + 1 };
      return event.word === 'stopped' ? decide('service-stopped', ['look-again', 'give-up'], polled, event.look.status) : polled;
    }
    case 'collected': {
      if (state.at !== 'collecting') break;
      const { body, remoteId, attempt } = state;
      return { at: 'done', body, remoteId, attempt, counts: event.counts };
    }
    case 'token-refused':
      return { at: 'needs-token', resume: afterRefusal(state) };
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
      break;
    default:
      return assertNever(event);
  }
  throw new NotNow(state.at, event.type);
}

/**
 * The state after an event. Pure: time and markers come in with the event. Throws NotNow when the state does not take the
 * event; nothing has changed then.
 */
export function next(state: ProjectState, event: ProjectEvent): ProjectState {
  switch (state.at) {
    case 'reading':
      if (event.type === 'read') return { at: 'draft' };
      if (event.type === 'unreadable') return { at: 'unreadable', code: event.code, message: event.message };
      if (event.type === 'restarted') return state;
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
      if (event.type === 'resume' && state.resume !== null) return state.resume;
      break;
    case 'done':
      break;
    case 'preparing':
    case 'creating':
    case 'adding':
    case 'confirming':
    case 'starting':
    case 'processing':
    case 'collecting':
      return nextRunning(state, event);
    default:
      return assertNever(state);
  }
  throw new NotNow(state.at, event.type);
}

/** True where the service is only read, so that a person is asked when reading fails for good. */
export function isReading(state: Running): boolean {
  return (
    (state.at === 'creating' && state.phase === 'settling') || ['confirming', 'starting', 'processing', 'collecting'].includes(state.at)
  );
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
