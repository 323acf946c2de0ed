/** No cleaning and no fix changes an address abroad, with or without a country. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_INDEX } from '../../../../shared/fields/table.ts';
import { correctionsOf, RULES } from '../../../../shared/rules/table.ts';
import { compileChecks, DEFAULT_RULES } from '../../../../shared/rules/row-checks.ts';
import { compileMapping } from '../../../../shared/mapping/row-mapper.ts';
import { field, mapRow, planOf } from '../../../kit/mapped-rows.ts';

const KEYS = ['street', 'city', 'state', 'postalCode', 'country'] as const;
const PLAN = planOf(KEYS.map(field));

/** The corrections of all fixes for the issues of a row. */
function correctionsFor(cells: readonly string[]) {
  const draft = mapRow(PLAN, cells);
  const issues: (readonly [number, number])[] = [];
  compileChecks({ mapped: compileMapping(PLAN).fields, rules: DEFAULT_RULES, today: '2026-11-20' }).check(draft, (rule, at) =>
    issues.push([rule, at]),
  );
  const corrections = issues.flatMap(([rule]) => {
    const { fix } = RULES[rule]!;
    return fix === null ? [] : KEYS.flatMap((key) => correctionsOf(fix, draft, key).filter(({ value }) => value !== ''));
  });
  return { draft, corrections };
}

const CODES = ['8001', '1010', '101', '2000', '75002', '10115', '0105', '1012 AB', '110 00', '01310-100', '01310100', '100-0001', '1050-099', 'SW1A 1AA', 'K1A 0B1', '560001', '21091234']; // prettier-ignore
const CITIES = [
  'Zürich',
  'Wien',
  'Reykjavík',
  'Sydney',
  'Paris',
  'Berlin',
  'Tbilisi',
  'Amsterdam',
  'Praha',
  'São Paulo',
  'Tōkyō',
  'Lisboa',
];
const COUNTRIES = ['', 'Switzerland', 'AT', 'Iceland', 'Australia', 'Brasil', 'Japan', 'GE', 'Norway'];
const REGIONS = ['', 'Zürich', 'Bayern', 'New South Wales', 'Tirol', 'Noord-Holland', 'SP'];

describe('an address abroad', () => {
  it('keeps its postal code, its region and its city in cleaning and in every fix', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CITIES), fc.constantFrom(...REGIONS), fc.constantFrom(...CODES), fc.constantFrom(...COUNTRIES), (city, region, code, country) => {
        const { draft, corrections } = correctionsFor(['Larchweg 3', city, region, code, country]);
        expect([draft.values[FIELD_INDEX.city], draft.values[FIELD_INDEX.state], draft.values[FIELD_INDEX.postalCode]]).toEqual([city, region, code]);
        expect(corrections).toEqual([]);
      }),
      { numRuns: 2000 },
    ); // prettier-ignore
  });

  it('has no zero added without a state, and none where the state is in another part of the US', () => {
    expect(correctionsFor(['3 Larch St', 'Wien', '', '1010', '']).corrections).toEqual([]);
    expect(correctionsFor(['3 Larch St', 'Los Angeles', 'CA', '1010', '']).corrections).toEqual([]);
    expect(correctionsFor(['3 Larch St', 'Boston', '', '2109', 'US']).corrections).toEqual([{ field: 'postalCode', value: '02109' }]);
  });
});

it.each([
  ['21091234', 'MA', '02109-1234'],
  ['2109 1234', 'MA', '02109-1234'],
  ['2109-1234', 'MA', '02109-1234'],
  ['2109.1234', 'Mass.', '02109-1234'],
  ['2109–1234', 'Massachusetts', '02109-1234'],
  ['9011234', 'PR', '00901-1234'],
  ['21091234', 'CA', '21091234'],
  ['21091234', '', '21091234'],
  ['2109', 'MA', '02109'],
  ['2109', '', '2109'],
])('a ZIP of %s in "%s" is %s', (zip, state, whole) => {
  const { draft } = correctionsFor(['3 Larch St', 'Boston', state, zip, '']);
  expect(draft.values[FIELD_INDEX.postalCode]).toBe(whole);
});
