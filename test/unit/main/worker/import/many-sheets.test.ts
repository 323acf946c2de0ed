/** The sheet of the list in a workbook with thousands of sheets. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSpreadsheet } from '../../../../../main/spreadsheet/index.ts';
import { firstRows, pickSheet } from '../../../../../main/worker/import/open-file.ts';
import { odsDocument } from '../../../../kit/sheet-ods.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-sheets-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const row = (cells: readonly string[]) =>
  `<table:table-row>${cells.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`;
const sheet = (name: string, rows: readonly (readonly string[])[]) =>
  `<table:table table:name="${name}">${rows.map(row).join('')}</table:table>`;

test('the list is found without looking at each sheet, which would read all sheets before it', async () => {
  const list = sheet('List', [
    ['First Name', 'Last Name', 'City'],
    ['Ines', 'Kern', 'Worcester'],
    ['Hugo', 'Dietz', 'Salem'],
  ]);
  const others = Array.from({ length: 9_000 }, (_, at) => sheet(`Note ${at}`, [['see above']]));
  const path = join(folder, 'list.fods');
  writeFileSync(path, odsDocument([others[0], list, ...others.slice(1)].join(''), '', 'document'));
  const workbook = await openSpreadsheet(path);
  const { signal } = new AbortController();
  expect(await pickSheet(workbook, undefined, signal)).toBe(1);
  expect((await firstRows(workbook, 1, signal)).map(({ cells }) => cells[0])).toEqual(['First Name', 'Ines', 'Hugo']);
  expect(workbook.sheetFacts(1).complete).toBe(true);
  await workbook.close();
});
