/** The result of every count and status word after a list was sent, refused, cut short or found. */
import { describe, expect, it } from 'vitest';
import { type Deciding, decisionFacts } from '../../../../shared/project/decision-facts.ts';
import { questionText } from '../../../../shared/project/question-texts.ts';
import type { ProjectState, RunningAt } from '../../../../shared/project/project-shapes.ts';
import { confirming, keepObserving, observation, observed, MINUTE, ROWS, STRANGE, stored } from '../../../kit/desk-states.ts';

type Arrival = RunningAt<'confirming'>['arrival'];

/** The row count of the service: missing, none yet, a row too few, all rows, a row too many. */
const COUNTS = [null, 0, ROWS - 1, ROWS, ROWS + 1] as const;

const WORDS = {
  /** Words that do not say that a start was requested. */
  idle: ['created', 'accepting records', 'failed', null],
  working: ['processing', 'queued', 'In progress'],
  processed: ['processed', ' PROCESSED '],
} as const;

/** The state as a later program reads it. */

/** A state in a word or two; a question begins with "?". */
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

/** The result of a stable service, and the minutes until then. */
function outcome(arrival: Arrival, isFound: boolean, status: string | null, totalRows: number | null): string {
  const from = confirming({ arrival, ...(isFound ? { found: true } : {}) });
  const { state, passed } = keepObserving(from, () => observation(status, { totalRows }), observed);
  return `${meaning(stored(state))} ${passed / MINUTE}`;
}

const [SENT, FOUND] = [false, true];

describe.each<[what: string, Arrival, isFound: boolean, word: keyof typeof WORDS, ...outcomes: string[]]>([
  // No count, no rows, a row too few, all rows, a row too many.
  ['an accepted list', 'answered', SENT, 'idle', 'pay 0', 'send again 2', 'project 2 2', 'pay 0', 'project 2 2'],
  ['an accepted list', 'answered', SENT, 'working', 'pay 0', 'send again 2', '?add-spoiled 2', 'pay 0', '?add-spoiled 2'],
  ['a list cut short', 'incomplete', SENT, 'idle', 'send again 0', 'send again 0', 'project 2 2', 'pay 0', 'project 2 2'],
  ['a list cut short', 'incomplete', SENT, 'working', 'send again 0', 'send again 0', '?add-spoiled 2', 'pay 0', '?add-spoiled 2'],
  ['a lost answer', 'unknown', SENT, 'idle', '?add-unclear 10', 'send again 2', 'project 2 2', 'pay 0', 'project 2 2'],
  ['a lost answer', 'unknown', SENT, 'working', '?add-unclear 10', 'send again 2', '?add-spoiled 2', 'pay 0', '?add-spoiled 2'],
  ['a refused list', 'refused', SENT, 'idle', '?add-refused 0', '?add-refused 0', 'project 2 2', 'pay 0', 'project 2 2'],
  ['a refused list', 'refused', SENT, 'working', '?add-refused 0', '?add-refused 0', '?add-spoiled 2', 'pay 0', '?add-spoiled 2'],
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
  ['a list accepted by a found project', 'answered', FOUND, 'idle', 'pay 0', 'send again 2', '?add-spoiled 2', 'pay 0', '?add-spoiled 2'],
  [
    'a list accepted by a found project',
    'answered',
    FOUND,
    'working',
    'pay 0',
    'send again 2',
    '?add-spoiled 2',
    'pay 0',
    '?add-spoiled 2',
  ],
  [
    'a list to a found project, cut short',
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
    'a lost answer of a found project',
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
    'a lost answer of a found project',
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
])('%s (%s, found: %s), with the status %s', (_what, arrival, isFound, words, ...outcomes) => {
  it.each(COUNTS.map((count, at) => [count, outcomes[at]] as const))('and %s rows on the service: %s', (count, expected) => {
    for (const word of WORDS[words]) expect([word, outcome(arrival, isFound, word, count)]).toEqual([word, expected]);
  });
});

describe('a project that was processed before this folder requested it', () => {
  const arrivals = ['answered', 'incomplete', 'unknown', 'refused'] as const;
  it.each(arrivals)('needs the user’s decision when only this folder knows it: %s', (arrival) => {
    for (const word of WORDS.processed) for (const count of COUNTS) expect(outcome(arrival, SENT, word, count)).toBe('?processed-early 0');
  });

  it.each([...arrivals, 'found', 'unsent'] as const)('is collected when a copy of this folder may have started it: %s', (arrival) => {
    const outcomes = COUNTS.map((count) => outcome(arrival, FOUND, 'processed', count));
    // Only if it has our rows, or returns no count.
    expect(outcomes).toEqual(['fetch 0', '?processed-early 0', '?processed-early 0', 'fetch 0', '?processed-early 0']);
  });
});

describe('whatever the service reports', () => {
  const all = (['answered', 'incomplete', 'unknown', 'refused', 'unsent', 'found'] as const).flatMap((arrival) =>
    [SENT, FOUND].flatMap((isFound) =>
      [...WORDS.idle, ...WORDS.working, ...WORDS.processed].flatMap((word) =>
        COUNTS.map((count) => ({ arrival, isFound, word, count, result: outcome(arrival, isFound, word, count) })),
      ),
    ),
  );

  it('a different number of rows is never paid for', () => {
    const paid = all.filter(({ result }) => result.startsWith('pay'));
    expect(paid.length).toBeGreaterThan(0);
    expect(paid.filter(({ count }) => count !== ROWS && count !== null)).toEqual([]);
  });

  it('an unknown number of rows is paid for only after the service accepted the list', () => {
    const unknown = all.filter(({ result, count }) => result.startsWith('pay') && count === null);
    expect(new Set(unknown.map(({ arrival }) => arrival))).toEqual(new Set(['answered']));
  });

  it('the list is never sent in addition to existing rows', () => {
    expect(all.filter(({ result, count }) => result.startsWith('send again') && (count ?? 0) > 0)).toEqual([]);
  });

  it('a project of another name raises a question before its rows are counted', () => {
    for (const arrival of ['answered', 'unknown', 'found'] as const)
      for (const totalRows of COUNTS)
        expect(meaning(observed(confirming({ arrival }), observation('created', { totalRows, name: STRANGE })))).toBe('?not-ours');
  });
});

describe('a list that never appears', () => {
  it('is sent at most five times before the user decides', () => {
    for (const arrival of ['unknown', 'answered', 'incomplete'] as const) {
      const sent = (tries: number) =>
        meaning(keepObserving(confirming({ arrival, tries }), () => observation('created', { totalRows: 0 }), observed).state);
      expect([1, 4, 5, 6].map(sent)).toEqual(['send again', 'send again', '?add-unclear', '?add-unclear']);
    }
  });

  it('keeps its number of attempts when it is sent again', () => {
    expect(keepObserving(confirming({ tries: 3 }), () => observation('created', { totalRows: 0 }), observed).state).toMatchObject({
      at: 'adding',
      tries: 3,
    });
    expect(observed(confirming({ arrival: 'incomplete' }), observation('created', { totalRows: 0 }))).toMatchObject({
      at: 'adding',
      tries: 0,
    });
  });

  it('offers every choice, and observing again restarts the count', () => {
    const { state } = keepObserving(confirming({ tries: 5 }), () => observation('created', { totalRows: 0 }), observed);
    expect(stored(state)).toMatchObject({
      question: 'add-unclear',
      choices: ['look-again', 'it-happened', 'start-over', 'give-up'],
      resume: { at: 'confirming', remoteId: 'P1', tries: 0, observations: [{ totalRows: 0 }] },
    });
  });

  it('stores only the last of the observations that led to the question', () => {
    const { state } = keepObserving(confirming(), (n) => observation(`step ${n}`, { totalRows: null }), observed);
    expect(state).toMatchObject({ question: 'add-unclear', resume: { observations: [{ status: 'step 10' }] } });
    expect(state.at === 'needs-decision' && 'observations' in state.resume && state.resume.observations).toHaveLength(1);
  });
});

describe('a refused list', () => {
  const refused = (status: number) => confirming({ arrival: 'refused', refused: { status, words: 'There is a list already.' } });

  it('with a conflict waits ten minutes, because an earlier list can appear late', () => {
    const { state, passed } = keepObserving(refused(409), () => observation('created', { totalRows: 0 }), observed);
    expect(state).toMatchObject({ question: 'add-refused', answer: 'There is a list already.' });
    expect(passed).toBe(10 * MINUTE);
    expect(observed(observed(refused(409), observation('created', { totalRows: 0 })), observation('created'))).toMatchObject({
      at: 'starting',
    });
  });

  it.each([null, 0])('for another reason immediately raises a question with the service’s message (%s rows)', (totalRows) => {
    const asked = observed(refused(400), observation('created', { totalRows }));
    expect(stored(asked)).toMatchObject({
      question: 'add-refused',
      choices: ['look-again', 'ask-again', 'start-over', 'give-up'],
      answer: 'There is a list already.',
      resume: { at: 'confirming', observations: [{ totalRows }] },
    });
  });

  it('by a service that did not know the new project is sent again after a minute in which it shows no rows, twice', () => {
    const again = (tries: number) => keepObserving({ ...refused(404), tries }, () => observation('created', { totalRows: 0 }), observed);
    expect(again(1)).toMatchObject({ state: { at: 'adding', phase: 'ready', tries: 1 }, passed: 2 * MINUTE });
    expect(again(2)).toMatchObject({ state: { at: 'adding' } });
    expect(again(3)).toMatchObject({ state: { question: 'add-refused' } });
  });

  it('as too large is not sent again when a part of it arrived, and the question shows the rows that the service has', () => {
    const { state } = keepObserving(refused(413), () => observation('created', { totalRows: ROWS - 1 }), observed);
    expect(state).toMatchObject({ question: 'add-refused', choices: ['look-again', 'start-over', 'give-up'] });
    const facts = decisionFacts(state as Deciding, { rows: ROWS, credits: null, isPractice: false });
    expect(questionText('add-refused', facts).body).toContain(`has ${ROWS - 1} of the ${ROWS} rows`);
    expect(questionText('add-refused', { ...facts, held: 0 }).body).toContain('has no rows');
    expect(questionText('add-refused', { ...facts, held: null }).body).toContain('does not say how many rows');
  });

  it('without a message has a text of the app', () => {
    expect(observed(confirming({ arrival: 'refused' }), observation('created', { totalRows: 0 }))).toMatchObject({
      answer: 'The service gave no reason.',
    });
  });
});

describe('a list with a wrong number of rows', () => {
  it('raises a question with the observation that shows it', () => {
    for (const from of [confirming({ attempt: 2 }), confirming({ arrival: 'found', found: true })]) {
      const { state } = keepObserving(from, () => observation('created', { totalRows: 7 }), observed);
      expect(stored(state)).toMatchObject({ question: 'add-spoiled', resume: { at: 'confirming', observations: [{ totalRows: 7 }] } });
      expect(state.at === 'needs-decision' && 'observations' in state.resume && state.resume.observations).toHaveLength(1);
    }
  });

  it('is observed three times over a minute with the same result', () => {
    // Counts that increase and decrease prove nothing: after half an hour the user decides.
    const { state, passed } = keepObserving(confirming(), (n) => observation('created', { totalRows: 3 + (n % 2) }), observed);
    expect([state, passed]).toEqual([expect.objectContaining({ at: 'needs-decision', question: 'add-spoiled' }), 30 * MINUTE]);
  });
});

describe('a changing count', () => {
  it('is decided by the last three observations only', () => {
    const counts = [3, 3, 7, 7, 7];
    const { state, passed } = keepObserving(confirming(), (n) => observation('created', { totalRows: counts[n] ?? 7 }), observed);
    expect([meaning(state), passed]).toEqual(['project 2', 4 * MINUTE]);
  });
});

describe('the status words before the start', () => {
  it('are each stored once, for comparison with later ones', () => {
    const words = ['Created', 'migrating', 'created ', null];
    const { state } = keepObserving(confirming(), (n) => observation(words[n] ?? null, { totalRows: n < 4 ? 3 + n : ROWS }), observed);
    expect(stored(state)).toMatchObject({
      at: 'starting',
      statusBefore: 'created ',
      wordsBefore: ['created', 'migrating'],
      observations: [],
    });
  });

  it('are empty when the service reports none', () => {
    expect(observed(confirming(), observation(null))).toMatchObject({ at: 'starting', statusBefore: null, wordsBefore: [] });
  });
});

it('the stored state stays small even if a service takes days to read a list', () => {
  const { state } = keepObserving(confirming(), (n) => observation('created', { totalRows: ROWS + 1 + n }), observed, 200);
  if (state.at !== 'confirming') throw new Error(state.at);
  expect(state.observations).toHaveLength(40);
  expect(state.observations.at(-1)).toMatchObject({ totalRows: ROWS + 200 });
});
