/** A sheet as plain rows of texts. */
import type { RowsOptions, Workbook } from './core/workbook.ts';

export interface TextRowsOptions extends RowsOptions {
  /** Also yields an empty array for each blank row before a row with text, so that the n-th array is row n of the sheet. */
  readonly blankRows?: boolean;
}

/**
 * The rows of a sheet, each with its texts from the first column to the last one that has text.
 * @param sheet index in `workbook.sheets`
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
