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

  it('is offered for a list that looks hand-made', () => {
    expect(systemTexts({ system: null, headers: ['Guest', 'Surname'], plan: planWith('primaryLast') })).toEqual({
      title: 'Looks like a hand-made list.',
      more: 'From a CRM? Pick it:',
    });
  });
});
