/** The input of the report: the same answers that the pages Scores, Review and Write back show. */
import type { CapacityGroups, Distribution, MatrixView, OfficersView, Output, ResultsView } from '../contract/index.ts';
import type { OrderResults } from '../order/index.ts';
import type { Proof } from '../write-back/index.ts';

export type ReportView = Output<'report.get'>['report'];
export type ReportSettings = Output<'report.get'>['settings'];
/** A number and its label. */
export type ReportLine = NonNullable<ReportView['since']>['lines'][number];

export interface ReportFacts {
  readonly project: {
    readonly name: string;
    readonly purpose: string;
    /** The name of the file. */
    readonly list: string;
    readonly screenedAt: number | null;
    readonly isPractice: boolean;
    /** The name of the connection. */
    readonly connection: string;
    /** Null if not known. */
    readonly creditsSpent: number | null;
    /** The part of `creditsSpent` for scoring the people of a pilot a second time, to compare. */
    readonly creditsCompared: number;
    readonly creditsLeft: number | null;
    readonly creditsSaved: number;
    /** Rows that were not chosen this time. They count as left out, but their credits are not saved. */
    readonly notChosen: number;
    /** Rows that were left out because they have not changed since an earlier screening. Their earlier scores are not in the report. */
    readonly unchanged: number;
  };
  readonly settings: ReportSettings;
  readonly results: ResultsView;
  readonly capacity: CapacityGroups;
  /** Capacity by the order by which the people were chosen; null without an order. */
  readonly order: OrderResults;
  /** People by the rating of their capacity, which is in the rows; null without such a rating. */
  readonly bands: MatrixView | null;
  /** The matrix that Scores shows; null with fewer than two ratings. */
  readonly matrix: MatrixView | null;
  readonly distribution: { readonly title: string; readonly found: Distribution } | null;
  readonly officers: OfficersView | null;
  /** Number of people in each of `MATCH_STEPS`; null without match numbers. */
  readonly matches: readonly number[] | null;
  readonly review: Output<'review.get'>;
  /** The comparison with earlier results of these people; null without a column to compare. */
  readonly since: Output<'results.since'> | null;
  readonly proof: Proof | null;
  readonly names: ReportView['names'];
}
