import { describe, expect, test } from 'vitest';
import { SpreadsheetError } from '../../../../../main/spreadsheet/core/errors.ts';
import { BinaryRecordReader } from '../../../../../main/spreadsheet/excel/xlsb-records.ts';
import { f64, u16, u32, u8 } from '../../../../kit/little-endian.ts';
import { read, temporaryFolder } from '../../../../kit/sheet-files.ts';
import { zip } from '../../../../kit/sheet-zip.ts';

const folder = temporaryFolder();

const text = (value: string) => Buffer.concat([u32(value.length), Buffer.from(value, 'utf16le')]);

/** A record, with its type and length in seven bits per byte. */
function record(type: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = type < 128 ? [type] : [(type & 127) | 128, type >> 7];
  let length = body.length;
  do {
    head.push(length > 127 ? (length & 127) | 128 : length);
    length >>= 7;
  } while (length > 0);
  return Buffer.concat([Buffer.from(head), body]);
}

const row = (index: number, hidden = false) => record(0, u32(index), u32(0), u16(300), u8(0), u8(hidden ? 16 : 0), u8(0), u32(0));
const cell = (type: number, column: number, style: number, ...value: Buffer[]) => record(type, u32(column), u8(style, 0, 0, 0), ...value);
const sheet = (...records: Buffer[]) =>
  Buffer.concat([record(129), record(148, u32(0), u32(9), u32(0), u32(3)), record(145), ...records, record(146), record(130)]);

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Book {
  readonly sheets?: readonly Buffer[];
  readonly strings?: Buffer;
  readonly states?: readonly number[];
  readonly types?: readonly string[];
  readonly date1904?: boolean;
}

function xlsb({ sheets = [sheet()], strings, states = [], types = [], date1904 = false }: Book): Buffer {
  const relations = sheets
    .map((_, i) => `<Relationship Id="r${i}" Type="${OFFICE}/${types[i] ?? 'worksheet'}" Target="worksheets/sheet${i + 1}.bin"/>`)
    .join('');
  const styles = Buffer.concat([
    record(44, u16(170), text('00000')),
    record(626),
    record(47, u16(0xffff), u16(14), Buffer.alloc(12)),
    record(627),
    record(617, u32(3)),
    ...[0, 14, 170].map((format) => record(47, u16(0), u16(format), Buffer.alloc(12))),
    record(618),
  ]);
  const workbook = Buffer.concat([
    record(131),
    record(153, u32(date1904 ? 1 : 0), u32(0), text('')),
    ...sheets.map((_, i) => record(156, u32(states[i] ?? 0), u32(i + 1), text(`r${i}`), text(`Sheet ${i + 1}`))),
    record(132),
  ]);
  return zip([
    {
      name: '_rels/.rels',
      data: `<Relationships><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="xl/workbook.bin"/></Relationships>`,
    },
    { name: 'xl/workbook.bin', data: workbook },
    { name: 'xl/_rels/workbook.bin.rels', data: `<Relationships>${relations}</Relationships>` },
    { name: 'xl/styles.bin', data: styles },
    ...(strings ? [{ name: 'xl/sharedStrings.bin', data: strings }] : []),
    ...sheets.map((data, i) => ({ name: `xl/worksheets/sheet${i + 1}.bin`, data })),
  ]);
}

const open = async (book: Book, options: Parameters<typeof read>[1] = {}) =>
  read(await folder.write('book.xlsb', xlsb(book)), { blankRows: true, ...options });

describe('cells', () => {
  const wholeRk = (value: number) => u32((value << 2) | 2);

  test('reads cells of every kind', async () => {
    const strings = Buffer.concat([
      record(159, u32(2), u32(2)),
      record(19, u8(0), text('shared')),
      record(19, u8(3), text('東京'), u32(1), u16(0), u16(0), text('トウキョウ')),
      record(160),
    ]);
    const found = await open({
      strings,
      sheets: [
        sheet(
          row(0),
          cell(6, 0, 0, text('in place')),
          cell(7, 1, 0, u32(0)),
          cell(7, 2, 0, u32(1)),
          cell(62, 3, 0, u8(1), text('rich'), u32(1), u16(0), u16(1)),
          cell(8, 4, 0, text('formula'), u16(0), u32(0)),
          row(1, true),
          cell(2, 0, 0, wholeRk(-7)),
          cell(2, 1, 0, u32((12_345 << 2) | 3)),
          cell(2, 2, 0, u32(0x3ff8_0000)),
          cell(5, 3, 0, f64(0.1 + 0.2)),
          cell(9, 4, 1, f64(45_322), u16(0), u32(0)),
          cell(2, 5, 2, wholeRk(2139)),
          row(3),
          cell(1, 0, 1),
          cell(4, 1, 0, u8(1)),
          cell(10, 2, 0, u8(0), u16(0)),
          cell(3, 3, 0, u8(0x2a)),
          cell(11, 4, 0, u8(0x07), u16(0)),
        ),
      ],
    });
    expect(found.rows).toEqual([
      ['in place', 'shared', '東京', 'rich', 'formula'],
      ['-7', '123.45', '1.5', '0.3', '2024-01-31', '02139'],
      [],
      ['', 'TRUE', 'FALSE', '#N/A', '#DIV/0!'],
    ]);
    expect(found.facts).toMatchObject({ kind: 'XLSB', dateSystem: 1900 });
    expect(found.sheetFacts).toMatchObject({ complete: true, hiddenRows: 1 });
    expect(found.sheets[0]!.rowsHint).toBe(10);
  });

  test('reads cells without their own column one after another', async () => {
    const short = (type: number, ...value: Buffer[]) => record(type, u8(0, 0, 0, 0), ...value);
    const { rows } = await open({
      sheets: [
        sheet(
          row(0),
          cell(6, 1, 0, text('b')),
          short(17, text('c')),
          short(12),
          short(13, wholeRk(4)),
          short(15, u8(1)),
          short(16, f64(2.5)),
          short(14, u8(0)),
        ),
      ],
    });
    expect(rows).toEqual([['', 'b', 'c', '', '4', 'TRUE', '2.5', '#NULL!']]);
  });

  test('reads dates of the 1904 system', async () => {
    const { rows, facts } = await open({ date1904: true, sheets: [sheet(row(0), cell(2, 0, 1, wholeRk(43_860)))] });
    expect(rows).toEqual([['2024-01-31']]);
    expect(facts.dateSystem).toBe(1904);
  });
});

test('hidden sheets, hidden columns, and merged ranges are read, and sheets without cells are skipped', async () => {
  const list = Buffer.concat([
    record(60, u32(1), u32(2), u32(0), u32(0), u16(1)),
    record(60, u32(3), u32(3), u32(0), u32(0), u16(2)),
    sheet(row(0), cell(6, 0, 0, text('a'))),
    record(176, u32(0), u32(1), u32(0), u32(2)),
  ]);
  const found = await open({
    sheets: [list, sheet(), sheet(), sheet()],
    states: [0, 1, 2, 0],
    types: ['worksheet', 'worksheet', 'worksheet', 'chartsheet'],
  });
  expect(found.sheets.map(({ name, visibility }) => [name, visibility])).toEqual([
    ['Sheet 1', 'visible'],
    ['Sheet 2', 'hidden'],
    ['Sheet 3', 'veryHidden'],
  ]);
  expect(found.sheetFacts).toMatchObject({
    hiddenColumns: [2, 3],
    mergedRanges: 1,
    merged: [{ firstRow: 1, firstColumn: 1, lastRow: 2, lastColumn: 3 }],
  });
});

test('many blocks are read, and previews of them', async () => {
  const rows = Array.from({ length: 1500 }, (_, i) => [row(i), cell(6, 0, 0, text(`row ${i}`))]).flat();
  const book = { sheets: [sheet(...rows)] };
  expect((await open(book)).rows).toHaveLength(1500);
  for (const maxRows of [1, 600, 1499]) {
    const found = await open(book, { maxRows });
    expect(found.rows).toHaveLength(maxRows);
    expect(found.rows.at(-1)).toEqual([`row ${maxRows - 1}`]);
    expect(found.sheetFacts.complete).toBe(false);
  }
});

describe('records', () => {
  const whole = sheet(row(0), cell(6, 0, 0, text('x'.repeat(200))), cell(2, 1, 0, u32(2)), row(300), cell(6, 0, 0, text('last')));
  const types = (chunks: readonly Buffer[]) => {
    const seen: number[] = [];
    const reader = new BinaryRecordReader('part.bin');
    for (const chunk of chunks) reader.add(chunk, (type) => void seen.push(type));
    expect(reader.drained).toBe(true);
    return seen;
  };

  test('are read wherever their bytes are cut', () => {
    const expected = [129, 148, 145, 0, 6, 2, 0, 6, 146, 130];
    for (let at = 0; at <= whole.length; at++) expect(types([whole.subarray(0, at), whole.subarray(at)])).toEqual(expected);
    expect(types(Array.from(whole, (byte) => Buffer.from([byte])))).toEqual(expected);
  });

  test.each<[string, Buffer]>([
    ['cut off', sheet(row(0), cell(6, 0, 0, text('abc'))).subarray(0, -12)],
    ['of an impossible length', Buffer.concat([sheet(row(0)).subarray(0, -4), u8(6, 0xff, 0xff, 0xff, 0x7f)])],
    ['shorter than their text', sheet(row(0), cell(6, 0, 0, u32(4_000_000), Buffer.from('ab')))],
    ['shorter than their required content', sheet(row(0), record(5, u32(0)))],
    ['with a missing shared text', sheet(row(0), cell(7, 0, 0, u32(3)))],
    ['without a place for rows', Buffer.concat([record(129), record(130)])],
  ])('records %s are refused', async (_, bytes) => {
    await expect(open({ sheets: [bytes] })).rejects.toBeInstanceOf(SpreadsheetError);
  });

  test('records beyond the limits are refused', async () => {
    await expect(open({ sheets: [sheet(row(11), cell(6, 0, 0, text('a')))] }, { limits: { rows: 11 } })).rejects.toMatchObject({
      code: 'FILE_TOO_MANY_ROWS',
    });
    await expect(open({ sheets: [sheet(row(0), cell(6, 16_384, 0, text('a')))] })).rejects.toMatchObject({ code: 'FILE_TOO_MANY_COLUMNS' });
    await expect(
      open({ sheets: [sheet(row(0), cell(6, 0, 0, text('x'.repeat(101))))] }, { limits: { cellBytes: 100 } }),
    ).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
    });
  });
});
