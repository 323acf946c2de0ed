import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { type CsvOptions, CsvWriter } from '../../../main/spreadsheet/write/csv-writer.ts';
import { openSpreadsheet } from '../../../main/spreadsheet/open.ts';
import { CellKind } from '../../../main/spreadsheet/core/rowblock.ts';
import { RowBlockBuilder } from '../../../main/spreadsheet/core/rowblock-builder.ts';
import { rowsAsTexts } from '../../../main/spreadsheet/rows-as-texts.ts';
import { nastyText } from '../../kit/nasty-text.ts';
import { temporaryFolder, writeRow } from './written-files.ts';

const columns = [{ title: 'A' }, { title: 'B' }, { title: 'C' }];
const plain: CsvOptions = { columns, header: false, byteOrderMark: false, guardFormulas: false };

/** The file for these rows and options, including apostrophes and byte order marks. */
async function csvOf(rows: readonly (readonly string[])[], options: CsvOptions = plain): Promise<string> {
  const path = join(await temporaryFolder(), 'list.csv');
  const writer = await CsvWriter.create(path, options);
  for (const row of rows) await writeRow(writer, row);
  await writer.finish();
  return readFile(path, 'utf8');
}

describe('a CSV file', () => {
  test('starts with a byte order mark and the titles, and has Windows line ends', async () => {
    expect(await csvOf([['1', '', 'x']], { columns })).toBe('\uFEFFA,B,C\r\n1,,x\r\n');
    expect(await csvOf([], { columns, byteOrderMark: false, delimiter: ';' })).toBe('A;B;C\r\n');
  });

  test.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['a;b', '"a;b"'],
    ['a\tb', '"a\tb"'],
    [' a', '" a"'],
    ['a ', '"a "'],
    ['Zoë, 😀', '"Zoë, 😀"'],
    ['Zoë', 'Zoë'],
    ['nul\u0000', '"nul\uFFFD"'],
    ['half \uD800', 'half \uFFFD'],
    ["O'Neill", "O'Neill"],
  ])('writes %j as %j', async (text, cell) => {
    expect(await csvOf([[text, 'x']])).toBe(`${cell},x\r\n`);
  });

  test('keeps a row whose only cell is empty', async () => {
    expect(await csvOf([['a'], [''], [], ['b']])).toBe('a\r\n""\r\n""\r\nb\r\n');
  });

  test('has an apostrophe before formulas, but not before numbers and phone numbers', async () => {
    const cells = ['=1+1', '@x', '-2+3', '\tx', '+1 617 555 0100', '-5.25', "'=1"];
    expect(await csvOf([cells], { ...plain, guardFormulas: true })).toBe(`'=1+1,'@x,'-2+3,"'\tx",+1 617 555 0100,-5.25,'=1\r\n`);
    expect(await csvOf([['=1', '+x']])).toBe('=1,+x\r\n');
  });

  test('guards titles against formulas like cells', async () => {
    const titles = ['=1+1', '@x', '-2+3', 'Name'].map((title) => ({ title }));
    expect(await csvOf([['=1+1', '@x', '-2+3', 'Name']], { columns: titles, byteOrderMark: false })).toBe(
      `'=1+1,'@x,'-2+3,Name\r\n`.repeat(2),
    );
  });

  test('never begins with the letters by which Excel takes it for another format and refuses it', async () => {
    const titles = [{ title: 'ID' }, { title: 'ID 2' }];
    expect(await csvOf([['ID', '1']], { columns: titles, byteOrderMark: false })).toBe('"ID",ID 2\r\nID,1\r\n');
    expect(await csvOf([], { columns: titles })).toBe('\uFEFFID,ID 2\r\n');
  });

  test('has numbers, dates and truth values as plain texts', async () => {
    const path = join(await temporaryFolder(), 'kinds.csv');
    const writer = await CsvWriter.create(path, { columns, header: false, byteOrderMark: false });
    writer.beginRow();
    writer.number(-1.5);
    writer.number('0.10');
    writer.number(Number.NaN);
    writer.date('1962-04-30');
    writer.dateTime('2024-05-01T09:30:00');
    writer.time('9:30');
    writer.boolean(false);
    writer.error('#N/A');
    writer.empty();
    await writer.endRow();
    expect(await writer.finish()).toMatchObject({ sheets: [{ rows: 1 }] });
    expect(await readFile(path, 'utf8')).toBe('-1.5,0.10,#NUM!,1962-04-30,2024-05-01T09:30:00,9:30,FALSE,#N/A,\r\n');
  });

  test.each(['', 'ab', '"', 'x', '\n', 'é'])('refuses %j as the delimiter', async (delimiter) => {
    const path = join(await temporaryFolder(), 'list.csv');
    await expect(CsvWriter.create(path, { columns, delimiter })).rejects.toThrow(RangeError);
  });

  test('is read by papaparse as it was written, with single cells or a block', async () => {
    const folder = await temporaryFolder();
    const table = fc.array(fc.array(nastyText(), { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 20 });
    const rowsEqual = async (path: string, rows: string[][], delimiter: string) => {
      const text = await readFile(path, 'utf8');
      expect(text.startsWith('\uFEFF')).toBe(true);
      const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\r\n' });
      expect(errors).toEqual([]);
      // Papaparse reads one more line after the last line end.
      expect(data.slice(0, -1)).toEqual(rows.map((row) => row.map((cell) => cell.toWellFormed().replaceAll('\u0000', '\uFFFD'))));
    };
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t', '|'), async (rows, delimiter) => {
        const options = { columns, header: false, guardFormulas: false, delimiter };
        const single = await CsvWriter.create(join(folder, 'single.csv'), options);
        for (const row of rows) await writeRow(single, row);
        await single.finish();
        await rowsEqual(join(folder, 'single.csv'), rows, delimiter);

        const stored = rows.filter((row) => row.some((cell) => cell !== ''));
        const builder = new RowBlockBuilder();
        stored.forEach((row, index) => {
          builder.beginRow(index + 1);
          row.forEach((cell, column) => builder.cellText(column, CellKind.Text, cell));
          builder.endRow();
        });
        const block = builder.finish();
        const copied = await CsvWriter.create(join(folder, 'block.csv'), options);
        for (const [index, row] of stored.entries()) {
          copied.beginRow();
          copied.cells(block!, index, 0, row.length);
          await copied.endRow();
        }
        await copied.finish();
        await rowsEqual(join(folder, 'block.csv'), stored, delimiter);
      }),
      { numRuns: 150 },
    );
  });

  test('guards the same cells when they are written singly or as a block', async () => {
    const folder = await temporaryFolder();
    await fc.assert(
      fc.asyncProperty(fc.array(nastyText(), { minLength: 1, maxLength: 6 }), async (row) => {
        fc.pre(row.some((cell) => cell !== ''));
        const options = { columns, header: false };
        const single = await CsvWriter.create(join(folder, 'single.csv'), options);
        await writeRow(single, row);
        await single.finish();
        const builder = new RowBlockBuilder();
        builder.beginRow(1);
        row.forEach((cell, column) => builder.cellText(column, CellKind.Text, cell));
        builder.endRow();
        const copied = await CsvWriter.create(join(folder, 'block.csv'), options);
        copied.beginRow();
        copied.cells(builder.finish()!, 0, 0, row.length);
        await copied.endRow();
        await copied.finish();
        expect(await readFile(join(folder, 'block.csv'), 'utf8')).toBe(await readFile(join(folder, 'single.csv'), 'utf8'));
      }),
      { numRuns: 150 },
    );
  });

  test('is complete over many chunks, and is read by our reader', async () => {
    const path = join(await temporaryFolder(), 'large.csv');
    const writer = await CsvWriter.create(path, { columns });
    for (let row = 0; row < 60_000; row += 1) {
      writer.beginRow();
      writer.number(row);
      writer.text(`Person "${row}" with a long name, and a comma`);
      writer.text('Zoë');
      const wait = writer.endRow();
      if (wait !== undefined) await wait;
    }
    await writer.finish();
    const workbook = await openSpreadsheet(path);
    try {
      const different: string[][] = [];
      let count = -1;
      for await (const texts of rowsAsTexts(workbook, 0)) {
        const wanted = [String(count), `Person "${count}" with a long name, and a comma`, 'Zoë'];
        if (texts.join('\n') !== wanted.join('\n')) different.push(texts);
        count += 1;
      }
      expect(different).toEqual([['A', 'B', 'C']]);
      expect(count).toBe(60_000);
    } finally {
      await workbook.close();
    }
  });

  test('can have a cell larger than a chunk', async () => {
    const large = `${'"'.repeat(700_000)},é`;
    const [row] = Papa.parse<string[]>(await csvOf([['a', large, 'b']]), { newline: '\r\n' }).data;
    expect(row?.length).toBe(3);
    expect(row?.[1] === large).toBe(true);
  });
});
