import { describe, expect, it } from 'vitest';
import { decimalLabel, systemTexts } from '../../../../../renderer/screens/columns/column-labels.ts';
import type { FieldKey } from '../../../../../shared/fields/table.ts';
import { type MappingPlan, STANDARD_CLEANING } from '../../../../../shared/mapping/plan.ts';

it.each([
  ['point', 'Decimal point'],
  ['comma', 'Decimal comma'],
  [null, 'Decimal sign not clear'],
] as const)('the decimal sign %s of a column', (decimal, label) => {
  expect(decimalLabel({ decimal })).toBe(label);
});

describe('the source system', () => {
  const planWith = (field: FieldKey): MappingPlan => ({
    columns: [{ column: 0, to: { kind: 'field', field }, settled: false, dateOrder: null, decimal: 'point' }],
    combinations: [],
    constants: [],
    cleaning: STANDARD_CLEANING,
  });
  const more = (plan: MappingPlan) => systemTexts({ system: null, headers: ['ID', 'Name'], plan }).more;

  it('is asked for the sake of an ID only when no column is used as the ID', () => {
    expect(more(planWith('primaryLast'))).toBe('Choose the system, so that its ID column is used.');
    expect(more(planWith('constituentId'))).toBeNull();
    const joined = { field: 'constituentId', columns: [0, 1], how: 'firstFilled', separator: ' ' } as const;
    expect(more({ ...planWith('primaryLast'), combinations: [{ ...joined, columns: [...joined.columns] }] })).toBeNull();
  });
});
