/** What every writer of tables takes, whatever the file's format. */
import type { CellKind, RowBlock } from '../core/rowblock.ts';
import type { DataBar } from './xlsx-parts.ts';
import type { CellStyle } from './xlsx-styles.ts';

/** A column of a written table. */
export interface WriteColumn {
  /** Stands in the header; in JSON lines it is the key. */
  readonly title: string;
  /** How the column's cells look in a workbook: `general` when left out. Dates and times have their styles anyway. */
  readonly style?: CellStyle;
  /** Width in characters in a workbook; found from the first rows when left out. */
  readonly width?: number;
  /** Bars behind the numbers of a workbook's column: true for Excel's own scale. */
  readonly bar?: boolean | DataBar;
}

/** A place in the written file. */
export interface CellPlace {
  readonly sheet: string;
  /** As the spreadsheet program counts: from 1, the header with it. */
  readonly row: number;
  /** Counted from 1. */
  readonly column: number;
}

/** What was written. */
export interface WriteReport {
  /** Size of the file. */
  readonly bytes: number;
  /** The sheets in their order with their rows, headers left out. Text files have one without a name. */
  readonly sheets: readonly { readonly name: string; readonly rows: number }[];
  /** Texts that were longer than a cell may be and end in a mark now. */
  readonly cutTexts: number;
  /** The first of them, at most 100. */
  readonly cutAt: readonly CellPlace[];
  /** Notes that were left out because the sheet had too many already; the cells are highlighted all the same. */
  readonly notesLeftOut: number;
}

/**
 * A table that is written row by row, each row cell by cell from left to right. Nothing but `endRow` ever waits; a failed write shows there, too.
 * A cell that its format cannot hold as what it is meant to be (a date that is none) is written as text.
 */
export interface RowWriter {
  beginRow(): void;
  /** A text, never a formula, whatever it begins with. '' is an empty cell. */
  text(value: string): void;
  /** A number, or the plain decimal text of one, which keeps its digits as they are. */
  number(value: string | number): void;
  /** An ISO date, `1962-04-30`. */
  date(iso: string): void;
  /** An ISO date-time, `2024-05-01T09:30:00`; with a zone it is the same moment in UTC. */
  dateTime(iso: string): void;
  /** A time of day or a duration, `26:15:00`. */
  time(value: string): void;
  boolean(value: boolean): void;
  /** An error of a spreadsheet program, `#N/A`. */
  error(value: string): void;
  empty(): void;
  /** A cell of this kind: how rows of another file are handed on. */
  cell(kind: CellKind, value: string): void;
  /** The cells `from` to `to` (not included; all when left out) of a block's row, copied without a string for each. */
  cells(block: RowBlock, row: number, from?: number, to?: number): void;
  /** Ends the row. A promise when the disk is behind: wait for it before the next row. Throws or rejects with a WriteError. */
  endRow(): Promise<void> | undefined;
}
