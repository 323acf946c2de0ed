/** What a check asks of earlier screenings. `main/worker/prior` answers it; the check itself reads no other project. */
import type { RowFacts } from '../../../shared/rows/row-facts.ts';
import type { RowResults } from './row-checker.ts';

/** What an earlier screening says of row `row` of some results; `hash` is the index of the row's first match-key hash. */
type Find<F extends keyof RowFacts> = (rows: RowResults, row: number, hash: number) => RowFacts[F];

/** What a list is compared with besides its own rows; null where it is not compared. */
export interface PriorScreenings {
  /** People who were screened recently, or are in progress in another list. */
  readonly recent: { readonly find: Find<'recent'> } | null;
  /** What was sent in the baseline. Never answers `none`. */
  readonly baseline: { readonly find: Find<'comparison'> } | null;
}
