import { describe, expect, test } from 'vitest';
import { SpreadsheetError } from '../../../../../main/spreadsheet/core/errors.ts';
import { SharedStrings } from '../../../../../main/spreadsheet/excel/shared-strings.ts';
import { CellKind } from '../../../../../main/spreadsheet/core/rowblock.ts';
import { RowBlockBuilder } from '../../../../../main/spreadsheet/core/rowblock-builder.ts';
import { WORKBOOKS } from '../../../../fixtures/spreadsheet/workbooks.ts';
import { scanSheet, scanStrings } from '../../../../kit/sheet-scan.ts';
import { MAIN, xlsxParts } from '../../../../kit/sheet-xlsx.ts';

const sheet = (rows: string) => Buffer.from(`<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`);

/** The sheet of every fixture, with its strings, formats, and date system. */
const SHEETS = Object.entries(WORKBOOKS)
  .filter(([name]) => name !== 'a sheet of text beyond a block')
  .map(([name, { spec }]) => {
    const parts = xlsxParts(spec);
    const bytes = (part: string) => (parts.has(part) ? Buffer.from(parts.get(part)!) : undefined);
    return {
      name,
      xml: bytes('xl/worksheets/sheet1.xml')!,
      options: {
        strings: bytes('xl/sharedStrings.xml'),
        formats: [0, ...(spec.formats ?? [])],
        dateSystem: spec.date1904 ? 1904 : 1900,
      } as const,
    };
  });

describe.each(SHEETS)('the sheet with $name', ({ xml, options }) => {
  test('is read the same by the scanner and by the complete reader', async () => {
    const scanned = await scanSheet(xml, options);
    expect(scanned.rows).toEqual((await scanSheet(xml, { ...options, complete: true })).rows);
  });

  test('is read the same wherever its bytes are cut in two', async () => {
    const { rows } = await scanSheet(xml, options);
    for (let at = 1; at < xml.length; at++) {
      const cut = await scanSheet(xml, { ...options, chunks: [at, xml.length] });
      expect(cut.rows).toEqual(rows);
    }
  });

  test.each([1, 2, 3, 7, 64])('is read the same in chunks of %i bytes', async (length) => {
    const { rows } = await scanSheet(xml, options);
    expect((await scanSheet(xml, { ...options, chunks: [length] })).rows).toEqual(rows);
    expect((await scanSheet(xml, { ...options, chunks: [length], complete: true })).rows).toEqual(rows);
  });
});

test('the complete reader takes over within a row of a sheet with many blocks', async () => {
  const rows = Array.from({ length: 1500 }, (_, i) => {
    const comment = i === 700 ? '<!-- here -->' : '';
    return `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c>${comment}<c r="B${i + 1}" t="str"><v>b${i}</v></c></row>`;
  });
  const found = await scanSheet(sheet(rows.join('')), { chunks: [1000] });
  expect(found.rows).toHaveLength(1500);
  expect(found.rows[700]).toEqual([701, false, `${CellKind.Number}:700`, `${CellKind.Text}:b700`]);
  expect(found.rows.map(([number]) => number)).toEqual(rows.map((_, i) => i + 1));
});

test('a preview ends after the requested rows, within a block', async () => {
  const rows = Array.from({ length: 50 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`).join('');
  for (const complete of [false, true]) {
    expect((await scanSheet(sheet(rows), { maxRows: 7, complete })).rows).toHaveLength(7);
  }
  // Damage after the requested rows does not matter.
  const broken = Buffer.from(sheet(rows).toString().replace('<v>40</v>', '<v>40</c>'));
  expect((await scanSheet(broken, { maxRows: 7 })).rows).toHaveLength(7);
});

describe('a damaged sheet causes an error, never fewer rows', () => {
  const good =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>a</t></is></c><c r="B1"><f>1+1</f><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c></row>';
  const xml = sheet(good);

  test('a sheet cut off anywhere is refused', async () => {
    for (let at = 0; at < xml.length; at++) {
      for (const complete of [false, true]) {
        await expect(scanSheet(xml.subarray(0, at), { complete }), `cut at ${at}`).rejects.toBeInstanceOf(SpreadsheetError);
      }
    }
  });

  test.each([
    ['a tag that is closed by another', '<row r="1"><c r="A1"><v>1</c></row>'],
    ['a row within a row', '<row r="1"><c r="A1"><v>1</v></c><row r="2"></row>'],
    ['a missing shared string', '<row r="1"><c r="A1" t="s"><v>5</v></c></row>'],
    ['a value without an end', '<row r="1"><c r="A1"><v>1</row>'],
    ['an attribute without quotes', '<row r=1><c r="A1"><v>1</v></c></row>'],
  ])('%s is refused', async (_, rows) => {
    await expect(scanSheet(sheet(rows))).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });

  test('a sheet without a place for rows is refused', async () => {
    await expect(scanSheet(Buffer.from(`<worksheet xmlns="${MAIN}"><dimension ref="A1"/></worksheet>`))).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
    });
    await expect(scanSheet(Buffer.alloc(0))).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
    await expect(scanSheet(Buffer.from('not XML at all'))).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });

  test('a sheet that defines entities is refused', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${sheet(good).toString()}`;
    await expect(scanSheet(Buffer.from(bomb))).rejects.toMatchObject({ code: 'FILE_BOMB' });
  });
});

describe('limits', () => {
  const cell = (reference: string, value = '1') => `<c r="${reference}"><v>${value}</v></c>`;

  test.each([false, true])('apply to rows (complete reader: %s)', async (complete) => {
    const limits = { rows: 10 };
    expect(
      (await scanSheet(sheet(`<row r="10">${cell('A10')}</row><row r="11"><c r="A11" s="1"/></row>`), { limits, complete })).rows,
    ).toHaveLength(1);
    await expect(scanSheet(sheet(`<row r="11">${cell('A11')}</row>`), { limits, complete })).rejects.toMatchObject({
      code: 'FILE_TOO_MANY_ROWS',
    });
    await expect(scanSheet(sheet(`<row r="4294967297">${cell('A1')}</row>`), { limits, complete })).rejects.toMatchObject({
      code: 'FILE_TOO_MANY_ROWS',
    });
  });

  test.each([false, true])('apply to columns (complete reader: %s)', async (complete) => {
    expect((await scanSheet(sheet(`<row r="1">${cell('XFD1')}<c r="XFE1" s="1"/></row>`), { complete })).rows[0]).toHaveLength(2 + 16_384);
    for (const column of ['XFE', 'ZZZZ', 'ZZZZZZZ']) {
      await expect(scanSheet(sheet(`<row r="1">${cell(`${column}1`)}</row>`), { complete })).rejects.toMatchObject({
        code: 'FILE_TOO_MANY_COLUMNS',
      });
    }
  });

  test.each([false, true])('apply to the text of a cell (complete reader: %s)', async (complete) => {
    const limits = { cellBytes: 100 };
    const inline = (length: number) => sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(length)}</t></is></c></row>`);
    expect((await scanSheet(inline(100), { limits, complete })).rows[0]![2]).toHaveLength(102);
    await expect(scanSheet(inline(101), { limits, complete })).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    await expect(scanSheet(inline(100_000), { limits, complete, chunks: [500] })).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });

  test('prevent a tag without an end from filling the memory', async () => {
    const endless = Buffer.concat([sheet('').subarray(0, -24), Buffer.from('<row r="1'.padEnd(20_000_000, ' '))]);
    await expect(scanSheet(endless, { chunks: [65_536] })).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });
});

describe('shared strings', () => {
  const items = [
    'plain',
    '',
    'with & and <',
    'Ünïcödé 東京 😀',
    ' blank ',
    'x'.repeat(253),
    'x'.repeat(254),
    'x'.repeat(255),
    'x'.repeat(70_000),
    'end',
  ];
  const xml = Buffer.from(
    `<?xml version="1.0"?><sst xmlns="${MAIN}" count="10">${items.map((item) => `<si><t>${item.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></si>`).join('\n')}</sst>`,
  );

  test('are read unchanged in chunks of any length', async () => {
    for (const chunks of [[xml.length], [997], [4096, 1]]) expect(await scanStrings(xml, chunks)).toEqual(items);
  });

  test('are read wherever they are cut', async () => {
    const short = Buffer.from(xml.toString().replace(/x{254,}/g, 'x'));
    const expected = items.map((item) => item.replace(/x{254,}/, 'x'));
    for (const length of [1, 2, 3, 5, 16]) expect(await scanStrings(short, [length])).toEqual(expected);
  });

  test('are found among many strings in several buffers', () => {
    const strings = new SharedStrings(2 ** 30);
    const text = (i: number) => (i % 1000 === 3 ? 'long '.repeat(300 + i) : `string ${i}`);
    const count = 30_000;
    for (let i = 0; i < count; i++) strings.addText(text(i));
    expect(strings.count).toBe(count);
    const builder = new RowBlockBuilder();
    const found: string[] = [];
    for (let i = 0; i < count; i++) {
      builder.beginRow(i + 1);
      strings.copyTo(builder, 0, i);
      builder.endRow();
      found.push(builder.finish()!.text(0, 0));
    }
    expect(found).toEqual(Array.from({ length: count }, (_, i) => text(i)));
  });

  test('are read only as far as the rows need them', async () => {
    const many = Buffer.from(`<sst xmlns="${MAIN}">${Array.from({ length: 5000 }, (_, i) => `<si><t>text ${i}</t></si>`).join('')}`);
    // The part is cut off after the strings, which a preview of the first rows does not notice.
    const rows = '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>9</v></c></row>';
    const found = await scanSheet(sheet(rows), { strings: many, chunks: [2000], maxRows: 2 });
    expect(found.rows.map((row) => row[2])).toEqual([`${CellKind.Text}:text 0`, `${CellKind.Text}:text 9`]);
    const beyond = '<row r="1"><c r="A1" t="s"><v>5000</v></c></row>';
    await expect(scanSheet(sheet(beyond), { strings: many, chunks: [2000] })).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });

  test('are limited in total size', async () => {
    await expect(
      scanSheet(sheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'), { strings: xml, limits: { sharedStringBytes: 1024 } }),
    ).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });
});
