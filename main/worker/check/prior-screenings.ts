/** The comparison with earlier screenings, which `main/worker/prior` implements: the check itself reads no other project. */
import type { RowFacts } from '../../../shared/rows/index.ts';
import type { RowResults } from './row-checker.ts';

/** The fact about row `row` of the results; `hash` is the index of its first match-key hash. */
type Find<F extends keyof RowFacts> = (rows: RowResults, row: number, hash: number) => RowFacts[F];

/** null where the list is not compared. */
export interface PriorScreenings {
  /** People who were screened recently, or are in progress in another list. */
  readonly recent: { readonly find: Find<'recent'> } | null;
  /** The records that the baseline sent; `find` never returns `none`. */
  readonly baseline: { readonly find: Find<'comparison'> } | null;
}
