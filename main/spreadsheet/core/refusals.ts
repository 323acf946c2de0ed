/** Errors that several readers share. */
import { SpreadsheetError } from './errors.ts';

/** Error for a sheet index that the workbook does not have. */
export function noSuchSheet(): SpreadsheetError {
  return new SpreadsheetError('SHEET_NOT_FOUND', 'The workbook has no such sheet. Choose one of the sheets it has.');
}

/** Error for a sheet with more rows than the limit. */
export function tooManyRows(rows: number): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_TOO_MANY_ROWS',
    `The list has more than ${rows.toLocaleString('en-US')} rows. Split it into several files and import them one after the other.`,
  );
}

/** Error for a sheet with cells beyond the last column. */
export function tooManyColumns(columns: number): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_TOO_MANY_COLUMNS',
    `The list has more than ${columns.toLocaleString('en-US')} columns, more than a sheet can have. Remove the content far to the right and save it again.`,
  );
}

/** Error for a cell with more text than a sheet can hold. `row` counts from 1; omit it when it is unknown. */
export function cellTooLong(bytes: number, row?: number): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_TOO_LARGE',
    `A cell${row === undefined ? '' : ` in row ${row}`} contains more than ${Math.floor(bytes / 1024)} kB of text, far more than a cell can hold. The file may not be what it seems; export it again.`,
  );
}

/** Error for a row with far more text than the row of a list has. `row` counts from 1. */
export function rowTooLong(bytes: number, row: number): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_TOO_LARGE',
    `Row ${row} contains more than ${Math.floor(bytes / 1024 ** 2)} MB of text, far more than a row of a list has. The file may not be what it seems; export it again.`,
  );
}
