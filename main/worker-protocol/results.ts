/** The inputs and results of fetching results. */
import type { FieldKey } from '../../shared/fields/index.ts';
import type { OrderJoinView } from '../../shared/contract/index.ts';
import type { JsonObject, NextPage } from '../../shared/results/index.ts';
import type { Body, Counts } from '../../shared/project/index.ts';
import type { ListInProgress, ListSource, SentBody } from './list.ts';
import type { Query } from './queries.ts';
import type { PackedVerdicts } from './review.ts';

export type CollectInput = ListSource & {
  readonly rowBase: 'find' | 'zero' | 'one' | 'sheet';
  /** The body that was sent. The file must contain the same list. */
  readonly body: SentBody;
  /**
   * Only for a list that was not sent from here. `with-ids`: row numbers are used once IDs have shown that the list is the one that was
   * sent. `ignored`: row numbers are never used. Absent: the list is known to be the one that was sent.
   */
  readonly rowNumbers?: 'with-ids' | 'ignored';
};

/** The result of one fetch. */
export interface CollectResult {
  /** Rows by outcome in the project's file, including earlier fetches. */
  readonly counts: Counts;
  /** A sentence that tells how the service's row numbers were read; null when they were not needed. */
  readonly rowBase: string | null;
  /** Rows of this project without a result or row error, minus the unplaced ones. */
  readonly missing: number;
  /** Missing rows that the service counts as valid. Same as `missing` when the service returns no count. */
  readonly missingProfiles: number;
  /** Rows of this project that keep the scores of an earlier fetch, because this fetch returned none for them. */
  readonly kept: number;
  /**
   * Only for a list that was not sent from here: the prefix of generated IDs, as seen in profiles and row errors that match no row; null
   * when they show no prefix, or several.
   */
  readonly rowIdPrefix: string | null;
  /** Only for a list that was not sent from here: the form of the generated IDs in the answer; null when it has none. */
  readonly rowIdForm?: ListSource['rowIdForm'] | null;
}

/** What was received so far of one part of the results, over all of its pages. */
export interface PartProgress {
  /** Number of different profiles, or of entries in the report of row errors. */
  readonly entries: number;
  /** Number of rows that the entries are about. */
  readonly rows: number;
  /** Whether the envelope of the last page says that there is another page; null when it does not say. */
  readonly more: boolean | null;
  /** The next page according to the envelope of the last page; null when it names none. */
  readonly next: NextPage | null;
  /** The ID of the last entry of the last page; null for an entry without one. */
  readonly lastId: string | null;
  /** Whether the last page repeats an earlier page; null before its first entry. */
  readonly repeats: boolean | null;
  /** False when the last page contains no list. */
  readonly isUnderstood: boolean;
}

/** The queries of a running fetch. */
export interface CollectQueries {
  /** Starts a page of a part. `headers`: what the headers of the answer say about pages. */
  begin: Query<{ readonly part: 'profiles' | 'errors'; readonly contentType: string; readonly headers: JsonObject }, null>;
  progress: Query<null, PartProgress>;
  /** Ends the page, after all of its bytes were written. */
  end: Query<null, PartProgress>;
  /** Stores the received results in one commit, with results of earlier fetches that this one lacks. `validRows`: null when unknown. */
  settle: Query<{ readonly validRows: number | null }, CollectResult>;
}

/** The list that was measured. The file must contain the same list. */
export type MeasuredList = Pick<Body, 'rows' | 'sha256'>;

/** A list made from the rows that profiles and row errors show. */
export interface ProfileList {
  readonly body: Body;
  /** The heading row and the first rows of the list, as texts. */
  readonly firstRows: readonly { readonly row: number; readonly cells: string[] }[];
}

/** A line of a sheet of facts. */
export interface ExportLine {
  readonly label: string;
  readonly value: string | number;
}

/** An earlier screening. `day`: day of processing, YYYY-MM-DD; '' when unknown. `verdicts`: those about its matches. */
export interface EarlierScreening {
  readonly source: ListSource;
  readonly day: string;
  readonly verdicts: PackedVerdicts;
}

/** The input of searching screenings for one person, newest screening first. `person`: the values that identify the person. */
export interface PersonSearch {
  readonly person: readonly { readonly field: FieldKey; readonly value: string }[];
  readonly screenings: readonly ListSource[];
  /** Lists that were sent and have no results yet. They are searched first. */
  readonly inProgress: readonly ListInProgress[];
}

/**
 * A person found in an earlier screening. `list`: index in `inProgress` followed by `screenings`. `row`: sheet row. `by`: what matches.
 * `record`: as sent, without empty fields.
 */
export interface FoundPerson {
  readonly list: number;
  readonly row: number;
  readonly by: 'id' | 'name';
  readonly record: { field: FieldKey; value: string }[];
}

/** Why the profiles of an adopted project cannot be joined by order. */
export const ADOPTED_REASON =
  'This project came from the service, so it is not known whether the rows here are in the order of the list that was sent.';

/** A profile and the row at the same position. */
export type OrderPair = OrderJoinView['pairs'][number];

/** `own`: number of rows that the project itself sent. */
export type OrderJoinInput = ListSource & {
  readonly own: number;
  /** `previewId`: ID of the pairs that the user saw. `none`: only counts. */
  readonly change: { readonly kind: 'join'; readonly previewId: string } | { readonly kind: 'undo' } | { readonly kind: 'none' };
};

/** `rows`: how many rows the change joined or took back. */
export interface OrderJoinResult {
  readonly counts: Counts;
  readonly rows: number;
  /** True when profiles in the file are now joined by order. */
  readonly isJoined: boolean;
}
