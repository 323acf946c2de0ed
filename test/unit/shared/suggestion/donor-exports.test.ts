/** Headings of exports in which two columns are easily mixed up. */
import { describe, expect, it } from 'vitest';
import { field, filledOf, mapRow, planOf } from '../../../kit/mapped-rows.ts';
import { suggest, targets } from '../../../kit/suggested-mapping.ts';

describe('gifts of a screening export', () => {
  it('takes a count next to the total given as the count', () => {
    const list = {
      'Total Gifts': ['14', '2', '40'],
      'Total Giving': ['$5,400.00', '$150.00', '$15,400.00'],
      'Number of Donations': ['14', '2', '40'],
    };
    expect(targets(list)).toEqual(['rfmTotalGiftCount', 'rfmTotalGiftValue', 'none']);
  });

  it('reads Largest Donation as a date where it has dates', () => {
    const list = { 'Largest Donation': ['2019-05-01', '2018-05-01', '2021-09-01'], 'Largest Donation Amount': ['$100', '$50', '$75'] };
    expect(targets(list)).toEqual(['rfmLargestGiftDate', 'rfmLargestGiftValue']);
  });

  it('keeps Largest Donation as the amount, and its date', () => {
    const list = {
      'Largest Donation': ['$100.00', '$50.00', '$75.00'],
      'Largest Donation Date': ['2019-05-01', '2018-05-01', '2021-09-01'],
    };
    expect(targets(list)).toEqual(['rfmLargestGiftValue', 'rfmLargestGiftDate']);
  });
});

describe('the last four digits of a ZIP', () => {
  const mailing = { mAddress: ['PO Box 9', 'PO Box 8'], mCity: ['Keene', 'Barre'], mState: ['NH', 'VT'], mZip5: ['03431', '05641'] };

  it('are not joined with the ZIP of another address', () => {
    const list = { ...mailing, City: ['Salem', 'Salem'], State: ['MA', 'MA'], Zip5: ['01970', '01970'], Zip4: ['1234', '1235'] };
    expect(targets(list)).toEqual(['street', 'city', 'state', 'postalCode', 'none', 'none', 'none', 'none']);
  });

  it('are joined with the ZIP of their own address', () => {
    expect(targets({ ...mailing, mZip4: ['1234', '1235'], Zip5: ['01970', '01970'], Zip4: ['1', '2'] })).toEqual([
      'street',
      'city',
      'state',
      'postalCode',
      'postalCode',
      'none',
      'none',
    ]);
  });

  it('are joined with the only ZIP', () => {
    expect(targets({ 'Home Zip': ['01970', '03431'], 'Zip+4': ['1234', '1235'] })).toEqual(['postalCode', 'postalCode']);
  });
});

describe('first and middle name in one column', () => {
  it.each(['FirstMiddle', 'First & Middle Name', 'First/Middle'])('%s is split', (heading) => {
    expect(targets({ [heading]: ['Mary Louise', 'Otto'], LastName: ['Quayle', 'Brandvold'] })).toEqual(['firstAndMiddle', 'primaryLast']);
  });

  it('is not split next to a column of first names', () => {
    expect(targets({ FirstMiddle: ['Mary Louise'], FirstName: ['Mary'], LastName: ['Quayle'] })).toEqual([
      'none',
      'primaryFirst',
      'primaryLast',
    ]);
  });

  it.each([
    ['Mary Louise', { primaryFirst: 'Mary', primaryMiddle: 'Louise' }],
    ['Otto', { primaryFirst: 'Otto' }],
    ['Otto B. K.', { primaryFirst: 'Otto', primaryMiddle: 'B. K.' }],
    ['Mary Louise & Otto', { primaryFirst: 'Mary Louise', spouseFirst: 'Otto' }],
  ])('%s', (cell, expected) => {
    const plan = planOf([{ kind: 'split', splitter: 'firstAndMiddle' }, field('primaryLast')]);
    expect(filledOf(mapRow(plan, [cell, 'Quayle']))).toEqual({ ...expected, primaryLast: 'Quayle' });
  });
});

describe('a column that groups a report of Salesforce', () => {
  const noteFor = (heading: string, cities: readonly string[]) =>
    suggest({ [heading]: cities, 'Last Name': ['Quayle', 'Brandvold', 'Osk'] }).suggestions[0]!.remark;

  it('says that the value is only in the first row of a group', () => {
    expect(noteFor('Mailing City  ↑', ['Salem', '', 'Keene'])).toBe(
      '1 row has no value: a grouped report has it in the first row of a group only. Export the report as “Details Only”',
    );
  });

  it('says nothing where each row has a value, or of another column with gaps', () => {
    expect(noteFor('Mailing City  ↑', ['Salem', 'Salem', 'Keene'])).toBeNull();
    expect(noteFor('Mailing City', ['Salem', '', 'Keene'])).toBeNull();
  });
});
