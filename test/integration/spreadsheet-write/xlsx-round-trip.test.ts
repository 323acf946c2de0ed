import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CellObject } from 'xlsx';
import { dateSerial, dateTimeSerial, timeSerial } from '../../../main/spreadsheet/core/workbook-values.ts';
import { CellKind } from '../../../main/spreadsheet/core/rowblock.ts';
import { RowBlockBuilder } from '../../../main/spreadsheet/core/rowblock-builder.ts';
import { WorkbookWriter } from '../../../main/spreadsheet/write/xlsx-writer.ts';
import { asHeld, nastyText } from '../../kit/nasty-text.ts';
import { cellAt, readWorkbook, temporaryFolder, writeRow } from './written-files.ts';

interface Cell {
  readonly kind: CellKind;
  readonly text: string;
}

const two = (value: number) => String(value).padStart(2, '0');

const day = fc
  .record({ year: fc.integer({ min: 1850, max: 9999 }), month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 31 }) })
  .map((date) => `${date.year}-${two(date.month)}-${two(date.day)}`);

const clock = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }), second: fc.integer({ min: 0, max: 59 }) })
  .map((time) => `${two(time.hour)}:${two(time.minute)}:${two(time.second)}`);

const ofKind = (kind: CellKind, texts: fc.Arbitrary<string>): fc.Arbitrary<Cell> => texts.map((text) => ({ kind, text }));

const anyCell = fc.oneof(
  { weight: 5, arbitrary: ofKind(CellKind.Text, nastyText()) },
  {
    weight: 2,
    arbitrary: ofKind(CellKind.Number, fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()).map(String)),
  },
  ofKind(CellKind.Number, fc.oneof(fc.constantFrom('0012', '1,000', '12345678901234567890', '1e999', '-0', '1.50'), nastyText())),
  ofKind(CellKind.Date, fc.oneof(day, nastyText())),
  ofKind(
    CellKind.DateTime,
    fc.tuple(day, clock).map(([date, time]) => `${date}T${time}`),
  ),
  ofKind(CellKind.Time, fc.oneof(clock, fc.constant('49:30:00'))),
  ofKind(CellKind.Boolean, fc.constantFrom('TRUE', 'FALSE', 'maybe')),
  ofKind(CellKind.Error, fc.constantFrom('#N/A', '#DIV/0!', '#REF!', '#SPILL!')),
  fc.constant({ kind: CellKind.Empty, text: '' }),
);

const ERRORS = ['#N/A', '#DIV/0!', '#REF!'];

/** The type, value and number format that SheetJS must read for a cell. */
function expected({ kind, text }: Cell): Partial<CellObject> | undefined {
  if (text === '') return undefined;
  // SheetJS reads two-character line ends as one. Our reader keeps them.
  const asText = { t: 's', v: asHeld(text).replaceAll('\r\n', '\n') } as const;
  const serial = (value: number, z: string) => (Number.isNaN(value) ? asText : ({ t: 'n', v: value, z } as const));
  switch (kind) {
    case CellKind.Number: {
      const plain =
        /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) && Number.isFinite(Number(text)) && !/^-?\d{15,}[1-9]0*$/.test(text);
      return plain ? { t: 'n', v: Number(text), z: 'General' } : asText;
    }
    case CellKind.Date:
      return serial(dateSerial(text), 'yyyy\\-mm\\-dd');
    case CellKind.DateTime:
      return serial(dateTimeSerial(text), 'yyyy\\-mm\\-dd\\ hh:mm:ss');
    case CellKind.Time:
      return serial(timeSerial(text), '[h]:mm:ss');
    case CellKind.Boolean:
      return text === 'maybe' ? asText : { t: 'b', v: text === 'TRUE' };
    case CellKind.Error:
      return ERRORS.includes(text) ? { t: 'e', w: text } : asText;
    case CellKind.Text:
    case CellKind.Empty:
    default:
      return asText;
  }
}

/** The found cell, reduced to the expected keys, and the expected cell. They must be equal. */
function pair(found: CellObject | undefined, cell: Cell): [found: unknown, wanted: unknown] {
  const wanted = expected(cell);
  if (wanted === undefined || found === undefined) return [found, wanted];
  const keys = Object.keys(wanted) as (keyof CellObject)[];
  return [Object.fromEntries(keys.map((key) => [key, found[key]])), wanted];
}

describe('our workbook, read by SheetJS', () => {
  test('has the cells that were written, singly and from row blocks', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'book.xlsx');
    const table = fc.array(fc.array(anyCell, { maxLength: 8 }), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const columns = Array.from({ length: 8 }, (_, index) => ({ title: `Column ${index + 1}` }));
        const builder = new RowBlockBuilder();
        rows.forEach((row, index) => {
          builder.beginRow(index + 1);
          row.forEach(({ kind, text }, column) => builder.cellText(column, kind, text));
          builder.endRow();
        });
        const block = builder.finish();

        const book = await WorkbookWriter.create(path);
        const single = book.addSheet('Cells', { columns });
        for (const row of rows) {
          single.beginRow();
          for (const { kind, text } of row) single.cell(kind, text);
          await single.endRow();
        }
        single.close();
        const copied = book.addSheet('Block', { columns, header: false });
        for (let row = 0; row < (block?.rowCount ?? 0); row += 1) {
          copied.beginRow();
          copied.cells(block!, row);
          await copied.endRow();
        }
        copied.close();
        await book.finish();

        const read = await readWorkbook(path);
        const stored = rows.filter((row) => row.some(({ text }) => text !== ''));
        rows.forEach((row, index) => {
          row.forEach((cell, column) => {
            const [found, wanted] = pair(cellAt(read.Sheets['Cells']!, index + 1, column), cell);
            expect(found).toEqual(wanted);
          });
        });
        stored.forEach((row, index) => {
          row.forEach((cell, column) => {
            const [found, wanted] = pair(cellAt(read.Sheets['Block']!, index, column), cell);
            expect(found).toEqual(wanted);
          });
        });
      }),
      { numRuns: 60 },
    );
  });

  test('has JavaScript numbers unchanged', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'numbers.xlsx');
    const cents = fc.integer({ min: -(2 ** 31), max: 2 ** 31 }).map((value) => value / 100);
    const any = fc.oneof(
      cents,
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(0, -0, 0.1 + 0.2, 1e21, 5e-324, 10737418.24),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: 300 }), async (numbers) => {
        const book = await WorkbookWriter.create(path);
        const sheet = book.addSheet('Numbers', { columns: [{ title: 'Number' }], header: false });
        for (const value of numbers) {
          sheet.beginRow();
          sheet.number(value);
          await sheet.endRow();
        }
        await book.finish();
        const read = (await readWorkbook(path)).Sheets['Numbers']!;
        numbers.forEach((value, row) => {
          // A workbook has no negative zero.
          expect(cellAt(read, row, 0)).toMatchObject({ t: 'n', v: value + 0 });
        });
      }),
      { numRuns: 40 },
    );
  });

  test('has texts that start like a formula as texts', async () => {
    const path = join(await temporaryFolder(), 'formulas.xlsx');
    const texts = ['=1+1', '+1 617 555 0100', '-5', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://a.example";"x")'];
    const book = await WorkbookWriter.create(path);
    const sheet = book.addSheet('Texts', { columns: [], header: false });
    await writeRow(sheet, texts);
    await book.finish();
    const read = (await readWorkbook(path)).Sheets['Texts']!;
    texts.forEach((text, column) => {
      const cell = cellAt(read, 0, column);
      expect(cell).toMatchObject({ t: 's', v: text });
      expect(cell?.f).toBeUndefined();
    });
  });

  test('cuts texts at the limit of a cell, but not in the middle of a character, and reports it', async () => {
    const path = join(await temporaryFolder(), 'long.xlsx');
    const fits = 'x'.repeat(32_767);
    const faces = '😀'.repeat(20_000);
    const builder = new RowBlockBuilder();
    builder.beginRow(1);
    builder.cellText(0, CellKind.Text, `${fits}y`);
    builder.cellText(1, CellKind.Text, 'é'.repeat(32_767));
    builder.endRow();
    const block = builder.finish()!;
    const book = await WorkbookWriter.create(path);
    const sheet = book.addSheet('Long', { columns: [{ title: 'A' }, { title: 'B' }, { title: 'C' }] });
    await writeRow(sheet, [fits, faces, '\u0000'.repeat(40_000)]);
    sheet.beginRow();
    sheet.cells(block, 0);
    await sheet.endRow();
    const report = await book.finish();
    expect(report.cutTexts).toBe(3);
    expect(report.cutAt).toEqual([
      { sheet: 'Long', row: 2, column: 2 },
      { sheet: 'Long', row: 2, column: 3 },
      { sheet: 'Long', row: 3, column: 1 },
    ]);
    const read = (await readWorkbook(path)).Sheets['Long']!;
    const text = (row: number, column: number) => cellAt(read, row, column)?.v as string;
    expect(text(1, 0)).toBe(fits);
    expect(text(1, 1)).toBe(`${'😀'.repeat(16_380)}…[cut]`);
    expect(text(1, 2)).toHaveLength(32_767);
    expect(text(2, 0)).toBe(`${'x'.repeat(32_761)}…[cut]`);
    expect(text(2, 1)).toBe('é'.repeat(32_767));
  });

  test('has U+FFFD for invalid UTF-8 of a block, and stays readable', async () => {
    const path = join(await temporaryFolder(), 'broken.xlsx');
    const builder = new RowBlockBuilder();
    builder.beginRow(1);
    builder.cellBytes(0, CellKind.Text, Buffer.from([0x41, 0xff, 0x26]), 0, 3);
    builder.cellBytes(1, CellKind.Number, Buffer.from([0x31, 0xc3]), 0, 2);
    builder.endRow();
    const book = await WorkbookWriter.create(path);
    const sheet = book.addSheet('Broken', { columns: [], header: false });
    sheet.beginRow();
    sheet.cells(builder.finish()!, 0);
    await sheet.endRow();
    await book.finish();
    const read = (await readWorkbook(path)).Sheets['Broken']!;
    expect(cellAt(read, 0, 0)).toMatchObject({ t: 's', v: 'A\uFFFD&' });
    expect(cellAt(read, 0, 1)).toMatchObject({ t: 's', v: '1\uFFFD' });
  });

  test('is a valid workbook if nothing was written', async () => {
    const path = join(await temporaryFolder(), 'empty.xlsx');
    await writeFile(path, 'something else');
    const report = await (await WorkbookWriter.create(path)).finish();
    expect(report.sheets).toEqual([{ name: 'Sheet', rows: 0 }]);
    expect((await readWorkbook(path)).SheetNames).toEqual(['Sheet']);
  });
});
