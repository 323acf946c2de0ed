import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WorkbookWriter } from '../../../main/spreadsheet/write/xlsx-writer.ts';
import { cellAt, readWorkbook, partOf, readZip, temporaryFolder, writeRow } from './written-files.ts';

/** A workbook with all features of a sheet. */
async function writeRich(path: string): Promise<void> {
  const book = await WorkbookWriter.create(path, { program: 'Test & Co' });
  const scores = book.addSheet('Scores', {
    columns: [
      { title: 'Name' },
      { title: 'Capacity', style: 'integer', bar: true },
      { title: 'Share', style: 'decimal', bar: { min: 0, max: 1 } },
      { title: 'Comment', style: 'wrap', width: 40 },
      { title: 'ZIP', style: 'text' },
    ],
  });
  for (let row = 1; row <= 3; row += 1) {
    scores.beginRow();
    scores.text(`Person number ${row} with a rather long name`);
    scores.number(row * 1000);
    scores.number(`0.${row}`);
    scores.text('two\nlines');
    scores.text(`0211${row}`);
    await scores.endRow();
  }
  scores.close();
  const errors = book.addSheet('Errors', { columns: [{ title: 'Birth date' }, { title: 'E-mail' }] });
  errors.beginRow();
  errors.highlight('Not a date: <day> and "month" are swapped?');
  errors.text('31/31/1950');
  errors.highlight();
  errors.empty();
  await errors.endRow();
  errors.close();
  const summary = book.addSheet('Summary', { columns: [{ title: '', width: 30 }, { title: '' }], header: false });
  summary.beginRow();
  summary.text('Rows', 'strong');
  summary.number(3, 'integer');
  await summary.endRow();
  await book.finish();
}

describe('a workbook', () => {
  test('has a styled, frozen, filtered header, column widths from its rows, and bars', async () => {
    const path = join(await temporaryFolder(), 'rich.xlsx');
    await writeRich(path);
    const parts = await readZip(path);
    const sheet = partOf(parts, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toContain('<autoFilter ref="A1:E4"/>');
    expect(sheet).toContain('<col min="1" max="1" width="41.00" customWidth="1"/>');
    expect(sheet).toContain('<col min="4" max="4" width="40.00" customWidth="1"/>');
    expect(sheet).toContain(
      '<conditionalFormatting sqref="B2:B4"><cfRule type="dataBar" priority="1"><dataBar><cfvo type="min"/><cfvo type="max"/>',
    );
    expect(sheet).toContain('<cfvo type="num" val="0"/><cfvo type="num" val="1"/>');
    expect(sheet).toContain('<xm:sqref>C2:C4</xm:sqref>');
    expect(partOf(parts, 'xl/workbook.xml')).toContain(">'Scores'!$A$1:$E$4</definedName>");
    const read = await readWorkbook(path);
    expect(read.SheetNames).toEqual(['Scores', 'Errors', 'Summary']);
    expect(read.Sheets['Scores']!['!autofilter']).toEqual({ ref: 'A1:E4' });
    expect(cellAt(read.Sheets['Scores']!, 1, 1)).toMatchObject({ v: 1000, z: '#,##0', w: '1,000' });
    expect(cellAt(read.Sheets['Scores']!, 1, 2)).toMatchObject({ v: 0.1, z: '#,##0.00', w: '0.10' });
    expect(cellAt(read.Sheets['Scores']!, 1, 4)).toMatchObject({ t: 's', v: '02111' });
    expect(cellAt(read.Sheets['Summary']!, 0, 1)).toMatchObject({ t: 'n', v: 3 });
  });

  test('highlights refused cells and keeps the reason as a note', async () => {
    const path = join(await temporaryFolder(), 'rich.xlsx');
    await writeRich(path);
    const parts = await readZip(path);
    const sheet = partOf(parts, 'xl/worksheets/sheet2.xml');
    expect(sheet).toMatch(/<c r="A2" s="2" t="inlineStr">/);
    expect(sheet).toMatch(/<c r="B2" s="2"\/>/);
    expect(sheet).toContain('<legacyDrawing r:id="rId1"/>');
    expect(partOf(parts, 'xl/drawings/vmlDrawing2.vml')).toContain('<x:Row>1</x:Row><x:Column>0</x:Column>');
    const cell = cellAt((await readWorkbook(path)).Sheets['Errors']!, 1, 0);
    expect(cell?.c?.[0]?.t).toBe('Not a date: <day> and "month" are swapped?');
  });

  test('does not contain an author, a company or a time', async () => {
    const path = join(await temporaryFolder(), 'rich.xlsx');
    await writeRich(path);
    const parts = await readZip(path);
    expect(partOf(parts, 'docProps/app.xml')).toContain('<Application>Test &amp; Co</Application>');
    expect([...parts.keys()]).not.toContain('docProps/core.xml');
    expect(partOf(parts, 'xl/comments2.xml')).toContain('<authors><author></author></authors>');
  });

  test('has the same bytes for the same rows', async () => {
    const folder = await temporaryFolder();
    await writeRich(join(folder, 'a.xlsx'));
    await writeRich(join(folder, 'b.xlsx'));
    expect(await readFile(join(folder, 'a.xlsx'))).toEqual(await readFile(join(folder, 'b.xlsx')));
  });

  test('continues on another sheet with its header', async () => {
    const path = join(await temporaryFolder(), 'split.xlsx');
    const book = await WorkbookWriter.create(path, { rowsPerSheet: 4 });
    const sheet = book.addSheet('Scores', { columns: [{ title: 'Id', bar: true }] });
    for (let row = 0; row < 7; row += 1) await writeRow(sheet, [`P${row}`]);
    sheet.close();
    const other = book.addSheet('Scores (2)', { columns: [{ title: 'Id' }] });
    await writeRow(other, ['other']);
    const report = await book.finish();
    expect(report.sheets).toEqual([
      { name: 'Scores', rows: 3 },
      { name: 'Scores (2)', rows: 3 },
      { name: 'Scores (3)', rows: 1 },
      { name: 'Scores (2) (2)', rows: 1 },
    ]);
    const read = await readWorkbook(path);
    expect(cellAt(read.Sheets['Scores (2)']!, 0, 0)?.v).toBe('Id');
    expect(cellAt(read.Sheets['Scores (2)']!, 1, 0)?.v).toBe('P3');
    expect(cellAt(read.Sheets['Scores (3)']!, 1, 0)?.v).toBe('P6');
    expect(read.Sheets['Scores']!['!ref']).toBe('A1:A4');
  });

  test('does not continue if a table ends exactly at the end of a sheet', async () => {
    const path = join(await temporaryFolder(), 'exact.xlsx');
    const book = await WorkbookWriter.create(path, { rowsPerSheet: 3 });
    const sheet = book.addSheet('Scores', { columns: [{ title: 'Id' }] });
    await writeRow(sheet, ['a']);
    await writeRow(sheet, ['b']);
    expect((await book.finish()).sheets).toEqual([{ name: 'Scores', rows: 2 }]);
  });

  test('shortens a long note without breaking a character', async () => {
    const path = join(await temporaryFolder(), 'long-note.xlsx');
    const book = await WorkbookWriter.create(path);
    const sheet = book.addSheet('Sheet', { columns: [{ title: 'Value' }] });
    sheet.beginRow();
    sheet.highlight(`${'x'.repeat(999)}\u{1F600} and more`);
    sheet.text('a');
    await sheet.endRow();
    await book.finish();
    const notes = (await readZip(path)).get('xl/comments1.xml')!.toString();
    expect(/<t [^>]*>(.*)<\/t>/.exec(notes)?.[1]).toBe('x'.repeat(999));
  });

  test('limits notes to a number that Excel opens quickly, and reports how many it left out', async () => {
    const path = join(await temporaryFolder(), 'notes.xlsx');
    const book = await WorkbookWriter.create(path);
    const sheet = book.addSheet('Errors', { columns: [{ title: 'Value' }] });
    for (let row = 0; row < 5003; row += 1) {
      sheet.beginRow();
      sheet.highlight('refused');
      sheet.number(row);
      await sheet.endRow();
    }
    const other = book.addSheet('More', { columns: [{ title: 'Value' }] });
    other.beginRow();
    other.highlight('refused too');
    other.number(1);
    await other.endRow();
    expect((await book.finish()).notesLeftOut).toBe(3);
    const parts = await readZip(path);
    expect(partOf(parts, 'xl/comments1.xml').match(/<comment /g)).toHaveLength(5000);
    // The boxes of the notes have separate ids, in blocks of 1,024.
    expect(partOf(parts, 'xl/drawings/vmlDrawing1.vml')).toContain('data="1,2,3,4,5"');
    expect(partOf(parts, 'xl/drawings/vmlDrawing2.vml')).toContain('data="6"');
    expect(partOf(parts, 'xl/drawings/vmlDrawing2.vml')).toContain('id="_x0000_s6145"');
  });

  test('has at most 16,384 columns', async () => {
    const path = join(await temporaryFolder(), 'wide.xlsx');
    const book = await WorkbookWriter.create(path);
    const columns = Array.from({ length: 16_385 }, () => ({ title: 'x' }));
    expect(() => book.addSheet('Wide', { columns })).toThrow(RangeError);
    const sheet = book.addSheet('Wide', { columns: columns.slice(1) });
    await writeRow(
      sheet,
      columns.slice(1).map((_, index) => `c${index}`),
    );
    await book.finish();
    expect((await readWorkbook(path)).Sheets['Wide']!['!ref']).toBe('A1:XFD2');
  });
});

/** A workbook with one sheet of 60,000 rows, which has many chunks. */
async function writeLarge(path: string): Promise<void> {
  const book = await WorkbookWriter.create(path);
  const sheet = book.addSheet('Large', { columns: [{ title: 'Text' }, { title: 'Number' }] });
  let seed = 1;
  for (let row = 0; row < 60_000; row += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    sheet.beginRow();
    sheet.text(`${seed.toString(36)} ${seed.toString(2)}`);
    sheet.number(seed);
    const wait = sheet.endRow();
    if (wait !== undefined) await wait;
  }
  await book.finish();
}

describe('the zip', () => {
  test('has every byte of its directory, over many chunks', async () => {
    const path = join(await temporaryFolder(), 'large.xlsx');
    await writeLarge(path);
    const parts = await readZip(path);
    expect(partOf(parts, 'xl/worksheets/sheet1.xml').match(/<row /g)).toHaveLength(60_001);
    expect([...parts.keys()][0]).toBe('_rels/.rels');
  });

  test('passes the test of unzip', async ({ skip }) => {
    if (spawnSync('unzip', ['-v']).status !== 0) skip('unzip is not installed');
    const path = join(await temporaryFolder(), 'large.xlsx');
    await writeLarge(path);
    expect(spawnSync('unzip', ['-tq', path], { encoding: 'utf8' }).stdout).toContain('No errors detected');
  });
});
