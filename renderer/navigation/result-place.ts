/** The current view of the results: kept while the window is open, so that going to a person and back loses nothing. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Outcome, ResultFilter, ResultSelection, ResultSort } from '../../shared/contract/index.ts';

export interface ResultPlace {
  readonly outcome: Outcome;
  /** Filters of scores; they apply to the outcomes that have scores. */
  readonly filters: readonly ResultFilter[];
  readonly find: string;
  /** Null for list order. */
  readonly sort: ResultSort | null;
  /** The segment that the filters started from. */
  readonly segmentId: string | null;
}

const START: ResultPlace = { outcome: 'scored', filters: [], find: '', sort: null, segmentId: null };

// In memory and not in the address: users search for names, and browsers remember addresses.
const places = new Map<string, ResultPlace>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The view of a project's results, and a function that changes it. */
export function useResultPlace(id: string): readonly [ResultPlace, (change: Partial<ResultPlace>) => void] {
  const place = useSyncExternalStore(subscribe, () => places.get(id) ?? START);
  const change = useCallback(
    (part: Partial<ResultPlace>) => {
      places.set(id, { ...(places.get(id) ?? START), ...part });
      for (const listener of listeners) listener();
    },
    [id],
  );
  return [place, change];
}

/** Outcomes whose rows have a profile. */
export const hasScores = (outcome: Outcome): boolean => outcome === 'scored' || outcome === 'unmatched';

/** The rows of a view. Score filters do not apply to rows without scores. */
export const selectionAt = ({ outcome, filters, find }: ResultPlace): ResultSelection => ({
  outcome,
  filters: hasScores(outcome) ? [...filters] : [],
  find,
});

/** The order of a view; rows without scores keep the order of the list. */
export const sortAt = ({ outcome, sort }: ResultPlace): ResultSort | null => (hasScores(outcome) ? sort : null);
