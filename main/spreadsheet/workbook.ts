/** What every reader answers, whatever the file's format. */
import type { RowBlock } from './rowblock.ts';

export type FileFormat = 'xlsx' | 'csv' | 'legacy';

export interface SheetInfo {
  readonly name: string;
  readonly hidden: boolean;
  /** Rows that the sheet says it has, or null when only reading tells. A hint, never trusted. */
  readonly rowsHint: number | null;
}

export interface ReadLimits {
  /** Bytes that may come out of the zip, all parts together. */
  readonly inflatedBytes: number;
  /** Inflated over packed size of one part. */
  readonly ratio: number;
  /** The last row number that is taken; a sheet with more ends in FILE_TOO_MANY_ROWS. */
  readonly rows: number;
  readonly columns: number;
  /** Bytes of text in one cell. */
  readonly cellBytes: number;
  /** Size of a file that SheetJS may be given, since it holds the whole of it. */
  readonly legacyBytes: number;
}

export const READ_LIMITS: ReadLimits = {
  inflatedBytes: 4 * 1024 ** 3,
  ratio: 200,
  rows: 1_048_576 * 4,
  columns: 16_384,
  cellBytes: 1024 * 1024,
  legacyBytes: 64 * 1024 ** 2,
};

export interface RowsOptions {
  /** Stops after this many stored rows: for a preview. */
  readonly maxRows?: number;
  readonly signal?: AbortSignal;
  /** Called now and then with the bytes of the file that were consumed. */
  readonly onProgress?: (bytesRead: number) => void;
}

/** An open file. Every method ends in a SpreadsheetError when the file can not be read. */
export interface Workbook {
  readonly format: FileFormat;
  readonly fileBytes: number;
  readonly sheets: readonly SheetInfo[];
  /** Facts for the person: encoding, delimiter, date system. */
  readonly notes: readonly string[];
  /** The rows of a sheet in order, rows without any text left out. Blocks are the caller's to keep. */
  rows(sheet: number, options?: RowsOptions): AsyncIterable<RowBlock>;
  close(): Promise<void>;
}
