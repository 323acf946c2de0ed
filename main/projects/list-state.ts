/** What of a project is sealed in the history because it may name people: headings, first rows, mapping, findings' examples. */
import { z } from 'zod';
import { type CheckView, ImportView } from '../../shared/contract/index.ts';
import { ImportOptions } from '../../shared/mapping/import-options.ts';
import type { CheckSummary } from '../worker-protocol/check.ts';
import { alreadyScreened, checkCounts } from '../../shared/rows/check-counts.ts';
import type { SendOptions } from '../../shared/rows/disposition.ts';
import { ColumnSuggestion, MappingPlan, SourceSystem } from '../../shared/mapping/plan.ts';
import type { ProjectFacts } from '../store/app-database/app-database.ts';
import { StoredCheck } from './stored-check.ts';

const StoredLayout = z.object({
  sheet: z.int(),
  sheetName: z.string(),
  headerRow: z.int().nullable(),
  headerReason: z.string(),
  headers: z.array(z.string()),
  totalsRows: z.array(z.int()),
  rows: z.int(),
});

/** The check as a host is shown it, with the rows that are not sent a second time under these options. */
export function shownCheck({ histogram, rules, undo, redo }: CheckSummary, options: SendOptions): CheckView {
  return { ...checkCounts(histogram), heldBack: alreadyScreened(histogram, options), rules, undo, redo };
}

export const ListState = z.object({
  import: ImportView.omit({ atHand: true }),
  reading: StoredLayout,
  /** What a person said of reading that outlasts another choice: rows at the end that are totals, how a text file is read, the source system. */
  asked: ImportOptions.pick({ totalsRows: true, encoding: true, delimiter: true, system: true }).default({}),
  plan: MappingPlan,
  suggestions: z.array(ColumnSuggestion),
  system: SourceSystem.nullable(),
  /** The template that was laid over the columns, with the plan that stood before it. */
  template: z.object({ name: z.string(), changed: z.boolean(), before: MappingPlan }).nullable().default(null),
  check: StoredCheck,
  /** The day on which the list is checked, YYYY-MM-DD. */
  today: z.string(),
  /** The name of the inputs that it was checked by, see `CheckInputs`. */
  basis: z.string(),
});
export type ListState = z.infer<typeof ListState>;

/** The counts of a check that the view of a project shows. */
export function readinessOf({ histogram }: CheckSummary): NonNullable<ProjectFacts['readiness']> {
  const { ready, thin, refused, leftOut } = checkCounts(histogram);
  return { ready, thin, refused, leftOut };
}
