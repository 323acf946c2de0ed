/** How a table of a workbook looks and prints, and what it needs from its workbook. */
import type { Paper } from '../../../shared/base/index.ts';
import type { WriteColumn } from './row-writer.ts';
import type { BarChart } from './xlsx-chart.ts';
import type { SheetPart } from './xlsx-parts.ts';
import type { ZipWriter } from './zip-writer.ts';

export interface SheetOptions {
  readonly columns: readonly WriteColumn[];
  /** Writes a styled, frozen header row with filter buttons. Default: true. */
  readonly header?: boolean;
  /** A title and a sentence above the table. The header is then in row `HEADING_ROWS` + 1. */
  readonly heading?: { readonly title: string; readonly text: string };
  /** Number of columns that are frozen, like the header. Default: 0. */
  readonly frozenColumns?: number;
  /** Number of columns, from the first, that are printed. Default: all cells. */
  readonly printedColumns?: number;
  readonly charts?: readonly BarChart[];
  /** Names of other sheets, which may follow. This sheet gets another name, so that references to those sheets by name are right. */
  readonly namesOfOthers?: readonly string[];
  /** Prints everything on one page in portrait format. */
  readonly isOnePage?: boolean;
}

/** Rows above the header of a table with a heading: the title, the sentence, and an empty one. */
export const HEADING_ROWS = 3;

/** What a table needs from its workbook. */
export interface SheetHost {
  readonly zip: ZipWriter;
  /** Maximum rows per sheet, including the header. */
  readonly rowsPerSheet: number;
  readonly paper: Paper;
  /** Registers the next sheet under a unique name. */
  nextPart(wanted: string, namesOfOthers?: readonly string[]): SheetPart;
  /** Reserves the number of the workbook's next chart. */
  nextChart(): number;
  /** Counts a shortened text. */
  cut(sheet: string, row: number, column: number): void;
  noteLeftOut(): void;
  /** Reserves ID blocks for the boxes of this many notes and returns the first block. */
  noteBlock(notes: number): number;
  /** Records the row count of a finished sheet. */
  rows(part: SheetPart, rows: number): void;
}

const NARROWEST = 8;
const WIDEST = 60;
/** How many characters of a title are covered by its filter button. */
const BUTTON = 3;

/** Length of the longer line if a title has two lines. */
function inTwoLines(title: string): number {
  const words = title.split(/\s+/);
  const lengths = words.slice(1).map((_, at) => Math.max(words.slice(0, at + 1).join(' ').length, words.slice(at + 1).join(' ').length));
  return Math.min(title.length, ...lengths);
}

/** True for a title that may take two lines. */
export const canWrap = (title: string): boolean => inTwoLines(title) < title.length;

/** Width of a column in characters. `longest`: length of its longest text. An empty title means that the column has no header. */
export function widthFor(title: string, longest: number): number {
  const header = title === '' ? 0 : Math.min(WIDEST, inTwoLines(title) + BUTTON);
  return Math.min(WIDEST, Math.max(NARROWEST, header, longest + 2));
}
