import { expect, it } from 'vitest';
import { outcomeDifference, missingReportSentence } from '../../../../shared/view-texts/fetched-again.ts';

const counts = (scored: number, refused: number, unknown: number, unmatched = 0) => ({
  submitted: scored + refused + unknown,
  scored,
  refused,
  unknown,
  unmatched,
});

it.each([
  [counts(5, 1, 2), counts(5, 1, 2), 'nothing new'],
  [counts(5000, 0, 1200), counts(6200, 0, 0), '1,200 more scored, 1,200 fewer without a result'],
  [counts(5, 0, 2), counts(5, 2, 0), '2 more not accepted, 2 fewer without a result'],
  [counts(0, 0, 4, 4), counts(4, 0, 0), '4 more scored, 4 fewer without a result, 4 fewer profiles without a row'],
  [counts(0, 0, 1, 1), counts(1, 0, 0), '1 more scored, 1 fewer without a result, 1 fewer profile without a row'],
])('from %o to %o: %s', (before, after, expected) => {
  expect(outcomeDifference(before, after)).toBe(expected);
});

it('a missing report of row errors is mentioned when some rows are not scored', () => {
  expect(missingReportSentence('none', counts(5, 1, 0))).toMatch(/^The service has no report of row errors\./);
  expect(missingReportSentence('none', counts(5, 0, 1))).not.toBeNull();
  expect(missingReportSentence('none', counts(5, 0, 0))).toBeNull();
  expect(missingReportSentence('read', counts(5, 1, 0))).toBeNull();
});
