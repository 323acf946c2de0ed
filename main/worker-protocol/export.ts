/** What writing results to a file takes, by the kind of the file. */
import type { ExportFormat } from '../../shared/contract/index.ts';
import type { Layout } from '../../shared/results/layouts.ts';
import type { Conditions } from '../../shared/results/result-shapes.ts';
import type { ListSource, SubmitOptions } from './list.ts';
import type { EarlierScreening, ExportLine } from './results.ts';

/** What a file with rows of the list has in common. */
interface ListRows {
  /** How the list was sent, which tells why a row was left out. */
  readonly options: SubmitOptions;
  /** Score columns in their order; null: all of them. */
  readonly columns: readonly string[] | null;
  /** Titles that the person gave, by key. */
  readonly titles: Readonly<Record<string, string>>;
  /** The day on which the list was processed, YYYY-MM-DD; empty when it is not known. */
  readonly day: string;
}

/** The list with its scores, or the scores by ID. */
interface TableExport extends ListRows {
  readonly kind: 'list' | 'scoresById';
  readonly people:
    /** `priorScores`: the screenings, newest first, whose scores unchanged people are saved with. */
    { readonly kind: 'everyone'; readonly priorScores: readonly EarlierScreening[] } | ({ readonly kind: 'segment' } & Conditions);
  /** Keys of the columns with bars. */
  readonly bars: readonly string[];
  /** The marker of the project, by which its refused rows are recognized when they come back. */
  readonly marker: string;
  readonly summary: readonly ExportLine[];
  readonly settings: readonly ExportLine[];
}

interface LayoutExport extends ListRows {
  readonly kind: 'layout';
  readonly layout: Layout;
  readonly segment: Conditions | null;
}

interface RefusedRowsExport {
  readonly kind: 'refusedRows';
  readonly marker: string;
}

interface ComparisonExport {
  readonly kind: 'comparison';
  readonly other: ListSource;
  readonly column: string;
  readonly title: string;
  readonly summary: readonly ExportLine[];
}

/** What a file holds, without its list and its target. */
export type ExportContents = TableExport | LayoutExport | RefusedRowsExport | ComparisonExport;

export type ExportInput = ListSource & {
  readonly target: string;
  readonly format: ExportFormat;
  /** Rows of a sheet before the next one begins; Excel's limit when left out. */
  readonly rowsPerSheet?: number;
} & ExportContents;

/** The inputs that write rows of the list. */
export type ListExportInput = Exclude<ExportInput, { readonly kind: 'refusedRows' | 'comparison' }>;
