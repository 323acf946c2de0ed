/** What the column `sealed` of a project stores, encrypted because it may name people: headings, first rows, mapping, examples of issues. */
import { z } from 'zod';
import { ImportOptions } from '../../../../shared/mapping/import-options.ts';
import { ColumnSuggestion, MappingPlan, SourceSystem } from '../../../../shared/mapping/plan.ts';
import { FormerCheck, StoredCheck } from './check.ts';

const Cells = z.object({ row: z.int(), cells: z.array(z.string()) });

/** The file as it was read. */
const Sheet = z.object({
  format: z.string(),
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean(), rows: z.int().nullable() })),
  firstRows: z.array(Cells),
  lastRows: z.array(Cells).default([]),
  /** How a text file was read; null for workbooks. */
  text: z.object({ encoding: z.string(), delimiter: z.string() }).nullable().default(null),
  notes: z.array(z.string()),
  /** Columns of the list, counted from 0, that the workbook hides. */
  hiddenColumns: z.array(z.int()).default([]),
  formulasWithoutValue: z.int().default(0),
});

const Layout = z.object({
  sheet: z.int(),
  sheetName: z.string(),
  headerRow: z.int().nullable(),
  headerReason: z.string(),
  headers: z.array(z.string()),
  totalsRows: z.array(z.int()),
  rows: z.int(),
  leaveOut: z
    .object({ hidden: z.boolean(), subtotalsUpTo: z.int(), idColumns: z.array(z.int()), headings: z.array(z.string()).optional() })
    .optional(),
  rowCounts: z
    .object({
      hidden: z.int(),
      blank: z.int(),
      headings: z.int().optional(),
      subtotals: z.int(),
      subtotalRows: z.array(z.object({ row: z.int(), label: z.string() })).optional(),
    })
    .optional(),
});

const Columns = z.object({
  suggestions: z.array(ColumnSuggestion),
  system: SourceSystem.nullable(),
  /** The template that was applied, with the mapping from before it. */
  template: z.object({ name: z.string(), changed: z.boolean(), before: MappingPlan }).nullable().default(null),
});

/** Choices of the user that outlast another sheet or header row. */
const LastingOptions = ImportOptions.pick({
  totalsRows: true,
  encoding: true,
  delimiter: true,
  system: true,
  hiddenRows: true,
  subtotals: true,
});

export const StoredList = Columns.extend({
  v: z.literal(2),
  sheet: Sheet,
  layout: Layout,
  importOptions: LastingOptions,
  mapping: MappingPlan,
  /** Null until the list is checked for the first time. */
  check: StoredCheck.nullable(),
});
export type StoredList = z.infer<typeof StoredList>;

/** The form before version 2. */
const Former = Columns.extend({
  import: Sheet,
  reading: Layout,
  asked: LastingOptions.default({}),
  plan: MappingPlan,
  check: FormerCheck,
  /** The day of the check, YYYY-MM-DD; empty for a check of another mapping or of other rows. */
  today: z.string(),
  basis: z.string(),
});

/** A stored value in the present form. A check of an earlier program has a key that no present check has. */
export function upgradeList(stored: unknown): unknown {
  if (typeof stored === 'object' && stored !== null && 'v' in stored) return stored;
  const { import: sheet, reading, asked, plan, check, today, basis, ...columns } = Former.parse(stored);
  const key = { day: today, mapping: '', inputs: basis, build: '' };
  return {
    v: 2,
    sheet,
    layout: reading,
    importOptions: asked,
    mapping: plan,
    ...columns,
    check: today === '' ? null : { ...check, key },
  } satisfies StoredList;
}
