/** Errors of reading, and the codes of system errors. */

/**
 * Why a file cannot be read. The codes are those of shared/base/errors.ts, which this folder does not import, to be independent of the
 * product.
 */
export type SpreadsheetErrorCode =
  | 'FILE_NOT_FOUND'
  | 'FILE_IS_FOLDER'
  | 'FILE_NO_PERMISSION'
  | 'FILE_EMPTY'
  | 'FILE_NOT_SPREADSHEET'
  | 'FILE_WRONG_EXTENSION'
  | 'FILE_UNSUPPORTED'
  | 'FILE_ENCRYPTED'
  | 'FILE_PASSWORD'
  | 'FILE_DAMAGED'
  | 'FILE_BOMB'
  | 'FILE_TOO_LARGE'
  | 'FILE_TOO_MANY_ROWS'
  | 'FILE_TOO_MANY_COLUMNS'
  | 'FILE_CHANGED'
  | 'FILE_UNREADABLE'
  | 'SHEET_NOT_FOUND'
  | 'SHEET_EMPTY';

/** An error whose message names the cause and the next step. It never contains a cell's text. */
export class SpreadsheetError extends Error {
  readonly code: SpreadsheetErrorCode;

  constructor(code: SpreadsheetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SpreadsheetError';
    this.code = code;
  }
}

/** The system's error code, such as 'ENOSPC'; '' when there is none. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
