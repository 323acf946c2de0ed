/**
 * Outcome, filters, search and order of the list of results. Kept while the window is open, so that returning from a person loses nothing;
 * a reload keeps what the address can hold.
 */
import { useCallback, useSyncExternalStore } from 'react';
import { Outcome, ResultFilter, type ResultSelection } from '../../shared/results/index.ts';
import { ResultSort } from '../../shared/contract/index.ts';
import { keptStates } from './kept-state.ts';
import type { Search } from './router.ts';

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

// The address holds a part of it: users search for names, and browsers remember addresses.
const states = keptStates<ResultListState>();
const listeners = new Set<() => void>();

/** Their conditions are numbers, days, or that there is no value: no text of a person. */
const hasNoText = ({ kind }: ResultFilter): boolean => kind === 'range' || kind === 'days' || kind === 'empty';

/** The part of a state that an address holds: outcome, order, segment, and without a segment the filters that contain no text. */
export function resultSearch({ outcome, segmentId, filters, sort }: ResultListState): Search {
  const plain = segmentId === null ? filters.filter(hasNoText) : [];
  return {
    ...(outcome !== INITIAL.outcome && { outcome }),
    ...(segmentId !== null && { segment: segmentId }),
    ...(plain.length > 0 && { filters: JSON.stringify(plain) }),
    ...(sort !== null && { sort: JSON.stringify(sort) }),
  };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/** The filters of an address; undefined if it has none or somebody changed it to something else. */
function parsedFilters(text: string | undefined): readonly ResultFilter[] | undefined {
  const filters = parsed(text);
  return Array.isArray(filters) ? ResultFilter.array().safeParse(filters.slice(0, 20)).data : undefined;
}

/** What an address asks for; empty if it asks for nothing else than the kept state has. The screen looks up a segment itself. */
export function requestedState(search: Search, kept: ResultListState): Partial<ResultListState> {
  const shown = resultSearch(kept);
  const outcome = Outcome.options.find((one) => one === search['outcome']);
  const filters = search['filters'] === shown['filters'] ? undefined : parsedFilters(search['filters']);
  const sort = search['sort'] === shown['sort'] ? undefined : ResultSort.safeParse(parsed(search['sort'])).data;
  return {
    ...(outcome !== undefined && outcome !== kept.outcome && { outcome }),
    ...(filters !== undefined && { filters }),
    ...(sort !== undefined && { sort }),
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The state of a project's result list, and a function that changes it and returns the new state. */
export function useResultListState(id: string): readonly [ResultListState, (change: Partial<ResultListState>) => ResultListState] {
  const state = useSyncExternalStore(subscribe, () => states.get(id) ?? INITIAL);
  const change = useCallback(
    (part: Partial<ResultListState>) => {
      const next = { ...(states.get(id) ?? INITIAL), ...part };
      states.set(id, next);
      for (const listener of listeners) listener();
      return next;
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
