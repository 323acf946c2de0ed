/** The events that each state accepts, and their result: every other event is rejected and changes nothing. */
import { describe, expect, it } from 'vitest';
import { next } from '../../../../shared/project/project.ts';
import { NotNow, type ProjectEvent } from '../../../../shared/project/project-events.ts';
import type { ProjectState } from '../../../../shared/project/project-shapes.ts';
import {
  adding,
  collecting,
  confirming,
  creating,
  observation,
  observed,
  MARKER,
  MINUTE,
  polled,
  processing,
  ROWS,
  STRANGE,
  starting,
  stored,
  COUNTS,
} from '../../../kit/desk-states.ts';

const EVENTS: readonly ProjectEvent[] = [
  { type: 'read' },
  { type: 'unreadable', code: 'NOT_A_LIST', message: 'No.' },
  { type: 'read-again' },
  { type: 'send' },
  { type: 'prepared', body: adding().body, nameOnService: MARKER },
  { type: 'not-prepared' },
  { type: 'intend' },
  { type: 'closing' },
  { type: 'created', remoteId: 'P9' },
  { type: 'added' },
  { type: 'failed', delivery: 'not-sent', status: null, answer: null },
  { type: 'found', matches: 1, remoteId: 'P7' },
  { type: 'searched', at: 0, after: MINUTE, matches: 1, remoteId: 'P8', whole: true },
  { type: 'observed', observation: observation('created'), nameOnService: MARKER },
  { type: 'observation-failed', answer: null },
  { type: 'started', nextPollAt: 7 },
  { type: 'polled', observation: observation('queued'), nextPollAt: 7 },
  { type: 'fell-short', counts: COUNTS, missing: 1, after: 0 },
  { type: 'collected', counts: COUNTS },
  { type: 'joined', counts: COUNTS, from: 'other' },
  { type: 'fetched-again', counts: COUNTS },
  { type: 'token-refused' },
  { type: 'token-given' },
  { type: 'pause' },
  { type: 'resume' },
  { type: 'cancel' },
  { type: 'choose', choice: 'give-up', nameOnService: MARKER, now: 7 },
  { type: 'restarted' },
];

/** Events that every running state accepts. */
const ALWAYS = ['token-refused', 'pause', 'cancel', 'restarted'] as const;
const done: ProjectState = { at: 'done', body: adding().body, remoteId: 'P1', attempt: 1, marker: MARKER, counts: COUNTS };

describe.each<[what: string, ProjectState, ...takes: ProjectEvent['type'][]]>([
  ['reading', { at: 'reading' }, 'read', 'unreadable', 'restarted'],
  ['unreadable', { at: 'unreadable', code: 'NOT_A_LIST', message: 'No.' }, 'read-again'],
  ['a draft', { at: 'draft' }, 'read-again', 'send'],
  ['preparing', { at: 'preparing', attempt: 1 }, 'prepared', 'not-prepared', ...ALWAYS],
  ['about to be created', creating(), 'intend', 'found', ...ALWAYS],
  ['being created', creating({ phase: 'asked' }), 'created', 'failed', ...ALWAYS],
  ['searched for', creating({ phase: 'settling' }), 'searched', 'observation-failed', ...ALWAYS],
  ['about to be sent', adding(), 'intend', ...ALWAYS],
  ['sending', adding({ phase: 'sending' }), 'closing', 'added', 'failed', ...ALWAYS],
  ['closing', adding({ phase: 'closing' }), 'added', 'failed', ...ALWAYS],
  ['confirming', confirming(), 'observed', 'observation-failed', ...ALWAYS],
  ['about to be started', starting(), 'intend', 'observed', 'observation-failed', ...ALWAYS],
  ['being started', starting({ phase: 'asked', asked: 1 }), 'failed', 'started', ...ALWAYS],
  ['waiting for the effect of a start', starting({ phase: 'settling', asked: 1 }), 'observed', 'observation-failed', ...ALWAYS],
  ['observed', processing(), 'observation-failed', 'polled', ...ALWAYS],
  ['collecting', collecting(), 'observed', 'observation-failed', 'fell-short', 'collected', ...ALWAYS],
  ['done', done, 'joined', 'fetched-again'],
  ['paused', { at: 'paused', resume: processing() }, 'resume', 'cancel'],
  ['waiting for a token', { at: 'needs-token', resume: processing() }, 'token-given', 'resume', 'cancel'],
  [
    'waiting for the user',
    { at: 'needs-decision', question: 'no-end', choices: ['give-up'], answer: null, resume: processing() },
    'choose',
    'cancel',
  ],
  ['ended, but resumable', { at: 'ended', how: 'cancelled', charged: 'maybe', resume: processing() }, 'resume'],
  ['ended permanently', { at: 'ended', how: 'cancelled', charged: 'no', resume: null }],
])('a list in the state %s', (_what, state, ...takes) => {
  it('accepts exactly these events, and names state and event when it rejects one', () => {
    const refusals: Error[] = [];
    const accepted = EVENTS.filter((event) => {
      try {
        stored(next(state, event));
        return true;
      } catch (error) {
        if (!(error instanceof NotNow)) throw error;
        refusals.push(error);
        return false;
      }
    });
    const expected = new Set<string>(takes);
    expect(new Set(accepted.map(({ type }) => type))).toEqual(expected);
    const others = EVENTS.filter(({ type }) => !expected.has(type));
    expect(refusals.map(({ name }) => name)).toEqual(others.map(() => 'NotNow'));
    for (const [at, { message }] of refusals.entries())
      expect(message).toMatch(new RegExp(`^"${others[at]!.type}" does not apply while the project is at "[a-z-]+"$`));
  });
});

describe('an imported list', () => {
  it('becomes a draft, or has a reason why it is unreadable, and can be read again', () => {
    expect(next({ at: 'reading' }, { type: 'read' })).toEqual({ at: 'draft' });
    const unreadable = next({ at: 'reading' }, { type: 'unreadable', code: 'NOT_A_LIST', message: 'No.' });
    expect(unreadable).toEqual({ at: 'unreadable', code: 'NOT_A_LIST', message: 'No.' });
    expect(next(unreadable, { type: 'read-again' })).toEqual({ at: 'reading' });
    expect(next({ at: 'draft' }, { type: 'read-again' })).toEqual({ at: 'reading' });
    expect(next({ at: 'reading' }, { type: 'restarted' })).toEqual({ at: 'reading' });
  });

  it('is sent as its first attempt, with the prepared name and body', () => {
    const preparing = next({ at: 'draft' }, { type: 'send' });
    expect(preparing).toEqual({ at: 'preparing', attempt: 1 });
    expect(next(preparing, { type: 'not-prepared' })).toEqual({ at: 'draft' });
    expect(next(preparing, { type: 'prepared', body: adding().body, nameOnService: MARKER })).toEqual({
      at: 'creating',
      body: adding().body,
      attempt: 1,
      phase: 'ready',
      marker: MARKER,
      observations: [],
    });
  });
});

type Answer = Extract<ProjectEvent, { type: 'failed' }>;
const failed = (delivery: Answer['delivery'], given: Partial<Answer> = {}): ProjectEvent => ({
  type: 'failed',
  delivery,
  status: null,
  answer: null,
  ...given,
});

describe('a failed call', () => {
  it.each<[what: string, ProjectState, ProjectEvent, follows: object]>([
    ['create, not sent: repeated', creating({ phase: 'asked' }), failed('not-sent'), { at: 'creating', phase: 'ready' }],
    [
      'create, outcome unknown: searched for',
      creating({ phase: 'asked' }),
      failed('unknown'),
      { phase: 'settling', tries: 1, observations: [] },
    ],
    ['create, for the third time', creating({ phase: 'asked', tries: 2 }), failed('unknown'), { phase: 'settling', tries: 3 }],
    [
      'create, refused: the user decides',
      creating({ phase: 'asked' }),
      failed('refused', { status: 400, answer: 'No.' }),
      { question: 'create-refused', choices: ['ask-again', 'give-up'], answer: 'No.', resume: { at: 'creating', phase: 'ready' } },
    ],
    ['add, not sent: repeated', adding({ phase: 'sending' }), failed('not-sent'), { at: 'adding', phase: 'ready' }],
    ['add, not sent after all', adding({ phase: 'closing' }), failed('not-sent'), { at: 'adding', phase: 'ready' }],
    [
      'add, cut short',
      adding({ phase: 'sending' }),
      failed('unknown'),
      { at: 'confirming', arrival: 'incomplete', tries: 1, observations: [] },
    ],
    ['add, handed over', adding({ phase: 'closing' }), failed('unknown'), { at: 'confirming', arrival: 'unknown', tries: 1 }],
    ['add, for the third time', adding({ phase: 'closing', tries: 2 }), failed('unknown'), { arrival: 'unknown', tries: 3 }],
    [
      'add, refused: counted',
      adding({ phase: 'closing' }),
      failed('refused', { status: 413, answer: 'Too long.' }),
      { at: 'confirming', arrival: 'refused', tries: 1, refused: { status: 413, words: 'Too long.' } },
    ],
    [
      'add, refused without a message',
      adding({ phase: 'sending' }),
      failed('refused'),
      { arrival: 'refused', refused: { status: 0, words: 'The service gave no reason.' } },
    ],
    ['start, not sent: not counted', starting({ phase: 'asked', asked: 2 }), failed('not-sent'), { phase: 'ready', asked: 1 }],
    [
      'start, outcome unknown',
      starting({ phase: 'asked', asked: 1, refusal: 'Before.', refusedWith: 400 }),
      failed('unknown'),
      { phase: 'settling', asked: 1, refusal: null, refusedWith: null, observations: [] },
    ],
    [
      'start, refused',
      starting({ phase: 'asked', asked: 1 }),
      failed('refused', { status: 402, answer: 'No credits.' }),
      { phase: 'settling', asked: 1, refusal: 'No credits.', refusedWith: 402, observations: [] },
    ],
    [
      'start, refused without a message',
      starting({ phase: 'asked', asked: 1 }),
      failed('refused', { status: 409 }),
      { refusal: 'The service gave no reason.', refusedWith: 409 },
    ],
  ])('%s', (_what, state, event, follows) => {
    expect(stored(next(state, event))).toMatchObject(follows);
  });
});

describe('an answered call', () => {
  it('to create: the list goes to that project', () => {
    expect(stored(next(creating({ phase: 'asked', attempt: 2 }), { type: 'created', remoteId: 'P9' }))).toEqual({
      at: 'adding',
      body: adding().body,
      remoteId: 'P9',
      attempt: 2,
      marker: MARKER,
      phase: 'ready',
    });
  });

  it('to add, before the last byte was sent: the rows must be counted', () => {
    expect(next(adding({ phase: 'sending' }), { type: 'added' })).toMatchObject({ at: 'confirming', arrival: 'unknown' });
    expect(next(adding({ phase: 'closing', tries: 2 }), { type: 'added' })).toMatchObject({
      at: 'confirming',
      arrival: 'answered',
      tries: 2,
      refused: null,
      observations: [],
    });
  });

  it('to start: observed from the word before it', () => {
    const state = next(starting({ phase: 'asked', asked: 2 }), { type: 'started', nextPollAt: 7 });
    expect(stored(state)).toMatchObject({ at: 'processing', before: 'created', asked: 2, nextPollAt: 7, observation: null, polls: 0 });
  });

  it('counts each start request before it is made', () => {
    const again = starting({ asked: 1, refusal: 'No.', refusedWith: 400, observations: [observation('created')] });
    expect(stored(next(again, { type: 'intend' }))).toMatchObject({
      phase: 'asked',
      asked: 2,
      refusal: null,
      refusedWith: null,
      observations: [],
    });
    expect(stored(next(creating({ observations: [{ at: 0, matches: 0, whole: true }] }), { type: 'intend' }))).toMatchObject({
      phase: 'asked',
      observations: [],
    });
    expect(next(adding(), { type: 'intend' })).toMatchObject({ at: 'adding', phase: 'sending' });
    expect(next(adding({ phase: 'sending' }), { type: 'closing' })).toMatchObject({ at: 'adding', phase: 'closing' });
  });
});

describe('an unreadable service', () => {
  it.each<[what: string, ProjectState, follows: object]>([
    [
      'while the project is searched for',
      creating({ phase: 'settling', observations: [{ at: 0, matches: 0, whole: true }] }),
      { question: 'create-unclear', choices: ['look-again', 'start-over', 'give-up'], resume: { observations: [] } },
    ],
    [
      'while the rows are counted',
      confirming({ observations: [observation('a')] }),
      { question: 'add-unclear', choices: ['look-again', 'it-happened', 'start-over', 'give-up'], resume: { observations: [] } },
    ],
    ['while it is at work', processing(), { question: 'results-unclear', choices: ['look-again', 'give-up'] }],
    ['while the results are fetched', collecting(), { question: 'results-unclear', choices: ['look-again', 'give-up'] }],
    [
      'while the remaining results are fetched',
      collecting({ counts: COUNTS }),
      { question: 'results-unclear', choices: ['look-again', 'keep', 'give-up'] },
    ],
  ])('%s', (_what, state, follows) => {
    expect(stored(next(state, { type: 'observation-failed', answer: 'gone' }))).toMatchObject({ ...follows, answer: 'gone' });
  });
});

describe('a project with another name', () => {
  it('raises a question after any observation, by its own answer or by the list of projects', () => {
    const unnamed = observation('created');
    for (const state of [confirming(), starting(), starting({ phase: 'settling', asked: 1 }), collecting()]) {
      expect(observed(state, observation('created', { name: STRANGE }))).toMatchObject({ question: 'not-ours', answer: STRANGE });
      expect(observed(state, unnamed, { listed: { there: false, others: 0 } })).toMatchObject({ question: 'not-ours', answer: null });
      expect(observed(state, unnamed, { listed: { there: null, others: 0 } })).not.toMatchObject({ question: 'not-ours' });
    }
    expect(polled(processing(), observation('queued', { name: STRANGE }))).toMatchObject({ question: 'not-ours' });
    expect(observed(collecting(), observation('processed'))).toMatchObject({ at: 'collecting' });
  });
});

describe('a project search', () => {
  it('without a match leads to its creation', () => {
    expect(() => next(creating(), { type: 'found', matches: 0, remoteId: null })).toThrow(NotNow);
  });

  it('adds one observation', () => {
    const once = next(creating({ phase: 'settling' }), { type: 'searched', at: 5, after: 9, matches: 0, remoteId: null, whole: false });
    expect(stored(once)).toMatchObject({ observations: [{ at: 5, after: 9, matches: 0, whole: false }] });
  });
});

describe('results', () => {
  it('have final counts, which only later fetches and merges replace', () => {
    expect(stored(next(collecting({ found: true }), { type: 'collected', counts: COUNTS }))).toMatchObject({
      at: 'done',
      counts: COUNTS,
      found: true,
    });
    const more = { ...COUNTS, scored: ROWS - 1, unknown: 0 };
    expect(next(done, { type: 'joined', counts: more, from: 'other' })).toEqual({ ...done, counts: more });
    expect(next(done, { type: 'fetched-again', counts: more })).toEqual({ ...done, counts: more });
  });
});
