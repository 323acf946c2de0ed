import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRecord, isCalendarDate, latestDate, recordOf } from '../../../practice/checks.ts';
import { createEncryption } from '../../../practice/encryption.ts';
import { UniqueIds } from '../../../practice/unique-ids.ts';
import { FIELDS } from '../../../shared/fields/table.ts';
import { person } from '../../kit/practice-client.ts';

const TODAY = '2026-03-01';
const codes = (record: Record<string, unknown>) => checkRecord(record, TODAY).issues.map(({ field, code }) => `${field}: ${code}`);

describe('record checks', () => {
  test('accept a complete record unchanged', () => {
    const { values, issues } = checkRecord(person(5), TODAY);
    expect(issues).toEqual([]);
    expect(recordOf(values)).toEqual(person(5));
  });

  test('treat null as missing, but not an empty text', () => {
    const { values, issues } = checkRecord({ primaryLast: 'Lee', street: '1 Main', city: '', state: null, rfmTotalGiftCount: null }, TODAY);
    expect(issues).toEqual([]);
    expect(recordOf(values)).toEqual({ primaryLast: 'Lee', street: '1 Main', city: '' });
  });

  test('reject a value of the wrong type in every field', () => {
    for (const { key, type } of FIELDS) {
      const wrong = type === 'amount' || type === 'count' ? '12' : 12;
      for (const value of [wrong, true, [], {}]) expect(codes({ ...person(1), [key]: value })).toContain(`${key}: wrong_type`);
    }
    expect(codes({ ...person(1), rfmTotalGiftValue: Infinity })).toEqual(['rfmTotalGiftValue: wrong_type']);
  });

  test('report every problem of a row', () => {
    const record = {
      primaryMiddle: 'x'.repeat(256),
      personalEmail: `${'x'.repeat(256)}@`,
      rfmTotalGiftCount: -1.5,
      state: 'Ohio',
      shoeSize: 44,
      __proto__: null,
    };
    expect(codes(record)).toEqual([
      'primaryMiddle: too_long',
      'personalEmail: too_long',
      'personalEmail: email_invalid',
      'rfmTotalGiftCount: negative',
      'rfmTotalGiftCount: not_an_integer',
      'shoeSize: unknown_field',
      'primaryLast: required',
      'primaryFirst: name_or_street_required',
      'state: state_invalid',
    ]);
  });

  test('treat a JavaScript property name as an unknown field', () => {
    const record = JSON.parse('{"primaryLast":"Lee","street":"x","__proto__":{"a":1},"constructor":1}') as Record<string, unknown>;
    expect(codes(record)).toEqual(['__proto__: unknown_field', 'constructor: unknown_field']);
  });

  test('shorten rejected values, and report no objects', () => {
    const { issues } = checkRecord({ ...person(1), city: 'y'.repeat(5000), street2: { deep: ['secret'] } }, TODAY);
    expect(issues.map(({ value }) => value)).toEqual([null, `${'y'.repeat(100)}…`]);
  });

  test.each(['a@b.c', 'first.last+tag@sub.example.org', 'ü@exämple.de'])('accept %s as an email address', (personalEmail) => {
    expect(codes({ ...person(1), personalEmail })).toEqual([]);
  });

  test.each(['a', 'a@b', '@b.c', 'a@.c', 'a b@c.d', 'a@b c.d', 'a@b.c ', 'a@@b.c', 'a@b.'])(
    'reject %j as an email address',
    (personalEmail) => {
      expect(codes({ ...person(1), personalEmail })).toEqual(['personalEmail: email_invalid']);
    },
  );

  test('accept the same calendar dates as Date', () => {
    fc.assert(
      fc.property(fc.nat(2200), fc.nat(14), fc.nat(33), (year, month, day) => {
        const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        const time = new Date(`${text}T00:00:00Z`);
        const known = year > 0 && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
        expect({ text, known: isCalendarDate(text) }).toEqual({ text, known });
      }),
      { numRuns: 3000 },
    );
    expect(['2024-02-29', '2023-02-29', '1900-02-29', '2000-02-29'].map(isCalendarDate)).toEqual([true, false, false, true]);
    expect(['2024-2-29', '20240229', '2024/02/29', '２024-02-29', '2024-02-29T', ' 2024-02-29'].map(isCalendarDate)).toEqual(
      Array(6).fill(false),
    );
  });

  test('accept today’s date in the latest time zone', () => {
    expect(latestDate(Date.parse('2026-03-01T09:59:59Z'))).toBe('2026-03-01');
    expect(latestDate(Date.parse('2026-03-01T10:00:00Z'))).toBe('2026-03-02');
    expect(codes({ ...person(1), rfmFirstGiftDate: TODAY })).toEqual([]);
    expect(codes({ ...person(1), rfmFirstGiftDate: '2026-03-02' })).toEqual(['rfmFirstGiftDate: date_in_future']);
  });

  test('check the state only for US addresses', () => {
    const states = (state: string, country: string) => codes({ ...person(1), state, country });
    for (const country of ['US', 'us', ' US ', '']) expect(states('Ohio', country)).toEqual(['state: state_invalid']);
    for (const country of ['CA', 'Germany']) expect(states('Ohio', country)).toEqual([]);
    expect([...states('oh', 'US'), ...states('', 'US')]).toEqual([]);
  });
});

describe('UniqueIds', () => {
  test('behaves like a set for any texts', () => {
    const id = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.string({ minLength: 60, maxLength: 70 }),
      fc.constantFrom('\ud800', '\ud801', '\ufffd', '', 'x'.repeat(64), 'x'.repeat(65), 'é'.repeat(32), 'é'.repeat(33)),
    );
    fc.assert(
      fc.property(fc.array(id, { maxLength: 60 }), (ids) => {
        const set = new Set<string>();
        const unique = new UniqueIds();
        for (const each of ids) {
          expect(unique.add(each)).toBe(!set.has(each));
          set.add(each);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('distinguishes 300,000 IDs', () => {
    const unique = new UniqueIds();
    const ids = Array.from({ length: 300_000 }, (_, number) => `C-${number}`);
    expect(ids.filter((id) => !unique.add(id))).toEqual([]);
    expect(ids.filter((id) => unique.add(id))).toEqual([]);
  });
});

describe('encryption', () => {
  const key = randomBytes(32);

  test('restores text only in its place', () => {
    const encryption = createEncryption(key);
    const closed = encryption.encrypt('Łukasz “Lee”', 'records 1 2');
    expect(closed.includes('Lee')).toBe(false);
    expect(encryption.decrypt(closed, 'records 1 2')).toBe('Łukasz “Lee”');
    expect(() => encryption.decrypt(closed, 'records 1 3')).toThrow(/authenticate/u);
    expect(() => createEncryption(randomBytes(32)).decrypt(closed, 'records 1 2')).toThrow(/authenticate/u);
    expect(closed.equals(encryption.encrypt('Łukasz “Lee”', 'records 1 2'))).toBe(false);
  });

  test('detects any changed bit and a missing end', () => {
    const encryption = createEncryption(key);
    const closed = encryption.encrypt('a record', 'here');
    for (let at = 0; at < closed.length; at++) {
      const changed = Buffer.from(closed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => encryption.decrypt(changed, 'here')).toThrow(/authenticate/u);
    }
    for (const length of [0, 10, closed.length - 1])
      expect(() => encryption.decrypt(closed.subarray(0, length), 'here')).toThrow(/authenticate|cut short/u);
  });

  test('needs a key of 32 bytes, or none', () => {
    expect(() => createEncryption(randomBytes(16))).toThrow('32 bytes');
    const open = createEncryption(null);
    expect([open.encrypted, open.decrypt(open.encrypt('x', 'a'), 'b')]).toEqual([false, 'x']);
  });
});
