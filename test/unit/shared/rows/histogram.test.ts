/** Every count of a check is a sum over the rows by facts code. */
import { expect, it } from 'vitest';
import {
  countRows,
  creditsSaved,
  histogramOf,
  mergeHistograms,
  type RowHistogram,
  rowsByDisposition,
} from '../../../../shared/rows/histogram.ts';
import { encodeFacts, NO_ROW, type RowFacts } from '../../../../shared/rows/row-facts.ts';

const READY: RowFacts = {
  readiness: 'ready',
  leftOut: 'no',
  suppressed: 'no',
  comparison: 'none',
  recent: 'none',
  chosen: 'yes',
  weakness: 'none',
  hasWarning: 'no',
  who: 'person',
};
const ready = encodeFacts(READY);
const invalid = encodeFacts({ ...READY, readiness: 'invalid' });
const suppressed = encodeFacts({ ...READY, suppressed: 'yes' });
const OPTIONS = { sendErrors: false, resendRecent: false };

const inOrder = (...pairs: [code: typeof ready, rows: number][]): RowHistogram => pairs.toSorted(([a], [b]) => a - b);

it('has each code once, with the number of its rows, by code', () => {
  expect(histogramOf([suppressed, ready, invalid, ready, suppressed, ready])).toEqual(inOrder([ready, 3], [invalid, 1], [suppressed, 2]));
});

it('is sorted by number, not by text', () => {
  const codes = [...histogramOf([suppressed, 10, 9, 100, ready])].map(([code]) => code);
  expect(codes).toEqual(codes.toSorted((a, b) => a - b));
});

it('does not count headings, titles and totals', () => {
  expect(histogramOf([NO_ROW, ready, NO_ROW])).toEqual([[ready, 1]]);
  expect(histogramOf([NO_ROW])).toEqual([]);
});

it('begins with nothing each time', () => {
  expect(histogramOf([ready, ready])).toEqual(histogramOf([ready, ready]));
});

it('of several parts has the sum of their rows, without codes that no row has', () => {
  expect(mergeHistograms([inOrder([ready, 3], [invalid, 1]), inOrder([ready, 2]), [[suppressed, 0]]])).toEqual(
    inOrder([ready, 5], [invalid, 1]),
  );
  expect(mergeHistograms([])).toEqual([]);
});

it('counts the rows with a fact, and those of each disposition', () => {
  const histogram = inOrder([ready, 5], [invalid, 2], [suppressed, 1]);
  expect(countRows(histogram, ({ readiness }) => readiness === 'ready')).toBe(6);
  expect(rowsByDisposition(histogram, OPTIONS)).toMatchObject({ sent: 5, invalid: 2, suppressed: 1, duplicateId: 0 });
  expect(rowsByDisposition(histogram, { ...OPTIONS, sendErrors: true })).toMatchObject({ sent: 7, invalid: 0, suppressed: 1 });
});

it('saves the credits of rows for which they would buy nothing, in whole ones for each reason', () => {
  const organization = encodeFacts({ ...READY, who: 'organization' });
  const later = encodeFacts({ ...READY, chosen: 'notThisTime' });
  const rows = rowsByDisposition(inOrder([ready, 5], [invalid, 2], [suppressed, 3], [organization, 3], [later, 9]), OPTIONS);
  expect(creditsSaved(rows, 1)).toBe(6);
  expect(creditsSaved(rows, 1.5)).toBe(8);
});
