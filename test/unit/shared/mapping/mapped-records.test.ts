import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_KEYS, FIELDS } from '../../../../shared/fields/table.ts';
import { csvHeader } from '../../../../shared/mapping/csv-headings.ts';
import { applyOverride } from '../../../../shared/mapping/row-mapper.ts';
import { PARSE_ERROR, recordCsv, recordJson, recordOf } from '../../../../shared/mapping/mapped-record.ts';
import { field, mapRow, planOf } from '../../../kit/mapped-rows.ts';

/** Clean and unclean cells. */
const cell = fc.oneof(
  fc.constantFrom(
    '',
    'N/A',
    ' Jane  Doe ',
    'MCDONALD',
    "O'Brien",
    '"quoted"',
    'a\\b',
    '2/30/2020',
    '03/04/21',
    '$1,234.50',
    '(250.00)',
    '1.5K',
    'a lot',
    '2.5',
    '27',
    '1609',
    'Massachusetts',
    'USA',
    'jane@example.org',
    'jane@',
    '1 Main\nApt 4',
    '\u{1F600}',
    '\uD800',
    "'007",
    '日本',
  ),
  fc.string({ maxLength: 20 }),
  fc.string({ maxLength: 8, unit: 'binary' }),
);
const everything = planOf(FIELDS.map(({ key }) => field(key)));

describe('the record of any row', () => {
  it('has the same JSON text from both functions', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 29, maxLength: 29 }), (cells) => {
        const draft = mapRow(everything, cells);
        expect(recordJson(draft)).toBe(JSON.stringify(recordOf(draft)));
      }),
    );
  });

  it('has numbers where the interface requires numbers, and text elsewhere', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 29, maxLength: 29 }), (cells) => {
        const record = recordOf(mapRow(everything, cells)) as Record<string, unknown>;
        for (const { key, type } of FIELDS) {
          if (record[key] === undefined) continue;
          expect(typeof record[key]).toBe(type === 'amount' || type === 'count' ? 'number' : 'string');
        }
      }),
    );
  });

  it('does not change when it is mapped again', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 29, maxLength: 29 }), (cells) => {
        const first = mapRow(everything, cells);
        // Values with parse errors are the original texts.
        const clean = first.values.map((value, index) => (first.parseErrors[index] === PARSE_ERROR.none ? value : ''));
        const second = mapRow(everything, clean);
        expect(second.values).toEqual(clean);
        expect([...second.parseErrors].every((fault) => fault === PARSE_ERROR.none)).toBe(true);
      }),
    );
  });

  it('keeps valid classes when a value is corrected to itself', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 29, maxLength: 29 }), (cells) => {
        const draft = mapRow(everything, cells);
        const before = [...draft.classes];
        for (const [index, value] of draft.values.entries())
          if (draft.parseErrors[index] === PARSE_ERROR.none) applyOverride(draft, index, value);
        expect([...draft.classes]).toEqual(before);
      }),
    );
  });

  it('has one line of CSV that can be parsed', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 29, maxLength: 29 }), (cells) => {
        const draft = mapRow(everything, cells);
        expect(parseLine(recordCsv(draft))).toEqual(FIELD_KEYS.map((key) => String(recordOf(draft)[key] ?? '')));
      }),
    );
    expect(parseLine(csvHeader({}))).toEqual(FIELD_KEYS);
  });

  it('omits empty values and unreadable numbers', () => {
    const plan = planOf([field('primaryLast'), field('rfmFirstGiftValue'), field('rfmFirstGiftDate'), field('rfmTotalGiftCount')]);
    expect(recordJson(mapRow(plan, ['', '', '', '']))).toBe('{}');
    expect(recordJson(mapRow(plan, ['Doe "D"', 'a lot', 'last spring', '0']))).toBe('{"primaryLast":"Doe \\"D\\"","rfmTotalGiftCount":0}');
  });
});

/** Parses one CSV line, independently of the code under test. */
function parseLine(line: string): string[] {
  const values: string[] = [];
  let rest = `${line},`;
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)",/s.exec(rest);
    const plain = /^([^,]*),/s.exec(rest);
    const match = quoted ?? plain!;
    values.push(quoted === null ? match[1]! : match[1]!.replaceAll('""', '"'));
    rest = rest.slice(match[0].length);
  }
  return values;
}
