/** What of the results is in sight: kept while the window is open, so that going to a person and back loses nothing. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Outcome, ResultFilter, ResultSelection } from '../../shared/contract/index.ts';

/** The order of the results: by one score column, or as the list was. */
export interface ResultSort {
  readonly column: string;
  readonly descending: boolean;
}

export interface ResultPlace {
  readonly outcome: Outcome;
  /** Filters of scores; they hold for the outcomes that have any. */
  readonly filters: readonly ResultFilter[];
  readonly find: string;
  readonly sort: ResultSort | null;
  /** The segment that the filters began as. */
  readonly segmentId: string | null;
}

const START: ResultPlace = { outcome: 'scored', filters: [], find: '', sort: null, segmentId: null };

// In memory and not in the address: what is searched for is a person's name, and browsers remember addresses.
const places = new Map<string, ResultPlace>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place in a project's results, and the way to change it. */
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

/** Outcomes with a profile behind each row. */
export const hasScores = (outcome: Outcome): boolean => outcome === 'scored' || outcome === 'unmatched';

/** The rows that a place means. Rows without scores are not filtered by them. */
export const selectionAt = ({ outcome, filters, find }: ResultPlace): ResultSelection => ({
  outcome,
  filters: hasScores(outcome) ? [...filters] : [],
  find,
});

/** The order of a place; rows without scores keep the order of the list. */
export const sortAt = ({ outcome, sort }: ResultPlace): ResultSort | null => (hasScores(outcome) ? sort : null);
