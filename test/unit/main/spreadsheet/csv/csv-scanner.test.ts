import * as fc from 'fast-check';
import papaparse from 'papaparse';
import { describe, expect, test } from 'vitest';
import { ByteWindow } from '../../../../../main/spreadsheet/core/byte-window.ts';
import { tryDelimiter } from '../../../../../main/spreadsheet/csv/csv-division.ts';
import { CSV_SLACK, CsvScanner, CsvStop } from '../../../../../main/spreadsheet/csv/csv-scanner.ts';
import { RowBlockBuilder } from '../../../../../main/spreadsheet/core/rowblock-builder.ts';
import { type ReadLimits, READ_LIMITS } from '../../../../../main/spreadsheet/core/workbook.ts';

interface ScanOptions {
  readonly delimiter?: string;
  readonly chunks?: readonly number[];
  readonly blanksBeforeQuotes?: boolean;
  readonly limits?: Partial<ReadLimits>;
}

/** Row number and cells of every row with text. */
function scan(
  text: string | Uint8Array,
  { delimiter = ',', chunks, blanksBeforeQuotes, limits }: ScanOptions = {},
): [number, ...string[]][] {
  const bytes = Buffer.from(text as string);
  const lengths = chunks ?? [bytes.length];
  const builder = new RowBlockBuilder();
  const scanner = new CsvScanner(builder, delimiter, { ...READ_LIMITS, ...limits }, 'any', blanksBeforeQuotes);
  const window = new ByteWindow(CSV_SLACK);
  const rows: [number, ...string[]][] = [];
  const take = () => {
    const block = builder.finish();
    for (let row = 0; block && row < block.rowCount; row++) {
      const texts = block.rowTexts(row);
      while (texts.at(-1) === '') texts.pop();
      rows.push([block.rowNumber(row), ...texts]);
    }
  };
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const length = lengths[n % lengths.length]!;
    window.append(bytes.subarray(at, at + length));
    at += length;
    let stop;
    do {
      stop = scanner.scan(window.bytes, window.from, window.end, at >= bytes.length);
      window.from = scanner.at;
      if (stop === CsvStop.Block) take();
    } while (stop === CsvStop.Block);
  }
  take();
  return rows;
}

const CASES: readonly (readonly [name: string, text: string, rows: readonly (readonly string[])[]])[] = [
  [
    'plain cells',
    'a,b,c\nd,e,f',
    [
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ],
  ],
  ['a line end at the end', 'a,b\n', [['a', 'b']]],
  ['mixed line ends', 'a\r\nb\nc\rd\n\re', [['a'], ['b'], ['c'], ['d'], [], ['e']]],
  ['blank lines, which count as rows', '\n\na\n\n\nb', [[], [], ['a'], [], [], ['b']]],
  ['rows of any length', 'a\nb,c,d\n,e\nf,,\n', [['a'], ['b', 'c', 'd'], ['', 'e'], ['f']]],
  ['quotes', '"a","b,c","d\ne","f""g",""', [['a', 'b,c', 'd\ne', 'f"g']]],
  ['only quotes', '"""","""""",""""""""', [['"', '""', '"""']]],
  ['quotes within a cell', 'a "b" c,d"', [['a "b" c', 'd"']]],
  ['quotes after a space, which are characters', 'a, "b" ,c', [['a', ' "b" ', 'c']]],
  ['spaces after a closing quote', '"a" ,"b"\t,"c"  \nd', [['a', 'b', 'c'], ['d']]],
  ['line ends within quotes', '"a\r\nb","c\rd"', [['a\r\nb', 'c\rd']]],
  [
    'quotes that were not doubled',
    '"John "Jack" Smith",x\n"a"b",c\n"John "Jack"","Poe"\n""Jack"",y\n"x","Otto "Ott""',
    [
      ['John "Jack" Smith', 'x'],
      ['a"b', 'c'],
      ['John "Jack"', 'Poe'],
      ['"Jack"', 'y'],
      ['x', 'Otto "Ott"'],
    ],
  ],
  [
    'a quote that is never closed',
    'a,"b,c\nd,e',
    [
      ['a', '"b', 'c'],
      ['d', 'e'],
    ],
  ],
  ['a missing closing quote, which affects only its row', 'a,"b\nc,"d,e"\nf', [['a', '"b'], ['c', 'd,e'], ['f']]],
  ['other text after a closing quote', 'a,"b"c\nd', [['a', '"b"c'], ['d']]],
  ['NUL bytes and control characters', 'a\0b,\0\n\u0001', [['a\0b', '\0'], ['\u0001']]],
  ['apostrophes and formulas', "'=1+1,=A1,+1 617,-5,@x", [["'=1+1", '=A1', '+1 617', '-5', '@x']]],
  ['white space', ' a , \tb\t ,  ', [[' a ', ' \tb\t ', '  ']]],
  [
    'multibyte characters',
    'é,東京\n"ü""ß",😀',
    [
      ['é', '東京'],
      ['ü"ß', '😀'],
    ],
  ],
  ['only delimiters', ',,\n,,,', []],
  ['no text', '', []],
];

describe('delimited text', () => {
  test.each(CASES)('is read with %s', (_, text, rows) => {
    const numbered = rows.map((row, index) => [index + 1, ...row]).filter((row) => row.length > 1);
    expect(scan(text)).toEqual(numbered);
  });

  test.each(CASES)('is read with %s, wherever it is cut', (_, text, rows) => {
    const numbered = rows.map((row, index) => [index + 1, ...row]).filter((row) => row.length > 1);
    const length = Buffer.byteLength(text);
    for (let at = 1; at < length; at++) expect(scan(text, { chunks: [at, length] })).toEqual(numbered);
    for (const chunk of [1, 2, 3]) expect(scan(text, { chunks: [chunk] })).toEqual(numbered);
  });

  test.each([';', '\t', '|', '^', '\u001F', 'x'])('is read with the delimiter %j', (delimiter) => {
    const text = 'a,b\nc,"d,e"\n"f""g",h'.replaceAll(',', delimiter);
    expect(scan(text, { delimiter })).toEqual([
      [1, 'a', 'b'],
      [2, 'c', `d${delimiter}e`],
      [3, 'f"g', 'h'],
    ]);
  });

  test('is read with a delimiter that can also begin a cell, and never divided at NUL bytes', () => {
    expect(scan('a==="02108"=b\n==c', { delimiter: '=' })).toEqual([
      [1, 'a', '', '02108', 'b'],
      [2, '', '', 'c'],
    ]);
    expect(scan('a\0\0b\n', { delimiter: '\0' })).toEqual([[1, 'a\0\0b']]);
  });
});

const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '"', '\n', '\r', '\t', 'é', '東', '\0'), maxLength: 8 });

test('any table that papaparse writes is read back', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      fc.nat(20),
      (table, newline, chunk) => {
        const text = papaparse.unparse(table, { newline, quotes: true });
        const expected = table
          .map((row, index): [number, ...string[]] => {
            const texts = [...row];
            while (texts.at(-1) === '') texts.pop();
            return [index + 1, ...texts];
          })
          .filter((row) => row.length > 1);
        expect(scan(text, { chunks: [chunk + 1] })).toEqual(expected);
      },
    ),
    { numRuns: 500 },
  );
});

test('well-formed text is read as papaparse reads it', () => {
  const plain = fc.stringMatching(/^[ab .é]{0,5}$/);
  const quoted = cell.map((text) => `"${text.replaceAll('"', '""')}"`);
  const withoutEnd = (row: readonly string[]) => row.slice(0, row.findLastIndex((text) => text !== '') + 1);
  fc.assert(
    fc.property(fc.array(fc.array(fc.oneof(plain, quoted), { minLength: 1, maxLength: 4 }), { maxLength: 8 }), (table) => {
      const text = table.map((row) => row.join(',')).join('\n');
      const expected = papaparse.parse<string[]>(text, { delimiter: ',', newline: '\n' }).data.map(withoutEnd);
      const found: string[][] = expected.map(() => []);
      for (const [number, ...texts] of scan(text)) found[number - 1] = texts;
      expect(found).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test('any bytes are read the same wherever they are cut', () => {
  const bytes = fc.array(fc.constantFrom(...Buffer.from('ab,"\r\n \t\0\xe9', 'latin1')), { maxLength: 60 });
  fc.assert(
    fc.property(bytes, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }), (content, chunks) => {
      const text = Uint8Array.from(content);
      expect(scan(text, { chunks })).toEqual(scan(text));
    }),
    { numRuns: 2000 },
  );
});

describe('limits', () => {
  test('apply to rows', () => {
    expect(scan('a\nb\n\n\n', { limits: { rows: 2 } })).toHaveLength(2);
    expect(() => scan('a\nb\nc', { limits: { rows: 2 } })).toThrow(expect.objectContaining({ code: 'FILE_TOO_MANY_ROWS' }));
  });

  test('apply to columns', () => {
    expect(scan(`${','.repeat(16_383)}x,,,`)[0]).toHaveLength(1 + 16_384);
    expect(() => scan(`${','.repeat(16_384)}x`)).toThrow(expect.objectContaining({ code: 'FILE_TOO_MANY_COLUMNS' }));
  });

  test('apply to the text of a cell', () => {
    const limits = { cellBytes: 100 };
    expect(scan('x'.repeat(100), { limits })).toEqual([[1, 'x'.repeat(100)]]);
    for (const chunks of [[1000], [7]]) {
      expect(() => scan(`a,${'x'.repeat(101)}\n`, { limits, chunks })).toThrow(expect.objectContaining({ code: 'FILE_TOO_LARGE' }));
      expect(() => scan('y'.repeat(5000), { limits, chunks })).toThrow(expect.objectContaining({ code: 'FILE_TOO_LARGE' }));
    }
  });

  test('quotes behind blanks quote cells where the dialect has them, whatever the chunks', () => {
    const text = 'a, "b, c" ,  "d ""e""\nf"\n "g" h, i "j", "k\n';
    const expected = [
      [1, 'a', 'b, c', 'd "e"\nf'],
      [2, ' "g" h', ' i "j"', ' "k'],
    ];
    for (const chunks of [[1], [2], [3], [100]]) expect(scan(text, { chunks, blanksBeforeQuotes: true })).toEqual(expected);
    expect(scan(text)[0]).toEqual([1, 'a', ' "b', ' c" ', '  "d ""e""']);
  });

  test('a quote that closes beyond the limit is a character, whatever the chunks', () => {
    const text = `a,"b\n${'line\n'.repeat(50)}"\nz`;
    const whole = scan(text, { limits: { cellBytes: 100 } });
    expect(whole[0]).toEqual([1, 'a', '"b']);
    expect(whole.at(-1)).toEqual([53, 'z']);
    for (const chunks of [[1], [10], [101]]) expect(scan(text, { chunks, limits: { cellBytes: 100 } })).toEqual(whole);
  });

  test('unclosed quotes take time in proportion to the length of the text', () => {
    // Every line opens a quote. A search for its end in all later lines would take too long.
    const line = `"${'x'.repeat(30)},y\n`;
    const text = line.repeat(200_000);
    const rows = scan(text, { chunks: [1 << 18] });
    expect(rows).toHaveLength(200_000);
    expect(rows.at(-1)).toEqual([200_000, `"${'x'.repeat(30)}`, 'y']);
  });

  test('doubled quotes in a row take time in proportion to the length of the text', () => {
    const text = `,"${'""x,'.repeat(150_000)}\n`;
    expect(scan(text, { limits: { columns: 10_000_000 }, chunks: [1 << 18] })).toHaveLength(1);
  });
});

test('a delimiter is tried on a sample', () => {
  const tried = (text: string, final = true, lines = 100) =>
    tryDelimiter(Buffer.from(text), ',', new RowBlockBuilder(), READ_LIMITS, { lines, final, lineEnds: 'any' });
  expect(tried('a,b,,\n\n,,\nx')).toEqual({ widths: [4, 3, 1], filled: [2, 0, 1], oddQuotes: 0, indentedQuotes: 0 });
  expect(tried('a,b\nc,', false)).toEqual({ widths: [2], filled: [2], oddQuotes: 0, indentedQuotes: 0 });
  expect(tried('"a";"b"\n"c"d,"e"f",g\n')).toEqual({ widths: [1, 3], filled: [1, 3], oddQuotes: 3, indentedQuotes: 0 });
  expect(tried('"a","b"\n"c","d""e"\n')).toEqual({ widths: [2, 2], filled: [2, 2], oddQuotes: 0, indentedQuotes: 0 });
});
