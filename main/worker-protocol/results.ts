/** The inputs and results of fetching results. */
import type { Body, Counts } from '../../shared/project/project.ts';
import type { ListSource, SentBody } from './list.ts';
import type { Query } from './queries.ts';

export type CollectInput = ListSource & {
  readonly rowBase: 'find' | 'zero' | 'one' | 'sheet';
  /** The body that was sent: the file must hold the same list. */
  readonly body: SentBody;
  /**
   * Only for a list that was not sent from here: `with-ids` uses row numbers once IDs have shown that the list is the one that was sent,
   * `ignored` never. Without it, the list is known to be the one that was sent.
   */
  readonly rowNumbers?: 'with-ids' | 'ignored';
};

/** The result of one fetch. */
export interface CollectResult {
  /** Rows by outcome in the project's file, including earlier fetches. */
  readonly counts: Counts;
  /** A sentence on how the service's row numbers were read; null when they were not needed. */
  readonly rowBase: string | null;
  /** Rows of this project without a result or row error, minus the unplaced ones. */
  readonly missing: number;
  /** Missing rows that the service counts as valid; equal to `missing` when it returns no count. */
  readonly missingProfiles: number;
}

/** The received entries of one part of the results, over all of its pages. */
export interface PartProgress {
  /** Number of profiles or row errors. */
  readonly entries: number;
  /** Whether the envelope of the last page announces another page; null when it does not say. */
  readonly more: boolean | null;
  /** Whether the last page repeats an earlier one; null before its first entry. */
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

/** The list as its file holds it. */
export type MeasuredRows = Pick<Body, 'rows' | 'sha256'>;

/** A list of the rows that profiles and row errors show. */
export interface ProfileList {
  readonly body: Body;
  /** The heading row and the first rows of the list, as texts. */
  readonly firstRows: readonly { readonly row: number; readonly cells: string[] }[];
}

/** A line of the sheets Summary and Settings. */
export interface ExportLine {
  readonly label: string;
  /** `earlier`: the number of rows with scores of an earlier screening, counted while they are written. */
  readonly value: string | number | { readonly counted: 'earlier' };
}

/** An earlier screening. `day`: of processing, YYYY-MM-DD, '' when unknown. */
export interface EarlierScreening {
  readonly source: ListSource;
  readonly day: string;
}
