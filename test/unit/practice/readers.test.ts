import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { CsvRecords } from '../../../practice/csv-records.ts';
import { jsonFaultAt } from '../../../practice/json-fault.ts';
import { BATCH, JsonRecords } from '../../../practice/json-records.ts';
import { ErrorResponse } from '../../../practice/error-response.ts';
import { FIELDS } from '../../../shared/fields/table.ts';

function* pieces(bytes: Buffer, cuts: readonly number[]): Generator<Buffer> {
  let from = 0;
  for (const cut of cuts.map((at) => at % (bytes.length + 1)).toSorted((left, right) => left - right)) {
    yield bytes.subarray(from, cut);
    from = cut;
  }
  yield bytes.subarray(from);
}

function readJson(text: string | Buffer, cuts: readonly number[] = []): Record<string, unknown>[] {
  const reader = new JsonRecords();
  const records: Record<string, unknown>[] = [];
  for (const piece of pieces(Buffer.from(text), cuts)) {
    for (const batch of reader.push(piece)) {
      expect(batch.length).toBeGreaterThan(0);
      expect(batch.length).toBeLessThanOrEqual(BATCH);
      records.push(...batch);
    }
  }
  reader.end();
  return records;
}

function readCsv(text: string | Buffer, cuts: readonly number[] = []): { record: Record<string, unknown>; columnCount: number | null }[] {
  const reader = new CsvRecords();
  const records = [...pieces(Buffer.from(text), cuts)].flatMap((piece) => [...reader.push(piece)].flat());
  return [...records, ...[...reader.end()].flat()];
}

function refusalOf(read: () => unknown): ErrorResponse {
  try {
    read();
  } catch (error) {
    if (error instanceof ErrorResponse) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const cuts = fc.array(fc.nat(5000), { maxLength: 8 });
const json = fc.jsonValue({ maxDepth: 3 });
const record = fc
  .dictionary(fc.string({ unit: 'binary' }), json, { maxKeys: 5 })
  .map((members) => JSON.parse(JSON.stringify(members)) as Record<string, unknown>);
const space = fc.constantFrom('', ' ', '\n', '\t \r\n');

/** A valid body: members before and after the list, white space anywhere between. */
const body = fc
  .record({
    records: fc.array(record, { minLength: 1, maxLength: 12 }),
    before: fc.dictionary(fc.string(), json, { maxKeys: 2 }),
    after: fc.dictionary(fc.string(), json, { maxKeys: 2 }),
    space,
    indent: fc.constantFrom(0, 1, 3),
    mark: fc.boolean(),
  })
  .map(({ records, before, after, space: gap, indent, mark }) => {
    const members = (of: Record<string, unknown>) =>
      Object.entries(of)
        .filter(([key]) => key !== 'scoreProfiles')
        .map(([key, value]) => [key, value] as const);
    const all = [...members(before), ['scoreProfiles', records] as const, ...members(after)];
    const text = all
      .map(([key, value]) => `${gap}${JSON.stringify(key)}${gap}:${gap}${JSON.stringify(value, null, indent)}${gap}`)
      .join(',');
    return { records, text: `${mark ? '\uFEFF' : ''}${mark ? '' : gap}{${text}}${gap}` };
  });

describe('the JSON reader', () => {
  test('returns the sent records, however the bytes are divided', () => {
    fc.assert(
      fc.property(body, cuts, ({ records, text }, at) => {
        expect(readJson(text, at)).toEqual(records);
      }),
      { numRuns: 600 },
    );
  });

  test('accepts one byte at a time', () => {
    const text =
      '{"a":"\\u00e9\\"]","scoreProfiles":[{"primaryLast":"Ł\\\\\\"}]{","n":[1,{"x":[]}]} , {"primaryLast":"😀"}],"z":[{"b":"}"}]}';
    const bytes = Buffer.from(text);
    const every = Array.from(bytes.keys());
    expect(readJson(text, every)).toEqual((JSON.parse(text) as { scoreProfiles: unknown }).scoreProfiles);
  });

  test('returns batches, and smaller ones for large records', () => {
    const many = Array.from({ length: BATCH * 2 + 1 }, (_, number) => ({ number }));
    expect(readJson(JSON.stringify({ scoreProfiles: many }))).toEqual(many);
    const large = Array.from({ length: 20 }, (_, number) => ({ number, text: 'x'.repeat(200_000) }));
    const reader = new JsonRecords();
    const batches = [...reader.push(Buffer.from(JSON.stringify({ scoreProfiles: large })))];
    reader.end();
    expect(batches.flat()).toEqual(large);
    expect(batches.length).toBeGreaterThan(2);
  });

  /** The list according to JSON.parse; null when the bytes hold no acceptable list. */
  function listIn(bytes: Buffer): unknown[] | null {
    try {
      const list = (JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Record<string, unknown>)['scoreProfiles'];
      const records = Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item));
      return records ? list : null;
    } catch {
      return null;
    }
  }

  test('rejects a changed byte exactly when JSON.parse does, and otherwise returns the same list', () => {
    const change = fc.record({ at: fc.nat(), byte: fc.nat(255), how: fc.constantFrom('replace', 'remove', 'insert') });
    fc.assert(
      fc.property(body, change, cuts, ({ text }, { at, byte, how }, where) => {
        const bytes = Buffer.from(text);
        const place = at % bytes.length;
        const put = how === 'remove' ? Buffer.alloc(0) : Buffer.from([byte]);
        const changed = Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(how === 'insert' ? place : place + 1)]);
        const expected = listIn(changed);
        let read: unknown;
        try {
          read = readJson(changed, where);
        } catch (error) {
          // The change can turn another member's name into that of the list. Only our reader rejects that.
          read = error instanceof ErrorResponse && error.status < 500 && error.code !== 'list_twice' ? null : expected;
        }
        expect(read).toEqual(expected);
      }),
      { numRuns: 1500 },
    );
  });

  test.each([
    ['{"scoreProfiles":[{"a":1},{"a":01}]}', 32],
    ['{"scoreProfiles":[{"a":1}{"a":2}]}', 25],
    ['{"scoreProfiles":[{"a":1},]}', 26],
    ['{"scoreProfiles":[,{"a":1}]}', 18],
    ['{"scoreProfiles":[{"a":"é"},{"a":tru}]}', 37],
    ['{"scoreProfiles":[{"a":[1}]}]}', 25],
    ['{"scoreProfiles":[{"a":1}]', 26],
    ['{"scoreProfiles":[{"a":1}]} x', 28],
    ['{"other":nul,"scoreProfiles":[{"a":1}]}', 12],
    ['{"other":],"scoreProfiles":[{"a":1}]}', 9],
    ['{x', 1],
  ])('finds %s malformed at byte %i', (text, byte) => {
    for (const at of [[], [5], [20, 21, 22], [byte], [byte + 1]]) {
      const refusal = refusalOf(() => readJson(text, at));
      expect([refusal.code, refusal.message]).toEqual([
        'json_malformed',
        `The body is not JSON: unexpected at byte ${byte}. Nothing was stored.`,
      ]);
    }
  });

  test.each([BATCH - 1, BATCH, BATCH + 1, 2 * BATCH])('finds an extra comma after %i records, at the end of a batch', (count) => {
    const records = Array.from({ length: count }, () => '{"a":1}').join(',');
    const before = '{"scoreProfiles":['.length + records.length;
    for (const [text, byte] of [
      [`{"scoreProfiles":[${records},]}`, before + 1],
      [`{"scoreProfiles":[${records},,{"a":1}]}`, before + 1],
      [`{"scoreProfiles":[${records}, , {"a":1}]}`, before + 2],
      [`{"scoreProfiles":[,${records}]}`, '{"scoreProfiles":['.length],
    ] as const) {
      for (const at of [[], [before], [before + 1]]) {
        expect(refusalOf(() => readJson(text, at)).message).toContain(`unexpected at byte ${byte}.`);
      }
    }
  });

  test('limits the size of a record and of other members', () => {
    const long = 'x'.repeat(300_000);
    for (const [text, code] of [
      [`{"scoreProfiles":[{"a":"${long}"}]}`, 'record_too_large'],
      [`{"scoreProfiles":[{"a":1},${' '.repeat(300_000)}`, 'record_too_large'],
      [`{"other":"${long}"`, 'member_too_large'],
      [`{"${long}`, 'member_too_large'],
    ] as const) {
      const refusal = refusalOf(() => readJson(text, [100_000, 200_000]));
      expect([refusal.status, refusal.code]).toEqual([413, code]);
    }
  });
});

describe('jsonFaultAt', () => {
  test('finds nothing exactly when JSON.parse accepts the text', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '"', '}', ']', ',', ':', '\\', '0', '-', 'e', 't', '\u0001', ' '),
        (text, at, put) => {
          const changed = text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + (put === '' ? 1 : 0));
          let isValid = true;
          try {
            JSON.parse(changed);
          } catch {
            isValid = false;
          }
          const fault = jsonFaultAt(Buffer.from(changed));
          expect({ changed, isValid: fault === -1 }).toEqual({ changed, isValid });
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('finds the first byte that no valid JSON can continue', () => {
    for (const [text, byte] of [
      ['[1,2,,3]', 5],
      ['{"a" 1}', 5],
      ['{"a":1,}', 7],
      ['"\\x"', 2],
      ['"\\u12g4"', 5],
      ['-', 1],
      ['1.', 2],
      ['1e+', 3],
      ['truth', 3],
      ['[1] 2', 4],
      ['', 0],
      ['{"a":{"b":[1,2}', 14],
      ['[[[', 3],
    ] as const) {
      expect({ text, at: jsonFaultAt(Buffer.from(text)) }).toEqual({ text, at: byte });
    }
    expect(jsonFaultAt(Buffer.from('['.repeat(1_000_000)))).toBe(1_000_000);
  });
});

describe('the CSV reader', () => {
  const texts = FIELDS.filter((field) => field.type !== 'amount' && field.type !== 'count').map((field) => field.key);
  const headings = fc
    .shuffledSubarray(
      texts.filter((key) => key !== 'primaryLast'),
      { maxLength: 4 },
    )
    .map((keys) => ['primaryLast', ...keys]);
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom('', '"', ',', '\n', '\r\n', '\r', ' x ', '""', 'é', '’', '😀'),
  );
  const table = headings.chain((keys) =>
    fc.array(fc.tuple(...keys.map(() => cell)), { minLength: 1, maxLength: 12 }).map((rows) => ({ keys, rows })),
  );
  const style = fc.record({ newline: fc.constantFrom('\n', '\r\n'), last: fc.boolean(), quoteAll: fc.boolean(), mark: fc.boolean() });
  const write = (
    rows: string[][],
    { newline, last, quoteAll, mark }: { newline: string; last: boolean; quoteAll: boolean; mark: boolean },
  ) => {
    const text = (value: string) => (quoteAll || /[",\r\n]/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
    return (mark ? '\uFEFF' : '') + rows.map((row) => row.map(text).join(',')).join(newline) + (last ? newline : '');
  };
  const wellFormed = (value: string) => Buffer.from(value).toString();

  test('returns the written records, however the bytes are divided', () => {
    fc.assert(
      fc.property(table, style, cuts, ({ keys, rows }, how, at) => {
        // An empty line is not a record, and a last line without a line end needs content to be visible.
        const kept = rows.filter((row) => row.length > 1 || row[0] !== '');
        const read = readCsv(write([keys, ...rows], how), at);
        const expected = kept.map((row) =>
          Object.fromEntries(keys.flatMap((key, index) => (row[index] === '' ? [] : [[key, wellFormed(row[index] ?? '')]]))),
        );
        expect(read.map((entry) => entry.record)).toEqual(expected);
        expect(read.every((entry) => entry.columnCount === null)).toBe(true);
      }),
      { numRuns: 600 },
    );
  });

  test('agrees with papaparse', () => {
    fc.assert(
      fc.property(table, style, ({ keys, rows }, how) => {
        const text = write([keys, ...rows], { ...how, mark: false });
        const { data } = Papa.parse<string[]>(text, { delimiter: ',', newline: how.newline as '\n', skipEmptyLines: true });
        expect(readCsv(text).map(({ record: read }) => keys.map((key) => read[key] ?? ''))).toEqual(
          data.slice(1).map((row) => row.map(wellFormed)),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('parses numbers, and keeps other text', () => {
    const text = 'primaryLast,rfmTotalGiftValue,rfmTotalGiftCount,postalCode\nLee,12.50,-3,01234\nLee,"1,200",1e3,\nLee, 5,,\n';
    expect(readCsv(text).map((entry) => entry.record)).toEqual([
      { primaryLast: 'Lee', rfmTotalGiftValue: 12.5, rfmTotalGiftCount: -3, postalCode: '01234' },
      { primaryLast: 'Lee', rfmTotalGiftValue: '1,200', rfmTotalGiftCount: '1e3' },
      { primaryLast: 'Lee', rfmTotalGiftValue: ' 5' },
    ]);
  });

  test('reports lines with a different number of cells, and skips empty ones', () => {
    const read = readCsv('primaryLast,city\n\nLee\r\n\r\nLee,Boston,MA\n"",\n');
    expect(read).toEqual([
      { record: { primaryLast: 'Lee' }, columnCount: 1 },
      { record: { primaryLast: 'Lee', city: 'Boston' }, columnCount: 3 },
      { record: {}, columnCount: null },
    ]);
  });

  test.each([
    ['csv_malformed', 'Line 3', 'primaryLast\nLee\n"Ann" x\n'],
    ['csv_malformed', 'line 4', 'primaryLast\n"two\nlines"\n"never\nclosed'],
    ['csv_headings', 'headings', 'primaryLast,\nLee,\n'],
    ['csv_headings', 'headings', 'PrimaryLast\nLee\n'],
    ['csv_empty', 'headings', '\n\n'],
    ['record_too_large', 'Line 2', `primaryLast\n${'x'.repeat(70_000)}`],
    ['not_utf8', 'line', Buffer.from('primaryLast\nM\xfcller\n', 'latin1')],
  ] as const)('%s, in %s', (code, words, text) => {
    for (const at of [[], [13], [3, 18, 20]]) {
      const refusal = refusalOf(() => readCsv(text, at));
      expect(refusal.code).toBe(code);
      expect(refusal.message).toContain(words);
    }
  });

  test('names every wrong heading', () => {
    const { details } = refusalOf(() => readCsv('constituentId,shoeSize,constituentId\n'));
    expect(details).toEqual([
      { field: 'shoeSize', message: 'is not a field of the record' },
      { field: 'constituentId', message: 'appears twice' },
      { field: 'primaryLast', message: 'is missing' },
    ]);
  });
});
