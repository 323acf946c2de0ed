/** The order of people by numbers. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addPoints, ranked, shares } from '../../../../shared/order/ranking.ts';

const numbers = fc.array(fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(Number.NaN)), { maxLength: 60 });

it('gives each person the share of the others that have less; a missing number is less than every other', () => {
  fc.assert(
    fc.property(numbers, (values) => {
      const found = shares(Float64Array.from(values));
      const less = (a: number, b: number) => (Number.isNaN(a) ? !Number.isNaN(b) : !Number.isNaN(b) && a < b);
      for (const [at, value] of values.entries()) {
        const below = values.filter((other) => less(other, value)).length;
        expect(found[at]).toBe(below / Math.max(1, values.length - 1));
      }
    }),
  );
});

it('puts most points first, and equal people in the order of the list', () => {
  const points = new Float64Array(4);
  addPoints(points, Float64Array.of(10, 500, 10, Number.NaN), 3);
  addPoints(points, Float64Array.of(1, 1, 1, 9), 0);
  expect([...ranked(points)]).toEqual([1, 0, 2, 3]);
  addPoints(points, Float64Array.of(1, 1, 2, 1), 1);
  expect([...ranked(points)]).toEqual([1, 2, 0, 3]);
});
