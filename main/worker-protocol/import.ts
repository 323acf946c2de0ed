/** What reading a file takes and what comes of it. */
import type { ImportView } from '../../shared/contract/index.ts';
import type { ColumnSuggestion, MappingPlan, SourceSystem } from '../../shared/mapping/plan.ts';
import type { ImportOptions } from '../../shared/mapping/import-options.ts';
import type { CheckSummary } from './check.ts';
import type { SheetLayout } from './list.ts';

/** A file, and how it is to be read where that is not to be found out. */
export interface ReadableFile {
  readonly path: string;
  readonly name: string;
  readonly reading: ImportOptions;
}

export interface ImportResult {
  readonly import: Omit<ImportView, 'totalsRows' | 'atHand'> & { readonly totalsRows: readonly number[] };
  readonly reading: SheetLayout;
  readonly plan: MappingPlan;
  readonly suggestions: readonly ColumnSuggestion[];
  readonly system: SourceSystem | null;
  readonly sha256: string;
  readonly check: CheckSummary;
}

/** A sheet as mapping would see it, without a project. */
export interface Inspection {
  readonly sheets: readonly { readonly name: string; readonly hidden: boolean; readonly rows: number | null }[];
  readonly sheet: string;
  readonly headerRow: number | null;
  readonly suggestions: readonly ColumnSuggestion[];
  readonly system: SourceSystem | null;
}
