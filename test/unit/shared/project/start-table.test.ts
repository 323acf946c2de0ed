/** The gate before the start that costs money, at every word and count. */
import { describe, expect, it } from 'vitest';
import { evaluateGate } from '../../../../shared/project/start-evidence.ts';
import type { RunningAt } from '../../../../shared/project/project-shapes.ts';
import { keepObserving, observation, observed, ROWS, STRANGE, starting, stored, questionOf } from '../../../kit/desk-states.ts';

type Starting = RunningAt<'starting'>;
const COUNTS = [null, 0, ROWS - 1, ROWS, ROWS + 1] as const;
/** The gate's result: it opens, waits, counts the rows again, observes, fetches, or asks the user. */
function atGate(state: Starting, status: string | null, totalRows: number | null): string {
  const { state: after, open } = evaluateGate(state, observation(status, { totalRows }));
  stored(after);
  if (open) return 'open';
  if (after.at === 'starting') return 'wait';
  return after.at === 'confirming' ? 'count' : after.at === 'processing' ? 'watch' : questionOf(after);
}

const FIRST = ['created', 'queued', 'migrating', null, 'processed'] as const;

describe.each<[what: string, Starting, word: (typeof FIRST)[number], ...does: string[]]>([
  // No count, no rows, a row too few, all rows, a row too many.
  ['never requested', starting(), 'created', 'open', 'count', 'count', 'open', 'count'],
  ['never requested', starting(), 'queued', 'wait', 'count', 'count', 'wait', 'count'],
  ['never requested', starting(), 'migrating', 'wait', 'count', 'count', 'wait', 'count'],
  ['never requested', starting(), null, 'open', 'count', 'count', 'open', 'count'],
  ['never requested', starting(), 'processed', ...Array<string>(5).fill('processed-early')],
  ['no word before', starting({ statusBefore: null }), 'created', 'wait', 'count', 'count', 'wait', 'count'],
  ['no word before', starting({ statusBefore: null }), null, 'open', 'count', 'count', 'open', 'count'],
  ['held', starting({ held: true }), 'created', 'wait', 'count', 'count', 'wait', 'count'],
  ['held', starting({ held: true }), null, 'wait', 'count', 'count', 'wait', 'count'],
  ['resumed', starting({ resumed: true }), 'created', 'open', 'count', 'count', 'open', 'count'],
  ['resumed', starting({ resumed: true }), 'migrating', 'wait', 'count', 'count', 'wait', 'count'],
  ['resumed', starting({ resumed: true }), null, 'open', 'count', 'count', 'open', 'count'],
  ['started by the user', starting({ decidedByUser: true, statusBefore: 'queued' }), 'queued', 'open', 'count', 'count', 'open', 'count'],
  ['started by the user', starting({ decidedByUser: true, statusBefore: 'created' }), 'queued', 'wait', 'count', 'count', 'wait', 'count'],
  ['found', starting({ found: true }), 'processed', 'collecting', 'processed-early', 'processed-early', 'collecting', 'processed-early'],
  ['requested once', starting({ asked: 1 }), 'created', 'open', 'start-unclear', 'start-unclear', 'open', 'start-unclear'],
  ['requested once', starting({ asked: 1 }), null, 'open', 'start-unclear', 'start-unclear', 'open', 'start-unclear'],
  ['requested once', starting({ asked: 1 }), 'migrating', ...Array<string>(5).fill('watch')],
  ['requested once', starting({ asked: 1 }), 'queued', ...Array<string>(5).fill('watch')],
  ['requested once', starting({ asked: 1 }), 'processed', ...Array<string>(5).fill('watch')],
  ['refused', starting({ refusal: 'No.' }), 'created', 'open', 'start-unclear', 'start-unclear', 'open', 'start-unclear'],
  ['refused', starting({ refusal: 'No.' }), 'queued', ...Array<string>(5).fill('watch')],
  ['refused', starting({ refusal: 'No.' }), 'processed', ...Array<string>(5).fill('watch')],
])('the gate, %s: %#', (_what, state, word, ...does) => {
  it.each(COUNTS.map((count, at) => [word, count, does[at]] as const))('with the status %s and %s rows: %s', (_word, count, expected) => {
    expect(atGate(state, word, count)).toBe(expected);
  });
});

describe('the gate', () => {
  it('never opens for a different number of rows, another name, or a second project of ours', () => {
    const states = [
      starting(),
      starting({ decidedByUser: true }),
      starting({ asked: 1 }),
      starting({ refusal: 'No.' }),
      starting({ found: true }),
    ];
    for (const state of states)
      for (const word of FIRST) {
        for (const totalRows of [0, ROWS - 1, ROWS + 1]) expect(evaluateGate(state, observation(word, { totalRows })).open).toBe(false);
        const strange = evaluateGate(state, observation(word, { name: STRANGE }));
        expect([strange.open, questionOf(strange.state)]).toEqual([false, 'not-ours']);
      }
    for (const others of [1, 2]) {
      const twice = evaluateGate(starting(), observation('created'), { there: true, others });
      expect([twice.open, questionOf(twice.state)]).toEqual([false, 'create-ambiguous']);
      expect(stored(twice.state)).toMatchObject({ resume: { at: 'starting', observations: [] } });
    }
  });

  it('counts the rows again after a different number is observed', () => {
    const counted = evaluateGate(starting(), observation('created', { totalRows: 7 })).state;
    expect(stored(counted)).toMatchObject({ at: 'confirming', arrival: 'unknown', remoteId: 'P1', observations: [{ totalRows: 7 }] });
    expect(counted).not.toHaveProperty('found');
    // A found project is never replaced automatically.
    const found = evaluateGate(starting({ found: true }), observation('created', { totalRows: 7 })).state;
    expect(stored(found)).toMatchObject({ at: 'confirming', arrival: 'found', found: true });
  });

  it('stores observed words in plain form, each once and up to a limit', () => {
    let state = starting();
    for (const word of ['Migrating', 'migrating', ' CREATED', null]) state = evaluateGate(state, observation(word)).state as Starting;
    expect(stored(state)).toMatchObject({ statusBefore: ' CREATED', wordsBefore: ['created', 'migrating'] });
    for (let n = 0; n < 60; n++) state = evaluateGate(state, observation(`step ${n}`)).state as Starting;
    expect(state.wordsBefore).toHaveLength(40);
    expect(state.wordsBefore?.at(-1)).toBe('step 59');
  });

  it('restarts counting words after one that means work', () => {
    let state = starting({ observations: [observation('a'), observation('b'), observation('c'), observation('d'), observation('queued')] });
    const next = evaluateGate(state, observation('e'));
    expect(next.open).toBe(false);
    state = next.state as Starting;
    // The observations before it still show how long the gate was closed.
    expect(stored(state)).toMatchObject({ observations: { length: 6, 5: { status: 'e' } } });
    for (const word of ['f', 'g', 'h', 'i']) {
      const after = evaluateGate(state, observation(word));
      expect(after.open).toBe(false);
      state = after.state as Starting;
    }
    expect(evaluateGate(state, observation('j')).open).toBe(true);
    // Without such a word the sixth observation opens it.
    expect(
      evaluateGate(
        starting({ observations: [observation('a'), observation('b'), observation('c'), observation('d'), observation('x')] }),
        observation('e'),
      ).open,
    ).toBe(true);
  });

  it('raises a doubt only with two words to compare', () => {
    expect(atGate(starting({ resumed: true, statusBefore: null }), 'created', ROWS)).toBe('wait');
    expect(evaluateGate(starting({ resumed: true, statusBefore: null }), observation('created')).state).toMatchObject({
      at: 'starting',
      statusBefore: 'created',
    });
    expect(evaluateGate(starting({ resumed: true, statusBefore: null }), observation('created')).state).toHaveProperty(
      'resumed',
      undefined,
    );
    // A missing word does not contradict the word before it.
    expect(evaluateGate(starting({ decidedByUser: true, statusBefore: 'queued' }), observation(null)).open).toBe(true);
    expect(evaluateGate(starting({ decidedByUser: true, statusBefore: null }), observation('queued')).state).toMatchObject({
      statusBefore: 'queued',
    });
  });

  it('keeps the evidence of its closed observations', () => {
    const { state } = keepObserving(starting({ held: true }), () => observation('created'), observed);
    if (state.at !== 'needs-decision' || state.resume.at !== 'starting') throw new Error(state.at);
    expect(state.resume.observations).toHaveLength(11);
    expect(state.resume).toMatchObject({ phase: 'ready', asked: 0 });
  });
});
