/** Notes of a person as they are typed. What was typed in this window counts before what is stored, because saving takes a moment. */
import { useCallback, useSyncExternalStore } from 'react';
import type { PersonNotesView } from '../../../../shared/contract/index.ts';
import { useContractQuery } from '../../../api/index.ts';

const typed = new Map<string, PersonNotesView>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The notes, undefined until they are known; why they cannot be read; and a function that keeps what is typed. */
export function useNotes(id: string, row: number) {
  const key = `${id} ${row}`;
  const stored = useContractQuery('notes.get', { id, row });
  const mine = useSyncExternalStore(subscribe, () => typed.get(key));
  const keep = useCallback(
    (notes: PersonNotesView) => {
      typed.set(key, notes);
      for (const listener of listeners) listener();
    },
    [key],
  );
  return { notes: mine ?? stored.data, error: stored.error, keep };
}
