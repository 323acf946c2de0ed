/** Addresses abroad without a country. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAbroad } from '../../../../shared/transforms/abroad.ts';

const abroad = (street: string, postalCode: string, state = '') => isAbroad('', state, postalCode, street);

describe('an address without a country is abroad', () => {
  it.each(['1012 AB', '1012AB', 'SW1A 1AA', 'K1A 0B1', '1050-099', '01310-100', '00-950', '110 00', 'D-10115', 'CH-8001', 'D02 AF30'])('by its postal code %s', (code) => {
    expect(abroad('3 Larch', code)).toBe(true);
    expect(abroad('3 Larch', code, 'MA')).toBe(false);
  }); // prettier-ignore

  it.each(['Bahnhofstrasse 3', 'Ringstraße 5a', 'Lindenstr. 3', 'Kerkweg 7b', 'Lindelaan 3', 'Am Markt 7', 'Calle Mayor 3', 'Gran Vía 7', 'C/ Luna 4', 'Carrer de Balmes 12', 'Via Roma 12', 'Rua Augusta 100', 'Storgata 5', '3 rue des Tilleuls', '12 avenue de la République'])(
    'by its street %s',
    (street) => {
      expect(abroad(street, '')).toBe(true);
      expect(abroad(street, '', 'Madrid')).toBe(true);
      expect(abroad(street, '28013', 'Massachusetts')).toBe(false);
    },
  ); // prettier-ignore
});

it.each([
  ['Broadway 12', '01609'],
  ['Broadway 12', ''],
  ['Larch Hill 7', ''],
  ['Tannery Row 3', '02740-1234'],
  ['Larkspur 12', '01609'],
  ['Old Post 210', '06902'],
])('a number after the name of a street is not abroad: %s, %s', (street, code) => {
  expect(abroad(street, code)).toBe(false);
});

it.each([
  ['Am Markt 7', '20095'],
  ['Plaza del Sol 4', '28013'],
  ['Königsallee 12', '40212'],
  ['Larkspur 12', ''],
  ['Larkspur 12', '1012 AB'],
])('words and letters of another language tell more than a ZIP: %s, %s', (street, code) => {
  expect(abroad(street, code)).toBe(true);
});

it('is never abroad by a street or a ZIP of the US', () => {
  const name = fc.constantFrom(
    'Elm',
    'Larch',
    'Main',
    'Old Mill',
    'Van Buren',
    'Martin Luther King',
    'Avenue',
    'Via Verde',
    'Calle Luna',
    'La Rue',
  );
  const type = fc.constantFrom('St', 'Street', 'Ave', 'Rd', 'Dr', 'Ln', 'Ct', 'Blvd', 'Way', 'Pl', 'Cir', 'Ter', 'Hwy', 'Pkwy');
  const house = fc.integer({ min: 1, max: 99_999 }).map(String);
  const unit = fc.constantFrom('', ' Apt 4', ' # 12', ' Unit 7', ' Ste 200', ' Floor 3', ' Bldg 2');
  const street = fc.oneof(
    fc.tuple(house, name, type, unit).map(([number, one, other, end]) => `${number} ${one} ${other}${end}`),
    fc.tuple(fc.constantFrom('PO Box', 'P.O. Box', 'Highway', 'County Road', 'State Route', 'US Hwy', 'RR 2 Box', 'Box', 'Lot', 'Interstate', 'Apt'), house).map((parts) => parts.join(' ')),
    fc.constantFrom('General Delivery', 'One Elm Plaza', 'Corner of Elm and Oak', ''),
  ); // prettier-ignore
  const zip = fc.oneof(
    fc.integer({ min: 0, max: 99_999 }).map((number) => String(number).padStart(5, '0')),
    fc.integer({ min: 0, max: 999_999_999 }).map((number) => String(number).padStart(9, '0').replace(/(\d{5})/, '$1-')),
    fc.integer({ min: 100, max: 9999 }).map(String),
    fc.constant(''),
  ); // prettier-ignore
  fc.assert(
    fc.property(street, zip, fc.constantFrom('', 'MA', 'ON', 'Elsewhere'), (line, code, state) => {
      expect(abroad(line, code, state)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
