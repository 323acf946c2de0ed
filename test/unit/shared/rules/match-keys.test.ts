import { describe, expect, it } from 'vitest';
import { FIELD_INDEX, type FieldKey } from '../../../../shared/fields/table.ts';
import { emailKeys, fullness, householdKeys, idKey, personKeys } from '../../../../shared/rules/match-keys.ts';
import { MatchKeyHasher, recordHash, SLOT_BITS } from '../../../../shared/rules/match-key-hash.ts';
import { applyOverride } from '../../../../shared/mapping/row-mapper.ts';
import { createMappedRecord, type MappedRecord } from '../../../../shared/mapping/mapped-record.ts';

function draftOf(values: Readonly<Partial<Record<FieldKey, string>>>): MappedRecord {
  const draft = createMappedRecord();
  for (const [key, value] of Object.entries(values)) applyOverride(draft, FIELD_INDEX[key as FieldKey], value);
  return draft;
}

const HOME = { primaryFirst: 'Marguerite', primaryLast: 'Ashdown', street: '14 Larkspur Ln', postalCode: '01609-1234' } as const;

describe('household keys', () => {
  it('contain five digits of the ZIP, ten characters of the address, the last name and four letters of the first name', () => {
    expect(householdKeys(draftOf(HOME))).toEqual(['01609|14larkspur|ashdown|marg']);
  });

  it('include a second key for the spouse, with their own last name or the shared one', () => {
    expect(householdKeys(draftOf({ ...HOME, spouseFirst: 'Aldous' }))).toEqual([
      '01609|14larkspur|ashdown|marg',
      '01609|14larkspur|ashdown|aldo',
    ]);
    expect(householdKeys(draftOf({ ...HOME, spouseFirst: 'Aldous', spouseLast: 'Ferrer' }))[1]).toBe('01609|14larkspur|ferrer|aldo');
  });

  it('match a couple that is in two rows with the spouses swapped', () => {
    const one = householdKeys(draftOf({ ...HOME, spouseFirst: 'Aldous' }));
    const other = householdKeys(draftOf({ ...HOME, primaryFirst: 'Aldous', spouseFirst: 'Marguerite' }));
    expect(new Set(one)).toEqual(new Set(other));
  });

  it.each<[string, string]>([
    ['12 North Main Street', '12 N. Main St'],
    ['12 Oak Avenue', '12 OAK AVE.'],
    ['14  Larkspur Ln', '14 larkspur lane'],
  ])('are the same for %s and %s', (one, other) => {
    expect(householdKeys(draftOf({ ...HOME, street: one }))).toEqual(householdKeys(draftOf({ ...HOME, street: other })));
  });

  it('ignore accents and punctuation, but not letters and digits', () => {
    expect(householdKeys(draftOf({ ...HOME, primaryLast: 'Núñez' }))).toEqual(householdKeys(draftOf({ ...HOME, primaryLast: 'Nunez' })));
    expect(householdKeys(draftOf({ ...HOME, primaryLast: "O'Brien" }))).toEqual(householdKeys(draftOf({ ...HOME, primaryLast: 'OBrien' })));
    expect(householdKeys(draftOf({ ...HOME, street: '15 Larkspur Ln' }))).not.toEqual(householdKeys(draftOf(HOME)));
  });

  it.each(['street', 'postalCode', 'primaryLast'] as const)('do not exist without %s', (key) => {
    expect(householdKeys(draftOf({ ...HOME, [key]: '' }))).toEqual([]);
  });
});

describe('other keys', () => {
  it('contain the ID unchanged', () => {
    expect([idKey(draftOf({ constituentId: 'a1' })), idKey(draftOf({ constituentId: 'A1' })), idKey(draftOf({}))]).toEqual([
      'a1',
      'A1',
      '',
    ]);
  });

  it('contain each valid email address once, in lower case', () => {
    expect(emailKeys(draftOf({ personalEmail: 'Jane@Example.org', businessEmail: 'jane@example.org' }))).toEqual(['jane@example.org']);
    expect(emailKeys(draftOf({ personalEmail: 'jane@example.org', businessEmail: 'j@work.example.com' }))).toEqual([
      'jane@example.org',
      'j@work.example.com',
    ]);
    for (const remark of ['ask @ office', 'see notes @ front desk', 'j@', 'none@none.com', 'n/a@'])
      expect(emailKeys(draftOf({ personalEmail: remark }))).toEqual([]);
    expect(emailKeys(draftOf({ personalEmail: 'none', businessEmail: 'j@work.example.com' }))).toEqual(['j@work.example.com']);
    expect(emailKeys(draftOf({}))).toEqual([]);
  });

  it('contain the ID, household and email address of a person, each with its kind', () => {
    expect(personKeys(draftOf({ ...HOME, constituentId: '7', personalEmail: 'm@example.org' }))).toEqual([
      'i:7',
      'h:01609|14larkspur|ashdown|marg',
      'e:m@example.org',
    ]);
    expect(personKeys(draftOf({}))).toEqual([]);
  });

  it('are the same for both forms of a Salesforce ID, but differ by letter case', () => {
    const [short, long] = [draftOf({ constituentId: '001A0000006Vm9r' }), draftOf({ constituentId: ' 001A0000006Vm9rIAC ' })];
    expect(idKey(long)).toBe(idKey(short));
    expect(idKey(draftOf({ constituentId: '001a0000006vm9r' }))).not.toBe(idKey(short));
    expect(idKey(draftOf({ constituentId: '001A0000006Vm9rIAD' }))).toBe('001A0000006Vm9rIAD');
    const hashes = [short, long].map((record) => {
      const hasher = new MatchKeyHasher();
      hasher.hashes(record, SLOT_BITS.id);
      return hasher.halves.slice(0, 2);
    });
    expect(hashes[0]).toEqual(hashes[1]);
    expect(recordHash(draftOf({ constituentId: '001A0000006Vm9rIAC' }))).toEqual(recordHash(short));
  });
});

it('the fullness of a record is the number of its filled fields', () => {
  expect(fullness(draftOf(HOME))).toBe(4);
});
