/** The interface of an open file, the same for every format. */
import type { RowBlock } from './rowblock.ts';
import type { BlockMemory } from './rowblock-builder.ts';

/** `xlsx` is XLSX, XLSM and their templates; `csv` is any delimited text; `legacy` is every other format. */
export type FileFormat = 'xlsx' | 'csv' | 'legacy';

export interface SheetInfo {
  readonly name: string;
  /** True if the workbook does not show this sheet. It can still be read. */
  readonly hidden: boolean;
  /** `veryHidden` sheets can be shown only by a program; Excel's menu does not list them. */
  readonly visibility: 'visible' | 'hidden' | 'veryHidden';
  /** Number of rows according to the sheet itself, an untrusted hint; null if the sheet must be read to know it. */
  readonly rowsHint: number | null;
}

/** A rectangle of cells, counted from 1, both ends included. */
export interface CellRange {
  readonly firstRow: number;
  readonly firstColumn: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

/** Excel's limit of columns per sheet. */
export const SHEET_COLUMNS = 16_384;
/** Maximum number of merged ranges that a reader keeps per sheet. */
export const MERGED_KEPT = 20_000;

/** What a reader learns about a sheet besides its cells. */
export interface SheetFacts {
  /** True after the sheet was read to its end; until then the other facts may still grow. */
  readonly complete: boolean;
  /** Number of hidden rows with text; see `RowBlock.rowHidden`. */
  readonly hiddenRows: number;
  /** Numbers (from 1) of hidden columns, at most `SHEET_COLUMNS`. */
  readonly hiddenColumns: readonly number[];
  /** Number of merged ranges. Only the first cell of a merged range holds text. */
  readonly mergedRanges: number;
  /** The first merged ranges, at most `MERGED_KEPT`. */
  readonly merged: readonly CellRange[];
  /**
   * Number of formula cells without a stored result, because the program that wrote them did not calculate. Excel shows a value only after
   * it has calculated.
   */
  readonly formulasWithoutValue: number;
  /** Number of rows without a number, or with a number not above that of the row before. The reader numbered them consecutively. */
  readonly rowsRenumbered: number;
}

/** Facts of a sheet that was not read yet, or whose format has none. */
export const NO_SHEET_FACTS: SheetFacts = {
  complete: false,
  hiddenRows: 0,
  hiddenColumns: [],
  mergedRanges: 0,
  merged: [],
  formulasWithoutValue: 0,
  rowsRenumbered: 0,
};

/** Facts about the file as a whole. */
export interface FileFacts {
  /** The format of the content: 'XLSX', 'XLS', 'ODS', 'CSV', 'HTML table', ... */
  readonly kind: string;
  /** First year of the workbook's date system; null for formats in which dates are not numbers. */
  readonly dateSystem: 1900 | 1904 | null;
  /** Character encoding of a text file, for example 'utf-8' or 'windows-1252'; null for workbooks. */
  readonly encoding: string | null;
  /** True when the text starts with a byte order mark. */
  readonly byteOrderMark: boolean;
  /** The character between the cells of a text file; null for workbooks. */
  readonly delimiter: string | null;
  /** True if the file extension belongs to a different format than the content. */
  readonly extensionMisleads: boolean;
}

export interface ReadLimits {
  /** Maximum bytes of all inflated zip entries together. */
  readonly inflatedBytes: number;
  /** Maximum ratio of inflated to packed size of one entry, checked for entries above 1 MB. */
  readonly ratio: number;
  /** Maximum number of zip entries. */
  readonly entries: number;
  /** Highest row number; a sheet with more rows fails with FILE_TOO_MANY_ROWS. */
  readonly rows: number;
  readonly columns: number;
  /** Maximum bytes of text in one cell. */
  readonly cellBytes: number;
  /** Maximum bytes of a workbook's shared strings, which stay in memory while it is read. */
  readonly sharedStringBytes: number;
  /** Maximum bytes of a small package part: workbook, styles, relationships. */
  readonly partBytes: number;
  /** Maximum size of an HTML or FODS file, which is kept in memory as a whole. */
  readonly markupBytes: number;
  /** Maximum size of a file for SheetJS, which takes up to 40 times as much memory. */
  readonly legacyBytes: number;
}

/** Default limits: more than any real list needs, less than would exhaust a laptop. */
export const READ_LIMITS: ReadLimits = {
  inflatedBytes: 4 * 1024 ** 3,
  ratio: 200,
  entries: 20_000,
  rows: 1_048_576 * 4,
  columns: SHEET_COLUMNS,
  cellBytes: 1024 * 1024,
  sharedStringBytes: 1024 ** 3,
  partBytes: 64 * 1024 ** 2,
  markupBytes: 64 * 1024 ** 2,
  legacyBytes: 16 * 1024 ** 2,
};

export interface RowsOptions {
  /** Stops after this many stored rows, for a preview. */
  readonly maxRows?: number;
  readonly signal?: AbortSignal;
  /** Called from time to time with the number of file bytes read so far, which never exceeds the file's size. */
  readonly onProgress?: (bytesRead: number) => void;
  /** Called with the bytes of a text file in order, as they are read. Not called for workbooks, which are not read in order. */
  readonly onBytes?: ((bytes: Uint8Array) => void) | undefined;
  /** Allocates the blocks, so that the caller can reuse memory during a long list. Not every reader uses it. */
  readonly memory?: BlockMemory;
}

/** An open file. Every method fails with a SpreadsheetError when the file cannot be read, or with the signal's reason. */
export interface Workbook {
  readonly format: FileFormat;
  readonly fileBytes: number;
  /** The sheets with cells, in workbook order; without charts, dialogs and macro sheets. */
  readonly sheets: readonly SheetInfo[];
  readonly facts: FileFacts;
  /** The facts as short sentences for the user: encoding, delimiter, date system. */
  readonly notes: readonly string[];
  /** The sheet's rows with text, in order. The caller owns the blocks. Only one reading may run at a time. */
  rows(sheet: number, options?: RowsOptions): AsyncIterable<RowBlock>;
  /** What reading has found out about the sheet so far. */
  sheetFacts(sheet: number): SheetFacts;
  close(): Promise<void>;
}
