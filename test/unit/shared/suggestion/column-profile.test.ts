import { describe, expect, it } from 'vitest';
import { profileColumn, type ValueShares } from '../../../../shared/suggestion/column-profile.ts';

const profile = (...values: readonly string[]) => profileColumn('x', values, 0);
/** Names of the shares above one half. */
const seen = (...values: readonly string[]) => Object.entries(profile(...values).shares).filter(([, share]) => share > 0.5).map(([name]) => name); // prettier-ignore

describe('profileColumn', () => {
  it.each<[keyof ValueShares, string[]]>([
    ['email', ['jane@example.org', 'j.doe@mail.example.co.uk']],
    ['phone', ['(781) 555-0142', '781-555-0142', '+1 781 555 0142', '7815550142', '(917) 555-0131 x22']],
    ['date', ['12/31/2024', '2024-01-31', 'Jan 31, 2024']],
    ['amount', ['$1,234.50', '250', '(20.00)']],
    ['integer', ['14', '3', '27']],
    ['state', ['MA', 'New Hampshire', 'ON', 'Calif.']],
    ['zip', ['01945', '60614-3311', '1609', 'A1C 5S7', 'SY8 1AA']],
    ['country', ['USA', 'Canada', 'United Kingdom']],
    ['honorific', ['Mr.', 'Ms.', 'Dr.', 'Mr. & Mrs.']],
    ['fullName', ['Desmond Whitlock', "Siobhan O'Brien-Smith", 'Beatrix van der Meer']],
    ['word', ['Desmond', 'Mary Ann', 'Zoë']],
    ['inverted', ['Whitlock, Desmond', 'van der Meer, Beatrix']],
    ['people', ['Jane and John', 'Jane & John Smith']],
    ['household', ['Smith Household', 'The Doe Family']],
    ['organization', ['Whitlock Marine Supply', 'University of the Desert', 'Acme, Inc.']],
    ['street', ['14 Harbor View Rd', 'PO Box 417', '2207 N. Clark St.']],
    ['cityStateZip', ['Marblehead, MA 01945', 'Chicago, IL 60614-3311']],
    ['wholeAddress', ['14 Harbor View Rd, Marblehead, MA 01945', '1 Main St\nNashua, NH 03060']],
    [
      'wholeAddress',
      [
        'P.O. Box 118, Taos, NM 87571',
        'P O BOX 12 TAOS NM 87571',
        'RR 2 Box 44, Barre VT 05641',
        'Flat 2, 17 Elm Grove, Brighton, BN2 3DD, UK',
      ],
    ],
    ['cityStateZip', ['Unity, ME 04988', 'Flat Rock, NC 28731', 'One Loudoun, VA 20147', 'Route, NH 03060']],
    ['lines', ['2207 N. Clark St.\nApt. 4B', '1 Court Square\nSuite 1200']],
    ['card', ['4111 1111 1111 1111', '5500-0000-0000-0004']],
    ['socialSecurity', ['123-45-6789', '987-65-4321'.replace('987', '587')]],
    ['scientific', ['1.23E+15', '4E+12']],
  ])('%s', (share, values) => {
    expect(profile(...values).shares[share]).toBe(1);
  });

  it.each<[string, string[], string[]]>([
    ['names of people are not organizations', ['Jane Doe', 'John Smith'], ['fullName', 'word', 'person']],
    ['dates are not phone numbers', ['2024-01-31', '2023-12-01'], ['date']],
    ['IDs are not phone numbers', ['100001', '100002'], ['amount', 'integer', 'postal']],
    ['streets are not dates', ['14 May St', '3 March Rd'], ['street']],
  ])('%s', (_, values, shares) => {
    expect(seen(...values)).toEqual(shares);
  });

  it('counts filled, distinct and placeholder values', () => {
    expect(profile('a', ' a ', '', 'N/A', 'b')).toMatchObject({ looked: 5, filled: 3, distinct: 2, placeholders: 1 });
  });

  it.each<[string, number, string[]]>([
    ['does not take IDs for one that differ by case', 2, ['0033t00002XyZaB', '0033t00002XyZab']],
    ['takes both forms of a Salesforce ID for one', 1, ['001A0000006Vm9r', '001A0000006Vm9rIAC']],
  ])('%s', (_, distinct, values) => {
    expect(profile(...values)).toMatchObject({ filled: 2, distinct });
  });

  it('keeps the first six filled values', () => {
    expect(profile('', '$1.00', 'b', 'c', 'd', 'e', 'f', 'g').samples).toEqual(['$1.00', 'b', 'c', 'd', 'e', 'f']);
  });

  it('distinguishes a row counter from an ID', () => {
    expect([
      profile('1', '2', '3', '4').sequence,
      profile('10', '20', '30').sequence,
      profile('100001', '100002', '100003').sequence,
    ]).toEqual([true, false, false]);
  });

  it('finds the date order, the decimal sign, the median and lost zeros', () => {
    expect(profile('03/04/2021', '31/12/2020', '30/12/2020').dateOrder).toBe('dmy');
    expect(profile('03/04/2021', '05/06/2020').dateOrder).toBeNull();
    expect(profile('1.234,50', '12,5').amounts.comma).toBe(2);
    expect(profile('5', '1', '900').median).toBe(5);
    expect(profile('1609', '03060', '901').lostZeros).toBe(2);
  });

  it('returns zeros for an empty column', () => {
    const empty = profile('', ' ');
    expect(empty).toMatchObject({ looked: 2, filled: 0, distinct: 0, median: null, dateOrder: null });
    expect(Object.values(empty.shares).every((share) => share === 0)).toBe(true);
  });
});
