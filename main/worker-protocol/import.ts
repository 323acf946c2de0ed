/** The inputs and results of reading a file. */
import type { ImportView, SheetNotices } from '../../shared/contract/index.ts';
import type { ColumnSuggestion, Combination, ImportOptions, MappingPlan, SourceSystem, Template } from '../../shared/mapping/index.ts';
import type { CheckInputs, CheckSummary } from './check.ts';
import type { ProjectFileRef, SheetLayout } from './list.ts';

/** A file with the user's choices of how to read it. */
export interface ReadableFile {
  readonly path: string;
  readonly name: string;
  readonly options: ImportOptions;
  /** The password of the workbook. It is never stored or logged. */
  readonly password?: string | undefined;
}

export interface LoadInput extends ReadableFile {
  readonly file: ProjectFileRef;
  /** SHA-256 that the file must have. Default: any. */
  readonly expectedSha256?: string;
  /** A template that maps the columns instead of the suggestions. */
  readonly template?: Template;
  readonly today: string;
  readonly inputs: CheckInputs;
}

export interface RereadInput {
  readonly file: ProjectFileRef;
  /** The file that contains the rows; `file` becomes a copy of it. Default: `file` contains the rows. */
  readonly from?: ProjectFileRef;
  readonly sheet: number;
  readonly sheetName: string;
  readonly headerRow: number | null;
  /** Rows at the end that the user marked as totals. Default: detected. */
  readonly totalsRows?: readonly number[];
  readonly subtotals?: ImportOptions['subtotals'];
  readonly hiddenRows?: ImportOptions['hiddenRows'];
  /** The first column of gifts in the stored rows. The gifts are removed; undefined when there are none. */
  readonly giftsFrom?: number | undefined;
  /** The additional sheets whose rows come after these in the stored rows. */
  readonly appended?: SheetLayout['appended'];
  /** The source system that the user chose. Default: detected. */
  readonly system?: ImportOptions['system'];
  readonly today: string;
  readonly inputs: CheckInputs;
}

export interface ImportResult {
  readonly import: Omit<ImportView, 'totalsRows' | 'isReadable' | 'notices'> & {
    readonly totalsRows: readonly number[];
    /** Columns of the list that are hidden in the workbook, counted from 0. */
    readonly hiddenColumns: readonly number[];
    readonly formulasWithoutValue: number;
    /** Other sheets with the same headings, and their numbers of rows. */
    readonly otherSheets: readonly { readonly name: string; readonly rows: number }[];
    /** Number of cells that are merged across several rows of the list, within one column. */
    readonly mergedCells: number;
  };
  readonly sheetLayout: SheetLayout;
  readonly plan: MappingPlan;
  readonly suggestions: readonly ColumnSuggestion[];
  readonly system: SourceSystem | null;
  readonly sha256: string;
  readonly check: CheckSummary;
}

/** What an import would detect in a sheet. */
export interface Inspection {
  readonly sheets: readonly { readonly name: string; readonly hidden: boolean; readonly rows: number | null }[];
  readonly sheet: string;
  readonly headerRow: number | null;
  readonly suggestions: readonly ColumnSuggestion[];
  /** Fields that several columns fill together. */
  readonly combinations: readonly Combination[];
  readonly system: SourceSystem | null;
  readonly notes: readonly string[];
  readonly notices: SheetNotices;
}
