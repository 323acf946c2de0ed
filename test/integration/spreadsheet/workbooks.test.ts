import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { WORKBOOKS, workbook } from '../../fixtures/spreadsheet/workbooks.ts';
import { read, temporaryFolder } from '../../kit/sheet-files.ts';
import { ods, odsDocument } from '../../kit/sheet-ods.ts';
import { xlsx } from '../../kit/sheet-xlsx.ts';

const folder = temporaryFolder();
const trimmed = (rows: readonly (readonly string[])[]) => {
  const all = rows.map((row) => row.join('\0').replace(/\0+$/, ''));
  while (all.at(-1) === '') all.pop();
  return all;
};

describe.each(Object.entries(WORKBOOKS))('a workbook with %s', (name, { rows, sheet }) => {
  test('has the visible texts of its cells', async () => {
    const path = await folder.write(`${name}.xlsx`.replaceAll('/', '-'), workbook(name));
    const found = await read(path, { blankRows: true, ...(sheet === undefined ? {} : { sheet }) });
    expect(found.rows).toEqual(rows.map((row) => [...row]).map((row) => (row.every((cell) => cell === '') ? [] : row)));
    expect(found.format).toBe('xlsx');
  });
});

/** A sheet as SheetJS reads it, with dates in our format. */
function byOracle(bytes: Buffer, sheet: string | undefined): string[][] {
  const book = XLSX.read(bytes, { type: 'buffer', cellNF: true, cellText: true });
  const data = book.Sheets[sheet ?? book.SheetNames[0]!]!;
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  const textOf = (cell: XLSX.CellObject | undefined): string => {
    if (cell === undefined || cell.v === undefined) return '';
    if (cell.t === 'b') return cell.v ? 'TRUE' : 'FALSE';
    if (cell.t === 'e') return cell.w ?? '';
    if (cell.t !== 'n') return String(cell.v);
    const format = String(cell.z ?? 'General');
    if (!XLSX.SSF.is_date(format)) return /0{2}|#-/.test(format) ? XLSX.SSF.format(format, cell.v) : XLSX.SSF.format('General', cell.v);
    const value = cell.v as number;
    if (format.includes('[h]')) return XLSX.SSF.format('[hh]:mm:ss', value);
    const shape = /^h/i.test(format) ? 'hh:mm:ss' : /h/i.test(format) ? 'yyyy-mm-dd"T"hh:mm:ss' : 'yyyy-mm-dd';
    return XLSX.SSF.format(shape, value, { date1904 });
  };
  // Cell by cell, because a dimension may claim billions of cells.
  const rows: string[][] = [];
  for (const [address, cell] of Object.entries(data)) {
    if (address.startsWith('!')) continue;
    const { r, c } = XLSX.utils.decode_cell(address);
    while (rows.length <= r) rows.push([]);
    const row = rows[r]!;
    while (row.length < c) row.push('');
    row[c] = textOf(cell as XLSX.CellObject);
  }
  return rows;
}

describe('SheetJS reads the same cells', () => {
  const same = Object.entries(WORKBOOKS).filter(([, quirk]) => quirk.oracleDiffers === undefined);
  test.each(same)('in a workbook with %s', async (name, { sheet }) => {
    const bytes = workbook(name);
    const path = await folder.write('oracle.xlsx', bytes);
    const found = await read(path, { blankRows: true, ...(sheet === undefined ? {} : { sheet }) });
    expect(trimmed(found.rows)).toEqual(trimmed(byOracle(bytes, sheet)));
  });

  test('in most fixtures', () => {
    expect(same.length).toBeGreaterThan(30);
  });
});

describe('a sheet without its own part', () => {
  const row = (text: string) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const first = { name: 'First', rows: row('of the first') };
  const second = { name: 'Second', rows: row('of the second') };
  const relations = (...targets: string[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
      .map((target, i) => `<Relationship Id="rId${i + 1}" Type="x/worksheet" Target="${target}"/>`)
      .join('')}</Relationships>`;

  test.each([
    ['that no relationship names', { 'xl/_rels/workbook.xml.rels': relations('worksheets/sheet2.xml') }, 'of the second'],
    [
      'that shares the part of another',
      { 'xl/_rels/workbook.xml.rels': relations('worksheets/sheet1.xml', 'worksheets/sheet1.xml') },
      'of the first',
    ],
    ['whose part is missing', { 'xl/worksheets/sheet2.xml': null }, 'of the first'],
  ])('is empty if it is one %s', async (_, parts, text) => {
    const path = await folder.write('parts.xlsx', xlsx({ sheets: [first, second], parts }));
    expect((await read(path, { sheet: 'First' })).rows).toEqual([[text]]);
    const other = await read(path, { sheet: 'Second' });
    expect(other.rows).toEqual([]);
    expect(other.sheets[1]).toMatchObject({ name: 'Second', rowsHint: 0 });
  });

  test('means a damaged file if no sheet has a part', async () => {
    const path = await folder.write('none.xlsx', xlsx({ sheets: [first], parts: { 'xl/worksheets/sheet1.xml': null } }));
    await expect(read(path)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });
});

describe('a zero that the format hides is empty', () => {
  test('in XLSX', async () => {
    const rows = '<row r="1"><c r="A1" s="1"><v>0</v></c><c r="B1" s="1"><v>45322</v></c><c r="C1" s="2"><v>0</v></c></row>';
    const path = await folder.write('zero.xlsx', xlsx({ sheets: [{ rows }], formats: ['[=0]?;m/d/yyyy', '0;-0;"none"'] }));
    expect((await read(path)).rows).toEqual([['', '2024-01-31', 'none']]);
  });

  test('in ODS', async () => {
    const cell = (attributes: string, shown: string) => `<table:table-cell ${attributes}><text:p>${shown}</text:p></table:table-cell>`;
    const cells = [
      cell('office:value-type="float" office:value="0"', ''),
      cell('office:value-type="float" office:value="5"', '5'),
      cell('office:value-type="date" office:date-value="1899-12-30"', ''),
      cell('office:value-type="date" office:date-value="2024-01-31"', '1/31/24'),
    ];
    const sheet = `<table:table table:name="List"><table:table-row>${cells.join('')}</table:table-row></table:table>`;
    expect((await read(await folder.write('zero.ods', ods(odsDocument(sheet))))).rows).toEqual([['', '5', '', '2024-01-31']]);
  });
});

describe('the facts of a sheet', () => {
  test('include hidden sheets', async () => {
    const { sheets } = await read(await folder.write('hidden.xlsx', workbook('several sheets, some hidden')));
    expect(sheets.map(({ name, hidden, visibility }) => [name, hidden, visibility])).toEqual([
      ['Notes', true, 'hidden'],
      ['List & more', false, 'visible'],
      ['Codes', true, 'veryHidden'],
    ]);
  });

  test('include hidden rows and columns', async () => {
    const { sheetFacts } = await read(await folder.write('hidden.xlsx', workbook('hidden rows and columns')));
    expect(sheetFacts).toMatchObject({ complete: true, hiddenRows: 1, hiddenColumns: [2, 3] });
  });

  test('include merged ranges', async () => {
    const { sheetFacts } = await read(await folder.write('merged.xlsx', workbook('merged cells')));
    expect(sheetFacts.mergedRanges).toBe(2);
    expect(sheetFacts.merged[1]).toEqual({ firstRow: 1, firstColumn: 3, lastRow: 4, lastColumn: 3 });
  });

  test('include formulas without a result', async () => {
    const { sheetFacts } = await read(await folder.write('formulas.xlsx', workbook('formulas with their results')));
    expect(sheetFacts.formulasWithoutValue).toBe(1);
  });

  test('include formulas with an empty result, as programs without a calculator write them', async () => {
    const cells = '<c r="A1"><f>1+1</f><v></v></c><c r="B1" t="str"><f>""</f><v></v></c><c r="C1"><f>2</f><v>2</v></c>';
    for (const rows of [`<row r="1">${cells}</row>`, `<row r="1">${cells}<!-- --></row>`]) {
      const found = await read(await folder.write('empty.xlsx', xlsx({ sheets: [{ rows }] })));
      expect(found.rows).toEqual([['', '', '2']]);
      expect(found.sheetFacts.formulasWithoutValue).toBe(1);
    }
  });

  test('include formulas without a result in ODS', async () => {
    const cells = '<table:table-cell table:formula="of:=1+1"/><table:table-cell office:value-type="float" office:value="3"/>';
    const sheet = `<table:table table:name="List"><table:table-row>${cells}</table:table-row></table:table>`;
    expect((await read(await folder.write('formula.ods', ods(odsDocument(sheet))))).sheetFacts.formulasWithoutValue).toBe(1);
  });

  test('include renumbered rows', async () => {
    const { sheetFacts } = await read(await folder.write('numbers.xlsx', workbook('rows that all claim the same number')));
    expect(sheetFacts.rowsRenumbered).toBe(1);
  });

  test('include the date system and the row count of the dimension', async () => {
    const old = await read(await folder.write('1904.xlsx', workbook('dates of 1904')));
    expect(old.facts).toMatchObject({ kind: 'XLSX', dateSystem: 1904, encoding: null, delimiter: null, extensionMisleads: false });
    expect(old.notes).toEqual(['This file uses Mac dates, which count from 1904. They are converted.']);
    const lying = await read(await folder.write('lying.xlsx', workbook('a dimension that lies')));
    expect(lying.sheets[0]!.rowsHint).toBe(1_048_576);
    expect(old.sheets[0]!.rowsHint).toBeNull();
  });
});
