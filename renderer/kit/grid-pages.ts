/** Loads a long list in pages as they become visible. */
import { queryOptions, type QueryKey, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PAGE_ROWS } from '../../shared/contract/index.ts';
import type { Range } from './grid-scroll.ts';

export interface GridPage<Row> {
  /** Rows of the whole list, not of this page. */
  readonly total: number;
  readonly rows: readonly Row[];
}

/** Loads `limit` rows starting at `offset`. The signal is aborted when nobody waits for the rows any more. */
export type LoadRows<Row> = (offset: number, limit: number, signal?: AbortSignal) => Promise<GridPage<Row>>;

/** Rows per page: half of the maximum, so that a jump is answered sooner. */
const ROWS_PER_PAGE = PAGE_ROWS / 2;

/** Rows loaded before they become visible. */
const ROWS_AHEAD = 40;

/** Milliseconds that pages must stay visible before they are loaded, because a dragged scroll bar passes thousands of them. */
const SETTLE_MS = 60;

/** The query of one page; a screen that needs the first page for itself shares it with the grid. */
export const gridPage = <Row>(queryKey: QueryKey, load: LoadRows<Row>, page: number) =>
  queryOptions({
    queryKey: [...queryKey, 'page', page],
    queryFn: ({ signal }) => load(page * ROWS_PER_PAGE, ROWS_PER_PAGE, signal),
    gcTime: 60_000,
  });

/** The pages of a range of rows, updated when the range has stayed in them for `SETTLE_MS`. */
function usePagesInSight({ first, end }: Range): Range {
  const firstPage = Math.floor(Math.max(0, first - ROWS_AHEAD) / ROWS_PER_PAGE);
  const endPage = Math.floor(Math.max(0, end - 1 + ROWS_AHEAD) / ROWS_PER_PAGE) + 1;
  const [held, setHeld] = useState<Range>({ first: firstPage, end: endPage });
  useEffect(() => {
    const timer = setTimeout(() => setHeld({ first: firstPage, end: endPage }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [firstPage, endPage]);
  return held;
}

interface Pages<Row> {
  /** The row at an index of the list; undefined until it is loaded. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Rows of the whole list; null until a page is loaded. */
  readonly total: number | null;
  readonly error: Error | null;
  readonly again: () => void;
}

export function useGridPages<Row>(queryKey: QueryKey, load: LoadRows<Row>, inSight: Range): Pages<Row> {
  const { first, end } = usePagesInSight(inSight);
  const pages = Array.from({ length: end - first }, (_, index) => first + index);
  return useQueries({
    queries: pages.map((page) => gridPage(queryKey, load, page)),
    combine: (results) => ({
      rowAt: (index: number) => results[Math.floor(index / ROWS_PER_PAGE) - first]?.data?.rows[index % ROWS_PER_PAGE],
      total: results.find((result) => result.data !== undefined)?.data?.total ?? null,
      error: results.find((result) => result.error !== null)?.error ?? null,
      again: () => {
        for (const result of results) if (result.error !== null) void result.refetch();
      },
    }),
  });
}
