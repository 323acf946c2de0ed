/** Deciles, the cut and the sample below it, for any list. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenOf, sampleBelow, sampledBelow, strataOf } from '../../../../shared/order/cut.ts';
import { OrderSettings, bestProblem, DECILES, INITIAL_WEIGHTS } from '../../../../shared/order/settings.ts';

const anyList = fc.record({
  people: fc.integer({ min: 0, max: 3_000 }),
  sample: fc.double({ min: 0, max: 1, noNaN: true }),
  seed: fc.integer({ min: 0, max: 999_999 }),
});
const anyCut: fc.Arbitrary<OrderSettings['cut']> = fc.oneof(
  fc.record({ kind: fc.constant('people' as const), people: fc.integer({ min: 1, max: 4_000 }) }),
  fc.record({ kind: fc.constant('decile' as const), last: fc.constantFrom(...DECILES) }),
  fc.record({ kind: fc.constant('balance' as const), keep: fc.constant(0) }),
);
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

describe('the deciles of a list', () => {
  it('are ten of nearly equal size, the earlier ones the larger', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000 }), (people) => {
        const ends = strataOf(people);
        const sizes = ends.map((end, at) => end - (ends[at - 1] ?? 0));
        expect(sizes).toHaveLength(10);
        expect(sum(sizes)).toBe(people);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
    expect(strataOf(2_409)[4]).toBe(1_205);
  });

  it('are none in a list of fewer than a hundred people', () => {
    expect(strataOf(99)).toEqual([99]);
  });
});

describe('the cut and the sample', () => {
  it('add up to everyone, draw from each decile below the cut, and are the same for the same seed', () => {
    fc.assert(
      fc.property(anyList, anyCut, fc.integer({ min: 0, max: 4_000 }), ({ people, sample, seed }, cut, affordable) => {
        const chosen = chosenOf(people, { cut, sample }, affordable);
        expect(chosen).toBeGreaterThanOrEqual(0);
        expect(chosen).toBeLessThanOrEqual(people);
        const drawn = sampleBelow(people, chosen, { sample, seed });
        expect(drawn).toHaveLength(people - chosen);
        expect(sum(drawn)).toBe(sampledBelow(people, chosen, sample));
        expect(sampleBelow(people, chosen, { sample, seed })).toEqual(drawn);
        let from = chosen;
        for (const end of strataOf(people).filter((one) => one > chosen)) {
          const share = (end - from) * sample;
          expect(Math.abs(sum(drawn.subarray(from - chosen, end - chosen)) - share)).toBeLessThanOrEqual(1);
          from = end;
        }
      }),
    );
  });

  it('by credits sends as many as the credits allow, the sample included', () => {
    fc.assert(
      fc.property(anyList, fc.integer({ min: 0, max: 4_000 }), ({ people, sample }, affordable) => {
        const sentFor = (chosen: number) => chosen + sampledBelow(people, chosen, sample);
        const chosen = chosenOf(people, { cut: { kind: 'balance', keep: 0 }, sample }, affordable);
        expect(chosen === 0 || sentFor(chosen) <= affordable).toBe(true);
        expect(chosen === people || sentFor(chosen + 1) > affordable).toBe(true);
      }),
    );
  });

  it('say the same number as people and as a decile', () => {
    expect(chosenOf(2_409, { cut: { kind: 'decile', last: 'E' }, sample: 0.05 }, 0)).toBe(1_205);
    expect(sampledBelow(2_409, 1_205, 0.05)).toBe(60);
    expect(chosenOf(2_409, { cut: { kind: 'balance', keep: 0 }, sample: 0.05 }, 1_265)).toBe(1_205);
  });

  it('draw other people with another seed', () => {
    const draws = [1, 2, 3].map((seed) => sampleBelow(1_000, 500, { sample: 0.1, seed }).join(''));
    expect(new Set(draws).size).toBe(3);
  });
});

describe('settings', () => {
  const without = { total: 0, recency: 0, gifts: 0, readiness: 0, neverScreened: 0 };
  it('without a weight give no order, nor do weights for gifts in a list without gifts', () => {
    expect(bestProblem({ by: { kind: 'weights', weights: without } })).toBe('Give one of them a weight');
    const gifts = ['total', 'recency', 'gifts'] as const;
    const onlyTotal = { by: { kind: 'weights' as const, weights: { ...without, total: 3 } } };
    expect(bestProblem(onlyTotal, gifts)).toContain('No gifts in this list');
    expect(bestProblem(onlyTotal, ['total'])).toBe('The list has no values for “Total given”. Give one of the others a weight');
    expect(bestProblem(onlyTotal, ['recency'])).toBeNull();
    expect(bestProblem({ by: { kind: 'weights', weights: { ...without, readiness: 1 } } }, gifts)).toBeNull();
    expect(bestProblem({ by: { kind: 'weights', weights: INITIAL_WEIGHTS } }, gifts)).toBeNull();
    expect(bestProblem({ by: { kind: 'column', column: 3, smallestFirst: false } }, gifts)).toBeNull();
  });

  it('have weights from 0 to 3', () => {
    const settings = (total: number) => ({
      by: { kind: 'weights', weights: { ...without, total } },
      cut: { kind: 'people', people: 5 },
      sample: 0.05,
      seed: 1,
    });
    expect(OrderSettings.safeParse(settings(3)).success).toBe(true);
    expect(OrderSettings.safeParse(settings(4)).success).toBe(false);
  });
});
