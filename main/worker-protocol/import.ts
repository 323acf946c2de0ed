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
  /** Of the workbook. It is never stored or logged. */
  readonly password?: string | undefined;
}

export interface LoadInput extends ReadableFile {
  readonly file: ProjectFileRef;
  /** SHA-256 that the file must have; any without it. */
  readonly expectedSha256?: string;
  /** Maps the columns in place of the suggestions. */
  readonly template?: Template;
  readonly today: string;
  readonly inputs: CheckInputs;
}

export interface RereadInput {
  readonly file: ProjectFileRef;
  /** The file that has the rows; `file` becomes its copy. Without it `file` has them. */
  readonly from?: ProjectFileRef;
  readonly sheet: number;
  readonly sheetName: string;
  readonly headerRow: number | null;
  /** Rows at the end that the user marked as totals; detected without them. */
  readonly totalsRows?: readonly number[];
  readonly subtotals?: ImportOptions['subtotals'];
  readonly hiddenRows?: ImportOptions['hiddenRows'];
  /** The first column of gifts in the stored rows, which are removed; undefined for none. */
  readonly giftsFrom?: number | undefined;
  /** The sheets whose rows follow in the stored rows. */
  readonly appended?: SheetLayout['appended'];
  /** The source system that the user chose; detected without it. */
  readonly system?: ImportOptions['system'];
  readonly today: string;
  readonly inputs: CheckInputs;
}

export interface ImportResult {
  readonly import: Omit<ImportView, 'totalsRows' | 'isReadable' | 'notices'> & {
    readonly totalsRows: readonly number[];
    /** Columns of the list, counted from 0, that the workbook hides. */
    readonly hiddenColumns: readonly number[];
    readonly formulasWithoutValue: number;
    /** Further sheets with the same headings, with their rows. */
    readonly otherSheets: readonly { readonly name: string; readonly rows: number }[];
    /** Cells of one column that are merged over several rows of the list. */
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
  /** Fields that several columns fill. */
  readonly combinations: readonly Combination[];
  readonly system: SourceSystem | null;
  readonly notes: readonly string[];
  readonly notices: SheetNotices;
}
