import { describe, expect, it } from 'vitest';
import { next } from '../../../../shared/project/project.ts';
import type { ProjectState, RunningAt } from '../../../../shared/project/project-shapes.ts';
import { adding, chosen, confirming, keepObserving, observation, observed, MINUTE, ROWS } from '../../../kit/desk-states.ts';

type Confirming = RunningAt<'confirming'>;
const found = (given: Partial<Confirming> = {}) => confirming({ arrival: 'found', found: true, tries: 0, ...given });
const rows = (totalRows: number | null, status: string | null = 'created') => observation(status, { totalRows });
const three = (state: ProjectState, totalRows: number | null) => keepObserving(state, () => rows(totalRows), observed, 3).state;

describe('when it is unknown what was sent, an observation precedes sending', () => {
  it.each([
    ['a restart', next(adding(), { type: 'restarted' })],
    ['a pause', next(next(adding(), { type: 'pause' }), { type: 'resume' })],
    ['a new token', next(next(adding({ phase: 'sending' }), { type: 'token-refused' }), { type: 'token-given' })],
  ])('after %s', (_what, state) => {
    expect(state).toMatchObject({ at: 'confirming', arrival: 'unsent' });
  });

  it('but not right after the project was created', () => {
    const made = next({ ...next(readyToCreate(), { type: 'intend' }) }, { type: 'created', remoteId: 'P1' });
    expect(made).toMatchObject({ at: 'adding', phase: 'ready' });
  });

  it.each([
    ['no rows', rows(0), 'adding'],
    ['no count', rows(null), 'adding'],
  ])('and the list is sent when the service reports %s', (_what, seen, at) => {
    expect(observed(confirming({ arrival: 'unsent' }), seen)).toMatchObject({ at, phase: 'ready' });
  });

  it.each([
    ['all rows, not sent from here, are not started automatically', 0, rows(ROWS), { at: 'starting', held: true, found: true }],
    ['all rows of a late send are started as planned', 2, rows(ROWS), { at: 'starting', phase: 'ready' }],
    ['some rows: the app waits for the rest', 0, rows(3), { at: 'confirming', arrival: 'found', found: true }],
    ['some rows of a late send: the app waits for the rest', 1, rows(3), { at: 'confirming', arrival: 'unknown' }],
    ['a finished project is fetched', 0, rows(ROWS, 'processed'), { at: 'collecting', found: true }],
    ['a running project without counts is observed', 0, rows(null, 'processing'), { at: 'starting', held: true }],
  ])('%s', (_what, tries, seen, expected) => {
    expect(observed(confirming({ arrival: 'unsent', tries }), seen)).toMatchObject(expected);
  });

  it('a list that was accepted and appears late is ours, even after a restart', () => {
    const again = three(confirming({ arrival: 'answered', tries: 0 }), 0);
    expect(again).toMatchObject({ at: 'adding', phase: 'ready', tries: 1 });
    const state = observed(next(again, { type: 'restarted' }), rows(ROWS));
    expect(state).toMatchObject({ at: 'starting', phase: 'ready' });
    expect(state).not.toHaveProperty('held');
  });
});

function readyToCreate(): ProjectState {
  return { at: 'creating', body: adding().body, attempt: 1, phase: 'ready', marker: 'Spring appeal · M4QX82TD', observations: [] };
}

describe('a found project', () => {
  it('gets our list when it has had no rows for a minute', () => {
    expect(observed(found(), rows(0)).at).toBe('confirming');
    expect(three(found(), 0)).toMatchObject({ at: 'adding', phase: 'ready', found: true });
  });

  it('is collected when it has all rows and is processed', () => {
    expect(observed(found(), rows(ROWS, 'processed'))).toMatchObject({ at: 'collecting' });
  });

  it('is never started automatically when it has all rows', () => {
    expect(observed(found(), rows(ROWS))).toMatchObject({ at: 'starting', held: true });
  });

  it('is started as planned after it accepted our own list', () => {
    const added = next(next(next(adding({ found: true }), { type: 'intend' }), { type: 'closing' }), { type: 'added' });
    const ready = observed(added, rows(ROWS));
    expect(ready).toMatchObject({ at: 'starting', found: true });
    expect(ready).not.toHaveProperty('held');
  });

  it('is not started automatically when it refused our own list as a second one', () => {
    const refused = next(next(adding({ found: true }), { type: 'intend' }), {
      type: 'failed',
      delivery: 'refused',
      status: 409,
      answer: 'no',
    });
    expect(observed(refused, rows(ROWS))).toMatchObject({ at: 'starting', held: true });
  });

  it('is waited for while its rows increase', () => {
    let state: ProjectState = found();
    for (let n = 1; n < 6; n++) state = observed(state, rows(n));
    expect(state.at).toBe('confirming');
  });

  it('is never replaced automatically when it holds a different number of rows', () => {
    expect(three(found(), 7)).toMatchObject({
      at: 'needs-decision',
      question: 'add-spoiled',
      choices: ['look-again', 'start-over', 'give-up'],
    });
  });

  it('needs the user’s decision when it is processed with a different number of rows', () => {
    expect(observed(found(), rows(7, 'processed'))).toMatchObject({ question: 'processed-early' });
  });
});

describe('a list that we sent', () => {
  it('is replaced once automatically when the service holds a different number of rows', () => {
    expect(three(confirming(), 7)).toMatchObject({ at: 'creating', attempt: 2 });
    expect(three(confirming({ attempt: 2 }), 7)).toMatchObject({ question: 'add-spoiled', choices: ['start-over', 'give-up'] });
  });

  it('is not replaced automatically while the service processes it', () => {
    expect(keepObserving(confirming(), () => rows(7, 'processing'), observed, 3).state).toMatchObject({ question: 'add-spoiled' });
  });

  it('is sent again after a stable 0', () => {
    expect(three(confirming(), 0)).toMatchObject({ at: 'adding', phase: 'ready' });
  });

  it('needs the user’s decision after ten minutes without a count', () => {
    const { state, passed } = keepObserving(confirming(), () => rows(null), observed);
    expect(state).toMatchObject({ question: 'add-unclear' });
    expect(passed).toBe(10 * MINUTE);
  });

  it('is not started when it is processed already', () => {
    const asked = observed(confirming(), rows(ROWS, 'processed'));
    expect(asked).toMatchObject({ at: 'needs-decision', question: 'processed-early', choices: ['fetch', 'look-again', 'give-up'] });
    expect(chosen(asked, 'fetch')).toMatchObject({ at: 'collecting' });
    expect(chosen(asked, 'look-again')).toMatchObject({ at: 'confirming', observations: [] });
    expect(chosen(asked, 'give-up')).toMatchObject({ at: 'ended', charged: 'maybe' });
  });

  it('is observed before it is sent again at the user’s request', () => {
    const asked = observed(confirming({ arrival: 'refused', refused: { status: 400, words: 'no' } }), rows(0));
    const again = chosen(asked, 'ask-again');
    expect(again).toMatchObject({ at: 'adding', phase: 'ready' });
    const resumed = next(again, { type: 'restarted' });
    // The present rows are those of the first request.
    expect(observed(resumed, rows(ROWS))).not.toHaveProperty('held');
  });
});

it.each([
  ['a refusal offers to send the list again', 400, null, true],
  ['a success that says that it failed does not, because it may have stored the list', 200, null, false],
  ['such a success offers it if the project is known to be empty', 200, 0, true],
])('without a better count, %s', (_what, status, totalRows, isOffered) => {
  const asked = observed(confirming({ arrival: 'refused', refused: { status, words: 'no' } }), rows(totalRows));
  expect(asked).toMatchObject({ at: 'needs-decision', question: 'add-refused' });
  const choices = ['look-again', ...(isOffered ? ['ask-again'] : []), 'start-over', 'give-up'];
  expect(asked).toHaveProperty('choices', choices);
});

it('a number of rows that grows is waited for', () => {
  const { state, passed } = keepObserving(found({ body: { ...confirming().body, rows: 1000 } }), (n) => rows(n + 1), observed);
  expect(state).toMatchObject({ at: 'confirming' });
  expect(passed).toBeGreaterThan(60 * MINUTE);
});
