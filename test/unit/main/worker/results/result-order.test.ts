/** The order of a column's values: a long list is sorted by counting and a short one by comparison, with the same result. */
import { describe, expect, test } from 'vitest';
import { orderOf } from '../../../../../main/worker/results/result-order.ts';

/** Numbers that are the same in every run. */
function* numbers(): Generator<number> {
  for (let seed = 7; ;) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    yield seed / 0x7fff_ffff;
  }
}

const KINDS: Readonly<Record<string, (random: () => number) => number>> = {
  ratings: (random) => 1 + Math.floor(random() * 4),
  'ratings with missing values': (random) => (random() < 0.2 ? Number.NaN : Math.floor(random() * 5)),
  'amounts above and below zero': (random) => (random() < 0.1 ? -0 : random() < 0.1 ? 0 : (random() - 0.5) * 1e9),
  'extreme numbers': (random) => [Number.NEGATIVE_INFINITY, -5e-324, 5e-324, 1e308, Number.POSITIVE_INFINITY][Math.floor(random() * 5)]!,
  'missing values': () => Number.NaN,
};

function expected(values: Float64Array, descending: boolean): number[] {
  return [...values.keys()].sort((a, b) => {
    const [left, right] = [values[a]!, values[b]!];
    if (Number.isNaN(left) || Number.isNaN(right)) return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || a - b;
    if (left === right) return a - b;
    return left < right === descending ? 1 : -1;
  });
}

describe.each(Object.entries(KINDS))('the order of %s', (_, kind) => {
  test.each([
    [0, false],
    [50, false],
    [50, true],
    [9000, false],
    [9000, true],
  ])('is correct for %i of them, descending: %s', (length, descending) => {
    const from = numbers();
    const values = Float64Array.from({ length }, () => kind(() => from.next().value as number));
    expect([...orderOf(values, descending)]).toEqual(expected(values, descending));
  });
});
