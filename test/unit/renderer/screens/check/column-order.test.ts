import { describe, expect, it } from 'vitest';
import type { FieldKey } from '../../../../../shared/fields/table.ts';
import { columnOrder, NO_CHOICES, shownAtFirst } from '../../../../../renderer/screens/check/column-order.ts';

const FIELDS: readonly FieldKey[] = [
  'constituentId',
  'primaryFirst',
  'primaryMiddle',
  'primaryLast',
  'street',
  'city',
  'state',
  'postalCode',
  'personalEmail',
  'rfmFirstGiftDate',
  'rfmMostRecentGiftDate',
  'rfmLargestGiftDate',
];
const ruleOn = (...fields: FieldKey[]) => ({ fields: fields.map((field) => ({ field, rows: 1 })) });
const NONE = { empty: [], withIssues: new Set<FieldKey>(), show: 'filled', choices: NO_CHOICES, sortedBy: null, filteredBy: null } as const;

describe('the order of the columns', () => {
  it('keeps the name visible, followed by the order of the file', () => {
    const { frozen, pinned, shown } = columnOrder(FIELDS, null, NONE);
    expect(frozen).toEqual(['primaryFirst', 'primaryLast']);
    expect(pinned).toEqual([]);
    expect(shown).toEqual([...frozen, 'constituentId', 'primaryMiddle', ...FIELDS.slice(4)]);
  });

  it('keeps the column that the rows are sorted by visible next to the name, and the ID in a list without names', () => {
    expect(columnOrder(FIELDS, ruleOn('city'), { ...NONE, sortedBy: 'postalCode' }).shown.slice(0, 4)).toEqual(['primaryFirst', 'primaryLast', 'postalCode', 'city']); // prettier-ignore
    expect(columnOrder(FIELDS, null, { ...NONE, sortedBy: 'primaryLast' }).frozen).toEqual(['primaryFirst', 'primaryLast']);
    expect(columnOrder(['street', 'constituentId'], null, NONE).frozen).toEqual(['constituentId']);
  });

  it('moves the columns of a rule forward in the order of the file, followed by columns that help to assess them', () => {
    const zip = columnOrder(FIELDS, ruleOn('postalCode'), NONE);
    expect(zip.shown.slice(2, 6)).toEqual(['postalCode', 'state', 'city', 'street']);
    const gifts = columnOrder(FIELDS, ruleOn('rfmMostRecentGiftDate', 'rfmFirstGiftDate'), NONE);
    expect(gifts.pinned).toEqual(['rfmFirstGiftDate', 'rfmMostRecentGiftDate']);
    expect(gifts.shown[4]).toBe('rfmLargestGiftDate');
    expect(new Set(gifts.shown)).toEqual(new Set(FIELDS));
  });

  it('moves at most four columns forward, and none that is always visible', () => {
    expect(columnOrder(FIELDS, ruleOn('primaryFirst'), NONE).pinned).toEqual([]);
    expect(columnOrder(FIELDS, ruleOn('street', 'city', 'state', 'postalCode', 'personalEmail'), NONE).pinned).toHaveLength(4);
  });

  it('hides columns without a value, but none with an issue', () => {
    const empty: readonly FieldKey[] = ['primaryMiddle', 'personalEmail'];
    const options = { ...NONE, empty, withIssues: new Set<FieldKey>(['personalEmail']) };
    expect(columnOrder(FIELDS, null, options).hidden).toEqual(['primaryMiddle']);
    expect(columnOrder(FIELDS, null, options).shown).not.toContain('primaryMiddle');
    expect(columnOrder(FIELDS, null, { ...options, show: 'all' }).shown).toContain('primaryMiddle');
  });

  it('shows only the name and the columns with issues of a wide list, until the user shows others', () => {
    const withIssues = new Set<FieldKey>(['personalEmail']);
    expect(shownAtFirst(FIELDS, withIssues)).toBe('issues');
    expect(shownAtFirst(FIELDS.slice(0, 10), withIssues)).toBe('filled');
    expect(shownAtFirst(FIELDS, new Set())).toBe('filled');
    const options = { ...NONE, withIssues, show: 'issues' } as const;
    expect(columnOrder(FIELDS, null, options).shown).toEqual(['primaryFirst', 'primaryLast', 'personalEmail']);
    // The columns by which rows are sorted or filtered stay visible.
    expect(columnOrder(FIELDS, null, { ...options, sortedBy: 'city' }).shown).toContain('city');
    expect(columnOrder(FIELDS, null, { ...options, filteredBy: 'state' }).shown).toContain('state');
    expect(columnOrder(FIELDS, ruleOn('street'), options).pinned).toEqual(['street']);
    const choices = {
      ...NO_CHOICES,
      shown: new Map<FieldKey, boolean>([
        ['city', true],
        ['personalEmail', false],
      ]),
    };
    expect(columnOrder(FIELDS, null, { ...options, choices }).shown).toEqual(['primaryFirst', 'primaryLast', 'city']);
  });

  it('keeps what the user freezes and moves', () => {
    const order: readonly FieldKey[] = [
      'primaryFirst',
      'primaryLast',
      'state',
      'city',
      ...FIELDS.filter((field) => !['primaryFirst', 'primaryLast', 'state', 'city'].includes(field)),
    ];
    const moved = columnOrder(FIELDS, null, { ...NONE, choices: { ...NO_CHOICES, order, frozenTo: 'state' } });
    expect(moved.frozen).toEqual(['primaryFirst', 'primaryLast', 'state']);
    expect(moved.shown.slice(2, 4)).toEqual(['state', 'city']);
  });
});
