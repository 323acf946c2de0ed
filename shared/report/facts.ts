/** What the report is computed from: the answers that Scores, Review and Write back show. */
import type { CapacityGroups, Distribution, MatrixView, OfficersView, Output, ResultsView } from '../contract/index.ts';
import type { OrderResults } from '../order/index.ts';
import type { Proof } from '../write-back/index.ts';

export type ReportView = Output<'report.get'>['report'];
export type ReportSettings = Output<'report.get'>['settings'];
/** A number with what it counts. */
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
    /** Null where they are not known. */
    readonly creditsSpent: number | null;
    /** Those of them that scored the people of a pilot a second time, to compare. */
    readonly creditsCompared: number;
    readonly creditsLeft: number | null;
    readonly creditsSaved: number;
    /** Rows that were not chosen this time: they are among those left out, and save nothing. */
    readonly notChosen: number;
  };
  readonly settings: ReportSettings;
  readonly results: ResultsView;
  readonly capacity: CapacityGroups;
  /** Capacity by the order that chose the people; null without one. */
  readonly order: OrderResults;
  /** People by the rating of the capacity, in the rows; null without one. */
  readonly bands: MatrixView | null;
  /** The matrix that Scores shows; null with fewer than two ratings. */
  readonly matrix: MatrixView | null;
  readonly distribution: { readonly title: string; readonly found: Distribution } | null;
  readonly officers: OfficersView | null;
  /** People in each of `MATCH_STEPS`; null without such a number. */
  readonly matches: readonly number[] | null;
  readonly review: Output<'review.get'>;
  /** The comparison with the last screening of these people; null without one. */
  readonly since: { readonly at: number | null; readonly comparison: Output<'results.compare'> } | null;
  readonly proof: Proof | null;
  readonly names: ReportView['names'];
}
