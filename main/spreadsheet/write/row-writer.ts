/** The interface of all table writers, for any file format. */
import type { CellKind, RowBlock } from '../core/rowblock.ts';
import type { DataBar } from './xlsx-parts.ts';
import type { CellStyle } from './xlsx-styles.ts';

/** A column of a written table. */
export interface WriteColumn {
  /** Title in the header, or the key in JSON Lines. */
  readonly title: string;
  /** Cell style of the column in a workbook. Default: `general`. Dates and times always have their own styles. */
  readonly style?: CellStyle;
  /** Width in characters in a workbook. Default: computed from the first rows. */
  readonly width?: number;
  /** Data bars behind the column's numbers in a workbook. True uses Excel's automatic scale. */
  readonly bar?: boolean | DataBar;
  /** In a workbook, the words that a cell can have, as a list to choose from. They must not contain a comma or a quotation mark. */
  readonly choices?: readonly string[];
}

/** A cell's position in the written file. */
export interface CellPlace {
  readonly sheet: string;
  /** Row number as the spreadsheet program shows it: from 1, including the header. */
  readonly row: number;
  /** From 1. */
  readonly column: number;
}

/** The result of writing a file. */
export interface WriteReport {
  /** Size of the file. */
  readonly bytes: number;
  /** The sheets in order, with the numbers of their rows without headers. A text file has one sheet with an empty name. */
  readonly sheets: readonly { readonly name: string; readonly rows: number }[];
  /** Number of texts that exceeded the cell limit. The writer shortened and marked them. */
  readonly cutTexts: number;
  /** Positions of the first shortened texts, at most 100. */
  readonly cutAt: readonly CellPlace[];
  /** Number of notes that were omitted because the sheet had too many. Their cells are still highlighted. */
  readonly notesLeftOut: number;
}

/**
 * Writes a table row by row, each row from left to right. Only `endRow` waits and reports failed writes. If a value does not fit the cell's
 * type (an invalid date), the cell becomes text.
 */
export interface RowWriter {
  beginRow(): void;
  /** A text, never a formula. '' is an empty cell. */
  text(value: string): void;
  /** A number, or its plain decimal text, with all its digits. */
  number(value: string | number): void;
  /** An ISO date, `1962-04-30`. */
  date(iso: string): void;
  /** An ISO date-time, `2024-05-01T09:30:00`. If it has a zone, it is converted to UTC. */
  dateTime(iso: string): void;
  /** A time of day or a duration, `26:15:00`. */
  time(value: string): void;
  boolean(value: boolean): void;
  /** A spreadsheet error, `#N/A`. */
  error(value: string): void;
  empty(): void;
  /** A cell of this kind, for copying cells from another file. */
  cell(kind: CellKind, value: string): void;
  /** Copies the cells `from` to `to` (exclusive; default: all) of a block's row without creating strings. */
  cells(block: RowBlock, row: number, from?: number, to?: number): void;
  /**
   * Ends the row. If it returns a promise, the disk is behind: await it before the next row.
   * @throws WriteError, also through the promise
   */
  endRow(): Promise<void> | undefined;
}
