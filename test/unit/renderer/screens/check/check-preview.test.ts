import { describe, expect, it } from 'vitest';
import { previewer } from '../../../../../renderer/screens/check/check-preview.ts';
import type { RuleCount } from '../../../../../shared/contract/index.ts';
import { check, CHECK_FIELDS, checkRow } from '../../../../fakes/check-fixtures.ts';

const rule = (code: string): RuleCount => {
  const found = check(10_240).rules.find((one) => one.code === code);
  if (found === undefined) throw new TypeError(`no such rule: ${code}`);
  return found;
};
const rows = Array.from({ length: 200 }, (_, index) => checkRow(index));
const rowWith = (code: string) => {
  const row = rows.find(({ issues }) => issues.some((issue) => issue.code === code));
  if (row === undefined) throw new TypeError(`no row with ${code}`);
  return row;
};

describe('the preview of a fix', () => {
  it('shows the result of the fix in the cell', () => {
    const row = rowWith('ZIP_FOUR_DIGITS');
    const zip = row.values[CHECK_FIELDS.indexOf('postalCode')];
    expect([...previewer(rule('ZIP_FOUR_DIGITS'), CHECK_FIELDS)(row)]).toEqual([['postalCode', `0${zip}`]]);
  });

  it('shows other cells that the fix fills', () => {
    const preview = previewer(rule('TWO_PEOPLE'), CHECK_FIELDS)(rowWith('TWO_PEOPLE'));
    expect(preview.get('spouseFirst')).toBe('John');
    expect(preview.get('primaryFirst')).not.toContain('John');
  });

  it('shows nothing on rows without the issue, and for rules without a fix', () => {
    const clean = rows.find(({ issues }) => issues.length === 0);
    if (clean === undefined) throw new TypeError('every row has an issue');
    expect(previewer(rule('ZIP_FOUR_DIGITS'), CHECK_FIELDS)(clean).size).toBe(0);
    expect(previewer(rule('HOUSEHOLD_TWICE'), CHECK_FIELDS)(rowWith('HOUSEHOLD_TWICE')).size).toBe(0);
    expect(previewer(null, CHECK_FIELDS)(clean).size).toBe(0);
  });

  it('is computed once per row', () => {
    const preview = previewer(rule('ZIP_FOUR_DIGITS'), CHECK_FIELDS);
    const row = rowWith('ZIP_FOUR_DIGITS');
    expect(preview(row)).toBe(preview(row));
  });
});
