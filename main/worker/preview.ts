/** A first look at a workbook: which sheet holds the list, and its first rows. */
import { chooseSheet, type SampleRow } from '../../shared/headers.ts';
import type { RowBlock } from '../spreadsheet/rowblock.ts';
import type { Workbook } from '../spreadsheet/workbook.ts';

/** Rows that are looked at to choose a sheet and to find its header. */
export const LOOKED_AT = 100;
/** Cells of one row that are looked at: a sheet of thousands of columns is no list. */
const WIDEST_LOOK = 400;

/** A row's texts as the domain's functions look at them. */
export function sampleRow(block: RowBlock, row: number): SampleRow {
  const width = Math.min(block.columnCount, WIDEST_LOOK);
  const cells = Array.from({ length: width }, (_, column) => block.text(row, column));
  while (cells.length > 0 && cells.at(-1) === '') cells.pop();
  return { rowNumber: block.rowNumber(row), cells };
}

/** The first rows of a sheet, at most `LOOKED_AT`. */
async function firstRows(workbook: Workbook, sheet: number, signal: AbortSignal): Promise<SampleRow[]> {
  const rows: SampleRow[] = [];
  for await (const block of workbook.rows(sheet, { maxRows: LOOKED_AT, signal }))
    for (let row = 0; row < block.rowCount; row++) rows.push(sampleRow(block, row));
  return rows;
}

/** The sheet to read: the one asked for, else the one whose content looks most like a list. -1 when no sheet holds a row. */
export async function pickSheet(workbook: Workbook, asked: number | null, signal: AbortSignal): Promise<number> {
  if (asked !== null) return asked;
  if (workbook.sheets.length === 1) return 0;
  const samples = [];
  for (const [index, { name, hidden }] of workbook.sheets.entries())
    samples.push({ name, hidden, rows: await firstRows(workbook, index, signal) });
  return chooseSheet(samples).index ?? -1;
}
