/**
 * Outcome, filters, search and order of the list of results. Kept while the window is open, so that returning from a person loses nothing.
 */
import { useCallback, useSyncExternalStore } from 'react';
import type { Outcome, ResultFilter, ResultSelection } from '../../shared/results/index.ts';
import type { ResultSort } from '../../shared/contract/index.ts';
import { keptStates } from './kept-state.ts';

export interface ResultListState {
  readonly outcome: Outcome;
  /** Filters of scores; they apply to the outcomes that have scores. */
  readonly filters: readonly ResultFilter[];
  readonly find: string;
  /** Null for list order. */
  readonly sort: ResultSort | null;
  /** The segment that the filters started from. */
  readonly segmentId: string | null;
}

const INITIAL: ResultListState = { outcome: 'scored', filters: [], find: '', sort: null, segmentId: null };

// In memory and not in the address: users search for names, and browsers remember addresses.
const states = keptStates<ResultListState>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The state of a project's result list, and a function that changes it. */
export function useResultListState(id: string): readonly [ResultListState, (change: Partial<ResultListState>) => void] {
  const state = useSyncExternalStore(subscribe, () => states.get(id) ?? INITIAL);
  const change = useCallback(
    (part: Partial<ResultListState>) => {
      states.set(id, { ...(states.get(id) ?? INITIAL), ...part });
      for (const listener of listeners) listener();
    },
    [id],
  );
  return [state, change];
}

/** Outcomes whose rows have a profile. */
export const hasScores = (outcome: Outcome): boolean => outcome === 'scored' || outcome === 'unmatched';

/** The rows of the list. Score filters do not apply to rows without scores. */
export const selectionOf = ({ outcome, filters, find }: ResultListState): ResultSelection => ({
  outcome,
  filters: hasScores(outcome) ? [...filters] : [],
  find,
});

/** The order of the list; rows without scores keep the order of the file. */
export const sortOf = ({ outcome, sort }: ResultListState): ResultSort | null => (hasScores(outcome) ? sort : null);
