/** An imported list: its sheet and its columns. */
import { z } from 'zod';
import { ColumnSuggestion, Field, ImportOptions, KeepOrLeaveOut, MappingPlan, SourceSystem, SystemId } from '../mapping/index.ts';
import { FileToken, Id, SheetRow } from './basics.ts';
import { answerOf, ById, command, query, same } from './method.ts';

const SheetCells = z.strictObject({ row: SheetRow, cells: z.array(z.string()) });

/** What the user should know about the rows and columns of a sheet. */
export const SheetNotices = z.strictObject({
  /** Hidden rows below the header. `hiddenRowsAre`: whether they are kept. */
  hiddenRows: z.int(),
  hiddenRowsAre: KeepOrLeaveOut,
  /** Headings of hidden columns. */
  hiddenColumns: z.array(z.string()),
  formulasWithoutValue: z.int(),
  /** Rows without a person: only white space, unticked checkboxes, record numbers or zeros. */
  blankRows: z.int(),
  /** Rows that repeat the headings. */
  headingRows: z.int(),
  /** Totals and subtotals. `subtotalsAre`: whether they are kept. */
  subtotals: z.int(),
  /** The first subtotals. The label is '' for a row with only numbers. */
  subtotalRows: z.array(z.strictObject({ row: SheetRow, label: z.string() })),
  subtotalsAre: KeepOrLeaveOut,
  /** Further sheets with the same headings. `otherSheetsAre`: whether their rows are added. */
  otherSheets: z.array(z.strictObject({ name: z.string(), rows: z.int() })).optional(),
  otherSheetsAre: KeepOrLeaveOut.optional(),
  /** Cells that are merged over several rows. `mergedCellsAre`: whether their value applies to all of these rows. */
  mergedCells: z.int().optional(),
  mergedCellsAre: KeepOrLeaveOut.optional(),
  /** Set for a list that looks like a list of gifts. `people`: null when not known. `why`: what shows it. */
  giftList: z.strictObject({ gifts: z.int(), people: z.int().nullable(), why: z.string(), byId: z.boolean() }).optional(),
  /** The number of columns, if a workbook of the results would have no room for the scores. */
  tooWide: z.int().optional(),
});
export type SheetNotices = z.infer<typeof SheetNotices>;

/** The first rows of the chosen sheet, and how they were interpreted. */
export const ImportView = z.strictObject({
  format: z.string(),
  sheets: z.array(z.strictObject({ name: z.string(), hidden: z.boolean(), rows: z.int().nullable() })),
  sheet: z.int(),
  /** Sheet row of the header, null when the sheet has none. */
  headerRow: SheetRow.nullable(),
  headerReason: z.string(),
  rows: z.int(),
  /** Further sheets whose rows are part of the list. `after`: as in `AppendedSheet`. */
  appended: z.array(z.strictObject({ name: z.string(), after: z.int() })).optional(),
  /** Rows at the end that look like totals, not people. */
  totalsRows: z.array(SheetRow),
  firstRows: z.array(SheetCells),
  /** The last rows including totals. */
  lastRows: z.array(SheetCells).default([]),
  /** How a text file was read; null for workbooks. */
  text: z.strictObject({ encoding: z.string(), delimiter: z.string() }).nullable().default(null),
  /** Whether the app can read the file again without a new upload. */
  isReadable: z.boolean(),
  notes: z.array(z.string()),
  notices: SheetNotices,
});
export type ImportView = z.infer<typeof ImportView>;

export const ColumnsView = z.strictObject({
  headers: z.array(z.string()),
  plan: MappingPlan,
  suggestions: z.array(ColumnSuggestion),
  system: SourceSystem.nullable(),
  /** The template that was applied to the columns; `changed` when they were changed afterwards. */
  template: z.strictObject({ name: z.string(), changed: z.boolean() }).nullable(),
  /** Problems of the mapping; `columns` are positions in the sheet. */
  problems: z.array(
    z.strictObject({
      code: z.string(),
      severity: z.enum(['error', 'warning']),
      message: z.string(),
      field: Field.nullable(),
      columns: z.array(z.int()),
    }),
  ),
});
export type ColumnsView = z.infer<typeof ColumnsView>;

const COLUMNS_ANSWERED = { answers: answerOf('columns.get'), changes: same('list', 'check', 'cost', 'baselines') } as const;

export const LIST_METHODS = {
  'import.get': query(ById, ImportView, { reads: ['list'] }),
  /** Imports the list again with other options. `file`: the same file, when the app can no longer read it. */
  'import.change': command(ImportOptions.omit({ system: true }).extend({ id: Id, file: FileToken.optional() }), ImportView, {
    answers: answerOf('import.get'),
    changes: same('list', 'check', 'cost', 'baselines'),
  }),
  'columns.get': query(ById, ColumnsView, { reads: ['list'] }),
  'columns.change': command(z.strictObject({ id: Id, plan: MappingPlan }), ColumnsView, COLUMNS_ANSWERED),
  /** Sets the system that the list was exported from; null for none. Its suggestions apply to columns that the user has not confirmed. */
  'columns.system': command(z.strictObject({ id: Id, system: SystemId.nullable() }), ColumnsView, COLUMNS_ANSWERED),
  /** Applies a template to the project's columns; `templates.undo` reverts it. */
  'templates.apply': command(z.strictObject({ id: Id, template: Id }), ColumnsView, COLUMNS_ANSWERED),
  'templates.undo': command(ById, ColumnsView, COLUMNS_ANSWERED),
};
