/** A service in progress is not observed forever: the meaning of each word, and the time until the user is asked. */
import { describe, expect, it } from 'vitest';
import { next } from '../../../../shared/project/project.ts';
import type { Observation, ProjectState } from '../../../../shared/project/project-shapes.ts';
import { evidenceTexts } from '../../../../shared/project/evidence-texts.ts';
import { chosen, keepObserving, MINUTE, observation, observed, polled, processing, starting, stored } from '../../../kit/desk-states.ts';

const HOUR = 60 * MINUTE;
/** Observes a started project with the words of `word`; returns the final question and the time until then. */
function watched(word: (n: number) => string | null, every = MINUTE, from: ProjectState = processing()) {
  const { state, passed } = keepObserving(from, (n): Observation => observation(word(n), { after: every }), polled, 5000);
  return { state, passed, question: state.at === 'needs-decision' ? state.question : state.at };
}

describe('after an answered start', () => {
  it.each([
    ['the word from before the start, for ten minutes', () => 'created', MINUTE, 'start-unclear', 10 * MINUTE],
    ['the same with other capitalization', () => ' CREATED', MINUTE, 'start-unclear', 10 * MINUTE],
    ['a word that looks final, three times over two minutes', () => 'Completed', MINUTE, 'finished-unclear', 2 * MINUTE],
    ['the same observed more often', () => 'Processed with errors', MINUTE / 4, 'finished-unclear', 2 * MINUTE],
    ['the same observed less often, at least three times', () => 'Done', 2 * MINUTE, 'finished-unclear', 4 * MINUTE],
    ['one word for a day', () => 'processing', MINUTE, 'no-end', 24 * HOUR],
    ['no word for a day', () => null, MINUTE, 'no-end', 24 * HOUR],
    ['changing words for three days', (n: number) => `${n} of many`, MINUTE, 'no-end', 72 * HOUR],
    ['changing words that look final, for three days', (n: number) => `Completed ${n} %`, MINUTE, 'no-end', 72 * HOUR],
    ['a word for a failure, immediately', () => 'failed', MINUTE, 'service-stopped', 0],
    ['processed with an error, immediately', () => 'Processed with error', MINUTE, 'service-stopped', 0],
    ['processed', () => 'processed', MINUTE, 'collecting', 0],
  ] as const)('%s', (_what, word, every, question, after) => {
    const end = watched(word, every);
    expect([end.question, end.passed]).toEqual([question, after]);
  });

  it('a changed word restarts its time', () => {
    let state: ProjectState = processing();
    for (let n = 0; n < 30; n++) state = polled(state, observation(n % 5 === 4 ? 'queued' : 'created'));
    expect(state.at).toBe('processing');
  });

  it('an unrecorded earlier word is not evidence', () => {
    expect(watched(() => 'created', MINUTE, processing({ before: null })).question).toBe('no-end');
  });

  it('time counts only between observations: one after a long sleep is one observation', () => {
    let state: ProjectState = processing();
    state = polled(state, observation('created'));
    state = polled(state, observation('created', { after: HOUR }));
    expect(state.at).toBe('processing');
  });

  it('the word before the start is stored with it', () => {
    const started = next(next(starting(), { type: 'intend' }), { type: 'started', nextPollAt: 5 });
    expect(started).toMatchObject({ at: 'processing', before: 'created', asked: 1 });
  });
});

describe('the choices of the user', () => {
  it('with the word from before the start: observing again takes ten more minutes, and nothing is requested automatically', () => {
    const { state } = watched(() => 'created');
    expect(state).toMatchObject({ choices: ['look-again', 'ask-again', 'it-happened', 'fetch', 'give-up'] });
    const again = chosen(state, 'look-again');
    expect(again.at).toBe('processing');
    expect(watched(() => 'created', MINUTE, again)).toMatchObject({ question: 'start-unclear', passed: 10 * MINUTE });
    expect(chosen(state, 'ask-again')).toMatchObject({ at: 'starting', phase: 'ready', asked: 1, statusBefore: 'created' });
    expect(chosen(state, 'give-up')).toMatchObject({ at: 'ended', charged: 'maybe' });
    // A user who saw the start decides again only if it does not end.
    expect(watched(() => 'created', MINUTE, chosen(state, 'it-happened')).question).toBe('no-end');
  });

  it.each([
    ['finished-unclear', 'Completed', ['fetch', 'look-again', 'give-up'], 2 * MINUTE],
    ['no-end', 'processing', ['look-again', 'fetch', 'give-up'], 24 * HOUR],
  ])('with %s: observing again restarts the time, fetching leads to the results', (_question, word, choices, after) => {
    const { state } = watched(() => word);
    expect(state).toMatchObject({ choices });
    expect(watched(() => word, MINUTE, chosen(state, 'look-again')).passed).toBe(after);
    expect(chosen(state, 'fetch')).toMatchObject({ at: 'collecting' });
  });

  it('with a failure: the results can still be fetched', () => {
    const { state } = watched(() => 'Processed with error');
    expect(state).toMatchObject({ choices: ['look-again', 'fetch', 'give-up'], answer: 'Processed with error' });
    expect(chosen(state, 'fetch')).toMatchObject({ at: 'collecting', observation: { status: 'Processed with error' } });
  });

  it('check whether anything started a project that was not requested here', () => {
    const fetched = chosen(observed(starting(), observation('processed')), 'fetch');
    expect(chosen(next(fetched, { type: 'observation-failed', answer: 'not yet' }), 'look-again')).toMatchObject({
      at: 'confirming',
      arrival: 'unknown',
    });
  });

  it('observe the word again when results that were fetched early cannot be read', () => {
    const fetched = chosen(watched(() => 'processing').state, 'fetch');
    const unanswered = next(fetched, { type: 'observation-failed', answer: 'not yet' });
    expect(chosen(unanswered, 'look-again')).toMatchObject({ at: 'processing' });
  });
});

it.each([
  ['start-unclear', 'created', 'Its last state is “created”, unchanged for 10 minutes.'],
  ['finished-unclear', 'Completed', 'Its last state is “Completed”, unchanged for 2 minutes.'],
  ['no-end', 'processing', 'Its last state is “processing”, unchanged for 24 hours.'],
])('the evidence of %s is the last word, how long it stayed, and the rows', (_question, word, sentence) => {
  const { state } = watched(() => word);
  if (state.at !== 'needs-decision') throw new Error(state.at);
  expect(evidenceTexts(state)).toContain(sentence);
  expect(evidenceTexts(state)).toContain('It has 10 of our 10 rows.');
});

describe('results that the user fetched before the service reported completion', () => {
  /** The service refuses the fetch, and the user decides to observe the project again. */
  const fetchedInVain = (asked: ProjectState) =>
    chosen(stored(next(chosen(asked, 'fetch'), { type: 'observation-failed', answer: 'Not processed.' })), 'look-again');
  const settling = starting({ phase: 'settling', asked: 2, observations: [observation('created')] });

  it.each([
    ['after an answered start', watched(() => 'created').state],
    ['after starts without an answer', keepObserving(settling, () => observation('created'), observed).state],
  ] as const)('%s: the word from before the start leads to the question about the start again', (_what, asked) => {
    expect(asked).toMatchObject({ question: 'start-unclear' });
    const again = fetchedInVain(asked);
    expect(again).toMatchObject({ at: 'processing', before: 'created' });
    expect(watched(() => 'created', MINUTE, again)).toMatchObject({ question: 'start-unclear', passed: 10 * MINUTE });
  });

  it('the number of start requests is kept', () => {
    const { state } = watched(() => 'created', MINUTE, processing({ asked: 2 }));
    const again = watched(() => 'created', MINUTE, fetchedInVain(state)).state;
    expect(chosen(again, 'ask-again')).toMatchObject({ at: 'starting', asked: 2 });
  });
});
