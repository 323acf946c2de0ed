/** The inputs of an export, by kind of file. */
import type { Paper } from '../../shared/base/index.ts';
import type { ExportFormat } from '../../shared/contract/index.ts';
import type { OrderResults } from '../../shared/order/index.ts';
import type { ReportView } from '../../shared/report/index.ts';
import type { ChosenConditions, Conditions, Layout } from '../../shared/results/index.ts';
import type { HeldBackCounts } from '../../shared/write-back/index.ts';
import type { ListSource, ProjectFileRef, SubmitOptions } from './list.ts';
import type { OfficeColumns, Query } from './queries.ts';
import type { GivenVerdict, PackedVerdicts } from './review.ts';
import type { EarlierScreening, ExportLine } from './results.ts';

/** An export with rows of the list. */
interface ListRows {
  /** How the list was sent, which shows why a row was left out. */
  readonly options: SubmitOptions;
  /** Score columns in their order; null for all. */
  readonly columns: readonly string[] | null;
  /** The user's titles, by column key. */
  readonly titles: Readonly<Record<string, string>>;
  /** Day of processing, YYYY-MM-DD; '' when unknown. */
  readonly day: string;
  /** The office's own columns. */
  readonly office: OfficeColumns;
  /** Notes about people and their next steps, by sheet row; null where they were not chosen. */
  readonly notes: readonly { readonly row: number; readonly note: string; readonly nextStep: string }[] | null;
  /** People whose profile is of somebody else by a verdict are in no segment and in no file for another system. */
  readonly verdicts: PackedVerdicts;
}

/** Everybody or a segment with their scores, in a table with further sheets. */
interface PeopleExport extends ListRows {
  readonly people:
    /** `priorScores`: the screenings, newest first, whose scores the export adds for unchanged people. */
    { readonly kind: 'everyone'; readonly priorScores: readonly EarlierScreening[] } | ({ readonly kind: 'segment' } & ChosenConditions);
  /** Keys of the columns with bars. */
  readonly bars: readonly string[];
  /** The project's marker, by which an import recognizes its refused rows. */
  readonly marker: string;
  /** Sentences of the sheet Summary. */
  readonly summary: readonly string[];
  readonly settings: readonly ExportLine[];
  /** `sheets`: adds a sheet for each officer to a workbook. `files`: a zip with a file for each officer. */
  readonly byOfficer: 'sheets' | 'files' | null;
  /** The verdicts for a sheet of their own. */
  readonly given: readonly GivenVerdict[];
  /** Leaves out what is damaged in the project's file, and says so on the sheet Summary of a workbook. */
  readonly isIntactOnly: boolean;
}

/** The list with its scores, or the scores by ID. */
interface TableExport extends PeopleExport {
  readonly kind: 'list' | 'scoresById';
}

/** A workbook to hand on. */
export interface WorkbookExport extends PeopleExport {
  readonly kind: 'workbook';
  /** The name of the project. */
  readonly name: string;
  /** Keys of the columns that the user shows, in their order; null without a choice. */
  readonly shown: readonly string[] | null;
  /** For the sheet Summary; null for a workbook with only some people, and where everyone was sent. */
  readonly order: OrderResults;
  /** For the first sheet; null for a workbook with only some people, or of one officer, because the report is about everybody. */
  readonly report: ReportView | null;
  /** For the sheet Record; empty for a list that was not sent from here, and for a workbook with only some people. */
  readonly record: readonly ExportLine[];
}

/** The report as a workbook of its own. */
interface ReportExport {
  readonly kind: 'report';
  readonly report: ReportView;
}

export interface LayoutExport extends ListRows {
  readonly kind: 'layout';
  readonly layout: Layout;
  readonly verdicts: PackedVerdicts;
  readonly segment: Conditions | null;
}

interface RefusedRowsExport {
  readonly kind: 'refusedRows';
  readonly marker: string;
}

/** The people who are left to review, with columns for a verdict that a colleague fills in. */
interface ReviewExport {
  readonly kind: 'toReview';
  readonly conditions: Conditions;
  readonly verdicts: PackedVerdicts;
}

interface ComparisonExport {
  readonly kind: 'comparison';
  readonly other: ListSource;
  readonly column: string;
  readonly title: string;
  readonly summary: readonly string[];
}

/** The list as it is sent, with every row and why a row is not sent. It needs no results. */
interface CleanedListExport {
  readonly kind: 'cleanedList';
  readonly options: SubmitOptions;
  /** True once the list was sent. */
  readonly isSent: boolean;
}

/** An export without its list and its target. */
export type ExportContents =
  | TableExport
  | WorkbookExport
  | LayoutExport
  | RefusedRowsExport
  | ComparisonExport
  | CleanedListExport
  | ReportExport
  | ReviewExport;

export type ExportInput = ListSource & {
  readonly target: string;
  readonly format: ExportFormat;
  /** Most rows per sheet; Excel's limit without it. */
  readonly rowsPerSheet?: number;
  /** Paper on which a workbook is printed; Letter without it. */
  readonly paper?: Paper;
} & ExportContents;

/** The inputs that write rows of the list. */
export type ListExportInput = Exclude<ExportInput, { readonly kind: 'refusedRows' | 'comparison' | 'cleanedList' | 'toReview' | 'report' }>;

/** What was written, and what a layout leaves out. */
export interface ExportReport {
  readonly rows: number;
  /** Scored people who are not in the file of a layout, each once under the first reason. */
  readonly heldBack: HeldBackCounts;
  /** Rows in a layout whose scores were joined to them by order. */
  readonly byOrder: number;
  /** Titles of columns that most people have no value for, where the other system would remove a value. */
  readonly emptyColumns: readonly string[];
}

export interface ProfileExportInput {
  /** Holds the profiles, encrypted, until the last page shows which columns there are. It is removed when the task ends. */
  readonly spool: ProjectFileRef;
  readonly target: string;
  readonly format: ExportFormat;
}

export interface ProfileExportQueries {
  /** Takes a page of profiles. */
  add: Query<readonly string[], null>;
  /**
   * Writes the file, in a workbook with these lines on a sheet of their own.
   * @throws WriteError; TARGET_UNWRITABLE; DISK_FULL
   */
  finish: Query<readonly ExportLine[], { readonly rows: number }>;
}
