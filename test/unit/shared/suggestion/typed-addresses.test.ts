import { describe, expect, it } from 'vitest';
import { FIRST, LAST, suggest } from '../../../kit/suggested-mapping.ts';
import { column, field, filledOf, mapRow, planOf } from '../../../kit/mapped-rows.ts';
import { changedFields } from '../../../../shared/mapping/changed-fields.ts';
import { fitTemplate, templateOf } from '../../../../shared/mapping/templates.ts';
import { planProblems } from '../../../../shared/mapping/plan-problems.ts';
import type { MappingPlan } from '../../../../shared/mapping/plan.ts';
import { FIELD_INDEX } from '../../../../shared/fields/table.ts';

const ADDRESS = ['street', 'street2', 'city', 'state', 'postalCode', 'country'] as const;

const namedOf = (columns: Readonly<Record<string, readonly string[]>>) => ({ First: FIRST, Last: LAST, ...columns });

/** The address that each row sends, its parts separated by commas. */
function sentOf(columns: Readonly<Record<string, readonly string[]>>): string[] {
  const named = namedOf(columns);
  const { plan } = suggest(named);
  expect(planProblems(plan, Object.keys(named)).map(({ code }) => code)).not.toContain('FIELD_TAKEN_TWICE');
  return FIRST.map((_, row) => {
    const filled = filledOf(
      mapRow(
        plan,
        Object.values(named).map((values) => values[row] ?? ''),
      ),
    );
    return ADDRESS.flatMap((key) => filled[key] ?? []).join(', ');
  });
}

/** Two addresses; `headingOf` makes the headings of their parts. */
const twoOf = (headingOf: (part: string, number: 1 | 2) => string, types: readonly (readonly string[])[]) => ({
  [headingOf('Type', 1)]: types[0]!,
  [headingOf('Street', 1)]: ['1 Elm St', '2 Elm St', '3 Elm St', ''],
  [headingOf('City', 1)]: ['Barre', 'Barre', 'Barre', ''],
  [headingOf('State', 1)]: ['VT', 'VT', 'VT', ''],
  [headingOf('ZIP', 1)]: ['05641', '05641', '05641', ''],
  [headingOf('Type', 2)]: types[1]!,
  [headingOf('Street', 2)]: ['', '12 Larch Rd', '13 Larch Rd', '14 Larch Rd'],
  [headingOf('City', 2)]: ['', 'Nashua', 'Nashua', 'Nashua'],
  [headingOf('State', 2)]: ['', 'NH', '', 'NH'],
  [headingOf('ZIP', 2)]: ['', '03060', '03060', '03060'],
});
const BUSINESS_FIRST = [
  ['Business', 'Business', 'Previous Address', ''],
  ['', 'Home', 'Home', 'Business'],
];

describe('several addresses with their types', () => {
  it.each([
    ['numbers behind the names', (part: string, number: number) => (part === 'Type' ? `Addr Type ${number}` : `${part} ${number}`)],
    ["Raiser's Edge", (part: string, number: number) => `CnAdrAll_1_0${number}_${{ Street: 'Addrline1' }[part] ?? part}`],
    ['an address book', (part: string, number: number) => `Address ${number} - ${part}`],
    [
      'numbers at the end',
      (part: string, number: number) => `${part === 'Type' ? 'Address Type' : part}${number === 1 ? '' : ` ${number}`}`,
    ],
    [
      'a word in place of a number',
      (part: string, number: number) => `${number === 1 ? '' : 'Secondary '}${part === 'Type' ? 'Address Type' : part}`,
    ],
    ['two words', (part: string, number: number) => `${number === 1 ? 'Primary' : 'Alternate'} ${part === 'Type' ? 'Address Type' : part}`],
    [
      'repeated headings',
      (part: string, number: number) => `${part === 'Type' ? 'Address Type' : part}${number === 1 ? '' : ` (${number})`}`,
    ],
  ])('%s: the home is sent before a workplace, all of its parts and nothing of the other one', (_, headingOf) => {
    expect(sentOf(twoOf(headingOf, BUSINESS_FIRST))).toEqual([
      '1 Elm St, Barre, VT, 05641',
      '12 Larch Rd, Nashua, NH, 03060',
      '13 Larch Rd, Nashua, 03060',
      '14 Larch Rd, Nashua, NH, 03060',
    ]);
  });

  it('the first of two homes is sent, and a summer home only without one', () => {
    const types = [
      ['Home', 'Home', 'Seasonal', ''],
      ['', 'Home', 'Home', 'Summer Home'],
    ];
    expect(sentOf(twoOf((part, number) => `Address ${number} ${part}`, types))).toEqual([
      '1 Elm St, Barre, VT, 05641',
      '2 Elm St, Barre, VT, 05641',
      '13 Larch Rd, Nashua, 03060',
      '14 Larch Rd, Nashua, NH, 03060',
    ]);
  });

  it('further lines of a street belong to their address', () => {
    const columns = {
      ...twoOf((part, number) => `CnAdrAll_1_0${number}_${{ Street: 'Addrline1' }[part] ?? part}`, BUSINESS_FIRST),
      CnAdrAll_1_01_Addrline2: ['Suite 4', 'Suite 5', 'Suite 6', ''],
      CnAdrAll_1_02_Addrline2: ['', '', 'Apt 3', ''],
    };
    expect(sentOf(columns).map((text) => text.split(', ').slice(0, 2))).toEqual([
      ['1 Elm St', 'Suite 4'],
      ['12 Larch Rd', 'Nashua'],
      ['13 Larch Rd', 'Apt 3'],
      ['14 Larch Rd', 'Nashua'],
    ]);
  });
});

describe('one address with its type', () => {
  const one = (types: readonly string[], heading = 'Address Type') => ({
    [heading]: types,
    Address: ['1 Elm St', '2 Elm St', '3 Elm St', '4 Elm St'],
    City: ['Barre', 'Barre', 'Barre', 'Barre'],
    State: ['VT', 'VT', 'VT', 'VT'],
    ZIP: ['05641', '05641', '05641', '05641'],
  });
  const remarkOf = (columns: Readonly<Record<string, readonly string[]>>) =>
    suggest(namedOf(columns)).suggestions.find(({ header }) => header === 'Address')!.remark;

  it.each(['Address Type', 'ADDR_TYPE_CODE', 'address_type_desc'])('%s: a former address is not sent', (heading) => {
    expect(sentOf(one(['Home', 'Former', 'Business', 'Bad Address'], heading))).toEqual([
      '1 Elm St, Barre, VT, 05641',
      '',
      '3 Elm St, Barre, VT, 05641',
      '',
    ]);
  });

  it('the only address is sent, and the column says how many are of a workplace', () => {
    const columns = one(['H', 'B', 'B', 'H'], 'Addr Type');
    expect(sentOf(columns)).toHaveLength(4);
    expect(sentOf(columns).every((text) => text.endsWith('05641'))).toBe(true);
    expect(remarkOf(columns)).toBe('2 addresses of a workplace, by C (Addr Type): the service may not find people there');
    expect(remarkOf(one(['Home', 'Home', '', 'Mailing']))).toBeNull();
  });

  it('a type of donors, or of another address, says nothing of this one', () => {
    expect(sentOf(one(['Former', 'Individual', 'Former', 'Home'], 'Type'))[0]).toBe('1 Elm St, Barre, VT, 05641');
    expect(sentOf(one(['Former', 'Former', 'Former', 'Home'], 'Billing Address Type'))[0]).toBe('1 Elm St, Barre, VT, 05641');
  });
});

describe('addresses with types in a plan', () => {
  const plan: MappingPlan = planOf([], {
    columns: [
      column(0, { kind: 'none' }),
      column(1, field('street'), { typeColumn: 0 }),
      column(2, field('city'), { typeColumn: 0 }),
      column(3, { kind: 'none' }),
      column(4, field('street'), { typeColumn: 3 }),
    ],
    combinations: [{ field: 'street', columns: [1, 4], how: 'firstFilled', separator: ' ' }],
  });

  it('another column of types changes all parts of the address', () => {
    const other = { ...plan, columns: plan.columns.map((one) => (one.column === 4 ? { ...one, typeColumn: 0 } : one)) };
    expect(changedFields(plan, other)).toEqual(new Set(ADDRESS.map((key) => FIELD_INDEX[key])));
    expect(changedFields(plan, plan).size).toBe(0);
  });

  it('a template finds them by their headings', () => {
    const headers = ['Type', 'Street', 'City', 'Type 2', 'Street 2'];
    const { plan: placed } = fitTemplate(templateOf('Addresses', headers, plan), headers.toReversed());
    expect(filledOf(mapRow(placed, ['9 Elm St', 'Home', 'Barre', '1 Mill St', 'Business']))).toEqual({ street: '9 Elm St' });
  });

  it('a user who sends only the second address gets it', () => {
    const second: MappingPlan = {
      ...plan,
      combinations: [],
      columns: plan.columns.map((one) => (one.column === 1 ? { ...one, to: { kind: 'none' } } : one)),
    };
    expect(filledOf(mapRow(second, ['Home', '1 Mill St', 'Barre', 'Business', '9 Elm St']))).toMatchObject({ street: '9 Elm St' });
  });
});

it("sends the home of a Raiser's Edge export whose preferred address is seasonal", () => {
  const addresses = {
    CnAdrPrf_Addrline1: ['8 Palm Way', '2 Elm St', '3 Elm St', '4 Elm St'],
    CnAdrPrf_City: ['Naples', 'Barre', 'Barre', 'Barre'],
    CnAdrPrf_State: ['FL', 'VT', 'VT', 'VT'],
    CnAdrPrf_ZIP: ['34102', '05641', '05641', '05641'],
    CnAdrPrf_Type: ['Winter', 'Home', 'Home', 'Home'],
    CnAdrAll_1_01_Addrline1: ['1 Elm St', '', '', ''],
    CnAdrAll_1_01_City: ['Barre', '', '', ''],
    CnAdrAll_1_01_State: ['VT', '', '', ''],
    CnAdrAll_1_01_ZIP: ['05641', '', '', ''],
    CnAdrAll_1_01_Type: ['Home', '', '', ''],
  };
  expect(sentOf(addresses)[0]).toBe('1 Elm St, Barre, VT, 05641');
  expect(sentOf(addresses)[1]).toBe('2 Elm St, Barre, VT, 05641');
});

describe('one address with codes for its type', () => {
  const remarkFor = (heading: string, types: readonly string[]) =>
    suggest(
      namedOf({
        [heading]: types,
        Street: ['1 Elm St', '2 Elm St', '3 Elm St', '4 Elm St'],
        City: ['Barre', 'Barre', 'Barre', 'Barre'],
      }),
    ).suggestions.find(({ header }) => header === 'Street')!.remark;

  it.each<[string, string[], string]>([
    ['ATYP_CODE', ['BU', 'PR', 'MA', 'PR'], '1 address of a workplace, by C (ATYP_CODE): the service may not find people there'],
    [
      'ADDRESS_TYPE',
      ['HOME', 'SEAS', 'BUS', 'BUS'],
      '2 addresses of a workplace and 1 address for a part of the year, by C (ADDRESS_TYPE): the service may not find people there',
    ],
    [
      'Address Type',
      ['Home', 'Winter Home', 'Home', 'Home'],
      '1 address for a part of the year, by C (Address Type): the service may not find people there',
    ],
  ])('%s', (heading, types, remark) => {
    expect(remarkFor(heading, types)).toBe(remark);
  });

  it('says nothing about homes', () => {
    expect(remarkFor('ATYP_CODE', ['PR', 'MA', 'PR', 'HM'])).toBeNull();
  });
});
