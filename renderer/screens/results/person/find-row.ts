/** Where a row stands in a selection of the results, and which rows lie beside it. */
import { PAGE_ROWS } from '../../../../shared/contract/index.ts';

interface RowPage {
  readonly total: number;
  readonly rows: readonly { readonly row: number | null }[];
}

/** Fetches a part of the selection. */
export type LoadRowPage = (offset: number, limit: number) => Promise<RowPage>;

export interface Found {
  readonly position: number | null;
  readonly total: number;
  readonly previous: number | null;
  readonly next: number | null;
}

/** Pages that are read through for a row where its place cannot be worked out. */
const MOST_PAGES = 25;

/** In the order of the list a row's place is found by halving. */
async function byHalving(load: LoadRowPage, row: number, total: number): Promise<number | null> {
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

/** In the order of a score it is read on, as far as anybody pages through by hand. */
async function byReading(load: LoadRowPage, row: number): Promise<number | null> {
  for (let page = 0; page < MOST_PAGES; page++) {
    const { rows, total } = await load(page * PAGE_ROWS, PAGE_ROWS);
    const at = rows.findIndex((one) => one.row === row);
    if (at >= 0) return page * PAGE_ROWS + at;
    if ((page + 1) * PAGE_ROWS >= total) return null;
  }
  return null;
}

/** Finds a row in a selection. `inOrder`: it is in the order of the list. */
export async function findRow(load: LoadRowPage, row: number, inOrder: boolean): Promise<Found> {
  const { total } = await load(0, 1);
  const position = inOrder ? await byHalving(load, row, total) : await byReading(load, row);
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
