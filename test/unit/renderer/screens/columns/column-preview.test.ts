import { describe, expect, it } from 'vitest';
import { dateText } from '../../../../../renderer/format/index.ts';
import { combinationPreview, previewText, twoWaySample } from '../../../../../renderer/screens/columns/column-preview.ts';
import { withTarget } from '../../../../../renderer/format/field-options.ts';
import { type ColumnPlan, type MappingPlan, STANDARD_CLEANING, type Target } from '../../../../../shared/mapping/plan.ts';

const planOf = (to: Target, own: Partial<ColumnPlan> = {}): MappingPlan => ({
  columns: [{ column: 0, to, settled: true, dateOrder: null, decimal: 'point', ...own }],
  combinations: [],
  constants: [],
  cleaning: STANDARD_CLEANING,
});
const field = (name: 'state' | 'country' | 'primaryFirst' | 'rfmFirstGiftValue' | 'rfmFirstGiftDate'): Target => ({
  kind: 'field',
  field: name,
});
const after = (to: Target, samples: readonly string[], own: Partial<ColumnPlan> = {}) =>
  previewText(planOf(to, own), { column: 0, samples: [...samples] });

describe('a column preview', () => {
  it.each<[string, Target, string[], string]>([
    ['states', field('state'), ['MA', 'New Hampshire'], 'New Hampshire → NH'],
    ['countries', field('country'), ['United States'], 'United States → US'],
    ['names in capitals', field('primaryFirst'), ['Ann', 'DELPHINE'], 'DELPHINE → Delphine'],
    ['doubled spaces', field('primaryFirst'), ['Mary  Ann'], 'Mary  Ann → Mary Ann'],
    ['amounts', field('rfmFirstGiftValue'), ['50', '$1,234.50'], '$1,234.50 → 1234.5'],
    [
      'names of two people',
      { kind: 'split', splitter: 'fullName' },
      ['Jane and John Smith'],
      'Jane and John Smith → Jane · Smith · John · Smith',
    ],
    ['a place', { kind: 'split', splitter: 'cityStateZip' }, ['Nashua, NH 03060'], 'Nashua, NH 03060 → Nashua · NH · 03060'],
    ['address lines', { kind: 'split', splitter: 'addressLines' }, ['1 Mill St\r\nApt 2'], '1 Mill St ⏎ Apt 2 → 1 Mill St · Apt 2'],
  ])('shows the change of %s', (_, to, samples, expected) => {
    expect(after(to, samples)).toContain(expected.split(' → ')[0]);
    const parts = (text: string | null) => text?.split(' → ')[1]?.split(' · ').sort();
    expect(parts(after(to, samples))).toEqual(parts(expected));
  });

  it('is empty when no value changes', () => {
    expect(after(field('state'), ['MA', 'NH'])).toBeNull();
    expect(after({ kind: 'none' }, ['MA'])).toBeNull();
  });
});

describe('ambiguous dates', () => {
  it('are found, and shown in both orders', () => {
    expect(twoWaySample(['13/04/2021', '04/04/2021', '2021-03-04', '03/04/2021'])).toBe('03/04/2021');
    expect(twoWaySample(['13/04/2021', '2021-03-04', '12'])).toBeNull();
    expect(dateText('03/04/2021', 'dmy')).not.toBe(dateText('03/04/2021', 'mdy'));
    expect(dateText('nothing', 'mdy')).toBe('nothing');
  });

  it('use the order that the column proves when the user maps it to a date', () => {
    const plan = planOf({ kind: 'none' });
    expect(withTarget(plan, 0, field('rfmFirstGiftDate'), { to: { kind: 'none' }, provenOrder: 'dmy' }).columns[0]).toMatchObject({
      dateOrder: 'dmy',
      settled: true,
    });
    expect(withTarget(plan, 0, field('state'), { to: { kind: 'none' }, provenOrder: 'dmy' }).columns[0]!.dateOrder).toBeNull();
    expect(
      withTarget(planOf({ kind: 'none' }, { dateOrder: 'mdy' }), 0, field('rfmFirstGiftDate'), { to: { kind: 'none' }, provenOrder: 'dmy' })
        .columns[0]!.dateOrder,
    ).toBe('mdy');
  });
});

describe('a column that the user chooses for people who have died', () => {
  const role: Target = { kind: 'none', tells: 'deceased' };
  const chosen = (suggested: Target) => withTarget(planOf({ kind: 'none' }), 0, role, { to: suggested, provenOrder: null }).columns[0]!.to;

  it('has every value checked if its heading is about who has died, and otherwise only words for death', () => {
    expect(chosen({ ...role, everyValue: true })).toEqual({ ...role, everyValue: true });
    expect(chosen({ kind: 'none' })).toEqual(role);
    expect(chosen({ kind: 'none', tells: 'doNotScreen' })).toEqual(role);
  });
});

describe('the choice to send IDs as they are', () => {
  const id: Target = { kind: 'field', field: 'constituentId' };

  it('ends when another column becomes the ID, but not for its own column', () => {
    const own = { ...planOf(id), pseudonyms: false };
    expect(withTarget(own, 0, id, undefined).pseudonyms).toBe(false);
    expect(withTarget({ ...planOf({ kind: 'none' }), pseudonyms: false }, 0, id, undefined).pseudonyms).toBeUndefined();
    expect(withTarget({ ...planOf({ kind: 'none' }), pseudonyms: true }, 0, id, undefined).pseudonyms).toBe(true);
  });
});

describe('a combination of columns', () => {
  const plan = planOf({ kind: 'none' });
  const street = { field: 'street', columns: [0, 2], separator: ' ' } as const;
  const rows = [
    ['', 'x', ''],
    ['14', 'x', ''],
    ['220', 'x', 'Quarry Rd'],
  ];

  it('is shown for the row that fills most of them', () => {
    expect(combinationPreview(plan, { ...street, columns: [0, 2], how: 'join' }, rows)).toBe('220 + Quarry Rd → 220 Quarry Rd');
    expect(combinationPreview(plan, { ...street, columns: [2, 0], how: 'firstFilled' }, rows)).toBe('Quarry Rd + 220 → Quarry Rd');
    expect(combinationPreview(plan, { ...street, columns: [0, 2], how: 'join' }, [['', 'x', '']])).toBeNull();
  });
});
