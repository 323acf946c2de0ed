/** A person on the list is found by an ID, an email, or a name with its ZIP code, and by nothing that only looks similar. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { FIELD_INDEX, type FieldKey } from '../../../../shared/fields/table.ts';
import { createMappedRecord } from '../../../../shared/mapping/mapped-record.ts';
import { SuppressionListBuilder, SuppressionMatcher, withoutPerson } from '../../../../main/matching/suppression-list.ts';

type Person = Readonly<Partial<Record<FieldKey, string>>>;
const KEY = Buffer.alloc(32, 9);

function draftOf(person: Person) {
  const draft = createMappedRecord();
  for (const [field, value] of Object.entries(person)) draft.values[FIELD_INDEX[field as FieldKey]] = value;
  return draft;
}

function listOf(people: readonly Person[], key: Uint8Array = KEY) {
  const builder = new SuppressionListBuilder(key);
  return builder.finish(people.filter((person) => !builder.add(draftOf(person))).length);
}

const isSuppressed = (people: readonly Person[], row: Person, key: Uint8Array = KEY) =>
  new SuppressionMatcher({ key, entries: listOf(people).entries }).holdsRecord(draftOf(row));

const ASHDOWN: Person = {
  constituentId: 'C-17',
  primaryFirst: 'Marguerite',
  primaryLast: 'Ashdown',
  personalEmail: 'm.ashdown@example.org',
  businessEmail: 'marguerite@firm.example',
  postalCode: '02134-1001',
  street: '12 North Main Street',
  spouseFirst: 'Theo',
  spouseLast: 'Lindqvist',
};

describe('a person on the suppression list', () => {
  it.each<[by: string, row: Person]>([
    ['the same record', ASHDOWN],
    ['the ID alone', { constituentId: 'C-17' }],
    ['the ID between spaces', { constituentId: ' C-17 ' }],
    ['the personal email', { personalEmail: 'M.Ashdown@Example.org' }],
    ['the personal email in the business field', { businessEmail: 'm.ashdown@example.org' }],
    ['the business email', { businessEmail: 'marguerite@firm.example' }],
    ['a second email', { personalEmail: 'other@example.org', businessEmail: 'm.ashdown@example.org' }],
    ['the name and the ZIP', { primaryFirst: 'Marguerite', primaryLast: 'Ashdown', postalCode: '02134' }],
    ['a short form of the name', { primaryFirst: 'Margo', primaryLast: 'ASHDOWN', postalCode: '02134' }],
    ['a ZIP that lost its zero', { primaryFirst: 'Marguerite', primaryLast: 'Ashdown', postalCode: '2134' }],
    ['the spouse as the primary person', { primaryFirst: 'Theo', primaryLast: 'Lindqvist', postalCode: '02134' }],
    [
      'the person as a spouse',
      { primaryFirst: 'Ann', primaryLast: 'Lee', spouseFirst: 'Marguerite', spouseLast: 'Ashdown', postalCode: '02134' },
    ],
  ])('is found by %s', (_by, row) => {
    expect(isSuppressed([{ constituentId: 'X' }, ASHDOWN], row)).toBe(true);
  });

  it.each<[by: string, row: Person]>([
    ['another ID', { constituentId: 'C-171' }],
    ['the ID in another case', { constituentId: 'c-17' }],
    ['another email', { personalEmail: 'ashdown@example.org' }],
    ['a text that is not an email', { personalEmail: 'C-17' }],
    ['the name without a ZIP', { primaryFirst: 'Marguerite', primaryLast: 'Ashdown' }],
    ['the name in another ZIP', { primaryFirst: 'Marguerite', primaryLast: 'Ashdown', postalCode: '02135' }],
    ['the last name alone', { primaryLast: 'Ashdown', postalCode: '02134' }],
    ['another first name', { primaryFirst: 'Robert', primaryLast: 'Ashdown', postalCode: '02134' }],
    ['the address alone', { street: '12 North Main Street', postalCode: '02134' }],
    ['an empty record', {}],
    ['an ID that is a person’s email', { constituentId: 'm.ashdown@example.org' }],
  ])('is not found by %s', (_by, row) => {
    expect(isSuppressed([{ constituentId: 'X' }, ASHDOWN], row)).toBe(false);
  });

  it('is found only with the key of this installation', () => {
    expect(isSuppressed([ASHDOWN], ASHDOWN, Buffer.alloc(32, 8))).toBe(false);
  });

  it('is found anywhere on a long list, and no one else is', () => {
    const people = Array.from({ length: 5_000 }, (_, at): Person => ({ constituentId: `P${at}` }));
    const { entries } = listOf(people);
    const matcher = new SuppressionMatcher({ key: KEY, entries });
    for (const at of [0, 1, 2_500, 4_999]) expect(matcher.holdsRecord(draftOf({ constituentId: `P${at}` }))).toBe(true);
    for (const id of ['P5000', 'P', 'P00']) expect(matcher.holdsRecord(draftOf({ constituentId: id }))).toBe(false);
  });

  it('is found when the entries are part of a larger buffer', () => {
    const { entries } = listOf([ASHDOWN]);
    const memory = new Uint8Array(entries.length + 24);
    memory.set(entries, 12);
    const inside = memory.subarray(12, 12 + entries.length);
    expect(new SuppressionMatcher({ key: KEY, entries: inside }).holdsRecord(draftOf({ constituentId: 'C-17' }))).toBe(true);
    expect(withoutPerson({ key: KEY, entries: inside }, draftOf({ constituentId: 'C-17' }))).toMatchObject({ removed: 1 });
  });

  it('is not found on an empty list', () => {
    expect(isSuppressed([], ASHDOWN)).toBe(false);
  });

  it('is not found by an equal hash with another code', () => {
    const { entries } = listOf([{ constituentId: 'C-17' }]);
    const changed = new Uint8Array(entries);
    changed[8]! ^= 1;
    expect(new SuppressionMatcher({ key: KEY, entries: changed }).holdsRecord(draftOf({ constituentId: 'C-17' }))).toBe(false);
    // A code without its fingerprint is not searched for.
    const moved = new Uint8Array(entries);
    moved[0]! ^= 1;
    expect(new SuppressionMatcher({ key: KEY, entries: moved }).holdsRecord(draftOf({ constituentId: 'C-17' }))).toBe(false);
  });

  it('is not found by the code of one key with the hash of another', () => {
    // The row has the fingerprint of one entry and the code of another, which is not a match.
    const { entries } = listOf([{ personalEmail: 'a@b.example' }, { constituentId: 'C-17' }]);
    const swapped = new Uint8Array(entries);
    // Damages the code of the email and the fingerprint of the ID.
    swapped[8]! ^= 1;
    swapped[entries.length / 2]! ^= 1;
    const row = draftOf({ personalEmail: 'a@b.example', constituentId: 'C-17' });
    expect(new SuppressionMatcher({ key: KEY, entries: swapped }).holdsRecord(row)).toBe(false);
  });
});

describe('importing the list', () => {
  it('counts people, their keys, and records without a key', () => {
    const made = listOf([
      ASHDOWN,
      { constituentId: 'X' },
      { primaryFirst: 'Ann', primaryLast: 'Lee' },
      { personalEmail: 'a@b.example', postalCode: '10001' },
      {},
    ]);
    expect(made).toMatchObject({ people: 3, withoutKey: 2, ids: 2, emails: 3, names: 2 });
    expect(made.entries).toHaveLength(7 * 28);
  });

  it('takes no longer for a list in which everybody has the address of the office', () => {
    const people = Array.from({ length: 10_000 }, (_, at) => ({ primaryFirst: 'Ann', primaryLast: `Lee${at}`, postalCode: '10001' }));
    const started = performance.now();
    listOf(people.map((person, at) => ({ ...person, personalEmail: `ann${at}@office.example` })));
    const usual = performance.now() - started;
    const shared = people.map((person) => ({ ...person, personalEmail: 'info@office.example' }));
    expect(listOf([...shared, ...shared.slice(0, 3)])).toMatchObject({ people: 10_000, known: 3, emails: 10_000 });
    expect(performance.now() - started).toBeLessThan(usual * 4);
  });

  it('stores no name, ID, or address, only codes made with the key of the installation', () => {
    const { entries } = listOf([ASHDOWN, { constituentId: 'X' }]);
    const text = Buffer.from(entries).toString('latin1').toLowerCase();
    for (const word of ['ashdown', 'marg', 'c-17', 'example', '02134', 'theo']) expect(text).not.toContain(word);
    const code = createHmac('sha256', KEY).update('i:C-17').digest().subarray(0, 16).toString('latin1');
    expect(Buffer.from(entries).toString('latin1')).toContain(code);
    // Another key changes the codes but not the fingerprints.
    const other = listOf([ASHDOWN], Buffer.alloc(32, 8)).entries;
    expect(Buffer.from(other).toString('latin1')).not.toContain(code);
  });
});

describe('removing a person from the suppression list', () => {
  const people: readonly Person[] = [{ constituentId: 'X', personalEmail: 'xavier@example.org' }, ASHDOWN, { constituentId: 'Y' }];
  const list = { key: KEY, entries: listOf(people).entries };

  it('removes every key of the person, whichever key is given, and no one else', () => {
    for (const record of [
      { constituentId: 'C-17' },
      { businessEmail: 'marguerite@firm.example' },
      { primaryFirst: 'Theo', primaryLast: 'Lindqvist', postalCode: '02134' },
    ]) {
      const after = withoutPerson(list, draftOf(record));
      if (after === null) throw new Error('Nobody was found.');
      expect(after.removed).toBe(1);
      const left = new SuppressionMatcher({ key: KEY, entries: after.left });
      for (const row of [{ constituentId: 'C-17' }, { personalEmail: 'm.ashdown@example.org' }, ASHDOWN])
        expect(left.holdsRecord(draftOf(row))).toBe(false);
      for (const row of [{ constituentId: 'X' }, { personalEmail: 'xavier@example.org' }, { constituentId: 'Y' }])
        expect(left.holdsRecord(draftOf(row))).toBe(true);
    }
  });

  it('removes and counts everyone with one of the given keys', () => {
    const after = withoutPerson(list, draftOf({ constituentId: 'Y', personalEmail: 'xavier@example.org' }));
    expect(after?.removed).toBe(2);
    expect(new SuppressionMatcher({ key: KEY, entries: after!.left }).holdsRecord(draftOf(ASHDOWN))).toBe(true);
    expect(after!.left.length).toBe(5 * 28);
  });

  it('returns null for a key that is not on the list', () => {
    expect(withoutPerson(list, draftOf({ constituentId: 'Z' }))).toBeNull();
    expect(withoutPerson(list, draftOf({}))).toBeNull();
    expect(withoutPerson({ key: Buffer.alloc(32, 8), entries: list.entries }, draftOf({ constituentId: 'X' }))).toBeNull();
    expect(withoutPerson({ key: KEY, entries: new Uint8Array(0) }, draftOf({ constituentId: 'X' }))).toBeNull();
  });
});

describe('a Salesforce ID on the suppression list', () => {
  const [SHORT, LONG] = ['001A0000006Vm9r', '001A0000006Vm9rIAC'];

  it.each([
    [SHORT, LONG],
    [LONG, SHORT],
  ])('%s is found as %s, and not in another case', (listed, asked) => {
    expect(isSuppressed([{ constituentId: listed }], { constituentId: asked })).toBe(true);
    expect(isSuppressed([{ constituentId: listed }], { constituentId: asked.toLowerCase() })).toBe(false);
  });
});
