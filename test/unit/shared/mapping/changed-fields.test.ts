import { describe, expect, it } from 'vitest';
import { FIELD_KEYS, type FieldKey } from '../../../../shared/fields/table.ts';
import { changedFields } from '../../../../shared/mapping/changed-fields.ts';
import { type MappingPlan, STANDARD_CLEANING } from '../../../../shared/mapping/plan.ts';
import { column, field, planOf } from '../../../kit/mapped-rows.ts';

const PLAN = planOf([
  field('constituentId'),
  field('primaryFirst'),
  field('state'),
  field('postalCode'),
  field('rfmFirstGiftDate'),
  field('rfmFirstGiftValue'),
  { kind: 'none' },
]);
const cleaned = (cleaning: Partial<typeof STANDARD_CLEANING>): MappingPlan => ({
  ...PLAN,
  cleaning: { ...STANDARD_CLEANING, ...cleaning },
});
const withColumn = (at: number, changed: ReturnType<typeof column>): MappingPlan => ({ ...PLAN, columns: PLAN.columns.with(at, changed) });
const changed = (plan: MappingPlan): FieldKey[] => [...changedFields(PLAN, plan)].toSorted((a, b) => a - b).map((at) => FIELD_KEYS[at]!);
const inOrder = (...keys: FieldKey[]) => FIELD_KEYS.filter((key) => keys.includes(key));

// A mark in the first name of a dead spouse clears the other names too.
const OF_SPOUSE = ['spouseFirst', 'spouseMiddle', 'spouseLast', 'spouseMaiden'] as const;

describe('the changed fields of a plan', () => {
  it.each<readonly [string, MappingPlan, readonly FieldKey[]]>([
    ['nothing', { ...PLAN }, []],
    ['a settled column', withColumn(1, column(1, field('primaryFirst'), { settled: false })), []],
    ['the date order', withColumn(4, column(4, field('rfmFirstGiftDate'), { dateOrder: 'dmy' })), ['rfmFirstGiftDate']],
    ['the decimal sign', withColumn(5, column(5, field('rfmFirstGiftValue'), { decimal: 'comma' })), ['rfmFirstGiftValue']],
    ['the field of a column', withColumn(1, column(1, field('spouseFirst'))), ['primaryFirst', ...OF_SPOUSE]],
    ['a column without a field', withColumn(0, column(0, { kind: 'none' })), ['constituentId']],
    ['the country of all rows', { ...PLAN, constants: [{ field: 'country', value: 'Canada' }] }, ['country', 'state', 'postalCode']],
    ['a split column', withColumn(6, column(6, { kind: 'split', splitter: 'coupleFirstNames' })), ['primaryFirst', ...OF_SPOUSE]],
    [
      'a second street line',
      withColumn(6, column(6, field('street2'))),
      // Further street lines go there, so both fields change, and a line can say that the person has died.
      ['primaryFirst', 'street', 'street2'],
    ],
    [
      'two columns for one field',
      { ...PLAN, combinations: [{ field: 'primaryFirst', columns: [1, 6], how: 'join', separator: ' ' }] },
      ['primaryFirst'],
    ],
    [
      'a column that marks deceased people',
      withColumn(6, column(6, { kind: 'none', tells: 'deceased' })),
      // The mark is on the existing name.
      ['primaryFirst'],
    ],
    ['ZIP zeros', cleaned({ zipZeros: false }), ['postalCode']],
    ['state codes', cleaned({ stateCodes: false }), ['state', 'postalCode']],
    ['country codes', cleaned({ countryCodes: false }), ['country', 'state', 'postalCode']],
    ['street lines', cleaned({ streetLines: false }), ['street', 'street2']],
    ['spaces', cleaned({ spaces: false }), FIELD_KEYS],
    ['placeholders', cleaned({ placeholders: false }), FIELD_KEYS],
  ])('after a change of %s', (_, plan, expected) => {
    expect(changed(plan)).toEqual(inOrder(...expected));
  });

  it('are the whole address if a street can contain it', () => {
    const address = planOf([field('street'), field('city'), field('state'), field('postalCode'), { kind: 'none' }]);
    const changed = changedFields(address, { ...address, columns: address.columns.with(4, column(4, field('street2'))) });
    expect(FIELD_KEYS.filter((_, at) => changed.has(at))).toEqual(['street', 'street2', 'city', 'state', 'postalCode', 'country']);
  });

  it('are all parts of an address if one of them shows which of two addresses is sent', () => {
    const fill = (key: 'street' | 'city', ...columns: number[]) => ({ field: key, columns, how: 'firstFilled' as const, separator: ' ' });
    const two = planOf([field('street'), field('city'), field('street'), field('city')], {
      combinations: [fill('street', 0, 2), fill('city', 1, 3)],
    });
    const one = { ...two, combinations: [fill('street', 2, 0), fill('city', 1, 3)] };
    const changed = changedFields(two, one);
    expect(FIELD_KEYS.filter((_, at) => changed.has(at))).toEqual(expect.arrayContaining(['street', 'city']));
  });

  it('are only names after a change of the cleaning of capital letters', () => {
    expect(changed(cleaned({ shoutedNames: false }))).toEqual(FIELD_KEYS.filter((key) => /^(?:primary|spouse)/.test(key)));
  });
});
