/** The bars of a distribution have the people whom the filter of each bar finds. */
import { expect, test } from 'vitest';
import { distributionOf } from '../../../../../main/worker/results/distribution.ts';

const distribution = (values: readonly number[]) =>
  distributionOf('score', { by: 'profile', type: 'number', values: Float64Array.from(values) }, values.keys());

test.each([
  ['tenths', [2.28, 2.3, 2.32, 2.46, 2.52, 2.48, 2.42, 2.76, 2.82, 2.94, 2.8, 2.84]],
  ['fortieths', [0.114, 0.132, 0.168, 0.15, 0.159, 0.177, 0.258, 0.276, 0.204, 0.213, 0.222]],
  ['scores with one decimal', Array.from({ length: 14 }, (_, index) => (20 + index) / 10)],
  ['whole numbers', Array.from({ length: 40 }, (_, index) => index * 7)],
])('in bars of %s', (_what, values) => {
  const { bars } = distribution(values);
  const found = bars.map(({ from, to }) => values.filter((value) => value >= from! && value <= to!).length);
  expect(bars.map(({ rows }) => rows)).toEqual(found);
  expect(found.reduce((sum, rows) => sum + rows, 0)).toBe(values.length);
});

test('a number that a double cannot represent is in no bar', () => {
  const { bars, empty } = distribution([...Array.from({ length: 12 }, (_, index) => index), Number.POSITIVE_INFINITY]);
  expect(bars.reduce((sum, { rows }) => sum + rows, 0)).toBe(12);
  expect(empty).toBe(1);
});
