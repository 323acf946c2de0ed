/** Starts without a clear answer, and what follows from each. */
import { describe, expect, it } from 'vitest';
import { evaluateGate } from '../../../../shared/project/start-evidence.ts';
import { next } from '../../../../shared/project/project.ts';
import type { ProjectState, RunningAt } from '../../../../shared/project/project-shapes.ts';
import {
  chosen,
  collecting,
  confirming,
  keepObserving,
  observation,
  observed,
  MARKER,
  MINUTE,
  polled,
  processing,
  starting,
  stored,
  questionOf,
} from '../../../kit/desk-states.ts';

type Starting = RunningAt<'starting'>;
const refusal = (refusedWith: number | null) =>
  starting({ phase: 'settling', asked: 1, refusal: 'No.', ...(refusedWith === null ? {} : { refusedWith }) });

/** The result of a refused or unanswered start, when the service shows the same for `minutes`. */
function outcome(from: Starting, status: string | null): string {
  let state: ProjectState = from;
  let minutes = -1;
  while (state.at === 'starting' && state.phase === 'settling' && minutes < 50) {
    state = observed(state, observation(status));
    minutes += 1;
  }
  stored(state);
  const what = state.at === 'starting' ? `asked ${state.asked} times, ${state.phase}` : questionOf(state);
  return `${what}, ${minutes} minutes`;
}

describe('a start without a clear answer', () => {
  it.each<[what: string, Starting, word: string | null, follows: string]>([
    ['no answer, the earlier word', starting({ phase: 'settling', asked: 1 }), 'created', 'asked 1 times, ready, 2 minutes'],
    ['no answer, no word', starting({ phase: 'settling', asked: 1 }), null, 'start-unclear, 10 minutes'],
    [
      'no answer, no word before or after',
      starting({ phase: 'settling', asked: 1, statusBefore: null }),
      null,
      'start-unclear, 10 minutes',
    ],
    [
      'no answer, a word where there was none',
      starting({ phase: 'settling', asked: 1, statusBefore: null }),
      'created',
      'processing, 0 minutes',
    ],
    ['no answer, another word', starting({ phase: 'settling', asked: 1 }), 'migrating', 'processing, 0 minutes'],
    ['no answer, done', starting({ phase: 'settling', asked: 1 }), 'processed', 'processing, 0 minutes'],
    ['two requests without an answer', starting({ phase: 'settling', asked: 2 }), 'created', 'start-unclear, 2 minutes'],
    ['refused for lack of credits', refusal(402), 'created', 'credits-short, 0 minutes'],
    ['refused for lack of credits, no word', refusal(402), null, 'credits-short, 0 minutes'],
    ['refused for lack of credits, but another word', refusal(402), 'migrating', 'processing, 0 minutes'],
    ['refused for another reason', refusal(400), 'created', 'start-refused, 0 minutes'],
    ['refused for another reason, but done', refusal(400), 'processed', 'processing, 0 minutes'],
    ['refused as a conflict', refusal(409), 'created', 'start-refused, 2 minutes'],
    ['refused as a conflict, no word', refusal(409), null, 'start-refused, 2 minutes'],
    ['refused as a conflict, another word', refusal(409), 'queued', 'processing, 0 minutes'],
    // A success whose body says that it failed: the service may have started anyway.
    ['refused with a success', refusal(200), 'created', 'start-refused, 2 minutes'],
    ['refused with a success, but another word', refusal(299), 'migrating', 'processing, 0 minutes'],
    ['refused with a success, no word', refusal(200), null, 'start-unclear, 10 minutes'],
    ['refused with a redirect', refusal(300), 'created', 'start-refused, 0 minutes'],
    ['refused without a status', refusal(null), 'created', 'start-refused, 2 minutes'],
    ['refused before any request, and done', starting({ phase: 'settling', refusal: 'No.' }), 'processed', 'processing, 0 minutes'],
  ])('%s', (_what, from, word, follows) => {
    expect(outcome(from, word)).toBe(follows);
  });

  it('that was refused had no effect: the user sees the reason, and the next request is the first', () => {
    for (const [status, question, choices] of [
      [402, 'credits-short', ['ask-again', 'give-up']],
      [400, 'start-refused', ['look-again', 'ask-again', 'give-up']],
    ] as const) {
      const asked = stored(observed(refusal(status), observation('created')));
      expect(asked).toMatchObject({
        question,
        choices,
        answer: 'No.',
        resume: { at: 'starting', phase: 'ready', asked: 0, observations: [] },
      });
      expect(chosen(asked, 'ask-again')).toMatchObject({ at: 'starting', phase: 'ready', asked: 0 });
      expect(next(chosen(asked, 'ask-again'), { type: 'intend' })).toMatchObject({ asked: 1, refusal: null, refusedWith: null });
    }
  });

  it.each([
    ['a conflict', 409],
    ['a success', 200],
  ])('that was refused with %s may have had an effect, so the request stays counted', (_what, status) => {
    const { state } = keepObserving(refusal(status), () => observation('created'), observed);
    expect(stored(state)).toMatchObject({
      question: 'start-refused',
      choices: ['look-again', 'ask-again', 'give-up'],
      answer: 'No.',
      resume: { at: 'starting', phase: 'settling', asked: 1, observations: [] },
    });
  });

  it('that was refused with a success on a service without a status says that another request can cost twice', () => {
    const { state } = keepObserving(refusal(200), () => observation(null), observed);
    expect(stored(state)).toMatchObject({ question: 'start-unclear', answer: 'No.', resume: { phase: 'settling', asked: 1 } });
  });

  it('that is requested again restarts its observations', () => {
    const { state } = keepObserving(starting({ phase: 'settling', asked: 1 }), () => observation('created'), observed, 3);
    expect(stored(state)).toMatchObject({ at: 'starting', phase: 'ready', asked: 1, observations: [] });
  });

  it('raises a question with the last observation, and is observed again after the user’s decision', () => {
    const { state } = keepObserving(starting({ phase: 'settling', asked: 2 }), () => observation('created'), observed);
    expect(stored(state)).toMatchObject({
      question: 'start-unclear',
      resume: { at: 'starting', phase: 'settling', observations: [{ status: 'created' }] },
    });
    const again = stored(chosen(state, 'look-again'));
    expect(again).toMatchObject({ at: 'starting', phase: 'settling', asked: 2, observations: [] });
    expect(chosen(state, 'it-happened')).toMatchObject({ at: 'processing', observation: { status: 'created' } });
    const startedAgain = stored(chosen(state, 'ask-again'));
    expect(startedAgain).toMatchObject({ at: 'starting', phase: 'ready', statusBefore: 'created', decidedByUser: true, observations: [] });
  });

  it('that was requested again without an observation is compared with the earlier word', () => {
    const unseen = next(starting({ phase: 'settling', asked: 2 }), { type: 'observation-failed', answer: 'gone' });
    expect(stored(unseen)).toMatchObject({ question: 'start-unclear', answer: 'gone', resume: { phase: 'settling', observations: [] } });
    expect(chosen(unseen, 'ask-again')).toMatchObject({ statusBefore: 'created' });
    expect(chosen(unseen, 'it-happened')).toMatchObject({ at: 'processing', observation: null });
  });
});

describe('a start while nothing can be read', () => {
  it('is not requested without an earlier request, because the list may be missing', () => {
    const unanswered = next(starting(), { type: 'observation-failed', answer: 'gone' });
    expect(stored(unanswered)).toMatchObject({
      question: 'add-unclear',
      choices: ['look-again', 'give-up'],
      answer: 'gone',
      resume: { at: 'starting' },
    });
  });

  it.each<[string, Starting]>([
    ['requested before', starting({ asked: 1 })],
    ['not answered', starting({ phase: 'settling', asked: 1 })],
    ['refused', starting({ phase: 'settling', refusal: 'No.' })],
  ])('that was %s is unclear', (_what, state) => {
    expect(stored(next(state, { type: 'observation-failed', answer: null }))).toMatchObject({
      question: 'start-unclear',
      choices: ['look-again', 'ask-again', 'it-happened', 'fetch', 'give-up'],
    });
  });
});

describe('a start that only a different word shows', () => {
  it('counts as requested at least once, and keeps the earlier words for comparison', () => {
    const seen = (state: Starting) => stored(observed(state, observation('migrating')));
    expect(seen(starting({ phase: 'settling', asked: 1 }))).toMatchObject({
      unconfirmedStart: { asked: 1, statusBefore: 'created', wordsBefore: ['created'] },
    });
    expect(seen(starting({ phase: 'settling', asked: 2 }))).toMatchObject({ unconfirmedStart: { asked: 2 } });
    expect(seen(starting({ phase: 'settling', refusal: 'No.' }))).toMatchObject({ unconfirmedStart: { asked: 1 } });
    const { wordsBefore: _, ...earlier } = starting({ phase: 'settling', asked: 1 });
    expect(seen(earlier)).toMatchObject({ unconfirmedStart: { wordsBefore: [] } });
    expect(observed(starting({ phase: 'settling', asked: 1 }), observation('processed'))).not.toHaveProperty('unconfirmedStart.asked');
  });

  it('raises a question after ten minutes of a word seen before the start', () => {
    const from = starting({ phase: 'settling', asked: 1, wordsBefore: ['created', 'migrating'] });
    const end = keepObserving(observed(from, observation('Migrating')), () => observation('migrating'), polled);
    expect(stored(end.state)).toMatchObject({
      question: 'start-unclear',
      resume: {
        at: 'starting',
        phase: 'settling',
        asked: 1,
        statusBefore: 'created',
        wordsBefore: ['created', 'migrating'],
        observations: [{ status: 'migrating' }],
      },
    });
    expect(end.passed).toBe(9 * MINUTE);
  });

  it('treats a missing word as none of those words', () => {
    const from = observed(starting({ phase: 'settling', asked: 1, wordsBefore: ['', 'created'] }), observation('migrating'));
    expect(keepObserving(from, () => observation(null), polled, 60).state.at).toBe('processing');
  });

  it('is checked again from the observation that shows the old word', () => {
    const back = stored(polled(observed(starting({ phase: 'settling', asked: 1 }), observation('migrating')), observation('created')));
    expect(back).toMatchObject({
      at: 'starting',
      phase: 'settling',
      refusal: null,
      wordsBefore: ['created'],
      observations: [{ status: 'created' }],
    });
    const earlier = processing({ unconfirmedStart: { statusBefore: 'created', asked: 1, wordsBefore: [] } });
    expect(stored(polled(earlier, observation('created')))).toMatchObject({ at: 'starting', wordsBefore: [] });
  });
});

describe('another start after the user’s decision and an answered start', () => {
  const unchanged = (given: Partial<RunningAt<'processing'>> = {}) =>
    keepObserving(processing(given), () => observation('created'), polled).state;

  it('is compared with the word that the user saw, and opens for it', () => {
    for (const asked of [0, 1, 2]) {
      const startedAgain = stored(chosen(unchanged({ asked }), 'ask-again'));
      expect(startedAgain).toMatchObject({
        at: 'starting',
        phase: 'ready',
        decidedByUser: true,
        statusBefore: 'created',
        asked: Math.max(1, asked),
        observations: [],
      });
      expect(evaluateGate(startedAgain as Starting, observation('created')).open).toBe(true);
    }
  });

  it('is compared with the word before the start when none was observed', () => {
    const asked: ProjectState = {
      at: 'needs-decision',
      question: 'start-unclear',
      choices: ['ask-again'],
      answer: null,
      resume: processing(),
    };
    expect(chosen(asked, 'ask-again')).toMatchObject({ at: 'starting', statusBefore: 'created' });
    const unread: ProjectState = { ...asked, resume: processing({ observation: observation(null), before: 'open' }) };
    expect(chosen(unread, 'ask-again')).toMatchObject({ statusBefore: 'open' });
  });
});

describe('results that were fetched early and cannot be read', () => {
  /** The state after observing again, following a fetch that the user requested. */
  const lookAgain = (state: ProjectState) => chosen(next(state, { type: 'observation-failed', answer: 'not yet' }), 'look-again');
  const fetched = (resume: Parameters<typeof asking>[0]) => chosen(asking(resume), 'fetch');
  const asking = (resume: RunningAt<'starting'> | RunningAt<'processing'> | RunningAt<'confirming'>): ProjectState => ({
    at: 'needs-decision',
    question: 'start-unclear',
    choices: ['fetch'],
    answer: null,
    resume,
  });

  it.each([
    ['requested here', fetched(starting({ phase: 'settling', asked: 1, observations: [observation('created')] })), 'processing'],
    [
      'refused, but may have had an effect',
      fetched(starting({ phase: 'settling', refusal: 'No.', observations: [observation('created')] })),
      'processing',
    ],
    ['never requested here', fetched(starting({ observations: [observation('queued')] })), 'confirming'],
    ['never requested, and counted', fetched(confirming({ observations: [observation('processed')] })), 'confirming'],
    ['answered', fetched(processing({ observation: observation('queued') })), 'processing'],
    [
      'observed without a count of requests',
      fetched({ ...processing({ observation: observation('queued') }), asked: undefined }),
      'processing',
    ],
    ['started by someone else', fetched(processing({ observation: observation('queued'), asked: 0 })), 'confirming'],
  ])('lead back to observing a start that was %s', (_what, state, at) => {
    expect(stored(lookAgain(state))).toMatchObject({ at });
  });

  it('are fetched again when the service reports completion', () => {
    expect(lookAgain(collecting({ asked: 1, tries: 3, waitedMs: 5 }))).toMatchObject({ at: 'collecting', tries: 0, waitedMs: 0 });
    expect(lookAgain(collecting({ asked: 1, observation: null }))).toMatchObject({ at: 'collecting' });
  });
});

it('every state keeps the name of the project, also when stored', () => {
  let state: ProjectState = starting({ found: true, knownAs: 'Ours' });
  for (const step of [
    () => next(state, { type: 'intend' }),
    () => next(state, { type: 'started', nextPollAt: 7 }),
    () => polled(state, observation('processing', { name: 'Ours' })),
    () => polled(state, observation('processed', { name: MARKER })),
  ]) {
    state = stored(step());
    expect(state).toMatchObject({ remoteId: 'P1', attempt: 1, marker: MARKER, knownAs: 'Ours', found: true });
  }
  expect(state.at).toBe('collecting');
});
