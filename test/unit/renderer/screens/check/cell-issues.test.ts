import { describe, expect, it } from 'vitest';
import { cellFixes, issuesOn, issueTexts, plainTexts } from '../../../../../renderer/screens/check/cell-issues.ts';
import { comparedFields, differingFields, groupTitle } from '../../../../../renderer/screens/check/duplicate-cells.ts';
import type { CheckRow } from '../../../../../shared/contract/index.ts';
import { CHECK_FIELDS, checkRow, duplicates } from '../../../../fakes/check-fixtures.ts';

const rowWith = (code: string): CheckRow => {
  const found = Array.from({ length: 300 }, (_, index) => checkRow(index)).find(({ issues }) => issues.some((one) => one.code === code));
  if (found === undefined) throw new TypeError(`no row with ${code}`);
  return found;
};

describe('the note on a cell', () => {
  it('shows the issue, why it matters, and the fix for this cell', () => {
    const row = rowWith('ZIP_FOUR_DIGITS');
    const [issue] = issuesOn(row, 'postalCode', null);
    const zip = row.values[CHECK_FIELDS.indexOf('postalCode')];
    expect(issueTexts(row, CHECK_FIELDS, issue!)).toMatchObject({
      title: 'ZIP has 4 digits',
      why: expect.stringContaining('you still pay') as string,
    });
    expect(cellFixes(row, CHECK_FIELDS, issue!)).toEqual([
      { label: `Change to 0${zip}`, corrections: [{ field: 'postalCode', value: `0${zip}` }] },
    ]);
  });

  it('offers a fix that fills several cells as one', () => {
    const row = rowWith('TWO_PEOPLE');
    const [fix] = cellFixes(row, CHECK_FIELDS, { code: 'TWO_PEOPLE', field: 'primaryFirst' });
    expect(fix?.label).toMatch(/^Change to .* \+ John/);
    expect(fix?.corrections.length).toBeGreaterThan(1);
  });

  it('offers both readings of an amount that can be read in two ways', () => {
    const row: CheckRow = { ...checkRow(0), values: ['$12,50'] };
    const issue = { field: 'rfmTotalGiftValue', code: 'AMOUNT_UNCLEAR', severity: 'warning' } as const;
    expect(cellFixes(row, [issue.field], issue).map(({ label }) => label)).toEqual(['Change to 12.5', 'Change to 1250']);
    expect(issueTexts(row, [issue.field], issue).why).toContain('The value is left out, and the row is sent without it.');
  });

  it('shows the chosen rule first, then the most severe one', () => {
    const row: CheckRow = {
      ...checkRow(0),
      issues: [
        { field: 'street', code: 'SPACES_REMOVED', severity: 'note' },
        { field: 'street', code: 'HOUSEHOLD_TWICE', severity: 'warning' },
        { field: 'street', code: 'FIELD_REQUIRED', severity: 'error' },
      ],
    };
    const codes = (chosen: { code: string } | null) => issuesOn(row, 'street', chosen).map(({ code }) => code);
    expect(codes(null)).toEqual(['FIELD_REQUIRED', 'HOUSEHOLD_TWICE', 'SPACES_REMOVED']);
    expect(codes({ code: 'SPACES_REMOVED' })[0]).toBe('SPACES_REMOVED');
  });

  it('shows the whole value of a cell without an issue, and how it is sent', () => {
    const row = { ...checkRow(0), issues: [] };
    expect(plainTexts(row, CHECK_FIELDS, 'city', true)).toEqual({ title: row.values[5], why: 'Sent as City, unchanged.' });
    expect(plainTexts({ ...row, leftOut: true }, CHECK_FIELDS, 'city', true).why).toBe('The row is left out.');
    expect(plainTexts({ ...row, leftOut: true }, CHECK_FIELDS, null, true)).toEqual({ title: 'Left out', why: 'The row is left out.' });
    expect(plainTexts({ ...row, leftOut: true, notSent: 'suppressed' }, CHECK_FIELDS, null, true)).toEqual({
      title: 'Left out',
      why: 'Do not screen: on your do-not-screen list, or marked in your file.',
    });
    expect(plainTexts(row, CHECK_FIELDS, null, true).why).toBe('The row is sent. Press Space to leave it out.');
    // After the list was sent, no row can be left out.
    expect(plainTexts(row, CHECK_FIELDS, null, false).why).toBe('The row was sent with the list.');
    expect(plainTexts(row, CHECK_FIELDS, 'businessTitle', true).title).toBe('Business title is empty');
  });
});

it('duplicate rows differ in some fields, and their group is named by what they share', () => {
  const [group] = duplicates({ offset: 0, limit: 1 }).groups;
  expect(differingFields(group!.rows, CHECK_FIELDS)).toEqual(['constituentId', 'primaryFirst', 'personalEmail']);
  expect(groupTitle(group!.rows, CHECK_FIELDS)).toContain(group!.rows[0]!.values[4]);
});

it('the columns of repeats are the name, then those that differ in most groups', () => {
  const fields = ['constituentId', 'primaryFirst', 'primaryLast', 'city', 'personalEmail'] as const;
  const group = (first: readonly string[], second: readonly string[]) => ({
    count: 2,
    isKept: false,
    rows: [
      { ...checkRow(0), values: [...first] },
      { ...checkRow(1), values: [...second] },
    ],
    merged: null,
  });
  const groups = [
    group(['1', 'Ada', 'Brink', 'Nashua', 'a@x.org'], ['2', 'Ada', 'Brink', 'Nashua', 'b@x.org']),
    group(['3', 'Eva', 'Carrow', 'Lowell', 'c@x.org'], ['3', 'Eva', 'Carrow', 'Boston', 'd@x.org']),
  ];
  expect(comparedFields(groups, fields)).toEqual(['primaryFirst', 'primaryLast', 'personalEmail', 'constituentId', 'city']);
});
