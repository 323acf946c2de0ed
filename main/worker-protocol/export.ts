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

/** An export that contains rows of the list. */
interface ListRows {
  /** How the list was sent. It determines why a row was left out. */
  readonly options: SubmitOptions;
  /** Score columns in their order; null for all. */
  readonly columns: readonly string[] | null;
  /** The user's titles, by column key. */
  readonly titles: Readonly<Record<string, string>>;
  /** Day of processing, YYYY-MM-DD; '' when unknown. */
  readonly day: string;
  /** The office's own columns. */
  readonly office: OfficeColumns;
  /** Notes about people and their next steps, by sheet row; null when the user did not choose to export them. */
  readonly notes: readonly { readonly row: number; readonly note: string; readonly nextStep: string }[] | null;
  /** People with a verdict that the profile is someone else's are left out of segments and of files for other systems. */
  readonly verdicts: PackedVerdicts;
}

/** Everyone, or a segment, with scores: a table with more sheets. */
interface PeopleExport extends ListRows {
  readonly people:
    /** `priorScores`: the screenings whose scores the export adds for unchanged people, newest first. */
    { readonly kind: 'everyone'; readonly priorScores: readonly EarlierScreening[] } | ({ readonly kind: 'segment' } & ChosenConditions);
  /** Keys of the columns with bars. */
  readonly bars: readonly string[];
  /** The project's marker. An import uses it to recognize the project's refused rows. */
  readonly marker: string;
  /** The sentences of the Summary sheet. */
  readonly summary: readonly string[];
  readonly settings: readonly ExportLine[];
  /** `sheets`: adds a sheet for each officer to a workbook. `files`: a zip with a file for each officer. */
  readonly byOfficer: 'sheets' | 'files' | null;
  /** The verdicts to write on a separate sheet. */
  readonly given: readonly GivenVerdict[];
  /** Leaves out damaged parts of the project file, and lists them on the Summary sheet of a workbook. */
  readonly isIntactOnly: boolean;
}

/** The list with its scores, or the scores by ID. */
interface TableExport extends PeopleExport {
  readonly kind: 'list' | 'scoresById';
}

/** A workbook that the user passes on. */
export interface WorkbookExport extends PeopleExport {
  readonly kind: 'workbook';
  /** The name of the project. */
  readonly name: string;
  /** Keys of the columns that the user shows, in their order; null if the user has not chosen any. */
  readonly shown: readonly string[] | null;
  /** For the Summary sheet; null for a workbook with only some people, or when everyone was sent. */
  readonly order: OrderResults;
  /** For the first sheet; null for a workbook with only some people or one officer, because the report covers everyone. */
  readonly report: ReportView | null;
  /** For the Record sheet; empty for a list that was not sent from here, or for a workbook with only some people. */
  readonly record: readonly ExportLine[];
}

/** The report as a separate workbook. */
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

/** The people who still need a review, with columns in which a colleague fills in a verdict. */
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

/** The cleaned list with every row, and the reason for each row that is not sent. It does not need results. */
interface CleanedListExport {
  readonly kind: 'cleanedList';
  readonly options: SubmitOptions;
  /** True once the list was sent. */
  readonly isSent: boolean;
}

/** An export without its list and target. */
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
  /** Maximum number of rows per sheet. Default: Excel's limit. */
  readonly rowsPerSheet?: number;
  /** Paper size for printing a workbook. Default: Letter. */
  readonly paper?: Paper;
} & ExportContents;

/** The inputs that write rows of the list. */
export type ListExportInput = Exclude<ExportInput, { readonly kind: 'refusedRows' | 'comparison' | 'cleanedList' | 'toReview' | 'report' }>;

/** What was written, and what a layout leaves out. */
export interface ExportReport {
  readonly rows: number;
  /** Scored people who are not in the file of a layout, each counted once under the first reason. */
  readonly heldBack: HeldBackCounts;
  /** Rows in the file of a layout whose scores were joined by order. */
  readonly byOrder: number;
  /** Titles of columns left out because most people have no value, and the other system would delete values for empty cells. */
  readonly emptyColumns: readonly string[];
  /** Rows in the CSV file of a layout with a text that a spreadsheet program would run as a formula. */
  readonly formulas: number;
}

export interface ProfileExportInput {
  /** Stores the profiles, encrypted, because the columns are known only after the last page. Removed when the task ends. */
  readonly spool: ProjectFileRef;
  readonly target: string;
  readonly format: ExportFormat;
}

export interface ProfileExportQueries {
  /** Adds a page of profiles. */
  add: Query<readonly string[], null>;
  /**
   * Writes the file. In a workbook, these lines get their own sheet.
   * @throws WriteError; TARGET_UNWRITABLE; DISK_FULL
   */
  finish: Query<readonly ExportLine[], { readonly rows: number }>;
}
