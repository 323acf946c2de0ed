/** Loads the rows of a listing. Edited rows stay in it until another listing is shown. */
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  type CallProgress,
  type CheckFilter,
  type CheckRow,
  CheckSort,
  type ColumnFilter,
  type Input,
  PAGE_ROWS,
} from '../../../shared/contract/index.ts';
import { useClient } from '../../api/index.ts';
import { type LoadRows, gridPage } from '../../kit/index.ts';
import { statesAfterReload } from '../../navigation/index.ts';
import type { Listing } from './check-listing.ts';

/** Milliseconds without typing before the search starts. */
const TYPED_AFTER_MS = 200;

/** The order of each project's rows. A search is not kept: it would hide rows that a link from another screen asks for. */
const orders = statesAfterReload('check-orders', (value) => CheckSort.safeParse(value).data);

type PageInput = Input<'check.page'>;

/** The rows that were edited in a listing. Not React state, because a request can read them before the next render. */
class EditedRows {
  private key = '';
  private rows: readonly number[] = [];

  add(key: string, rows: readonly number[]): void {
    this.rows = [...new Set([...this.in(key), ...rows])].slice(-PAGE_ROWS);
    this.key = key;
  }

  in(key: string): readonly number[] {
    return this.key === key ? this.rows : [];
  }

  clear(): void {
    this.rows = [];
  }
}

/** `onFilter` shows another filter, which the address stores. `cells`: a column of the file whose cells are loaded, too. */
export function useListing(id: string, filter: CheckFilter, onFilter: (filter: CheckFilter) => void, cells: number | null = null) {
  const client = useClient();
  const [typed, setTyped] = useState('');
  const [find, setFind] = useState('');
  const [sort, setSortShown] = useState(() => orders.get(id) ?? null);
  const [column, setColumn] = useState<ColumnFilter | null>(null);
  const [progress, setProgress] = useState<CallProgress | null>(null);
  const setSort = useCallback(
    (next: CheckSort | null) => {
      if (next === null) orders.delete(id);
      else orders.set(id, next);
      setSortShown(next);
    },
    [id],
  );
  const findSoon = useDebouncedCallback((text: string) => setFind(text.trim()), TYPED_AFTER_MS);
  const listing = useMemo<Listing>(() => ({ filter, find, column, sort }), [filter, find, column, sort]);
  const key = JSON.stringify(listing);

  const [edited] = useState(() => new EditedRows());
  const keepListed = useCallback((rows: readonly number[]) => edited.add(key, rows), [edited, key]);
  /** The listing as input of the contract's methods, with the edited rows. */
  const request = useCallback((): Pick<PageInput, 'id' | 'filter' | 'find' | 'column' | 'sort' | 'keepListed'> => {
    const rows = edited.in(key);
    const isAll = filter.kind === 'all' && find === '' && column === null;
    const kept = !isAll && rows.length > 0 ? { keepListed: [...rows] } : {};
    return { id, filter, find, ...(column !== null && { column }), ...(sort !== null && { sort }), ...kept };
  }, [edited, id, filter, find, column, sort, key]);

  const load = useCallback<LoadRows<CheckRow>>(
    // Only the first page reports progress, because it finds and sorts the rows.
    (offset, limit, signal) => {
      const onProgress = offset === 0 ? setProgress : undefined;
      onProgress?.(null);
      return client.call('check.page', { ...request(), ...(cells !== null && { cells }), offset, limit }, { signal, onProgress });
    },
    [client, request, cells],
  );
  const queryKey = useMemo(() => ['check.page', { id, ...listing, cells }], [id, listing, cells]);
  const queries = useQueryClient();
  const last = useRef({ key, queryKey });
  useEffect(() => {
    const before = last.current;
    last.current = { key, queryKey };
    if (before.key === key || edited.in(before.key).length === 0) return;
    // The previous listing must not contain its edited rows when it is shown again.
    edited.clear();
    queries.removeQueries({ queryKey: before.queryKey });
  }, [edited, key, queries, queryKey]);
  const first = useQuery(gridPage(queryKey, load, 0));

  // The listing on the screen, until the first page of the requested listing is loaded.
  const [shown, setShown] = useState(listing);
  if (JSON.stringify(shown) !== key && first.data !== undefined) setShown(listing);
  const cancel = () => {
    findSoon.cancel();
    setTyped(shown.find);
    setFind(shown.find);
    setSort(shown.sort);
    setColumn(shown.column);
    if (JSON.stringify(shown.filter) !== JSON.stringify(filter)) onFilter(shown.filter);
  };
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      findSoon(text);
    },
    listing,
    setSort,
    setColumn,
    key,
    queryKey,
    load,
    request,
    keepListed,
    total: first.data?.total ?? null,
    /** True while the requested rows are being found or sorted. */
    isLoading: first.isFetching && first.data === undefined && (find !== '' || sort !== null || column !== null),
    progress,
    /** Returns to the listing that is on the screen. */
    cancel,
  };
}
