/** A check that an earlier version stored as counts gives the figures that this version shows. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FormerCheck, type FormerCounts } from '../../../../../../main/store/app-database/schema/check.ts';
import { alreadyScreened, checkCounts } from '../../../../../../shared/rows/check-counts.ts';
import { dispositionOf } from '../../../../../../shared/rows/disposition.ts';
import { countRows, histogramOf, type RowHistogram, rowsByDisposition } from '../../../../../../shared/rows/histogram.ts';
import { encodeFacts, type RowFacts } from '../../../../../../shared/rows/row-facts.ts';

/** Rows as they occur: a row that is unchanged since the baseline is not looked up in recent screenings. */
const anyRow: fc.Arbitrary<RowFacts> = fc
  .record({
    readiness: fc.constantFrom('ready', 'incomplete', 'invalid', 'duplicateId'),
    excluded: fc.constantFrom('no', 'no', 'no', 'manual', 'household'),
    suppressed: fc.constantFrom('no', 'no', 'no', 'yes'),
    comparison: fc.constantFrom('none', 'changed', 'unchanged', 'unchangedUnscored'),
    recent: fc.constantFrom('none', 'screened', 'inProgress', 'screenedOtherDetails'),
    hasIssue: fc.constantFrom('no', 'yes'),
  })
  .map((row) => (row.comparison.startsWith('unchanged') ? { ...row, recent: 'none' } : row) as RowFacts);

/** The counts of the earlier version. */
function formerCounts(rows: readonly RowFacts[]): FormerCounts {
  const count = (is: (row: RowFacts) => boolean) => rows.filter(is).length;
  const manual = ({ excluded }: RowFacts) => excluded === 'manual';
  const household = ({ excluded }: RowFacts) => excluded === 'household';
  const isIn = (row: RowFacts) => row.excluded === 'no' && row.suppressed === 'no';
  const invalid = ({ readiness }: RowFacts) => readiness === 'invalid' || readiness === 'duplicateId';
  const before = ({ recent }: RowFacts) => recent === 'screened' || recent === 'inProgress';
  const both = (is: (row: RowFacts) => boolean) => [
    count((row) => isIn(row) && !invalid(row) && is(row)),
    count((row) => isIn(row) && invalid(row) && is(row)),
  ] as const; // prettier-ignore
  const screened = both(before);
  const onItsWay = both(({ recent }) => recent === 'inProgress');
  const unchanged = both(({ comparison }) => comparison === 'unchanged');
  const unscored = both(({ comparison }) => comparison === 'unchangedUnscored');
  const changedSince = both((row) => row.comparison === 'changed' && !before(row));
  const changedBefore = both((row) => row.comparison === 'changed' && before(row));
  return {
    byHand: count(manual),
    household: count(household),
    doNotScreen: count((row) => row.excluded === 'no' && row.suppressed === 'yes'),
    errors: count((row) => isIn(row) && row.readiness === 'invalid'),
    sameId: count((row) => isIn(row) && row.readiness === 'duplicateId'),
    ready: count((row) => isIn(row) && row.readiness === 'ready'),
    thin: count((row) => isIn(row) && row.readiness === 'incomplete'),
    withIssues: count(({ hasIssue }) => hasIssue === 'yes'),
    before: screened[0],
    beforeWithErrors: screened[1],
    onItsWay: onItsWay[0],
    onItsWayWithErrors: onItsWay[1],
    changed: count(({ recent }) => recent === 'screenedOtherDetails'),
    unchanged: unchanged[0],
    unchangedWithErrors: unchanged[1],
    unscored: unscored[0],
    unscoredWithErrors: unscored[1],
    changedSince: changedSince[0],
    changedSinceWithErrors: changedSince[1],
    changedBefore: changedBefore[0],
    changedBeforeWithErrors: changedBefore[1],
  };
}

/** The counts that the earlier version stored: it did not say which of the rows with issues have an error or a warning. */
function countsThen(histogram: RowHistogram) {
  const { rows, ready, fixable, incomplete, invalid, leftOut, withIssues } = checkCounts(histogram);
  return { rows, ready, fixable, incomplete, invalid, leftOut, withIssues };
}

it('a former check has the same cost and the same view as the histogram of its rows', () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 60 }), (rows) => {
      const whole = histogramOf(rows.map(encodeFacts));
      const { histogram } = FormerCheck.parse({ ...formerCounts(rows), rows: rows.length, rules: [], undo: null, redo: null });
      expect(countsThen(histogram)).toEqual(countsThen(whole));
      for (const sendErrors of [false, true])
        for (const resendRecent of [false, true]) {
          const options = { sendErrors, resendRecent };
          expect(rowsByDisposition(histogram, options)).toEqual(rowsByDisposition(whole, options));
          expect(alreadyScreened(histogram, options)).toBe(alreadyScreened(whole, options));
          const isChanged = (row: RowFacts) => row.comparison === 'changed' && dispositionOf(row, options) === 'sent';
          expect(countRows(histogram, isChanged)).toBe(countRows(whole, isChanged));
        }
      const hasOtherDetails = ({ recent }: RowFacts) => recent === 'screenedOtherDetails';
      expect(countRows(histogram, hasOtherDetails)).toBe(countRows(whole, hasOtherDetails));
    }),
  );
});

it('a check that was stored with a histogram is read unchanged', () => {
  const stored = { histogram: [[0, 3]], rules: [], undo: 'the change', redo: null, fields: ['primaryLast'] };
  expect(FormerCheck.parse(stored)).toEqual(stored);
});
