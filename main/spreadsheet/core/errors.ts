/** Why a file cannot be read. The codes are those of shared/base/errors.ts; this folder knows nothing else of the product. */
export type SpreadsheetErrorCode =
  | 'FILE_NOT_FOUND'
  | 'FILE_IS_FOLDER'
  | 'FILE_NO_PERMISSION'
  | 'FILE_EMPTY'
  | 'FILE_NOT_SPREADSHEET'
  | 'FILE_WRONG_EXTENSION'
  | 'FILE_UNSUPPORTED'
  | 'FILE_ENCRYPTED'
  | 'FILE_DAMAGED'
  | 'FILE_BOMB'
  | 'FILE_TOO_LARGE'
  | 'FILE_TOO_MANY_ROWS'
  | 'FILE_TOO_MANY_COLUMNS'
  | 'FILE_CHANGED'
  | 'FILE_UNREADABLE'
  | 'SHEET_NOT_FOUND'
  | 'SHEET_EMPTY';

/** A refusal with a sentence that names the cause and what to do. It never holds a cell's text. */
export class SpreadsheetError extends Error {
  readonly code: SpreadsheetErrorCode;

  constructor(code: SpreadsheetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SpreadsheetError';
    this.code = code;
  }
}
