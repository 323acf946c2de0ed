/** The codes by which a person who was screened alone is recognized. Two records with a common code are the same person. */
import { describe, expect, it } from 'vitest';
import { PersonCodes } from '../../../../main/matching/person-codes.ts';
import { FIELD_INDEX } from '../../../../shared/fields/table.ts';
import type { FieldKey } from '../../../../shared/fields/table.ts';
import { createMappedRecord } from '../../../../shared/mapping/mapped-record.ts';

const codes = new PersonCodes(Buffer.alloc(32, 1));

function of(values: Partial<Record<FieldKey, string>>, by = codes): string[] {
  const record = createMappedRecord();
  for (const [key, value] of Object.entries(values)) record.values[FIELD_INDEX[key as FieldKey]] = value;
  return by.of(record);
}

const ADA = { constituentId: 'C-1', primaryFirst: 'Ada', primaryLast: 'Lovelace', postalCode: '01609' } as const;
const { constituentId: _id, ...NAMED } = ADA;
const shared = (one: readonly string[], other: readonly string[]) => one.filter((code) => other.includes(code)).length;

describe('a person', () => {
  it('has a code of the ID and one of the name with ZIP, each of 16 bytes', () => {
    const both = of(ADA);
    expect(both.map((code) => Buffer.from(code, 'base64').length)).toEqual([16, 16]);
    expect([of({ constituentId: 'C-1' }), of(NAMED)]).toEqual([[both[0]], [both[1]]]);
  });

  it.each<[what: string, other: Partial<Record<FieldKey, string>>, common: number]>([
    ['the same ID, another name', { ...ADA, primaryLast: 'Byron' }, 1],
    ['another ID, the same name and ZIP', { ...ADA, constituentId: 'C-2' }, 1],
    ['the name in another case', { ...NAMED, primaryFirst: 'ADA' }, 1],
    ['another ZIP', { ...NAMED, postalCode: '02139' }, 0],
    ['another first name', { ...NAMED, primaryFirst: 'Anne' }, 0],
    ['another ID only', { constituentId: 'C-2' }, 0],
    ['an ID that is the text of the name', { constituentId: 'ada|lovelace|01609' }, 0],
  ])('with %s shares codes or not', (_what, other, common) => {
    expect(shared(of(ADA), of(other))).toBe(common);
  });

  it('without either has one code of all values', () => {
    const one = of({ primaryFirst: 'Ada', city: 'Worcester' });
    expect(one).toHaveLength(1);
    expect(of({ primaryFirst: 'Ada', city: 'Worcester' })).toEqual(one);
    expect(of({ primaryFirst: 'Ada', city: 'Boston' })).not.toEqual(one);
  });

  it('has other codes in another installation', () => {
    expect(shared(of(ADA), of(ADA, new PersonCodes(Buffer.alloc(32, 2))))).toBe(0);
  });
});
