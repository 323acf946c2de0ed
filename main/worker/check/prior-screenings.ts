/** The comparison with earlier screenings, which `main/worker/prior` implements. The check itself does not read other projects. */
import type { RowFacts } from '../../../shared/rows/index.ts';
import type { RowResults } from './row-checker.ts';

/** Returns the fact about a row of the results. `hash`: index of its first match-key hash. */
type Find<F extends keyof RowFacts> = (rows: RowResults, row: number, hash: number) => RowFacts[F];

/** Null for comparisons that the list does not need. */
export interface PriorScreenings {
  /** People who were screened recently, or who are in another list in progress. */
  readonly recent: { readonly find: Find<'recent'> } | null;
  /** The records that the baseline sent. `find` never returns `none`. */
  readonly baseline: { readonly find: Find<'comparison'> } | null;
}
