import { readFileSync } from 'node:fs';
import * as XLSX from 'xlsx';

/** The sentences of the sheet Summary of exported results, without its title and its table. */
export const summaryIn = (path: string): string[] => sentencesOf(cellsIn(path, 'Summary'));

/** The sentences below the title of a sheet. */
export function sentencesOf(cells: readonly (readonly unknown[])[]): string[] {
  const [, ...rows] = cells;
  const end = rows.findIndex((row) => row.length !== 1);
  return rows.slice(0, end < 0 ? rows.length : end).map(([sentence]) => String(sentence));
}

/** The values of a sheet of labels and values by label; numbers are numbers. */
export const factsIn = (path: string, sheet: string): Record<string, unknown> =>
  Object.fromEntries(cellsIn(path, sheet) as [string, unknown][]);

/** Every sheet of an exported workbook: its rows by heading. */
export function sheetsIn(path: string): Record<string, Record<string, unknown>[]> {
  const { Sheets } = XLSX.read(readFileSync(path));
  return Object.fromEntries(
    Object.entries(Sheets).map(([name, sheet]) => [name, XLSX.utils.sheet_to_json<Record<string, unknown>>(sheet)]),
  );
}

/** The cells of a sheet of an exported workbook, row by row. */
export function cellsIn(path: string, name: string): unknown[][] {
  // The other sheets would take most of the time.
  const sheet = XLSX.read(readFileSync(path), { sheets: [name] }).Sheets[name];
  if (sheet === undefined) throw new Error(`the workbook has no sheet ${name}`);
  return XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
}
