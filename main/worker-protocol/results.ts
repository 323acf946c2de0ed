/** What fetching and saving results take, and what comes of them. */
import type { Counts } from '../../shared/project/project.ts';
import type { ListSource } from './list.ts';

/** What one fetch of the results came to. */
export interface CollectAnswer {
  /** Rows by outcome as the project's file now holds them, earlier fetches included. */
  readonly counts: Counts;
  /** How the service's row numbers were read, as a sentence; null when they were not needed. */
  readonly rowBase: string | null;
  /** Rows of this project that have neither a result nor a refusal, nor one that could not be placed; 0 when the accounts balance. */
  readonly missing: number;
  /** Of them, rows that the service calls valid: the profiles that have not come. The same as `missing` where it does not say. */
  readonly missingProfiles: number;
}

/** What has come of one part of the results, over all of its pages. */
export interface PartSoFar {
  /** Profiles, or row errors. */
  readonly entries: number;
  /** Whether the envelope of the last page says that more pages follow; null when it says nothing. */
  readonly more: boolean | null;
  /** True when the last page is one that came before; null while nothing of it has come. */
  readonly repeats: boolean | null;
}

export type CollectQuestion =
  /** A page of a part begins. */
  | { readonly ask: 'begin'; readonly part: 'profiles' | 'errors'; readonly contentType: string }
  | { readonly ask: 'so-far' }
  /** All bytes of the page were written. */
  | { readonly ask: 'end' }
  /**
   * Makes what came the project's results, in one commit, together with what earlier fetches brought and this one lacks.
   * `validRows`: as the service tells it, null when it does not.
   */
  | { readonly ask: 'settle'; readonly validRows: number | null };

/** A line of a sheet of facts, as the application knows them. */
export interface ExportLine {
  readonly label: string;
  /** `earlier`: how many rows come with the scores of an earlier screening, which is counted while they are written. */
  readonly value: string | number | { readonly counted: 'earlier' };
}

/** An earlier screening: its list with all of its results, and the day on which it was processed, YYYY-MM-DD or empty. */
export interface EarlierScreening {
  readonly recipe: ListSource;
  readonly day: string;
}
