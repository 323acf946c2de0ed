/** The inputs and results of fetching results. */
import type { FieldKey } from '../../shared/fields/index.ts';
import type { OrderJoinView } from '../../shared/contract/index.ts';
import type { NextPage } from '../../shared/results/index.ts';
import type { Body, Counts } from '../../shared/project/index.ts';
import type { ListInProgress, ListSource, SentBody } from './list.ts';
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
  /** Rows of this project that keep the scores of an earlier fetch, because this one has none for them. */
  readonly kept: number;
  /**
   * Only for a list that was not sent from here: what the IDs of rows without one begin with, as profiles and row errors without a row show
   * them; null when these show none or several.
   */
  readonly rowIdPrefix: string | null;
  /** Only for a list that was not sent from here: the form of the generated IDs that the answer has; null without one. */
  readonly rowIdForm?: ListSource['rowIdForm'] | null;
}

/** The received entries of one part of the results, over all of its pages. */
export interface PartProgress {
  /** Number of different profiles, or entries of the report of row errors. */
  readonly entries: number;
  /** Number of rows that the entries are about. */
  readonly rows: number;
  /** Whether the envelope of the last page announces another page; null when it does not say. */
  readonly more: boolean | null;
  /** The page that the envelope of the last page names as its next one; null when it names none. */
  readonly next: NextPage | null;
  /** Whether the last page repeats an earlier one; null before its first entry. */
  readonly repeats: boolean | null;
  /** False when no list was found in the last page. */
  readonly isUnderstood: boolean;
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

/** The list that was measured, which its file must hold. */
export type MeasuredList = Pick<Body, 'rows' | 'sha256'>;

/** A list of the rows that profiles and row errors show. */
export interface ProfileList {
  readonly body: Body;
  /** The heading row and the first rows of the list, as texts. */
  readonly firstRows: readonly { readonly row: number; readonly cells: string[] }[];
}

/** A line of a sheet with facts. */
export interface ExportLine {
  readonly label: string;
  readonly value: string | number;
}

/** An earlier screening. `day`: of processing, YYYY-MM-DD, '' when unknown. */
export interface EarlierScreening {
  readonly source: ListSource;
  readonly day: string;
}

/** Looks for one person in screenings, the newest first. `person`: the values that identify them. */
export interface PersonSearch {
  readonly person: readonly { readonly field: FieldKey; readonly value: string }[];
  readonly screenings: readonly ListSource[];
  /** Lists that were sent and have no results yet. They are searched first. */
  readonly inProgress: readonly ListInProgress[];
}

/** A person in an earlier screening. `list`: its index in `inProgress` followed by `screenings`. `row`: sheet row. `by`: what agrees. `record`: as sent, without empty fields. */
export interface FoundPerson {
  readonly list: number;
  readonly row: number;
  readonly by: 'id' | 'name';
  readonly record: { field: FieldKey; value: string }[];
}

/** A profile and the row at the same position. */
/** Why the profiles of a project that came from the service are not joined by order. */
export const ADOPTED_REASON =
  'This project came from the service, so it is not known whether the rows here are in the order of the list that was sent.';

export type OrderPair = OrderJoinView['pairs'][number];

/** `own`: number of rows that the project itself sent. */
export type OrderJoinInput = ListSource & {
  readonly own: number;
  /** `previewId`: of the pairs that the user saw. `none` only counts. */
  readonly change: { readonly kind: 'join'; readonly previewId: string } | { readonly kind: 'undo' } | { readonly kind: 'none' };
};

/** `rows`: how many rows the change joined or took back. */
export interface OrderJoinResult {
  readonly counts: Counts;
  readonly rows: number;
  /** True when the file's profiles are joined by order now. */
  readonly isJoined: boolean;
}
