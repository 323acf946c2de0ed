import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import type { ResultSelection } from '../../../shared/results/index.ts';
import type { ResultSort } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/index.ts';
import type { Since } from './comparable.ts';

interface ResultPagesOptions {
  readonly id: string;
  readonly selection: ResultSelection;
  /** Keys of the columns. */
  readonly columns: readonly string[];
  readonly sort: ResultSort | null;
  /** The comparison of the rows; null for none. */
  readonly since: Since | null;
}

/**
 * Loads pages of the results. Only a page that is sorted by the changes waits for the comparison with earlier results. Any other page
 * is shown without the changes first, and reloaded when they are known.
 */
export function useResultPages({ id, selection, columns, sort, since }: ResultPagesOptions) {
  const client = useClient();
  const cache = useQueryClient();
  const compared = since?.column.key ?? null;
  const isWaiting = useRef(false);
  const queryKey = useMemo(() => ['results.page', { id, selection, columns, sort, compared }], [id, selection, columns, sort, compared]);
  const load = useCallback(
    async (offset: number, limit: number) => {
      const shown = compared === null ? {} : { since: compared };
      const page = await client.call('results.page', { id, selection, columns: [...columns], sort, ...shown, offset, limit });
      if (compared !== null && !isWaiting.current && page.rows.some((row) => row.scoreChange === undefined)) {
        isWaiting.current = true;
        void client
          .call('results.since', { id, since: compared })
          .then(() => cache.invalidateQueries({ queryKey }))
          // The card asks the same, and is missing if there is no answer.
          .catch(() => undefined)
          .finally(() => {
            isWaiting.current = false;
          });
      }
      return page;
    },
    [client, cache, queryKey, id, selection, columns, sort, compared],
  );
  return { load, queryKey };
}
