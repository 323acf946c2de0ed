/** Notes of a person while they are typed. Until they are saved, the text typed in this window replaces the stored text. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { PersonNotesView, QueryName } from '../../../../shared/contract/index.ts';
import { useContractQuery } from '../../../api/index.ts';
import { keptStates } from '../../../navigation/index.ts';

const typed = keptStates<PersonNotesView>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * `notes`: undefined until they are known. `error`: why they cannot be read. Call `keep` for each change of the typed text, and `saved`
 * when it is stored.
 */
export function useNotes(id: string, row: number) {
  const key = `${id} ${row}`;
  const stored = useContractQuery('notes.get', { id, row });
  const mine = useSyncExternalStore(subscribe, () => typed.get(key));
  const keep = useCallback(
    (notes: PersonNotesView) => {
      typed.set(key, notes);
      changed();
    },
    [key],
  );
  const cache = useQueryClient();
  const saved = useCallback(
    (notes: PersonNotesView) => {
      // The user may have typed more. If not, drop the typed text, because the stored one can be erased or changed in another window.
      if (typed.get(key) !== notes) return;
      cache.setQueryData(['notes.get' satisfies QueryName, { id, row }], notes);
      typed.delete(key);
      changed();
    },
    [cache, id, key, row],
  );
  return { notes: mine ?? stored.data, error: stored.error, keep, saved };
}
