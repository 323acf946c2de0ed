import { expect, it } from 'vitest';
import { FIRST, LAST, suggest } from '../../../kit/suggested-mapping.ts';
import { filledOf, mapRow } from '../../../kit/mapped-rows.ts';

const AREAS = ['978', '617', '', '508'];
const NUMBERS = ['555-0142', '555-0117', '555.0175', '5550131'];

const rowsOf = (columns: Readonly<Record<string, readonly string[]>>) => {
  const named = { First: FIRST, Last: LAST, ...columns };
  const { plan } = suggest(named);
  return FIRST.map((_, row) =>
    filledOf(
      mapRow(
        plan,
        Object.values(named).map((values) => values[row]!),
      ),
    ),
  );
};

it.each([
  ['Home Ph Area', 'Home Ph Number'],
  ['PHONE_AREA', 'PHONE_NUMBER'],
  ['Area Code', 'Phone'],
  ['Home Phone Area Code', 'Home Phone'],
])('%s and %s are one phone number', (area, number) => {
  const rows = rowsOf({ [area]: AREAS, [number]: NUMBERS });
  expect(rows.map((row) => row.personalPhone?.replaceAll(/\D/g, ''))).toEqual(['9785550142', '6175550117', '5550175', '5085550131']);
});

it('numbers of seven digits without a sign between them get their area codes', () => {
  const rows = rowsOf({ PHONE_AREA_CODE: AREAS, PHONE_NUMBER: ['5550142', '5550117', '5550175', '5550131'] });
  expect(rows.map((row) => row.personalPhone?.replaceAll(/\D/g, ''))).toEqual(['9785550142', '6175550117', '5550175', '5085550131']);
});

it('the area codes of home and work go to their own numbers', () => {
  const [row] = rowsOf({
    'Home Phone': NUMBERS,
    'Work Phone': ['555-0199', '555-0198', '555-0197', '555-0196'],
    'Home Area Code': AREAS,
    'Work Area Code': ['212', '212', '212', '212'],
  });
  expect([row!.personalPhone, row!.businessPhone].map((phone) => phone?.replaceAll(/\D/g, ''))).toEqual(['9785550142', '2125550199']);
});

it('numbers that have their area code do not change', () => {
  const whole = ['(978) 555-0142', '617-555-0117', '508.555.0175', '5085550131'];
  const rows = rowsOf({ 'Area Code': AREAS, Phone: whole });
  expect(rows.map((row) => row.personalPhone?.replaceAll(/\D/g, ''))).toEqual(whole.map((phone) => phone.replaceAll(/\D/g, '')));
});

it('no number gets a second area code if a few already have one', () => {
  const local = [...NUMBERS, ...NUMBERS, ...NUMBERS];
  const areas = local.map(() => '978');
  const joinsOf = (phones: readonly string[]) => suggest({ 'Area Code': areas, Phone: phones }).plan.combinations;
  expect(joinsOf(local)).toMatchObject([{ field: 'personalPhone', columns: [0, 1], how: 'join' }]);
  expect(joinsOf([...local.slice(1), '(508) 555-0131'])).toEqual([]);
});

it('the area code of the work phone does not belong to the home phone next to it', () => {
  const rows = rowsOf({ 'Work Area Code': AREAS, 'Home Phone': NUMBERS });
  expect(rows[0]!.personalPhone?.replaceAll(/\D/g, '')).toBe('5550142');
  expect(rows[0]!.businessName).toBeUndefined();
});

it('the area of a plot is not an area code', () => {
  const rows = rowsOf({ 'Lot Area': ['978', '617', '312', '508'], Phone: NUMBERS });
  expect(rows[0]!.personalPhone?.replaceAll(/\D/g, '')).toBe('5550142');
});
