/** A sheet as plain rows of texts, for what shows or compares them. */
import type { RowsOptions, Workbook } from './core/workbook.ts';

export interface TextRowsOptions extends RowsOptions {
  /** Also yields an empty array for every row between two rows with text, so that the n-th array is row n of the sheet. */
  readonly blankRows?: boolean;
}

/**
 * The rows of a sheet, each as the texts of its cells from the first column to the last that holds text.
 * @param sheet its place in `workbook.sheets`
 * @throws SpreadsheetError as `Workbook.rows`
 */
export async function* rowsAsTexts(workbook: Workbook, sheet: number, options: TextRowsOptions = {}): AsyncGenerator<string[], void> {
  let next = 1;
  for await (const block of workbook.rows(sheet, options)) {
    for (let row = 0; row < block.rowCount; row++) {
      if (options.blankRows) for (; next < block.rowNumber(row); next++) yield [];
      const texts = block.rowTexts(row);
      while (texts.length > 0 && texts.at(-1) === '') texts.pop();
      yield texts;
      next = block.rowNumber(row) + 1;
    }
  }
}
