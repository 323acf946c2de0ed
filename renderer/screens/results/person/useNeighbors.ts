import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../api/index.ts';
import { type ResultListState, selectionOf, sortOf } from '../../../navigation/index.ts';
import { findRow } from './find-row.ts';

interface Neighbors {
  /** The person's position in the selection; null when they are not in it. */
  readonly position: number | null;
  readonly total: number | null;
  /** Sheet rows of the people before and after. */
  readonly previous: number | null;
  readonly next: number | null;
}

const NOBODY: Neighbors = { position: null, total: null, previous: null, next: null };

/** The neighbors of a person in the current selection of the results. */
export function useNeighbors(id: string, row: number, listState: ResultListState): Neighbors {
  const client = useClient();
  const selection = selectionOf(listState);
  const sort = sortOf(listState);
  const found = useQuery({
    queryKey: ['results.page', { id, selection, sort }, 'around', row],
    queryFn: async () => {
      const page = (offset: number, limit: number) => client.call('results.page', { id, selection, columns: [], sort, offset, limit });
      return findRow(page, row, sort === null);
    },
  });
  return found.data ?? NOBODY;
}
