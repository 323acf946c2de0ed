import { describe, expect, it } from 'vitest';
import { decimalLabel, mixesDecimals, systemTexts } from '../../../../../renderer/screens/columns/column-labels.ts';
import type { FieldKey } from '../../../../../shared/fields/table.ts';
import { type MappingPlan, STANDARD_CLEANING } from '../../../../../shared/mapping/plan.ts';

describe('the decimal sign of a column', () => {
  it.each([
    [['1,234.50', '99.95'], 'Decimal point'],
    [['250', '1,000'], 'Decimal point'],
    [['250'], 'Decimal point'],
  ] as const)('names how the values are read: %j', (values, label) => {
    expect(decimalLabel({ decimal: 'point' }, values)).toBe(label);
  });

  it('does not call a comma a point when the values can only be read with a comma', () => {
    expect(decimalLabel({ decimal: 'point' }, ['1.234,50', '12,5'])).toBe('Decimal comma');
  });

  it('says that a column has both, and what decides where a value allows both', () => {
    expect(decimalLabel({ decimal: 'point' }, ['1000.5', '1.234,50'])).toBe('Points and commas; if unclear, decimal point');
    expect(decimalLabel({ decimal: 'comma' }, ['1000.5', '1.234,50'])).toBe('Points and commas; if unclear, decimal comma');
    expect(mixesDecimals({ decimal: 'comma' }, ['99.95', '1.234'])).toBe(true);
    expect(mixesDecimals({ decimal: 'point' }, ['99.95', '1.234', '', 'a.b, c'])).toBe(false);
  });
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
