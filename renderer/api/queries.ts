/** The contract in React: queries whose cache stays current, and commands whose answers update it. */
import {
  notifyManager,
  QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { CallOptions, CallProgress, CommandName, Input, Output, QueryName } from '../../shared/contract/index.ts';
import { asAppError, type Client, useClient } from './client.ts';
import { shownScreen } from '../navigation/index.ts';
import { acceptAnswer, applyAnswer, applyFailure, beginCommand, expectAnswer, type SentCommand } from './query-cache.ts';

// With the default timer, the browser would paint a box that the user checks unchecked once more.
notifyManager.setScheduler(queueMicrotask);

/** The application announces every change, so nothing becomes stale over time. */
export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < 2 && asAppError(error).retry === 'safe',
      },
      // A command can cost money, so it is never repeated automatically.
      mutations: { networkMode: 'always', retry: false },
    },
  });
  // Their input contains the search text for a person, so it must not stay in the cache for five minutes after the screen is closed.
  for (const name of ['people.export', 'people.neverScreen'] satisfies CommandName[]) queries.setMutationDefaults([name], { gcTime: 0 });
  return queries;
}

interface QueryOptions {
  /** Called with null when the query begins. */
  readonly onProgress?: (progress: CallProgress | null) => void;
}

/** A query that is canceled once nobody waits for its answer. */
export const contractQuery = <N extends QueryName>(client: Client, name: N, input: Input<N>, { onProgress }: QueryOptions = {}) =>
  queryOptions<Output<N>>({
    queryKey: [name, input],
    queryFn: async ({ client: cache, signal }) => {
      onProgress?.(null);
      return acceptAnswer(cache, name, await client.call(name, input, { signal, onProgress })) as Output<N>;
    },
  });

// The return type is explicit, because the inferred type contains the whole contract, which is too long for the compiler.
export function useContractQuery<N extends QueryName>(
  name: N,
  input: Input<N>,
  { enabled = true, ...options }: QueryOptions & { readonly enabled?: boolean } = {},
): UseQueryResult<Output<N>> {
  return useQuery({ ...contractQuery(useClient(), name, input, options), enabled });
}

interface CommandOptions<N extends CommandName> {
  /** Commands of one scope run one after the other, so that the later of two choices wins. */
  readonly scope?: string;
  /** The expected answer, to show at once; null when it is not known. */
  readonly expect?: (input: Input<N>) => Output<N> | null;
  /** Called when the command begins, for its signal and progress. */
  readonly call?: () => CallOptions;
}

/**
 * A command whose answer updates the cache. `onDone` is also called after its component was unmounted. `isHere` is false after the user has
 * left the screen of the command; `onDone` must then not open another screen.
 */
export function useCommand<N extends CommandName>(
  name: N,
  onDone?: (value: Output<N>, input: Input<N>, isHere: boolean) => void,
  { scope, expect, call }: CommandOptions<N> = {},
) {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation<Output<N>, Error, Input<N>, { readonly command: SentCommand<N>; readonly screen: string }>({
    mutationKey: [name],
    ...(scope !== undefined && { scope: { id: scope } }),
    mutationFn: (input) => client.call(name, input, call?.()),
    onMutate: (input) => {
      const command = beginCommand(cache, name, input);
      const expected = expect?.(input) ?? null;
      if (expected !== null) expectAnswer(cache, command, expected);
      return { command, screen: shownScreen() };
    },
    onSuccess: (value, input, { command, screen }) => {
      applyAnswer(cache, command, value);
      onDone?.(value, input, shownScreen() === screen);
    },
    onError: (_error, _input, sent) => {
      if (sent !== undefined) applyFailure(cache, sent.command);
    },
  });
}
