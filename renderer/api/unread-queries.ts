/** The queries of a screen without an answer: for the screens whose own parts do not say that they wait or that their query failed. */
import { notifyManager, type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { QueryName } from '../../shared/contract/index.ts';

/** They ask the service or only remind, so the screen is complete without them. */
const OPTIONAL: ReadonlySet<unknown> = new Set<QueryName>(['credits.read', 'cost.elsewhere', 'plan.reminders']);

const isNeeded = ({ queryKey }: Query): boolean => !OPTIONAL.has(queryKey[0]);

/** True while the screen waits for the first answer of a query. */
export const useIsReading = (): boolean =>
  useIsFetching({ type: 'active', predicate: (query) => query.state.status === 'pending' && isNeeded(query) }) > 0;

interface UnreadQueries {
  readonly errors: readonly Error[];
  /** Reads all of them again. */
  readonly again: () => void;
}

/** The failures of the queries that the screen uses. */
export function useUnreadQueries(): UnreadQueries {
  const queries = useQueryClient();
  const cache = queries.getQueryCache();
  const failed = () => cache.findAll({ type: 'active', predicate: (query) => query.state.status === 'error' && isNeeded(query) });
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]);
  // The snapshot is a text, because a new list at each call would render forever.
  useSyncExternalStore(subscribe, () =>
    failed()
      .map((query) => `${query.queryHash} ${query.state.errorUpdatedAt}`)
      .join(),
  );
  return {
    errors: failed().flatMap(({ state }) => state.error ?? []),
    again: () => void queries.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' && isNeeded(query) }),
  };
}
