/** Every state of a running project, for the fake desk: 18,432 rows over a live connection. */
import type { Activity, ProjectView, TimelineEntry } from '../../shared/contract/index.ts';
import type { JournalEvent } from '../../shared/project/journal.ts';
import { timeline } from '../../shared/project/timeline.ts';
import { type Body, type Choice, type Question, Question as QuestionSchema, type Running } from '../../shared/project/project-shapes.ts';

const BODY: Body = { rows: 18_432, bytes: 6_100_000, sha256: '3f9c81d0a21e'.padEnd(64, '7'), format: 'json' };
const SENT = { body: BODY, remoteId: '8c1f2a70', attempt: 1 } as const;
const MARKER = 'Alumni file 2026 · M4QX82TD';

/** The choices that the application offers for each question. */
const OFFERED: Readonly<Record<Question, readonly Choice[]>> = {
  'create-ambiguous': ['look-again', 'start-over', 'give-up'],
  'create-unclear': ['look-again', 'start-over', 'give-up'],
  'create-refused': ['ask-again', 'give-up'],
  'add-refused': ['ask-again', 'start-over', 'give-up'],
  'add-unclear': ['look-again', 'it-happened', 'start-over', 'give-up'],
  'add-spoiled': ['start-over', 'give-up'],
  'start-unclear': ['look-again', 'ask-again', 'it-happened', 'fetch', 'give-up'],
  'start-refused': ['look-again', 'ask-again', 'give-up'],
  'credits-short': ['ask-again', 'give-up'],
  'service-stopped': ['look-again', 'fetch', 'give-up'],
  'results-unclear': ['look-again', 'give-up'],
  'not-ours': ['look-again', 'ours', 'give-up'],
  'processed-early': ['fetch', 'look-again', 'give-up'],
  'finished-unclear': ['fetch', 'look-again', 'give-up'],
  'no-end': ['look-again', 'fetch', 'give-up'],
  'results-incomplete': ['look-again', 'keep', 'give-up'],
};

const ANSWERS: Partial<Record<Question, string>> = {
  'create-refused': 'A project needs a name of at most 100 characters.',
  'add-refused': 'The list holds a field that this account does not take: rfmTotalGiftValue.',
  'start-refused': 'Project 8c1f2a70 cannot be processed at the moment.',
  'credits-short': 'Insufficient credits: 12,000 remaining.',
  'service-stopped': 'failed',
  'not-ours': 'Gala attendees 2024',
  'finished-unclear': 'Completed',
};

const QUIET: Activity = { kind: 'looking', done: 0, total: null, unit: 'none', startedAt: 0, note: null, nextAt: null };

function running(at: Running['at'], now: number): Running {
  const observation = { at: now - 9000, status: 'created', totalRows: 18_432 };
  switch (at) {
    case 'preparing':
      return { at, attempt: 1 };
    case 'creating':
      return { at, body: BODY, attempt: 1, phase: 'asked', marker: MARKER, observations: [] };
    case 'adding':
      return { at, ...SENT, phase: 'sending' };
    case 'confirming':
      return { at, ...SENT, arrival: 'unknown', observations: [{ ...observation, totalRows: 11_244 }] };
    case 'starting':
      return { at, ...SENT, phase: 'settling', statusBefore: 'created', asked: 1, refusal: null, observations: [observation] };
    case 'processing':
      return { at, ...SENT, nextPollAt: now + 24_000, observation: { ...observation, status: 'processing' }, polls: 4 };
    case 'collecting':
      return { at, ...SENT, observation: { ...observation, status: 'processed' } };
    default:
      throw new TypeError(`no such state: ${String(at satisfies never)}`);
  }
}

function activityOf(at: Running['at'], now: number): Activity {
  const of = (change: Partial<Activity>): Activity => ({ ...QUIET, startedAt: now - 91_000, ...change });
  switch (at) {
    case 'preparing':
      return of({ kind: 'preparing', done: 9000, total: 18_432, unit: 'rows', startedAt: now - 800 });
    case 'adding':
      return of({ kind: 'sending', done: 3_721_000, total: BODY.bytes, unit: 'bytes' });
    case 'confirming':
    case 'starting':
      return of({ kind: 'looking', nextAt: now + 20_000 });
    case 'processing':
      return of({ kind: 'looking', nextAt: now + 24_000 });
    case 'collecting':
      return of({ kind: 'collecting', done: 2_100_000, total: 9_800_000, unit: 'bytes', startedAt: now - 6000 });
    default:
      return of({ kind: 'sending' });
  }
}

const QUESTION_STATES: Readonly<Record<Question, Running['at']>> = {
  'create-ambiguous': 'creating',
  'create-unclear': 'creating',
  'create-refused': 'creating',
  'add-refused': 'adding',
  'add-unclear': 'confirming',
  'add-spoiled': 'confirming',
  'start-unclear': 'starting',
  'start-refused': 'starting',
  'credits-short': 'starting',
  'service-stopped': 'processing',
  'results-unclear': 'processing',
  'not-ours': 'starting',
  'processed-early': 'starting',
  'finished-unclear': 'processing',
  'no-end': 'processing',
  'results-incomplete': 'collecting',
};

/** The running states of questions that show more than the name of the state. */
const RESUMES: Partial<Record<Question, (now: number) => Running>> = {
  'finished-unclear': (now) => ({
    at: 'processing',
    ...SENT,
    nextPollAt: now,
    observation: { at: now - 9000, status: 'Completed', totalRows: 18_432 },
    polls: 12,
    stillMs: 180_000,
  }),
  'no-end': (now) => ({
    at: 'processing',
    ...SENT,
    nextPollAt: now,
    observation: { at: now - 9000, status: 'processing', totalRows: 18_432 },
    polls: 1_440,
    stillMs: 86_400_000,
    inAllMs: 90_000_000,
  }),
  'results-incomplete': (now) => ({
    at: 'collecting',
    ...SENT,
    observation: { at: now - 9000, status: 'processed', totalRows: 18_432 },
    counts: { submitted: 18_432, scored: 17_811, refused: 430, unknown: 191, unmatched: 0 },
    missing: 191,
    tries: 18,
    waitedMs: 912_000,
  }),
};

const STATES: readonly Running['at'][] = ['preparing', 'creating', 'adding', 'confirming', 'starting', 'processing', 'collecting'];

type Change = (now: number) => Partial<ProjectView>;

const held =
  (at: 'paused' | 'needs-token', resume: Running['at'], lastError: ProjectView['lastError'] = null): Change =>
  (now) => ({ state: { at, resume: running(resume, now) }, activity: null, lastError });

type Changes<Name extends string> = Readonly<Record<Name, Change>>;

const RUN_CHANGES = Object.fromEntries(
  STATES.map((at): [string, Change] => [`run-${at}`, (now) => ({ state: running(at, now), activity: activityOf(at, now) })]),
) as Changes<`run-${Running['at']}`>;

const DECIDE_CHANGES = Object.fromEntries(
  QuestionSchema.options.map((question): [string, Change] => [
    `decide-${question}`,
    (now) => ({
      state: {
        at: 'needs-decision',
        question,
        choices: [...OFFERED[question]],
        answer: ANSWERS[question] ?? null,
        resume: RESUMES[question]?.(now) ?? running(QUESTION_STATES[question], now),
      },
      activity: null,
    }),
  ]),
) as Changes<`decide-${Question}`>;

/** The changes of each scenario to the running project. */
const CHANGES = {
  ...RUN_CHANGES,
  ...DECIDE_CHANGES,
  'run-offline': (now) => ({
    state: running('processing', now),
    activity: {
      ...activityOf('processing', now),
      kind: 'waiting',
      note: 'The service cannot be reached: this computer seems to be offline.',
    },
  }),
  'run-waits-days': (now) => ({
    state: running('processing', now),
    activity: {
      ...activityOf('processing', now),
      kind: 'waiting',
      note: 'The service is busy (429). The service asks you to wait until November 24, 2026 at 10:50 AM.',
      nextAt: now + 2 * 86_400_000,
    },
  }),
  'held-token': held('needs-token', 'processing'),
  'held-paused': held('paused', 'adding'),
  'held-trouble': held('paused', 'collecting', {
    code: 'DISK_FULL',
    message: 'The disk is full, so the scores could not be kept. They wait with the service. Make room, then go on.',
  }),
  'ended-free': () => ({ state: { at: 'ended', how: 'cancelled', charged: 'no', resume: null }, activity: null }),
  'ended-watching': (now) => ({
    state: { at: 'ended', how: 'cancelled', charged: 'maybe', resume: running('processing', now) },
    activity: null,
  }),
  'ended-given-up': (now) => ({
    state: { at: 'ended', how: 'given-up', charged: 'no', resume: running('confirming', now) },
    activity: null,
  }),
} satisfies Changes<string>;

export type RunScenario = keyof typeof CHANGES;

export const RUN_SCENARIOS = Object.keys(CHANGES) as readonly RunScenario[];

/** The changes of a scenario to the running project. */
export const runChange = (scenario: RunScenario, now: number): Partial<ProjectView> => (CHANGES as Changes<RunScenario>)[scenario](now);

export const isRunScenario = (name: string): name is RunScenario => Object.hasOwn(CHANGES, name);

type Entry = readonly [ago: number, event: JournalEvent];

const LIST = { rows: 18_432, bytes: 6_100_000 };
const CONFIRMED: readonly Entry[] = [
  [620_000, { type: 'brought', file: 'alumni-full.csv', bytes: 2_400_000 }],
  [616_000, { type: 'read', rows: LIST.rows }],
  [198_000, { type: 'send', rows: LIST.rows, connection: 'Fernhollow account' }],
];
const PREPARED: Entry = [197_000, { type: 'prepared', ...LIST, sha256: BODY.sha256 }];
const CREATED: readonly Entry[] = [
  [196_500, { type: 'intend', what: 'create', marker: MARKER }],
  [196_000, { type: 'created', remoteId: '8c1f2a70' }],
];
const SENDING: Entry = [195_000, { type: 'intend', what: 'add', ...LIST }];
const ACCEPTED: readonly Entry[] = [
  [122_000, { type: 'closing' }],
  [121_000, { type: 'added' }],
];
const observed = (ago: number): Entry => [ago, { type: 'observed', status: 'created', totalRows: LIST.rows }];
const HELD = observed(118_000);
const ASKED: Entry = [91_000, { type: 'intend', what: 'process', balance: 24_650 }];
const STARTED: Entry = [90_000, { type: 'started' }];
const POLLED: Entry = [9000, { type: 'polled', status: 'processing', totalRows: LIST.rows }];
const LOST: readonly Entry[] = [
  [90_000, { type: 'failed', delivery: 'unknown', status: null, answer: 'The connection was closed before the service answered.' }],
  observed(85_000),
  observed(55_000),
  observed(10_000),
];
const COLLECTED: Entry = [4000, { type: 'collected', submitted: 2500, scored: 2431, refused: 61, unknown: 8 }];

/** The journal up to a running state. */
function entriesUntil(at: Running['at']): readonly Entry[] {
  const reached = STATES.indexOf(at);
  return [
    ...CONFIRMED,
    ...(reached > 0 ? [PREPARED] : []),
    ...(reached > 1 ? CREATED : []),
    ...(reached > 1 ? [SENDING] : []),
    ...(reached > 2 ? ACCEPTED : []),
    ...(reached > 3 ? [HELD, ASKED] : []),
    ...(at === 'starting' ? LOST : []),
    ...(reached > 4 ? [STARTED, POLLED] : []),
  ];
}

/** The timeline of a project in its state. */
export function runTimeline(project: ProjectView, now: number): TimelineEntry[] {
  const { state } = project;
  const at = 'resume' in state ? (state.resume?.at ?? 'adding') : state.at;
  const runningAt = STATES.find((one) => one === at);
  const entries = runningAt === undefined ? [...entriesUntil('collecting'), COLLECTED] : entriesUntil(runningAt);
  return timeline(entries.map(([ago, event], index) => ({ seq: index + 1, at: now - ago, state: null, event })));
}
