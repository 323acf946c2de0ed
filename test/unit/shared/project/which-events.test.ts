/** The events that each state accepts, and their result: every other event is rejected and changes nothing. */
import { describe, expect, it } from 'vitest';
import { type Counts, next, NotNow, type ProjectEvent, ProjectState } from '../../../../shared/project/project.ts';
import {
  adding,
  chosen,
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
} from '../../../kit/desk-states.ts';

const counts: Counts = { submitted: ROWS, scored: ROWS - 2, refused: 1, unknown: 1, unmatched: 0 };
const stored = (state: ProjectState): ProjectState => ProjectState.parse(JSON.parse(JSON.stringify(state)));

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
  { type: 'fell-short', counts, missing: 1, after: 0 },
  { type: 'collected', counts },
  { type: 'joined', counts, from: 'other' },
  { type: 'fetched-again', counts },
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
const done: ProjectState = { at: 'done', body: adding().body, remoteId: 'P1', attempt: 1, marker: MARKER, counts };

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
    expect(stored(next(creating({ observations: [{ at: 0, matches: 0 }] }), { type: 'intend' }))).toMatchObject({
      phase: 'asked',
      observations: [],
    });
    expect(next(adding(), { type: 'intend' })).toMatchObject({ at: 'adding', phase: 'sending' });
    expect(next(adding({ phase: 'sending' }), { type: 'closing' })).toMatchObject({ at: 'adding', phase: 'closing' });
  });
});

describe('an interrupted program', () => {
  it.each<[what: string, ProjectState, follows: object]>([
    [
      'during a create: searches for the project',
      creating({ phase: 'asked', tries: 1 }),
      { at: 'creating', phase: 'settling', tries: 2, observations: [] },
    ],
    [
      'during the search: continues',
      creating({ phase: 'settling', observations: [{ at: 0, matches: 0 }] }),
      { observations: [{ matches: 0 }] },
    ],
    ['before a create: continues', creating(), { at: 'creating', phase: 'ready' }],
    ['before an add: observes first', adding(), { at: 'confirming', arrival: 'unsent', tries: 0 }],
    ['during an add: counts the rows', adding({ phase: 'sending' }), { at: 'confirming', arrival: 'incomplete', tries: 1 }],
    ['at the end of an add: counts the rows', adding({ phase: 'closing', tries: 1 }), { at: 'confirming', arrival: 'unknown', tries: 2 }],
    ['before a start: a different word is a doubt', starting(), { at: 'starting', phase: 'ready', resumed: true }],
    [
      'during a start: observes the project',
      starting({ phase: 'asked', asked: 1, refusal: 'No.', refusedWith: 400 }),
      { phase: 'settling', asked: 1, refusal: null, refusedWith: null, observations: [] },
    ],
    [
      'while observing a start: continues',
      starting({ phase: 'settling', asked: 1, refusal: 'No.' }),
      { phase: 'settling', refusal: 'No.' },
    ],
    ['while observing a running project: continues', processing({ polls: 4 }), { at: 'processing', polls: 4 }],
  ])('%s', (_what, state, follows) => {
    expect(stored(next(state, { type: 'restarted' }))).toMatchObject(follows);
    // A pause and the end of observation stop it in the same way.
    expect(next(state, { type: 'pause' })).toMatchObject({ at: 'paused', resume: follows });
  });

  it('does not doubt an earlier start request: it is compared with the earlier word', () => {
    for (const state of [starting({ asked: 1 }), starting({ refusal: 'No.' })])
      expect(next(state, { type: 'restarted' })).not.toHaveProperty('resumed');
  });
});

describe('a refused token', () => {
  it.each<[what: string, ProjectState, resume: object]>([
    ['create: nothing was created', creating({ phase: 'asked' }), { at: 'creating', phase: 'ready' }],
    ['add: nothing was accepted', adding({ phase: 'closing' }), { at: 'confirming', arrival: 'unsent' }],
    ['start: not counted', starting({ phase: 'asked', asked: 1 }), { at: 'starting', phase: 'ready', asked: 0, resumed: true }],
    ['a second start', starting({ phase: 'asked', asked: 2 }), { phase: 'ready', asked: 1 }],
    ['observing', processing(), { at: 'processing' }],
    ['searching for a created project', creating({ phase: 'settling' }), { phase: 'settling' }],
    ['observing a start', starting({ phase: 'settling', asked: 1 }), { phase: 'settling', asked: 1 }],
  ])('%s', (_what, state, resume) => {
    const waits = stored(next(state, { type: 'token-refused' }));
    expect(waits).toMatchObject({ at: 'needs-token', resume });
    for (const type of ['token-given', 'resume'] as const) expect(next(waits, { type })).toMatchObject(resume);
  });
});

describe('an ended observation', () => {
  it('resumes as after an interruption', () => {
    const ended: ProjectState = { at: 'ended', how: 'cancelled', charged: 'no', resume: starting() };
    expect(next(ended, { type: 'resume' })).toMatchObject({ at: 'starting', resumed: true });
    expect(next(next(processing(), { type: 'cancel' }), { type: 'resume' })).toMatchObject({ at: 'processing' });
  });

  it('of a waiting list keeps the state of the list', () => {
    for (const state of [
      next(starting(), { type: 'pause' }),
      next(starting(), { type: 'token-refused' }),
      next(starting(), { type: 'observation-failed', answer: null }),
    ])
      expect(next(state, { type: 'cancel' })).toMatchObject({ at: 'ended', how: 'cancelled', charged: 'no', resume: { at: 'starting' } });
  });
});

const deciding = (resume: Extract<ProjectState, { at: 'needs-decision' }>['resume'], answer: string | null = null): ProjectState => ({
  at: 'needs-decision',
  question: 'no-end',
  choices: ['look-again', 'ask-again', 'it-happened', 'fetch', 'keep', 'ours', 'start-over', 'give-up'],
  answer,
  resume,
});

describe('a choice', () => {
  it('that is not offered is rejected', () => {
    const asked: ProjectState = { ...deciding(processing()), choices: ['look-again'] } as ProjectState;
    expect(() => chosen(asked, 'fetch')).toThrow(NotNow);
    expect(() => chosen(asked, 'give-up')).toThrow(NotNow);
  });

  it.each<[what: string, Parameters<typeof deciding>[0], Parameters<typeof chosen>[1]]>([
    ['fetching before there is a project', creating(), 'fetch'],
    ['fetching while it is measured', { at: 'preparing', attempt: 1 }, 'fetch'],
    ['accepting a project before there is one', creating(), 'ours'],
    ['starting over before a body was measured', { at: 'preparing', attempt: 1 }, 'start-over'],
    ['keeping results that never arrived', collecting(), 'keep'],
    ['keeping results that were not fetched', processing(), 'keep'],
    ['confirming a project that does not exist', creating(), 'it-happened'],
    ['confirming results', collecting(), 'it-happened'],
    ['confirming a list that was not sent', adding(), 'it-happened'],
  ])('that does not apply is rejected: %s', (_what, resume, choice) => {
    expect(() => chosen(deciding(resume), choice)).toThrow(NotNow);
  });

  it.each<[what: string, Parameters<typeof deciding>[0], Parameters<typeof chosen>[1], follows: object]>([
    ['observe the rows again', confirming({ observations: [observation('a')] }), 'look-again', { at: 'confirming', observations: [] }],
    [
      'observe a start again',
      starting({ observations: [observation('a')] }),
      'look-again',
      { at: 'starting', phase: 'ready', observations: [], resumed: true },
    ],
    [
      'observe a running project again',
      processing({ sameObservations: 9, stillMs: 9, inAllMs: 9 }),
      'look-again',
      { sameObservations: 0, stillMs: 0, inAllMs: 0 },
    ],
    ['search again for a created project', creating({ phase: 'settling' }), 'look-again', { at: 'creating', phase: 'settling' }],
    ['observe again before a send', adding(), 'look-again', { at: 'adding' }],
    ['observe again while measured', { at: 'preparing', attempt: 1 }, 'look-again', { at: 'preparing' }],
    ['send again', confirming(), 'ask-again', { at: 'adding', phase: 'ready', tries: 1 }],
    ['send again, late', confirming({ tries: 4 }), 'ask-again', { at: 'adding', tries: 1 }],
    ['create again', creating(), 'ask-again', { at: 'creating', phase: 'ready' }],
    ['the list has arrived', confirming({ found: true }), 'it-happened', { at: 'starting', phase: 'ready', urged: true }],
    [
      'it has started',
      starting({ observations: [observation('a'), observation('b')] }),
      'it-happened',
      { at: 'processing', observation: { status: 'b' } },
    ],
    ['it has started, no word changed', processing({ stillMs: 9 }), 'it-happened', { at: 'processing', before: null, stillMs: 0 }],
    [
      'fetch',
      processing({ observation: observation('a'), asked: 2 }),
      'fetch',
      { at: 'collecting', observation: { status: 'a' }, asked: 2 },
    ],
    ['fetch from a list not sent', adding(), 'fetch', { at: 'collecting', observation: null, asked: 0 }],
    ['keep what arrived', collecting({ counts }), 'keep', { at: 'done', counts, remoteId: 'P1', marker: MARKER }],
    ['start over', confirming(), 'start-over', { at: 'creating', phase: 'ready', attempt: 2, marker: `${MARKER}-2`, observations: [] }],
    ['start over before a project', creating({ attempt: 4 }), 'start-over', { at: 'creating', attempt: 5, marker: `${MARKER}-5` }],
    ['give up before a start', confirming(), 'give-up', { at: 'ended', how: 'given-up', charged: 'no', resume: { at: 'confirming' } }],
    ['give up after a start', processing(), 'give-up', { at: 'ended', how: 'given-up', charged: 'maybe', resume: { at: 'processing' } }],
  ])('%s', (_what, resume, choice, follows) => {
    expect(stored(chosen(deciding(resume), choice))).toMatchObject(follows);
  });

  it('that a list has arrived allows its start without another question', () => {
    const held = confirming({ found: true, arrival: 'found', observations: [observation('queued')] });
    expect(chosen(deciding(held), 'it-happened')).toHaveProperty('held', undefined);
    expect(chosen(deciding(held), 'it-happened')).toMatchObject({ statusBefore: 'queued' });
  });

  it('that a project is ours stores its name, and observes it again', () => {
    for (const resume of [confirming({ observations: [observation('a')] }), adding(), processing(), collecting()])
      expect(stored(chosen(deciding(resume, STRANGE), 'ours'))).toMatchObject({ at: resume.at, knownAs: STRANGE });
    expect(stored(chosen(deciding(confirming(), null), 'ours'))).toMatchObject({ knownAs: null });
  });

  it('sets the time of the next poll to now', () => {
    expect(
      next(deciding(processing({ nextPollAt: 99 })), { type: 'choose', choice: 'look-again', nameOnService: MARKER, now: 7 }),
    ).toMatchObject({
      nextPollAt: 7,
    });
  });

  it('to observe again keeps the known facts of the start', () => {
    expect(chosen(deciding(starting({ phase: 'settling', asked: 1, observations: [observation('a')] })), 'look-again')).toMatchObject({
      phase: 'settling',
      asked: 1,
      observations: [],
    });
  });
});

describe('an unreadable service', () => {
  it.each<[what: string, ProjectState, follows: object]>([
    [
      'while the project is searched for',
      creating({ phase: 'settling', observations: [{ at: 0, matches: 0 }] }),
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
      collecting({ counts }),
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
    expect(stored(next(collecting({ found: true }), { type: 'collected', counts }))).toMatchObject({ at: 'done', counts, found: true });
    const more = { ...counts, scored: ROWS - 1, unknown: 0 };
    expect(next(done, { type: 'joined', counts: more, from: 'other' })).toEqual({ ...done, counts: more });
    expect(next(done, { type: 'fetched-again', counts: more })).toEqual({ ...done, counts: more });
  });
});
