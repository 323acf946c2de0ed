import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { SpreadsheetError } from '../../../../../main/spreadsheet/core/errors.ts';
import { openOle } from '../../../../../main/spreadsheet/excel/ole.ts';
import { openSource } from '../../../../../main/spreadsheet/core/source.ts';
import { f64, u16, u32, u8 } from '../../../../kit/little-endian.ts';
import { read, temporaryFolder } from '../../../../kit/sheet-files.ts';

const folder = temporaryFolder();

const record = (type: number, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([u16(type, body.length), body]);
};
const wide = (value: string) => Buffer.concat([u16(value.length), u8(1), Buffer.from(value, 'utf16le')]);
const narrow = (value: string) => Buffer.concat([u16(value.length), u8(0), Buffer.from(value, 'latin1')]);
const begin = (kind: number) => record(0x809, u16(0x600, kind, 0, 0), Buffer.alloc(8));
const END = record(0x0a);

interface Book {
  readonly sheets: readonly Buffer[];
  /** Records of the workbook before the names of its sheets. */
  readonly globals?: readonly Buffer[];
  readonly states?: readonly number[];
  readonly kinds?: readonly number[];
}

/** The stream of a workbook with these records in its sheets. Style 1 is a date, and style 2 is a postal code. */
function stream({ sheets, globals = [], states = [], kinds = [] }: Book): Buffer {
  const head = Buffer.concat([
    begin(5),
    record(0x41e, u16(170), narrow('00000')),
    ...[0, 14, 170].map((format) => record(0xe0, u16(0, format), Buffer.alloc(16))),
    ...globals,
  ]);
  const parts = sheets.map((records) => Buffer.concat([begin(16), records, END]));
  const names = (positions: readonly number[]) =>
    positions.map((position, i) =>
      record(0x85, u32(position), u8(states[i] ?? 0, kinds[i] ?? 0, `Sheet ${i + 1}`.length, 0), Buffer.from(`Sheet ${i + 1}`)),
    );
  const before = head.length + Buffer.concat(names(sheets.map(() => 0))).length + END.length;
  const positions = parts.map((_, i) => before + parts.slice(0, i).reduce((sum, part) => sum + part.length, 0));
  return Buffer.concat([head, ...names(positions), END, ...parts]);
}

function wrap(content: Uint8Array): Buffer {
  const container = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(container, '/Workbook', Buffer.from(content));
  return Buffer.from(XLSX.CFB.write(container, { type: 'buffer' }) as Buffer);
}

const open = async (book: Book, options: Parameters<typeof read>[1] = {}) =>
  read(await folder.write('book.xls', wrap(stream(book))), { blankRows: true, ...options });
const label = (row: number, column: number, text: string) => record(0x204, u16(row, column, 0), wide(text));
const rk = (value: number) => u32((value << 2) | 2);

describe('cells', () => {
  test('reads cells of every kind', async () => {
    const strings = record(
      0xfc,
      u32(2),
      u32(2),
      wide('geteilt'),
      u16(2),
      u8(0x0d),
      u16(1),
      u32(6),
      Buffer.from('東京', 'utf16le'),
      u16(0, 1),
      Buffer.alloc(6),
    );
    const found = await open({
      globals: [strings],
      sheets: [
        Buffer.concat([
          record(0x208, u16(1, 0, 9, 255, 0, 0), u16(32, 0)),
          label(0, 0, 'Łódź'),
          record(0xfd, u16(0, 1, 0), u32(0)),
          record(0xfd, u16(0, 2, 0), u32(1)),
          record(0xd6, u16(0, 3, 0), narrow('rich'), u16(1), u16(0, 1)),
          record(0x06, u16(0, 4, 0), u8(0, 0, 0, 0, 0, 0, 0xff, 0xff), Buffer.alloc(8)),
          record(0x207, wide('formula')),
          record(0x06, u16(0, 5, 0), u8(3, 0, 0, 0, 0, 0, 0xff, 0xff), Buffer.alloc(8)),
          record(0x27e, u16(1, 0, 0), rk(-7)),
          record(0xbd, u16(1, 1), u16(2), rk(2139), u16(0), u32((12_345 << 2) | 3), u16(3)),
          record(0x203, u16(1, 3, 1), f64(45_322)),
          record(0x06, u16(1, 4, 0), f64(0.1 + 0.2), Buffer.alloc(8)),
          record(0x205, u16(3, 0, 0), u8(1, 0)),
          record(0x205, u16(3, 1, 0), u8(0x2a, 1)),
          record(0x06, u16(3, 2, 0), u8(1, 0, 0, 0, 0, 0, 0xff, 0xff), Buffer.alloc(8)),
          record(0x06, u16(3, 3, 0), u8(2, 0, 7, 0, 0, 0, 0xff, 0xff), Buffer.alloc(8)),
          record(0x201, u16(3, 4, 0)),
        ]),
      ],
    });
    expect(found.rows).toEqual([
      ['Łódź', 'geteilt', '東京', 'rich', 'formula'],
      ['-7', '02139', '123.45', '2024-01-31', '0.3'],
      [],
      ['TRUE', '#N/A', 'FALSE', '#DIV/0!'],
    ]);
    expect(found.sheetFacts).toMatchObject({ complete: true, hiddenRows: 1 });
    expect(found.sheets[0]!.rowsHint).toBe(4);
    expect(found.facts).toMatchObject({ kind: 'XLS', dateSystem: 1900 });
  });

  test('reads shared strings that continue in other records, narrow or wide', async () => {
    const long = 'a'.repeat(5000) + 'é'.repeat(4000);
    const first = Buffer.concat([u32(3), u32(3), narrow('first'), u16(long.length), u8(0), Buffer.from(long.slice(0, 8000), 'latin1')]);
    const second = Buffer.concat([u8(1), Buffer.from(long.slice(8000), 'utf16le'), u16(4)]);
    const third = Buffer.concat([u8(0), Buffer.from('last')]);
    const globals = [record(0xfc, first), record(0x3c, second), record(0x3c, third)];
    const { rows } = await open({ globals, sheets: [Buffer.concat([0, 1, 2].map((i) => record(0xfd, u16(i, 0, 0), u32(i))))] });
    expect(rows).toEqual([['first'], [long], ['last']]);
  });

  test.each([0x206, 0x406])('reads formulas in records of older versions (%i) and the numbers after them', async (type) => {
    const formula = (column: number, ...content: Buffer[]) => record(type, u16(0, column, 0), ...content, Buffer.alloc(8));
    const cells = [
      formula(0, f64(12.5)),
      formula(1, u8(0, 0, 0, 0, 0, 0, 0xff, 0xff)),
      record(0x207, wide('text')),
      formula(2, u8(1, 0, 1, 0, 0, 0, 0xff, 0xff)),
      record(0x203, u16(0, 3, 0), f64(7)),
    ];
    expect((await open({ sheets: [Buffer.concat(cells)] })).rows).toEqual([['12.5', 'text', 'TRUE', '7']]);
  });

  test('reads a zero that the format hides as empty', async () => {
    const globals = [record(0x41e, u16(171), narrow('m/d/yyyy;;')), record(0xe0, u16(0, 171), Buffer.alloc(16))];
    const sheet = Buffer.concat([label(0, 0, 'a'), record(0x27e, u16(0, 1, 3), rk(0)), record(0x27e, u16(0, 2, 3), rk(45_322))]);
    expect((await open({ globals, sheets: [sheet] })).rows).toEqual([['a', '', '2024-01-31']]);
  });

  test('reads dates of the 1904 system', async () => {
    const { rows, facts } = await open({ globals: [record(0x22, u16(1))], sheets: [record(0x27e, u16(0, 0, 1), rk(43_860))] });
    expect(rows).toEqual([['2024-01-31']]);
    expect(facts.dateSystem).toBe(1904);
  });
});

test('a sheet whose records belong to another sheet is empty', async () => {
  const content = stream({ sheets: [label(0, 0, 'of the first'), label(0, 0, 'of the second')] });
  const named = Buffer.from('Sheet 2');
  const at = content.indexOf(named) - 8;
  content.writeUInt32LE(content.readUInt32LE(content.indexOf('Sheet 1') - 8), at);
  const path = await folder.write('same.xls', wrap(content));
  expect((await read(path, { sheet: 'Sheet 1' })).rows).toEqual([['of the first']]);
  const second = await read(path, { sheet: 'Sheet 2' });
  expect(second.rows).toEqual([]);
  expect(second.sheets[1]).toMatchObject({ rowsHint: 0 });
});

test('hidden sheets, hidden columns, and merged ranges are read, and charts and macros are skipped', async () => {
  const chart = Buffer.concat([begin(32), label(0, 0, 'of the chart'), END]);
  const list = Buffer.concat([
    record(0x7d, u16(1, 2, 0, 0, 1, 0)),
    label(0, 0, 'a'),
    chart,
    label(1, 0, 'b'),
    record(0xe5, u16(2), u16(0, 1, 0, 2), u16(5, 6, 0, 0)),
  ]);
  const found = await open({
    sheets: [list, Buffer.alloc(0), Buffer.alloc(0), Buffer.alloc(0)],
    states: [0, 1, 2, 0],
    kinds: [0, 0, 0, 2],
  });
  expect(found.rows).toEqual([['a'], ['b']]);
  expect(found.sheets.map(({ name, visibility }) => [name, visibility])).toEqual([
    ['Sheet 1', 'visible'],
    ['Sheet 2', 'hidden'],
    ['Sheet 3', 'veryHidden'],
  ]);
  expect(found.sheetFacts).toMatchObject({ hiddenColumns: [2, 3], mergedRanges: 2 });
  expect(found.sheetFacts.merged[0]).toEqual({ firstRow: 1, firstColumn: 1, lastRow: 2, lastColumn: 3 });
});

test('rows that are out of order are read', async () => {
  const { rows } = await open({ sheets: [Buffer.concat([label(1, 0, 'second'), label(0, 0, 'first')])] });
  expect(rows).toEqual([['first'], ['second']]);
});

test('many blocks and chunks are read, and previews of them', async () => {
  const sheets = [Buffer.concat(Array.from({ length: 12_000 }, (_, i) => label(i, i % 3, `row number ${i}`)))];
  const all = await open({ sheets });
  expect(all.rows).toHaveLength(12_000);
  expect(all.rows.every((row, i) => row[i % 3] === `row number ${i}`)).toBe(true);
  for (const maxRows of [1, 700, 11_999]) {
    const found = await open({ sheets }, { maxRows });
    expect(found.rows).toHaveLength(maxRows);
    expect(found.sheetFacts.complete).toBe(false);
  }
});

describe('refusals', () => {
  test.each([
    ['the obfuscation of Excel 95', u16(0, 0x1234, 0x5678)],
    ['a form that no Excel writes', u16(1, 1, 1)],
  ])('a file with %s is refused, and the message says what to do', async (_, protection) => {
    await expect(open({ globals: [record(0x2f, protection)], sheets: [Buffer.alloc(0)] })).rejects.toMatchObject({
      code: 'FILE_ENCRYPTED',
      message: expect.stringMatching(
        /even with the password\. Open it in Excel, remove the password .*save it as an Excel workbook \(\.xlsx\)/,
      ) as string,
    });
  });

  test.each<[string, Book]>([
    ['a text shorter than its stated length', { sheets: [record(0x204, u16(0, 0, 0), u16(500), u8(0), Buffer.from('short'))] }],
    ['a cell that is too short', { sheets: [record(0x203, u16(0, 0, 0), u32(1))] }],
    ['a missing shared text', { sheets: [record(0xfd, u16(0, 0, 0), u32(9))] }],
    ['a record beyond the end', { sheets: [u16(0x204, 5000)] }],
    ['a workbook without sheets', { sheets: [] }],
  ])('%s is refused', async (_, book) => {
    await expect(open(book)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });

  test('rows and columns beyond the limits are refused', async () => {
    await expect(open({ sheets: [label(11, 0, 'a')] }, { limits: { rows: 11 } })).rejects.toMatchObject({ code: 'FILE_TOO_MANY_ROWS' });
    await expect(open({ sheets: [label(0, 255, 'a')] }, { limits: { columns: 255 } })).rejects.toMatchObject({
      code: 'FILE_TOO_MANY_COLUMNS',
    });
  });

  test('a file cut off anywhere is refused', async () => {
    const whole = stream({
      globals: [record(0xfc, u32(1), u32(1), wide('shared'))],
      sheets: [Buffer.concat([label(0, 0, 'a'), record(0xfd, u16(1, 0, 0), u32(0))])],
    });
    for (let at = 0; at < whole.length; at += 3) {
      await expect(read(await folder.write('cut.xls', wrap(whole.subarray(0, at))))).rejects.toBeInstanceOf(SpreadsheetError);
    }
  });
});

describe('the container', () => {
  async function streamOf(bytes: Uint8Array, name: string): Promise<Buffer | null> {
    const source = await openSource(await folder.write('container.bin', bytes));
    try {
      const found = await (await openOle(source)).stream(name);
      return found && (await found.bytes(0, found.size));
    } finally {
      await source.close();
    }
  }

  test.each([1, 63, 64, 65, 4095, 4096, 4097, 70_000, 9_000_000])('returns a stream of %i bytes', async (size) => {
    const content = Buffer.from(Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8)) & 255));
    const container = XLSX.CFB.utils.cfb_new();
    XLSX.CFB.utils.cfb_add(container, '/Before', Buffer.alloc(1000, 1));
    XLSX.CFB.utils.cfb_add(container, '/Workbook', content);
    XLSX.CFB.utils.cfb_add(container, '/Behind', Buffer.alloc(5000, 2));
    const bytes = Buffer.from(XLSX.CFB.write(container, { type: 'buffer' }) as Buffer);
    const found = await streamOf(bytes, 'workbook');
    expect(found?.equals(content)).toBe(true);
    expect(await streamOf(bytes, 'another')).toBeNull();
  });

  test('is read by position', async () => {
    const content = Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 7) & 255));
    const source = await openSource(await folder.write('container.bin', wrap(content)));
    const found = (await (await openOle(source)).stream('workbook'))!;
    for (const [at, length] of [
      [0, 10],
      [500, 30],
      [511, 2],
      [512, 512],
      [1000, 5000],
      [19_990, 100],
      [20_000, 5],
      [30_000, 5],
    ] as const) {
      expect((await found.bytes(at, length)).equals(content.subarray(at, at + length))).toBe(true);
    }
    await source.close();
  });

  test('is refused if its tables form a loop', async () => {
    const bytes = wrap(Buffer.alloc(20_000, 1));
    // Every entry of the first table of sectors points to the first sector.
    const table = (bytes.readUInt32LE(76) + 1) * 512;
    for (let i = 0; i < 128; i++) bytes.writeUInt32LE(0, table + i * 4);
    await expect(read(await folder.write('circle.xls', bytes))).rejects.toBeInstanceOf(SpreadsheetError);
  });
});
