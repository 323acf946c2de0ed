import { PAGE_ROWS } from '../../../../shared/contract/index.ts';

interface RowPage {
  readonly total: number;
  readonly rows: readonly { readonly row: number | null }[];
}

/** Loads part of the selection. */
export type LoadRowPage = (offset: number, limit: number) => Promise<RowPage>;

export interface Found {
  readonly position: number | null;
  readonly total: number;
  readonly previous: number | null;
  readonly next: number | null;
}

/** Maximum number of pages that are read to find a row if its position cannot be computed. */
const MAX_PAGES = 25;

/** In list order, a binary search finds the row. */
async function byBinarySearch(load: LoadRowPage, row: number, total: number): Promise<number | null> {
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const at = (await load(middle, 1)).rows[0]?.row ?? Infinity;
    if (at === row) return middle;
    if (at < row) low = middle + 1;
    else high = middle;
  }
  return null;
}

/** In score order, reads page by page, up to `MAX_PAGES`. */
async function byReading(load: LoadRowPage, row: number): Promise<number | null> {
  for (let page = 0; page < MAX_PAGES; page++) {
    const { rows, total } = await load(page * PAGE_ROWS, PAGE_ROWS);
    const at = rows.findIndex((one) => one.row === row);
    if (at >= 0) return page * PAGE_ROWS + at;
    if ((page + 1) * PAGE_ROWS >= total) return null;
  }
  return null;
}

/** Finds a row in a selection. `inOrder`: the selection is in list order. */
export async function findRow(load: LoadRowPage, row: number, inOrder: boolean): Promise<Found> {
  const { total } = await load(0, 1);
  const position = inOrder ? await byBinarySearch(load, row, total) : await byReading(load, row);
  if (position === null) return { position, total, previous: null, next: null };
  const first = Math.max(0, position - 1);
  const { rows } = await load(first, position === 0 ? 2 : 3);
  return {
    position,
    total,
    previous: position === 0 ? null : (rows[0]?.row ?? null),
    next: rows[position - first + 1]?.row ?? null,
  };
}
