/** Ratings: bands, tables of values, and the bands to begin with. */
import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  OUTSIDE,
  type Rating,
  nearText,
  quantileSteps,
  ratingProblem,
  ratingText,
  roundSteps,
  stepOf,
} from '../../../../shared/ratings/index.ts';

const bands = (...froms: number[]): Rating => ({
  kind: 'bands',
  column: 'score',
  title: 'Ours',
  steps: froms.map((from, at) => ({ code: String.fromCharCode(65 + at), label: '', from })),
});

describe('bands', () => {
  test.each([
    ['1000000', 'A'],
    ['999999.99', 'B'],
    ['250000', 'B'],
    ['0', OUTSIDE],
    ['-1', OUTSIDE],
    ['', ''],
    ['many', OUTSIDE],
  ])('%s is “%s”', (value, word) => {
    expect(ratingText(bands(1_000_000, 250_000, 1), value)).toBe(word);
  });

  test.each([
    ['1000000', 'B'],
    ['1020000', 'B'],
    ['1020001', null],
    ['980000', 'A'],
    ['979999', null],
    ['254000', 'C'],
    ['246000', 'B'],
    // The lowest bound has no band below it, and a value outside is near the lowest band.
    ['1', null],
    ['0.99', 'C'],
    ['', null],
    ['many', null],
  ])('%s is near %s', (value, near) => {
    expect(nearText(bands(1_000_000, 250_000, 1), value)).toBe(near);
  });

  test('where two bounds are within reach, the nearer one counts', () => {
    expect([100.4, 101.6].map((value) => nearText(bands(102, 100, 0), String(value)))).toEqual(['C', 'A']);
  });

  test('a table of values takes numbers as they are written, and words in any case', () => {
    const table: Rating = {
      kind: 'values',
      column: 'score',
      title: 'Ours',
      steps: [
        { code: '', label: 'High', value: '4.0' },
        { code: 'X', label: 'Yes', value: 'TRUE' },
      ],
    };
    expect(['4', 'true', '3', ''].map((value) => ratingText(table, value))).toEqual(['High', 'X Yes', OUTSIDE, '']);
  });

  test.each([
    [bands(1, 2), 'The highest band comes first.'],
    [bands(2, 2), 'The highest band comes first.'],
    [{ ...bands(2), steps: [{ code: '', label: '', from: 2 }] } as Rating, 'has no code and no label'],
    [
      {
        ...bands(2, 1),
        steps: [
          { code: 'A', label: '', from: 2 },
          { code: 'a', label: '', from: 1 },
        ],
      } as Rating,
      'the same code and label',
    ],
    [{ ...bands(2), steps: [{ code: '', label: OUTSIDE, from: 2 }] } as Rating, 'Choose another label'],
  ])('%# is refused with its reason', (rating, reason) => {
    expect(ratingProblem(rating)).toContain(reason);
  });
});

describe('bands to begin with', () => {
  const amounts = array(integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 60 });

  test('can be saved as they are, and nobody is outside of them', () => {
    assert(
      property(amounts, constantFrom(quantileSteps, roundSteps), (values, preset) => {
        const sorted = values.toSorted((a, b) => a - b);
        const rating: Rating = { kind: 'bands', column: 'score', title: 'Ours', steps: preset(sorted, 5) };
        expect(ratingProblem(rating)).toBeNull();
        for (const value of sorted) expect(stepOf(rating, String(value))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('equal groups have the same number of people, and round bounds are 1, 2.5 or 5 with zeros', () => {
    const sorted = Array.from({ length: 100 }, (_, at) => 1003 * (at + 1));
    expect(quantileSteps(sorted, 5).map(({ from }) => sorted.filter((value) => value >= from).length)).toEqual([20, 40, 60, 80, 100]);
    for (const { from } of roundSteps(sorted, 5)) expect(String(from)).toMatch(/^(?:0|(?:1|25?|5)0*)$/);
  });
});
