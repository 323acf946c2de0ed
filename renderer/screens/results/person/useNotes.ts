/** Notes of a person as they are typed. What was typed in this window counts before what is stored until it is saved. */
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

/** The notes, undefined until they are known; why they cannot be read; a function that keeps what is typed, and one to call once it is saved. */
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
      // More can be typed by now. Otherwise what is stored counts again: it can be erased, or changed in another window.
      if (typed.get(key) !== notes) return;
      cache.setQueryData(['notes.get' satisfies QueryName, { id, row }], notes);
      typed.delete(key);
      changed();
    },
    [cache, id, key, row],
  );
  return { notes: mine ?? stored.data, error: stored.error, keep, saved };
}
