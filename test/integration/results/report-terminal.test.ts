/**
 * The report in the terminal: its numbers agree with the workbook, it shows names only on request, and nothing is sent or charged.
 * @module-tag deep
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as XLSX from 'xlsx';
import { expect, it } from 'vitest';
import { writeList } from '../../kit/csv-list.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { desk, folder, practice } = await setupTerminal();
const cellsOf = (path: string, sheet: string) =>
  XLSX.utils.sheet_to_json<string[]>(XLSX.read(readFileSync(path)).Sheets[sheet]!, { header: 1 });

it('has the numbers of the workbook, leaves parts out, names people only when asked, and saves a sheet', async () => {
  const list = join(folder, 'list.csv');
  const { rows, refused } = writeList(list, 30);
  const out = join(folder, 'out.xlsx');
  const sent = await desk('screen', list, '--send-errors', '--yes', '--out', out, '--json');
  const { project } = sent.lines.at(-1) as { readonly project: string };
  const ledger = await practice.client.ledger();
  const [head, ...people] = cellsOf(out, 'Scores');
  const nameAt = head!.indexOf('Name');
  const names = people.map((cells) => cells[nameAt]!).filter(Boolean);
  expect(names).toHaveLength(rows);

  const plain = await desk('report', project);
  expect(plain.exit).toBe(0);
  expect(plain.out).toMatch(new RegExp(`Scored +${rows - refused}\\b`));
  expect(plain.out).toMatch(new RegExp(`Not accepted +${refused}\\b`));
  expect(plain.out).toContain('No names on this page');
  for (const name of names) expect(plain.out).not.toContain(name);

  const less = await desk('report', project, '--without', 'sent', '--step', 'Visit the first ten.');
  expect(less.out).not.toMatch(/Not accepted/);
  expect(less.out).toContain('1. Visit the first ten.');
  const named = await desk('report', project, '--names', 'on', '--json');
  const { report } = named.lines.at(-1) as { readonly report: { readonly names: readonly { readonly name: string }[] } };
  expect(report.names).toHaveLength(20);

  expect((await desk('report', project, '--without', 'nonsense')).exit).toBe(1);
  expect((await desk('report', project, '--out', join(folder, 'report.csv'))).exit).toBe(1);
  const path = join(folder, 'report.xlsx');
  expect((await desk('report', project, '--names', 'off', '--without', '', '--out', path)).exit).toBe(0);
  const cells = cellsOf(path, 'Report').flat();
  expect(cells).toContain(rows - refused);
  expect(cells.join('\n')).toContain('Visit the first ten.');
  for (const name of names) expect(cells.join('\n')).not.toContain(name);
  expect(await practice.client.ledger()).toEqual(ledger);
});
