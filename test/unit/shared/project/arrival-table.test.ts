/** What follows from every count and status word that a service can show after a list was sent, refused, cut short or found there. */
import { describe, expect, it } from 'vitest';
import { ProjectState, type RunningAt } from '../../../../shared/project/project.ts';
import { confirming, keepLooking, look, looked, MINUTE, ROWS, STRANGE } from '../../../kit/desk-states.ts';

type Arrival = RunningAt<'confirming'>['arrival'];

/** What the service says of the number of rows: none at all, none yet, a row too few, all of them, a row too many. */
const COUNTS = [null, 0, ROWS - 1, ROWS, ROWS + 1] as const;

const WORDS = {
  /** Nobody has asked it to start, as far as the word goes. */
  idle: ['created', 'accepting records', 'failed', null],
  working: ['processing', 'queued', 'In progress'],
  processed: ['processed', ' PROCESSED '],
} as const;

/** The state as a program reads it that starts after this one. */
const stored = (state: ProjectState): ProjectState => ProjectState.parse(JSON.parse(JSON.stringify(state)));

/** What a state means for the list, in a word or two; a question begins with "?". */
function meaning(state: ProjectState): string {
  switch (state.at) {
    case 'starting':
      return state.held === true ? 'ask before paying' : 'pay';
    case 'adding':
      return 'send again';
    case 'creating':
      return `project ${state.attempt}`;
    case 'collecting':
      return 'fetch';
    case 'needs-decision':
      return `?${state.question}`;
    default:
      return state.at;
  }
}

/** The minutes that a service shows the same until something follows, and what follows. */
function outcome(arrival: Arrival, isFound: boolean, status: string | null, totalRows: number | null): string {
  const from = confirming({ arrival, ...(isFound ? { found: true } : {}) });
  const { state, passed } = keepLooking(from, () => look(status, { totalRows }), looked);
  return `${meaning(stored(state))} ${passed / MINUTE}`;
}

const [SENT, FOUND] = [false, true];

describe.each<[what: string, Arrival, isFound: boolean, word: keyof typeof WORDS, ...outcomes: string[]]>([
  // No count, no rows, a row too few, all rows, a row too many.
  ['a list that was taken', 'answered', SENT, 'idle', 'pay 0', 'send again 2', 'project 2 2', 'pay 0', 'project 2 2'],
  ['a list that was taken', 'answered', SENT, 'working', 'pay 0', 'send again 2', '?add-spoiled 2', 'pay 0', '?add-spoiled 2'],
  ['a list cut short', 'incomplete', SENT, 'idle', 'send again 0', 'send again 0', 'project 2 2', 'pay 0', 'project 2 2'],
  ['a list cut short', 'incomplete', SENT, 'working', 'send again 0', 'send again 0', '?add-spoiled 2', 'pay 0', '?add-spoiled 2'],
  ['an answer that was lost', 'unknown', SENT, 'idle', '?add-unclear 10', 'send again 2', 'project 2 2', 'pay 0', 'project 2 2'],
  ['an answer that was lost', 'unknown', SENT, 'working', '?add-unclear 10', 'send again 2', '?add-spoiled 2', 'pay 0', '?add-spoiled 2'],
  ['a list that was refused', 'refused', SENT, 'idle', '?add-refused 0', '?add-refused 0', 'project 2 2', 'pay 0', 'project 2 2'],
  ['a list that was refused', 'refused', SENT, 'working', '?add-refused 0', '?add-refused 0', '?add-spoiled 2', 'pay 0', '?add-spoiled 2'],
  [
    'a list not sent yet',
    'unsent',
    SENT,
    'idle',
    'send again 0',
    'send again 0',
    '?add-spoiled 2',
    'ask before paying 0',
    '?add-spoiled 2',
  ],
  [
    'a list not sent yet',
    'unsent',
    SENT,
    'working',
    'ask before paying 0',
    'send again 0',
    '?add-spoiled 2',
    'ask before paying 0',
    '?add-spoiled 2',
  ],
  ['a list taken by a found project', 'answered', FOUND, 'idle', 'pay 0', 'send again 2', '?add-spoiled 2', 'pay 0', '?add-spoiled 2'],
  ['a list taken by a found project', 'answered', FOUND, 'working', 'pay 0', 'send again 2', '?add-spoiled 2', 'pay 0', '?add-spoiled 2'],
  [
    'a list cut short, to a found project',
    'incomplete',
    FOUND,
    'idle',
    'send again 0',
    'send again 0',
    '?add-spoiled 2',
    'ask before paying 0',
    '?add-spoiled 2',
  ],
  [
    'an answer that was lost, of a found project',
    'unknown',
    FOUND,
    'idle',
    '?add-unclear 10',
    'send again 2',
    '?add-spoiled 2',
    'ask before paying 0',
    '?add-spoiled 2',
  ],
  [
    'an answer that was lost, of a found project',
    'unknown',
    FOUND,
    'working',
    'ask before paying 0',
    'send again 2',
    '?add-spoiled 2',
    'ask before paying 0',
    '?add-spoiled 2',
  ],
  [
    'a list refused by a found project',
    'refused',
    FOUND,
    'idle',
    '?add-refused 0',
    '?add-refused 0',
    '?add-spoiled 2',
    'ask before paying 0',
    '?add-spoiled 2',
  ],
  ['a found project', 'found', FOUND, 'idle', '?add-unclear 10', 'send again 2', '?add-spoiled 2', 'ask before paying 0', '?add-spoiled 2'],
  [
    'a found project',
    'found',
    FOUND,
    'working',
    'ask before paying 0',
    'send again 2',
    '?add-spoiled 2',
    'ask before paying 0',
    '?add-spoiled 2',
  ],
])('%s (%s, found: %s), while the word is %s', (_what, arrival, isFound, words, ...outcomes) => {
  it.each(COUNTS.map((count, at) => [count, outcomes[at]] as const))('and the service counts %s rows: %s', (count, expected) => {
    for (const word of WORDS[words]) expect([word, outcome(arrival, isFound, word, count)]).toEqual([word, expected]);
  });
});

describe('a project that is processed before anybody here asked for it', () => {
  const arrivals = ['answered', 'incomplete', 'unknown', 'refused'] as const;
  it.each(arrivals)('is a person’s to decide, whatever it counts, where only this folder knows it: %s', (arrival) => {
    for (const word of WORDS.processed) for (const count of COUNTS) expect(outcome(arrival, SENT, word, count)).toBe('?processed-early 0');
  });

  it.each([...arrivals, 'found', 'unsent'] as const)('is fetched from where a copy of this folder may have started it: %s', (arrival) => {
    const outcomes = COUNTS.map((count) => outcome(arrival, FOUND, 'processed', count));
    // Only with our rows in it, or where it does not count any.
    expect(outcomes).toEqual(['fetch 0', '?processed-early 0', '?processed-early 0', 'fetch 0', '?processed-early 0']);
  });
});

describe('whatever the service shows', () => {
  const all = (['answered', 'incomplete', 'unknown', 'refused', 'unsent', 'found'] as const).flatMap((arrival) =>
    [SENT, FOUND].flatMap((isFound) =>
      [...WORDS.idle, ...WORDS.working, ...WORDS.processed].flatMap((word) =>
        COUNTS.map((count) => ({ arrival, isFound, word, count, is: outcome(arrival, isFound, word, count) })),
      ),
    ),
  );

  it('another number of rows than ours is never paid for', () => {
    const paid = all.filter(({ is }) => is.startsWith('pay'));
    expect(paid.length).toBeGreaterThan(0);
    expect(paid.filter(({ count }) => count !== ROWS && count !== null)).toEqual([]);
  });

  it('an unknown number of rows is paid for only after the service took the list', () => {
    const unknown = all.filter(({ is, count }) => is.startsWith('pay') && count === null);
    expect(new Set(unknown.map(({ arrival }) => arrival))).toEqual(new Set(['answered']));
  });

  it('the list is never sent beside rows that are there', () => {
    expect(all.filter(({ is, count }) => is.startsWith('send again') && (count ?? 0) > 0)).toEqual([]);
  });

  it('a project of another name is a question before its rows are read', () => {
    for (const arrival of ['answered', 'unknown', 'found'] as const)
      for (const totalRows of COUNTS)
        expect(meaning(looked(confirming({ arrival }), look('created', { totalRows, name: STRANGE })))).toBe('?not-ours');
  });
});

describe('a list that never shows', () => {
  it('is sent five times at most before a person is asked', () => {
    for (const arrival of ['unknown', 'answered', 'incomplete'] as const) {
      const sent = (tries: number) =>
        meaning(keepLooking(confirming({ arrival, tries }), () => look('created', { totalRows: 0 }), looked).state);
      expect([1, 4, 5, 6].map(sent)).toEqual(['send again', 'send again', '?add-unclear', '?add-unclear']);
    }
  });

  it('remembers how often it was sent when it is sent again', () => {
    expect(keepLooking(confirming({ tries: 3 }), () => look('created', { totalRows: 0 }), looked).state).toMatchObject({
      at: 'adding',
      tries: 3,
    });
    expect(looked(confirming({ arrival: 'incomplete' }), look('created', { totalRows: 0 }))).toMatchObject({ at: 'adding', tries: 0 });
  });

  it('asks with everything that leads on, and looking again begins the count again', () => {
    const { state } = keepLooking(confirming({ tries: 5 }), () => look('created', { totalRows: 0 }), looked);
    expect(stored(state)).toMatchObject({
      question: 'add-unclear',
      choices: ['look-again', 'it-happened', 'start-over', 'give-up'],
      resume: { at: 'confirming', remoteId: 'P1', tries: 0, looks: [{ totalRows: 0 }] },
    });
  });

  it('shows the last look of those that led to the question, not all of them', () => {
    const { state } = keepLooking(confirming(), (n) => look(`step ${n}`, { totalRows: null }), looked);
    expect(state).toMatchObject({ question: 'add-unclear', resume: { looks: [{ status: 'step 10' }] } });
    expect(state.at === 'needs-decision' && 'looks' in state.resume && state.resume.looks).toHaveLength(1);
  });
});

describe('a refusal of the list', () => {
  const refused = (status: number) => confirming({ arrival: 'refused', refused: { status, words: 'There is a list already.' } });

  it('for a conflict is no answer before ten minutes: an earlier list may be slow to show', () => {
    const { state, passed } = keepLooking(refused(409), () => look('created', { totalRows: 0 }), looked);
    expect(state).toMatchObject({ question: 'add-refused', answer: 'There is a list already.' });
    expect(passed).toBe(10 * MINUTE);
    expect(looked(looked(refused(409), look('created', { totalRows: 0 })), look('created'))).toMatchObject({ at: 'starting' });
  });

  it.each([null, 0])('for another reason is asked about at once, with the service’s words (%s rows)', (totalRows) => {
    const asked = looked(refused(400), look('created', { totalRows }));
    expect(stored(asked)).toMatchObject({
      question: 'add-refused',
      choices: ['look-again', 'ask-again', 'start-over', 'give-up'],
      answer: 'There is a list already.',
      resume: { at: 'confirming', looks: [] },
    });
  });

  it('without words says so', () => {
    expect(looked(confirming({ arrival: 'refused' }), look('created', { totalRows: 0 }))).toMatchObject({
      answer: 'The service gave no reason.',
    });
  });
});

describe('a list that is spoiled', () => {
  it('asks with the look that shows it', () => {
    for (const from of [confirming({ attempt: 2 }), confirming({ arrival: 'found', found: true })]) {
      const { state } = keepLooking(from, () => look('created', { totalRows: 7 }), looked);
      expect(stored(state)).toMatchObject({ question: 'add-spoiled', resume: { at: 'confirming', looks: [{ totalRows: 7 }] } });
      expect(state.at === 'needs-decision' && 'looks' in state.resume && state.resume.looks).toHaveLength(1);
    }
  });

  it('is counted three times over a minute with the same result', () => {
    // Counts that go up and down settle nothing.
    const { state } = keepLooking(confirming(), (n) => look('created', { totalRows: 3 + (n % 2) }), looked, 100);
    expect(state.at).toBe('confirming');
  });
});

describe('a count that changes', () => {
  it('is settled by the last three looks alone, however many showed another one', () => {
    const counts = [3, 3, 7, 7, 7];
    const { state, passed } = keepLooking(confirming(), (n) => look('created', { totalRows: counts[n] ?? 7 }), looked);
    expect([meaning(state), passed]).toEqual(['project 2', 4 * MINUTE]);
  });
});

describe('the words before the start', () => {
  it('are all remembered, each once, because what comes after the start is compared with them', () => {
    const words = ['Created', 'migrating', 'created ', null];
    const { state } = keepLooking(confirming(), (n) => look(words[n] ?? null, { totalRows: n < 4 ? 3 + n : ROWS }), looked);
    expect(stored(state)).toMatchObject({ at: 'starting', statusBefore: 'created ', wordsBefore: ['created', 'migrating'], looks: [] });
  });

  it('are none where the service shows none', () => {
    expect(looked(confirming(), look(null))).toMatchObject({ at: 'starting', statusBefore: null, wordsBefore: [] });
  });
});

it('a service that counts up and down for days does not make the stored state grow', () => {
  const { state } = keepLooking(confirming(), (n) => look('created', { totalRows: 1 + (n % 3) }), looked, 200);
  if (state.at !== 'confirming') throw new Error(state.at);
  expect(state.looks).toHaveLength(40);
  expect(state.looks.at(-1)).toMatchObject({ totalRows: 1 + (199 % 3) });
});
