import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_INDEX, type FieldKey } from '../../../../shared/fields/table.ts';
import { createMappedRecord } from '../../../../shared/mapping/mapped-record.ts';
import { emailKeys, householdKeys, idKey, nameKeys, STREET_WORDS } from '../../../../shared/rules/match-keys.ts';
import { MatchKeyHasher, type KeyKind, hashOf, recordHash, SLOT, SLOT_BITS, SLOTS } from '../../../../shared/rules/match-key-hash.ts';

const EVERY = SLOT_BITS.id | SLOT_BITS.emails | SLOT_BITS.households | SLOT_BITS.names;

function textsOf(values: Readonly<Partial<Record<FieldKey, string>>>) {
  const draft = createMappedRecord();
  for (const [key, value] of Object.entries(values)) draft.values[FIELD_INDEX[key as FieldKey]] = value;
  return draft;
}

/** The hashes in some slots of a row, as text. */
function hashesIn(hasher: MatchKeyHasher, present: number, ...slots: number[]): string[] {
  return slots.filter((slot) => (present & (1 << slot)) !== 0).map((slot) => `${hasher.halves[slot * 2]} ${hasher.halves[slot * 2 + 1]}`);
}
const expected = (kind: KeyKind, keys: readonly string[]) =>
  keys.map((key) => {
    const { a, b } = hashOf(kind, key);
    return `${a} ${b}`;
  });

const word = fc.constantFrom(
  ...Object.keys(STREET_WORDS),
  'Main',
  'Larkspur',
  '12',
  '1207',
  'N.',
  'St',
  'Apt',
  '6',
  'Élysée',
  'Straße',
  'K',
  'o’Brien',
);
const name = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('Jane', 'JANE', 'José', 'Ångström', 'Łódź', 'Straße', 'İpek', 'ŉ', 'Æ·ß', '', 'Núñez', 'O’Brien', 'Li', 'Mary Ann'),
);
const street = fc.oneof(
  name,
  fc.array(fc.tuple(word, fc.constantFrom(' ', '  ', '-', '.', '')), { maxLength: 7 }).map((parts) => parts.flat().join('')),
);
const email = fc.oneof(fc.constantFrom('', 'a@b.org', 'A@B.org', 'none', 'ä@b.org', 'x@y.example'), fc.string({ maxLength: 30 }));
const row = fc.record({
  constituentId: name,
  primaryFirst: name,
  primaryLast: name,
  spouseFirst: name,
  spouseLast: name,
  street,
  postalCode: fc.oneof(
    fc.constantFrom('01609', '1609', '01609-1234', '1609-1234', '609-1234', '12345-67', '12345678', '016', '', 'K1A 0B1', 'é1609'),
    name,
  ),
  personalEmail: email,
  businessEmail: email,
});

describe('the match-key hashes of a row', () => {
  it('equal the hashes of its keys as text', () => {
    const hasher = new MatchKeyHasher();
    fc.assert(
      fc.property(row, (values) => {
        const draft = textsOf(values);
        const present = hasher.hashes(draft, EVERY);
        const id = idKey(draft);
        expect(hashesIn(hasher, present, SLOT.id)).toEqual(expected('i', id === '' ? [] : [id]));
        expect(hashesIn(hasher, present, SLOT.email, SLOT.otherEmail)).toEqual(expected('e', emailKeys(draft)));
        expect(hashesIn(hasher, present, SLOT.household, SLOT.spouse)).toEqual(expected('h', householdKeys(draft)));
        expect(new Set(hashesIn(hasher, present, SLOT.name, SLOT.spouseName))).toEqual(new Set(expected('n', nameKeys(draft))));
      }),
      { numRuns: 3000 },
    );
  });

  it('contain only the requested kinds', () => {
    const draft = textsOf({ constituentId: '7', personalEmail: 'a@b.org' });
    expect(new MatchKeyHasher().hashes(draft, SLOT_BITS.emails)).toBe(1 << SLOT.email);
    expect(new MatchKeyHasher().hashes(draft, 0)).toBe(0);
  });

  it('differ by kind and key', () => {
    const some = ['i', 'e', 'h', 'n'].flatMap((kind) => expected(kind as KeyKind, ['7', '77', '8', '']));
    expect(new Set(some).size).toBe(some.length);
  });

  it('cover very long email addresses and streets', () => {
    const draft = textsOf({
      personalEmail: `${'x'.repeat(5000)}@b.org`,
      street: '1 '.repeat(4000),
      postalCode: '01609',
      primaryLast: 'y'.repeat(6000),
    });
    const hasher = new MatchKeyHasher();
    const present = hasher.hashes(draft, EVERY);
    expect(hashesIn(hasher, present, SLOT.email)).toEqual(expected('e', emailKeys(draft)));
    expect(hashesIn(hasher, present, SLOT.household)).toEqual(expected('h', householdKeys(draft)));
    expect(SLOTS).toBe(Object.keys(SLOT).length);
  });
});

describe('the hash of a record', () => {
  const of = (values: Readonly<Partial<Record<FieldKey, string>>>) => Object.values(recordHash(textsOf(values))).join(' ');

  it('changes when a value changes or moves to another field', () => {
    const all = [
      of({}),
      of({ primaryFirst: 'Jane' }),
      of({ primaryLast: 'Jane' }),
      of({ primaryFirst: 'Jan', primaryMiddle: 'e' }),
      of({ primaryFirst: 'Jane', primaryLast: 'Doe' }),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(of({ primaryFirst: 'Jane' })).toBe(of({ primaryFirst: 'Jane' }));
  });

  it('ignores letter case only in email addresses', () => {
    for (const field of ['personalEmail', 'businessEmail'] as const) {
      expect(of({ [field]: 'Ann.ÅS@Example.ORG' })).toBe(of({ [field]: 'ann.ås@example.org' }));
      expect(of({ [field]: 'ann@example.org' })).not.toBe(of({ [field]: 'anna@example.org' }));
    }
    expect(of({ primaryFirst: 'JANE' })).not.toBe(of({ primaryFirst: 'Jane' }));
  });
});
