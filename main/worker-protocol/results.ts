/** What fetching and saving results take, and what comes of them. */
import type { Body, Counts } from '../../shared/project/project.ts';
import type { ListSource } from './list.ts';
import type { Query } from './queries.ts';

export type CollectInput = ListSource & {
  readonly rowBase: 'find' | 'zero' | 'one' | 'sheet';
  /** The body that was sent: the file must hold the same list. */
  readonly body: Pick<Body, 'rows' | 'sha256'>;
};

/** The result of one fetch. */
export interface CollectResult {
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
export interface PartProgress {
  /** Profiles, or row errors. */
  readonly entries: number;
  /** Whether the envelope of the last page says that more pages follow; null when it says nothing. */
  readonly more: boolean | null;
  /** True when the last page is one that came before; null while nothing of it has come. */
  readonly repeats: boolean | null;
}

/** The queries of a running fetch. */
export interface CollectQueries {
  /** Begins a page of a part. */
  begin: Query<{ readonly part: 'profiles' | 'errors'; readonly contentType: string }, null>;
  progress: Query<null, PartProgress>;
  /** Ends the page, all bytes of which were written. */
  end: Query<null, PartProgress>;
  /** Stores the received results in one commit, with those of earlier fetches that this one lacks. `validRows`: null when unknown. */
  settle: Query<{ readonly validRows: number | null }, CollectResult>;
}

/** A line of a sheet of facts, as the application knows them. */
export interface ExportLine {
  readonly label: string;
  /** `earlier`: how many rows come with the scores of an earlier screening, which is counted while they are written. */
  readonly value: string | number | { readonly counted: 'earlier' };
}

/** An earlier screening: its list with all of its results, and the day on which it was processed, YYYY-MM-DD or empty. */
export interface EarlierScreening {
  readonly source: ListSource;
  readonly day: string;
}
