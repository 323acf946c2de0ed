/** F8: goes to the next or previous cell with an issue, at any distance. */
import type { CheckRow } from '../../../shared/contract/index.ts';
import type { CellPosition } from '../../kit/index.ts';

export interface IssueSearch {
  /** The row at an index of the shown list; undefined past its ends. */
  readonly rowAt: (index: number) => Promise<CheckRow | undefined>;
  /** Index of the next row with an issue at or after a row, or before it; null when there is none. */
  readonly nextRow: (from: number, back: boolean) => Promise<number | null>;
  /** Columns of a row with an issue, in grid order. */
  readonly columnsOf: (row: CheckRow) => readonly number[];
}

/** The next issue after a cell in reading order, or the one before it; null when there is none. Row -1 is the headings. */
export async function nextIssue(
  { rowAt, nextRow, columnsOf }: IssueSearch,
  from: CellPosition,
  back: boolean,
): Promise<CellPosition | null> {
  const here = from.row < 0 ? undefined : await rowAt(from.row);
  const columns = here === undefined ? [] : columnsOf(here);
  const near = back ? columns.findLast((column) => column < from.column) : columns.find((column) => column > from.column);
  if (near !== undefined) return { row: from.row, column: near };
  const start = from.row + (back ? -1 : 1);
  const row = start < 0 ? null : await nextRow(start, back);
  if (row === null) return null;
  const found = await rowAt(row);
  const inRow = found === undefined ? [] : columnsOf(found);
  return { row, column: (back ? inRow.at(-1) : inRow[0]) ?? 0 };
}
