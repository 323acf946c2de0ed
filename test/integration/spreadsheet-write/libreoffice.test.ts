import { spawnSync } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { WorkbookWriter } from '../../../main/spreadsheet/write/xlsx-writer.ts';
import { asHeld, nastyText } from '../../kit/nasty-text.ts';
import { cellAt, readWorkbook, temporaryFolder } from './written-files.ts';

const office = ['soffice', 'libreoffice'].find((name) => spawnSync(name, ['--version']).status === 0);

/** LibreOffice normalizes line ends. */
const asLibreOffice = (text: string) => asHeld(text).replaceAll(/[\r\n]+/g, '\n');

/** The note on every tenth row. */
const reasonFor = (index: number) => (index % 10 === 0 ? `Reason ${index} <&> 😀` : '');

test('LibreOffice opens our workbook and saves the same cells', async ({ skip }) => {
  if (office === undefined) skip('LibreOffice is not installed');
  const folder = await temporaryFolder();
  const path = join(folder, 'book.xlsx');
  const texts = fc.sample(nastyText(), { numRuns: 300, seed: 7 }).filter((text) => !text.includes('\u0000'));
  const book = await WorkbookWriter.create(path);
  const sheet = book.addSheet('Scores & more', {
    columns: [
      { title: 'Text' },
      { title: 'Number', style: 'decimal', bar: true },
      { title: 'Date' },
      { title: 'Moment' },
      { title: 'Yes?' },
      { title: 'Wrapped', style: 'wrap' },
      { title: 'Error' },
    ],
  });
  for (const [index, text] of texts.entries()) {
    sheet.beginRow();
    const reason = reasonFor(index);
    if (reason !== '') sheet.highlight(reason);
    sheet.text(text);
    sheet.number(index / 4 - 20);
    sheet.date('1962-04-30');
    sheet.dateTime('2024-05-01T18:00:00');
    sheet.boolean(index % 2 === 0);
    sheet.text('two\nlines');
    sheet.error('#N/A');
    await sheet.endRow();
  }
  sheet.close();
  const plain = book.addSheet('Summary', { columns: [{ title: '' }], header: false });
  plain.beginRow();
  plain.text('Only one cell', 'strong');
  await plain.endRow();
  await book.finish();

  const out = join(folder, 'out');
  await mkdir(out);
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const run = spawnSync(office!, [profile, '--headless', '--convert-to', 'xlsx', '--outdir', out, path], { encoding: 'utf8' });
  expect(`${run.stdout}${run.stderr}`).not.toMatch(/error|repair/i);
  const read = await readWorkbook(join(out, 'book.xlsx'));
  expect(read.SheetNames).toEqual(['Scores & more', 'Summary']);
  const cells = read.Sheets['Scores & more']!;
  expect(cells['!autofilter']).toEqual({ ref: `A1:G${texts.length + 1}` });
  texts.forEach((text, index) => {
    const at = (column: number) => cellAt(cells, index + 1, column);
    expect(asLibreOffice(String(at(0)?.v ?? ''))).toBe(asLibreOffice(text));
    expect(at(1)).toMatchObject({ t: 'n', v: index / 4 - 20 });
    expect(at(2)).toMatchObject({ t: 'n', v: 22_766 });
    expect(at(3)).toMatchObject({ t: 'n', v: 45_413.75 });
    expect(at(4)).toMatchObject({ t: 'b', v: index % 2 === 0 });
    expect(at(5)?.v).toBe('two\nlines');
    expect(at(6)).toMatchObject({ t: 'e', w: '#N/A' });
    expect(at(0)?.c?.[0]?.t ?? '').toContain(reasonFor(index));
  });
  expect((await readFile(join(out, 'book.xlsx'))).includes('xl/comments1.xml')).toBe(true);
});
