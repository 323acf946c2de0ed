/** The rank of a person of a pilot among those who have a value, so a column that is empty for most people makes nobody look low. */
import { expect, it } from 'vitest';
import { expectedOf, percentileOf } from '../../../../../main/worker/results/pilot-results.ts';

it.each([
  ['the highest of four', 9, [1, 3, 5, 9], 75],
  ['with equal numbers', 3, [1, 3, 3, 9], 25],
  ['the lowest', 1, [1, 3], 0],
  ['among few who have a number', 9, [Number.NaN, 1, Number.NaN, Number.NaN, 9, Number.NaN], 50],
  ['without a number', Number.NaN, [1, Number.NaN], null],
])('%s', (_what, number, all, percentile) => {
  expect(percentileOf(number, all)).toBe(percentile);
});

it.each([
  [[{ people: 10, refused: 10, others: 25 }], 25],
  [[{ people: 10, refused: 10, others: 26 }], 26],
  [[{ people: 10, refused: 5, others: 100 }], 50],
  [
    [
      { people: 10, refused: 5, others: 33 },
      { people: 0, refused: 0, others: 90 },
    ],
    17,
  ],
  [[{ people: 10, refused: 4, others: 100 }], null],
])('of %o, %s of the others are expected to be refused, never more than there are', (quality, expected) => {
  expect(expectedOf(quality)).toBe(expected);
});
