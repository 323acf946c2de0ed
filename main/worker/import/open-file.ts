/** Opens a workbook, and finds the sheet that contains the list. */
import { AppError } from '../../../shared/base/index.ts';
import { type ImportOptions, type SampleRow, chooseSheet } from '../../../shared/mapping/index.ts';
import { type Workbook, openSpreadsheet } from '../../spreadsheet/index.ts';
import { HEADER_ROWS_SAMPLED, sampleRow } from '../list/detect-layout.ts';
import type { ReadableFile } from '../../worker-protocol/index.ts';

/** The first rows of a sheet, at most `HEADER_ROWS_SAMPLED`. */
export async function firstRows(workbook: Workbook, sheet: number, signal: AbortSignal): Promise<SampleRow[]> {
  const rows: SampleRow[] = [];
  for await (const block of workbook.rows(sheet, { maxRows: HEADER_ROWS_SAMPLED, signal }))
    for (let row = 0; row < block.rowCount; row++) rows.push(sampleRow(block, row));
  return rows;
}

/** Maximum number of sheets to look at. A list is never after that many sheets, and in some formats each look reads all earlier sheets. */
export const MAX_LOOKED = 200;

/**
 * Of the first sheets, the one whose content looks most like a list.
 * @throws SHEET_EMPTY when no sheet has any rows
 */
export async function likeliestSheet(workbook: Workbook, signal: AbortSignal): Promise<number> {
  if (workbook.sheets.length === 1) return 0;
  const samples = [];
  for (const [index, { name, hidden }] of workbook.sheets.slice(0, MAX_LOOKED).entries())
    samples.push({ name, hidden, rows: await firstRows(workbook, index, signal) });
  const { index } = chooseSheet(samples);
  if (index === null) throw new AppError('SHEET_EMPTY', 'No sheet of this workbook has any rows.');
  return index;
}

/**
 * The sheet that was requested by position or name, otherwise the most likely one.
 * @throws SHEET_NOT_FOUND, SHEET_EMPTY
 */
export async function pickSheet(workbook: Workbook, requested: ImportOptions['sheet'], signal: AbortSignal): Promise<number> {
  if (requested === undefined) return await likeliestSheet(workbook, signal);
  const index = typeof requested === 'number' ? requested : workbook.sheets.findIndex(({ name }) => name === requested);
  if (index >= 0 && index < workbook.sheets.length) return index;
  const names = workbook.sheets.map((sheet) => `“${sheet.name}”`).slice(0, 10);
  const which = typeof requested === 'number' ? `sheet ${requested + 1}` : `sheet “${requested}”`;
  throw new AppError('SHEET_NOT_FOUND', `There is no ${which}. The workbook has ${names.join(', ')}.`);
}

/**
 * Opens a file with the requested encoding and delimiter.
 * @throws what `openSpreadsheet` throws.
 */
export const openWithOptions = ({ path, name, options, password }: ReadableFile, signal: AbortSignal): Promise<Workbook> =>
  openSpreadsheet(path, { name, signal, password, encoding: options.encoding ?? undefined, delimiter: options.delimiter ?? undefined });
