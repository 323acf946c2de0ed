/** F8: goes from a cell to the next one with an issue, however far down a long list it is. */
import type { CheckPage, CheckRow } from '../../../shared/contract/index.ts';
import type { CellPlace } from '../../components/grid-keys.ts';

/** Loads part of a list of rows in sheet order. */
export type LoadPart = (offset: number, limit: number) => Promise<CheckPage>;

export interface IssueSearch {
  /** The shown list. */
  readonly rows: LoadPart;
  /** Its rows with issues; the same list when only those are shown. */
  readonly issues: LoadPart;
  /** Columns of a row with an issue, in grid order. */
  readonly columnsOf: (row: CheckRow) => readonly number[];
}

/** Rows read directly before a binary search for the next one with an issue. */
const ROWS_READ_FIRST = 200;

/** The position of the first row at or below a sheet row; the length of the list when there is none. */
async function positionOf(load: LoadPart, sheetRow: number): Promise<number> {
  const first = await load(0, 1);
  if ((first.rows[0]?.row ?? Infinity) >= sheetRow) return 0;
  let low = 1;
  let high = first.total;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = (await load(middle, 1)).rows[0]?.row ?? Infinity;
    if (row < sheetRow) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of the next issue after a place, in reading order; null when there is none below. */
export async function nextIssue({ rows, issues, columnsOf }: IssueSearch, from: CellPlace): Promise<CellPlace | null> {
  const start = Math.max(0, from.row);
  const near = await rows(start, ROWS_READ_FIRST);
  for (const [offset, row] of near.rows.entries()) {
    const after = offset === 0 && from.row >= 0 ? from.column : -1;
    const column = columnsOf(row).find((one) => one > after);
    if (column !== undefined) return { row: start + offset, column };
  }
  const last = near.rows.at(-1);
  if (last === undefined || start + near.rows.length >= near.total) return null;
  // Nothing near: find the sheet row of the next issue, then its position in the list.
  const found = (await issues(await positionOf(issues, last.row + 1), 1)).rows[0];
  if (found === undefined) return null;
  return { row: await positionOf(rows, found.row), column: columnsOf(found)[0] ?? 0 };
}
