/** The contract in React: queries that the cache keeps current, and commands whose answers go into it. */
import { notifyManager, QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CommandName, Input, Output, QueryName } from '../../shared/contract/index.ts';
import { asAppError, type Client, useClient } from './client.ts';
import { acceptAnswer, applyAnswer, applyFailure, beginCommand, expectAnswer, type SentCommand } from './query-cache.ts';

// A box that was ticked must show it before anybody looks again: a task later the browser has shown it unticked for a moment.
notifyManager.setScheduler(queueMicrotask);

/** The cache of the window. The application announces every change, so nothing grows old by itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < 2 && asAppError(error).retry === 'safe',
      },
      // A command is never repeated by itself: it may cost money.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** The key and the function of one query of the contract. */
export const contractQuery = <N extends QueryName>(client: Client, name: N, input: Input<N>) =>
  queryOptions<Output<N>>({
    queryKey: [name, input],
    queryFn: async ({ client: cache }) => acceptAnswer(cache, name, await client.call(name, input)) as Output<N>,
  });

/** Asks a query of the contract and keeps its answer. */
export function useContractQuery<N extends QueryName>(name: N, input: Input<N>, options: { readonly enabled?: boolean } = {}) {
  return useQuery({ ...contractQuery(useClient(), name, input), enabled: options.enabled ?? true });
}

interface CommandOptions<N extends CommandName> {
  /** Commands of one scope are sent one after the other, so that of two choices the later one holds. */
  readonly scope?: string;
  /** What the command will answer, to be shown at once; null if that is not known. */
  readonly expect?: (input: Input<N>) => Output<N> | null;
}

/** A command of the contract. Its answer goes into the cache. */
export function useCommand<N extends CommandName>(
  name: N,
  onDone?: (value: Output<N>, input: Input<N>) => void,
  { scope, expect }: CommandOptions<N> = {},
) {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation<Output<N>, Error, Input<N>, SentCommand<N>>({
    mutationKey: [name],
    ...(scope !== undefined && { scope: { id: scope } }),
    mutationFn: (input) => client.call(name, input),
    onMutate: (input) => {
      const sent = beginCommand(cache, name, input);
      const expected = expect?.(input) ?? null;
      if (expected !== null) expectAnswer(cache, sent, expected);
      return sent;
    },
    onSuccess: (value, input, sent) => {
      applyAnswer(cache, sent, value);
      onDone?.(value, input);
    },
    onError: (_error, _input, sent) => {
      if (sent !== undefined) applyFailure(cache, sent);
    },
  });
}
