import { hashKey, useQueryClient } from '@tanstack/react-query';
import { passing } from '../../../../shared/write-back/index.ts';
import { contractQuery, useClient, useContractQuery } from '../../../api/index.ts';

/** With more people, counting after each verdict would keep a thread busy. Their number is shown only after the write back was opened. */
const MAX_COUNTED = 20_000;

/** The number of people who pass in the last used layout; null if they are not counted. `scored`: 0 for none or not loaded. */
export function usePassing(id: string, scored: number): number | null {
  const client = useClient();
  const cache = useQueryClient();
  const input = { id, layoutId: null, draft: null, held: null };
  const enabled = scored > 0 && scored <= MAX_COUNTED;
  const { data } = useContractQuery('writeBack.plan', input, { enabled });
  if (data === undefined) return null;
  const kept = cache.getQueryCache().get(hashKey(contractQuery(client, 'writeBack.plan', input).queryKey));
  return enabled || kept?.state.isInvalidated === false ? passing(data) : null;
}
