/** The disposition of a row, and the counts that follow from the facts of all rows. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alreadyScreened, checkCounts } from '../../../../shared/rows/check-counts.ts';
import { type Disposition, dispositionOf, dispositionsBy, type SendOptions } from '../../../../shared/rows/disposition.ts';
import { countRows, histogramOf, mergeHistograms, rowsByDisposition } from '../../../../shared/rows/histogram.ts';
import { CODES, decodeFacts, encodeFacts, FACT_MASK, NO_ROW, type RowFacts } from '../../../../shared/rows/row-facts.ts';

const PLAIN: RowFacts = {
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
const USUAL: SendOptions = { sendErrors: false, resendRecent: false };

const anyFacts: fc.Arbitrary<RowFacts> = fc.record({
  readiness: fc.constantFrom('ready', 'incomplete', 'invalid', 'duplicateId'),
  leftOut: fc.constantFrom('no', 'byHand', 'otherRow'),
  suppressed: fc.constantFrom('no', 'yes'),
  comparison: fc.constantFrom('none', 'new', 'changed', 'unchanged', 'unchangedUnscored'),
  recent: fc.constantFrom('none', 'screened', 'inProgress', 'screenedOtherDetails'),
  chosen: fc.constantFrom('yes', 'notThisTime'),
  weakness: fc.constantFrom('none', 'fixable', 'open'),
  hasWarning: fc.constantFrom('no', 'yes'),
  who: fc.constantFrom('person', 'notAPerson', 'organization', 'deceased'),
});
const anyOptions: fc.Arbitrary<SendOptions> = fc.record({ sendErrors: fc.boolean(), resendRecent: fc.boolean() });

describe('the disposition of a row', () => {
  const all: SendOptions = { sendErrors: true, resendRecent: true };
  it.each<[Partial<RowFacts>, SendOptions, Disposition]>([
    [{}, USUAL, 'sent'],
    [{ readiness: 'incomplete', hasWarning: 'yes', comparison: 'new' }, USUAL, 'sent'],
    [{ comparison: 'changed', recent: 'screenedOtherDetails' }, USUAL, 'sent'],
    // Each reason precedes those that the user can lift with an option.
    [{ leftOut: 'byHand', suppressed: 'yes', readiness: 'invalid' }, all, 'leftOutByHand'],
    [{ leftOut: 'otherRow', suppressed: 'yes' }, all, 'otherRowSent'],
    [{ leftOut: 'merged', readiness: 'duplicateId' }, all, 'merged'],
    [{ suppressed: 'yes', readiness: 'invalid', comparison: 'unchanged' }, all, 'suppressed'],
    [{ who: 'deceased', readiness: 'invalid', comparison: 'unchanged' }, all, 'deceased'],
    [{ who: 'organization', suppressed: 'yes' }, all, 'suppressed'],
    [{ who: 'organization' }, all, 'organization'],
    [{ who: 'notAPerson', leftOut: 'byHand' }, all, 'leftOutByHand'],
    [{ who: 'notAPerson' }, all, 'notAPerson'],
    [{ readiness: 'invalid', comparison: 'unchanged' }, USUAL, 'invalid'],
    [{ readiness: 'duplicateId', recent: 'screened' }, USUAL, 'duplicateId'],
    [{ readiness: 'duplicateId', recent: 'screened' }, { sendErrors: true, resendRecent: false }, 'recentlyScreened'],
    [{ readiness: 'invalid' }, { sendErrors: true, resendRecent: false }, 'sent'],
    [{ comparison: 'unchanged' }, all, 'unchanged'],
    [{ comparison: 'unchangedUnscored' }, all, 'unchangedUnscored'],
    [{ comparison: 'changed', recent: 'inProgress' }, USUAL, 'inProgress'],
    [{ recent: 'screened' }, USUAL, 'recentlyScreened'],
    [{ recent: 'inProgress' }, { sendErrors: false, resendRecent: true }, 'sent'],
    // Only a person who could be sent can be kept for later.
    [{ chosen: 'notThisTime' }, all, 'notChosen'],
    [{ chosen: 'notThisTime', recent: 'screened' }, USUAL, 'recentlyScreened'],
    [{ chosen: 'notThisTime', readiness: 'invalid' }, USUAL, 'invalid'],
  ])('with %o and %o: %3$s', (facts, options, disposition) => {
    expect(dispositionOf({ ...PLAIN, ...facts }, options)).toBe(disposition);
  });

  it('is the same when it is computed from the code of the row', () => {
    fc.assert(
      fc.property(anyFacts, anyOptions, (facts, options) => {
        const code = encodeFacts(facts);
        expect(decodeFacts(code)).toEqual(facts);
        expect(dispositionsBy(options)(code)).toBe(dispositionOf(facts, options));
      }),
    );
  });

  it('has a code only for each combination of valid facts', () => {
    const valid = Array.from({ length: CODES }, (_, code) => code).filter((code) => {
      try {
        return encodeFacts(decodeFacts(code)) === code;
      } catch {
        return false;
      }
    });
    // The product of the numbers of values of all facts.
    expect(valid).toHaveLength(4 * 4 * 2 * 5 * 4 * 2 * 3 * 2 * 4);
  });

  it('is rejected for a number that is not a code', () => {
    expect(() => decodeFacts(NO_ROW)).toThrow(RangeError);
    // The first number after the last code, and a code with a value that the fact does not have.
    expect(() => decodeFacts(CODES)).toThrow('65536 encodes no facts of a row');
    expect(() => decodeFacts(FACT_MASK.comparison)).toThrow('encodes no facts of a row');
  });
});

describe('counts of a list', () => {
  it('are the same for every grouping of its rows', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyFacts, { maxLength: 12 }), { maxLength: 5 }), anyOptions, (groups, options) => {
        const rows = groups.flat();
        const histogram = mergeHistograms(groups.map((group) => histogramOf([...group.map(encodeFacts), NO_ROW])));
        expect(histogram).toEqual(histogramOf(rows.map(encodeFacts)));
        expect(countRows(histogram, ({ recent }) => recent === 'inProgress')).toBe(
          rows.filter(({ recent }) => recent === 'inProgress').length,
        );
        for (const [disposition, count] of Object.entries(rowsByDisposition(histogram, options)))
          expect(count).toBe(rows.filter((facts) => dispositionOf(facts, options) === disposition).length);
      }),
    );
  });

  it('are shown by readiness without the rows that are left out', () => {
    const rows: Partial<RowFacts>[] = [
      {},
      { readiness: 'incomplete', hasWarning: 'yes' },
      { readiness: 'invalid' },
      { readiness: 'duplicateId' },
      { leftOut: 'byHand' },
      { suppressed: 'yes' },
      { recent: 'screened' },
      { comparison: 'unchanged', readiness: 'invalid' },
      // A weak match is not ready; an invalid row is invalid whatever else applies.
      { weakness: 'fixable', hasWarning: 'yes' },
      { weakness: 'open', hasWarning: 'yes' },
      { weakness: 'fixable', readiness: 'incomplete', hasWarning: 'yes' },
      { weakness: 'fixable', readiness: 'invalid' },
    ];
    const histogram = histogramOf([NO_ROW, ...rows.map((facts) => encodeFacts({ ...PLAIN, ...facts }))]);
    expect(checkCounts(histogram)).toMatchObject({ rows: 12, ready: 2, fixable: 1, incomplete: 3, invalid: 4, leftOut: 2, withIssues: 8 });
    expect(alreadyScreened(histogram, USUAL)).toBe(1);
    expect(alreadyScreened(histogram, { sendErrors: true, resendRecent: true })).toBe(1);
    expect(alreadyScreened(histogram, { sendErrors: true, resendRecent: false })).toBe(2);
  });

  it('count each row once among the issues, the warnings and the comparisons, and none that is left out', () => {
    const warned = { hasWarning: 'yes' } as const;
    const rows: Partial<RowFacts>[] = [
      {},
      { readiness: 'invalid' },
      { readiness: 'duplicateId', ...warned },
      { suppressed: 'yes' },
      { leftOut: 'byHand', readiness: 'invalid', ...warned },
      { leftOut: 'otherRow', ...warned },
      { ...warned, comparison: 'new' },
      { readiness: 'incomplete', hasWarning: 'yes', comparison: 'changed', recent: 'screenedOtherDetails' },
      { recent: 'inProgress' },
      { who: 'deceased', recent: 'screened', readiness: 'invalid', ...warned },
    ];
    const histogram = histogramOf([NO_ROW, ...rows.map((facts) => encodeFacts({ ...PLAIN, ...facts }))]);
    expect(checkCounts(histogram)).toMatchObject({ rows: 10, leftOut: 4, withIssues: 4, withWarnings: 3, compared: 3 });
  });
});
