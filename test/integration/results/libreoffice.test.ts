/** LibreOffice opens the exported results of the messy sample and saves the same cells. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type * as XLSX from 'xlsx';
import { profileFor, ResultProject } from '../../kit/result-project.ts';
import { readWorkbook } from '../spreadsheet-write/written-files.ts';

const office = ['soffice', 'libreoffice'].find((name) => spawnSync(name, ['--version']).status === 0);
const SAMPLE = fileURLToPath(new URL('../../../assets/samples/sample-messy.xlsx', import.meta.url));

/** Type and value of each cell with a value. Line ends are normalized to single ones. */
function cellsOf(sheet: XLSX.WorkSheet): Record<string, unknown> {
  const cells: Record<string, unknown> = {};
  for (const [at, cell] of Object.entries(sheet)) {
    if (at.startsWith('!')) continue;
    const { t, v } = cell as XLSX.CellObject;
    if (v === undefined || v === '') continue;
    cells[at] = [t, typeof v === 'string' ? v.replaceAll(/[\r\n]+/g, '\n') : v];
  }
  return cells;
}

test('LibreOffice opens the exported results of the messy sample and saves the same cells', async ({ skip }) => {
  if (office === undefined) skip('LibreOffice is not installed');
  const project = await ResultProject.ofFile(SAMPLE);
  try {
    expect(project.body.rows).toBeGreaterThan(100);
    const rows = Array.from({ length: project.body.rows }, (_, index) => index + 1);
    const isRefused = (row: number) => row % 9 === 0;
    const profile = (row: number) => ({ ...profileFor(row), constituentId: undefined, row });
    await project.collect({
      profiles: JSON.stringify(rows.filter((row) => !isRefused(row)).map(profile)),
      errors: JSON.stringify(rows.filter(isRefused).map((row) => ({ row, field: 'postalCode', message: 'is <not> a "code" & more 😀' }))),
      rowBase: 'one',
    });
    const path = await project.export('results.xlsx', { bars: ['mostRecentScore.scoreDetails.capacityRating'] });
    const out = join(project.folder, 'out');
    mkdirSync(out);
    const user = `-env:UserInstallation=${pathToFileURL(join(project.folder, 'office')).href}`;
    const run = spawnSync(office!, [user, '--headless', '--convert-to', 'xlsx', '--outdir', out, path], { encoding: 'utf8' });
    expect(run.status).toBe(0);
    expect(`${run.stdout}${run.stderr}`).not.toMatch(/error|repair/i);
    const [ours, theirs] = [await readWorkbook(path), await readWorkbook(join(out, 'results.xlsx'))];
    expect(theirs.SheetNames).toEqual(['Scores', 'Errors', 'Unmatched', 'Summary', 'Settings']);
    expect(ours.SheetNames).toEqual(theirs.SheetNames);
    for (const name of ours.SheetNames) expect(cellsOf(theirs.Sheets[name]!)).toEqual(cellsOf(ours.Sheets[name]!));
    const outcomes = Object.values(cellsOf(theirs.Sheets['Scores']!)).filter((cell) => (cell as string[])[1] === 'Not accepted');
    expect(outcomes).toHaveLength(rows.filter(isRefused).length);
  } finally {
    project.dispose();
  }
});
