import { readFileSync } from 'node:fs';
import * as XLSX from 'xlsx';

/** The values of the sheet Summary by label, from an exported workbook; numbers are numbers. */
export function summaryIn(path: string): Record<string, unknown> {
  const sheet = XLSX.read(readFileSync(path)).Sheets['Summary'];
  if (sheet === undefined) throw new Error('the workbook has no sheet Summary');
  return Object.fromEntries(XLSX.utils.sheet_to_json<[string, unknown]>(sheet, { header: 1 }));
}

/** Every sheet of an exported workbook: its rows by heading. */
export function sheetsIn(path: string): Record<string, Record<string, unknown>[]> {
  const { Sheets } = XLSX.read(readFileSync(path));
  return Object.fromEntries(
    Object.entries(Sheets).map(([name, sheet]) => [name, XLSX.utils.sheet_to_json<Record<string, unknown>>(sheet)]),
  );
}

/** The cells of a sheet of an exported workbook, row by row. */
export function cellsIn(path: string, name: string): unknown[][] {
  const sheet = XLSX.read(readFileSync(path)).Sheets[name];
  if (sheet === undefined) throw new Error(`the workbook has no sheet ${name}`);
  return XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
}
