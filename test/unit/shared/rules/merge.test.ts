import { describe, expect, it } from 'vitest';
import { FIELD_KEYS, type FieldKey } from '../../../../shared/fields/table.ts';
import { holdOnePerson, mergeOf } from '../../../../shared/rules/merge.ts';

type Row = Partial<Record<FieldKey, string>>;
const values = (row: Row): string[] => FIELD_KEYS.map((key) => row[key] ?? '');
const merged = (kept: Row, other: Row) => {
  const merge = mergeOf(values(kept), values(other));
  return merge === null ? null : { kind: merge.kind, ...Object.fromEntries(merge.corrections) };
};

const HOME = { street: '14 Larkspur Lane', city: 'Worcester', state: 'MA', postalCode: '01609' } as const;
const MARGUERITE = { constituentId: '100726', primaryFirst: 'Marguerite', primaryLast: 'Ashdown', ...HOME } as const;
const ALDOUS = { constituentId: '101977', primaryFirst: 'Aldous', primaryLast: 'Ashdown', ...HOME } as const;

describe('two rows of one person', () => {
  it('fill only empty fields', () => {
    const other = { ...MARGUERITE, constituentId: '101977', primaryMiddle: 'Rose', personalEmail: 'm@example.org', city: 'WORCESTER' };
    expect(merged(MARGUERITE, other)).toEqual({ kind: 'samePerson', primaryMiddle: 'Rose', personalEmail: 'm@example.org' });
  });

  it.each([
    ['an initial', 'M', 'Marguerite'],
    ['a short form', 'Bob', 'Robert'],
    ['no first name', '', 'Robert'],
    ['accents', 'José', 'Jose'],
  ])('are one person with %s', (_, one, other) => {
    expect(merged({ ...MARGUERITE, primaryFirst: one }, { ...MARGUERITE, primaryFirst: other })?.kind).toBe('samePerson');
  });

  it('copy an address only as a whole', () => {
    const elsewhere = { ...MARGUERITE, street: '9 Fern Hollow Dr', city: '', postalCode: '' };
    expect(merged(elsewhere, MARGUERITE)).toEqual({ kind: 'samePerson' });
    expect(merged({ ...MARGUERITE, street: '14 Larkspur Ln', postalCode: '' }, MARGUERITE)).toEqual({
      kind: 'samePerson',
      postalCode: '01609',
    });
  });

  it('copy a gift only with its own date, and never a total', () => {
    const one = { ...MARGUERITE, rfmLargestGiftValue: '500', rfmTotalGiftValue: '900' };
    const other = {
      ...MARGUERITE,
      rfmLargestGiftValue: '250',
      rfmLargestGiftDate: '2020-05-01',
      rfmTotalGiftValue: '100',
      rfmFirstGiftDate: '2001-01-01',
    };
    expect(merged(one, other)).toEqual({ kind: 'samePerson', rfmFirstGiftDate: '2001-01-01' });
  });

  it('keep the only spouse, and are not merged if they have two', () => {
    expect(merged(MARGUERITE, { ...MARGUERITE, spouseFirst: 'Aldous' })).toEqual({ kind: 'samePerson', spouseFirst: 'Aldous' });
    expect(merged({ ...MARGUERITE, spouseFirst: 'Luca' }, { ...MARGUERITE, spouseFirst: 'Aldous' })).toBeNull();
    const withLast = { ...MARGUERITE, spouseFirst: 'Aldous', spouseLast: 'Okafor' };
    expect(merged(MARGUERITE, withLast)).toEqual({ kind: 'samePerson', spouseFirst: 'Aldous', spouseLast: 'Okafor' });
    expect(merged(withLast, MARGUERITE)).toEqual({ kind: 'samePerson' });
  });
});

describe('a couple on two rows', () => {
  it('becomes a person and a spouse; contact details and gifts of the spouse are not copied', () => {
    const other = { ...ALDOUS, primaryMiddle: 'J', personalEmail: 'a@example.org', rfmTotalGiftValue: '100' };
    const spouse = { spouseFirst: 'Aldous', spouseMiddle: 'J', spouseLast: 'Ashdown' };
    expect(merged(MARGUERITE, other)).toEqual({ kind: 'couple', ...spouse });
    expect(merged(MARGUERITE, { ...other, spouseFirst: 'Marguerite' })).toEqual({ kind: 'couple', ...spouse });
  });

  it('keeps the name that the first row has for the spouse', () => {
    expect(merged({ ...MARGUERITE, spouseFirst: 'Al', spouseLast: 'Ashdown' }, { ...ALDOUS, primaryFirst: 'Alfred' })).toEqual({
      kind: 'couple',
    });
  });

  it('must share an address', () => {
    expect(merged(MARGUERITE, { ...ALDOUS, street: '14 LARKSPUR LN.', postalCode: '1609' })?.kind).toBe('couple');
    expect(merged(MARGUERITE, { ...ALDOUS, street: '9 Fern Hollow Dr' })).toBeNull();
    expect(merged(MARGUERITE, { ...ALDOUS, postalCode: '02108' })).toBeNull();
  });

  it('does not include people with other spouses or without a name', () => {
    expect(merged({ ...MARGUERITE, spouseFirst: 'Luca' }, ALDOUS)).toBeNull();
    expect(merged(MARGUERITE, { ...ALDOUS, spouseFirst: 'Petra' })).toBeNull();
    expect(merged(MARGUERITE, { businessName: 'Ashdown Ltd', ...HOME })).toBeNull();
  });
});

it('two businesses are merged only if they have the same name', () => {
  const shop = { businessName: 'Quayle Books', ...HOME };
  expect(merged(shop, { ...shop, businessPhone: '508 555 0142' })).toEqual({ kind: 'samePerson', businessPhone: '508 555 0142' });
  expect(merged(shop, { ...shop, businessName: 'Farrow Tools' })).toBeNull();
});

describe('a merge of two rows', () => {
  const couple = { kind: 'couple', spouseFirst: 'Aldous', spouseLast: 'Ashdown' };
  const noAddress = { street: '', city: '', state: '', postalCode: '' };

  it('needs a shared address, or a row without one', () => {
    expect(merged(MARGUERITE, { ...ALDOUS, ...noAddress })).toEqual(couple);
    expect(merged({ ...MARGUERITE, ...noAddress }, ALDOUS)).toEqual({ ...couple, ...HOME });
    expect(merged({ ...MARGUERITE, ...noAddress }, { ...ALDOUS, ...noAddress })).toEqual(couple);
    expect(merged(MARGUERITE, { ...ALDOUS, postalCode: '' })).toEqual(couple);
    expect(merged(MARGUERITE, { ...ALDOUS, street: '' })).toEqual(couple);
    expect(merged(MARGUERITE, { ...ALDOUS, street: '', postalCode: '02108' })).toBeNull();
    expect(merged({ ...MARGUERITE, postalCode: '' }, { ...ALDOUS, street: '9 Fern Hollow Dr' })).toBeNull();
  });

  it.each([
    ['the first name of the first row', { primaryFirst: '' }, { primaryLast: 'Okafor' }],
    ['the first name of the other row', {}, { primaryFirst: '', primaryLast: 'Okafor' }],
    ['the last name of the first row', { primaryLast: '' }, {}],
    ['the last name of the other row', {}, { primaryLast: '' }],
  ])('makes no one a spouse without %s', (_, kept, other) => {
    expect(merged({ ...MARGUERITE, ...kept }, { ...ALDOUS, ...other })).toBeNull();
  });

  it('gives the spouse the full name', () => {
    expect(merged(MARGUERITE, { ...ALDOUS, primaryMiddle: 'Rupert', primaryMaiden: 'Finch' })).toEqual({
      ...couple,
      spouseMiddle: 'Rupert',
      spouseMaiden: 'Finch',
    });
  });

  it('does not treat the end of a name as a form of it', () => {
    expect(merged({ ...MARGUERITE, primaryFirst: 'Maxwell' }, { ...MARGUERITE, primaryFirst: 'Well' })?.kind).toBe('couple');
  });

  it('does not combine the first name of one spouse with the last name of another', () => {
    const lastOnly = { ...MARGUERITE, spouseLast: 'Okafor' };
    expect(merged(lastOnly, { ...MARGUERITE, spouseFirst: 'Desmond', spouseLast: 'Farrow' })).toBeNull();
    expect(merged(lastOnly, { ...MARGUERITE, spouseFirst: 'Desmond', spouseLast: 'Okafor' })).toEqual({
      kind: 'samePerson',
      spouseFirst: 'Desmond',
    });
    expect(merged(lastOnly, ALDOUS)).toBeNull();
    expect(merged({ ...MARGUERITE, spouseLast: 'Ashdown' }, ALDOUS)).toEqual({ kind: 'couple', spouseFirst: 'Aldous' });
    // A spouse without a last name has the constituent's.
    expect(merged({ ...MARGUERITE, spouseFirst: 'Aldous' }, { ...MARGUERITE, spouseFirst: 'Aldous', spouseLast: 'Okafor' })).toBeNull();
  });

  it('compares businesses if the rows name no person', () => {
    const business = { constituentId: '7', businessName: 'Quarry Mill', ...HOME };
    expect(merged(business, { ...business, constituentId: '8' })).toEqual({ kind: 'samePerson' });
    expect(merged(business, { ...business, businessName: 'Harbor View' })).toBeNull();
    // The same personal name is enough, whatever the businesses are.
    const person = { ...MARGUERITE, businessName: 'Quarry Mill' };
    expect(merged(person, { ...MARGUERITE, businessName: 'Harbor View' })).toEqual({ kind: 'samePerson' });
    const lastOnly = { ...person, primaryFirst: '' };
    expect(merged(lastOnly, { ...lastOnly, businessName: 'Harbor View' })).toEqual({ kind: 'samePerson' });
    const firstOnly = { ...person, primaryLast: '' };
    expect(merged(firstOnly, { ...firstOnly, businessName: 'Harbor View' })).toEqual({ kind: 'samePerson' });
  });

  it('copies a title only with its business, and compares businesses as words, not as streets', () => {
    const kept = { ...MARGUERITE, businessName: 'Oak Lane' };
    expect(merged(kept, { ...MARGUERITE, businessName: 'Oak Ln', businessTitle: 'Owner' })).toEqual({ kind: 'samePerson' });
    expect(merged(kept, { ...MARGUERITE, businessName: 'OAK LANE', businessTitle: 'Owner' })).toEqual({
      kind: 'samePerson',
      businessTitle: 'Owner',
    });
  });

  it('does not treat an empty cell as a contradiction', () => {
    const kept = { ...MARGUERITE, businessName: 'Oak Lane' };
    expect(merged(kept, { ...MARGUERITE, businessTitle: 'Owner' })).toEqual({ kind: 'samePerson', businessTitle: 'Owner' });
  });
});

describe('the people of two rows', () => {
  const areOne = (one: Row, other: Row) => holdOnePerson(values(one), values(other));

  it('are one person if the names agree, or one business if no person is named', () => {
    expect(areOne(MARGUERITE, { ...MARGUERITE, street: '9 Fern Hollow Dr' })).toBe(true);
    expect(areOne(MARGUERITE, ALDOUS)).toBe(false);
    expect(areOne({ businessName: 'Oak Lane' }, { businessName: 'OAK LANE' })).toBe(true);
    expect(areOne({ businessName: 'Oak Lane' }, { businessName: 'Harbor View' })).toBe(false);
  });

  it('are not one if one row names nobody', () => {
    const firstOnly = { primaryFirst: 'Marguerite' };
    expect(areOne(firstOnly, { street: '12 Main St' })).toBe(false);
    expect(areOne({ street: '12 Main St' }, firstOnly)).toBe(false);
    expect(merged(firstOnly, { street: '12 Main St' })).toBeNull();
  });
});
