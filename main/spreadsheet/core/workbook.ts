/** What every reader answers, whatever the file's format. */
import type { BlockMemory, RowBlock } from './rowblock.ts';

/** `xlsx` is XLSX, XLSM and their templates; `csv` any delimited text; `legacy` every other format. */
export type FileFormat = 'xlsx' | 'csv' | 'legacy';

export interface SheetInfo {
  readonly name: string;
  /** The workbook does not show this sheet. It is read all the same. */
  readonly hidden: boolean;
  /** `veryHidden` sheets can be shown only by a program, not from Excel's menu. */
  readonly visibility: 'visible' | 'hidden' | 'veryHidden';
  /** Rows that the sheet says it has, or null when only reading tells. A hint, never trusted. */
  readonly rowsHint: number | null;
}

/** A rectangle of cells, counted from 1, both ends within. */
export interface CellRange {
  readonly firstRow: number;
  readonly firstColumn: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

/** What reading a sheet told about it beside its cells. */
export interface SheetFacts {
  /** True once the sheet was read to its end; until then the other facts may grow. */
  readonly complete: boolean;
  /** Rows with text that the sheet hides; `RowBlock.rowHidden` says which. */
  readonly hiddenRows: number;
  /** Numbers (from 1) of the columns that the sheet hides, at most 16,384 of them. */
  readonly hiddenColumns: readonly number[];
  /** How many merged ranges there are. Only the first cell of a merged range holds text. */
  readonly mergedRanges: number;
  /** The first of them, at most 1,000. */
  readonly merged: readonly CellRange[];
  /** Formula cells without a stored result: written by a program that never calculated, shown by Excel only after it does. */
  readonly formulasWithoutValue: number;
  /** Rows whose number was missing, or not above the one before; they were numbered on. */
  readonly rowsRenumbered: number;
}

/** The facts of a sheet before it is read, and of one in a format that tells none. */
export const NOTHING_TOLD: SheetFacts = {
  complete: false,
  hiddenRows: 0,
  hiddenColumns: [],
  mergedRanges: 0,
  merged: [],
  formulasWithoutValue: 0,
  rowsRenumbered: 0,
};

/** What is known of the file as a whole, as data. */
export interface FileFacts {
  /** The content's own name: 'XLSX', 'XLS', 'ODS', 'CSV', 'HTML table', ... */
  readonly kind: string;
  /** First year of the workbook's date system; null where dates are not numbers. */
  readonly dateSystem: 1900 | 1904 | null;
  /** Character encoding of a text file, for example 'utf-8' or 'windows-1252'; null for workbooks. */
  readonly encoding: string | null;
  /** True when the text starts with a byte order mark. */
  readonly byteOrderMark: boolean;
  /** The character between the cells of a text file; null for workbooks. */
  readonly delimiter: string | null;
  /** The extension promises another format than the content has. */
  readonly extensionMisleads: boolean;
}

export interface ReadLimits {
  /** Bytes that may come out of the zip, all parts together. */
  readonly inflatedBytes: number;
  /** Inflated over packed size of one part; looked at from one megabyte on. */
  readonly ratio: number;
  /** Parts in the zip. */
  readonly entries: number;
  /** The last row number that is taken; a sheet with more ends in FILE_TOO_MANY_ROWS. */
  readonly rows: number;
  readonly columns: number;
  /** Bytes of text in one cell. */
  readonly cellBytes: number;
  /** Bytes of all shared strings of a workbook together: they are held in memory while it is read. */
  readonly sharedStringBytes: number;
  /** Bytes of a small part of the package: workbook, styles, relations. */
  readonly partBytes: number;
  /** Size of an HTML or FODS file, whose text is held as a whole. */
  readonly markupBytes: number;
  /** Size of a file that SheetJS may be given: it takes up to forty times as much memory. */
  readonly legacyBytes: number;
}

/** What is taken when nobody says otherwise: more than any honest list needs, less than would harm a computer. */
export const READ_LIMITS: ReadLimits = {
  inflatedBytes: 4 * 1024 ** 3,
  ratio: 200,
  entries: 20_000,
  rows: 1_048_576 * 4,
  columns: 16_384,
  cellBytes: 1024 * 1024,
  sharedStringBytes: 1024 ** 3,
  partBytes: 64 * 1024 ** 2,
  markupBytes: 64 * 1024 ** 2,
  legacyBytes: 16 * 1024 ** 2,
};

export interface RowsOptions {
  /** Stops after this many stored rows: for a preview. */
  readonly maxRows?: number;
  readonly signal?: AbortSignal;
  /** Called now and then with the bytes of the file that were consumed, never more than the file has. */
  readonly onProgress?: (bytesRead: number) => void;
  /** Called with the bytes of a text file, from its first to its last, as they are read; a workbook is not read in this order. */
  readonly onBytes?: ((bytes: Uint8Array) => void) | undefined;
  /** Where blocks are laid, for who goes through a long list and uses the same memory over and over. Not every reader asks. */
  readonly memory?: BlockMemory;
}

/** An open file. Every method ends in a SpreadsheetError when the file cannot be read, or in the signal's reason. */
export interface Workbook {
  readonly format: FileFormat;
  readonly fileBytes: number;
  /** The sheets that hold cells, in the workbook's order: no chart sheets, dialogs or macro sheets. */
  readonly sheets: readonly SheetInfo[];
  readonly facts: FileFacts;
  /** The same facts as short sentences for the person: encoding, delimiter, date system. */
  readonly notes: readonly string[];
  /** The rows of a sheet in order, rows without any text left out. Blocks are the caller's to keep. One reading at a time. */
  rows(sheet: number, options?: RowsOptions): AsyncIterable<RowBlock>;
  /** What reading told about the sheet so far. */
  sheetFacts(sheet: number): SheetFacts;
  close(): Promise<void>;
}
