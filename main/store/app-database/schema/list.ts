/**
 * What the column `sealed` of a project stores. It is encrypted because it may name people: headings, first rows, mapping, examples of
 * issues.
 */
import { z } from 'zod';
import { RECIPE_SETTINGS, shapesOf } from '../../../../shared/contract/index.ts';
import { ListGifts } from '../../../../shared/gifts/index.ts';
import { ColumnSuggestion, GiftSource, ImportOptions, MappingPlan, SourceSystem } from '../../../../shared/mapping/index.ts';
import { OrderSettings } from '../../../../shared/order/index.ts';
import { StoredCheck } from './check.ts';

const Cells = z.object({ row: z.int(), cells: z.array(z.string()) });

/** The file as it was read. */
const Sheet = z.object({
  format: z.string(),
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean(), rows: z.int().nullable() })),
  firstRows: z.array(Cells),
  lastRows: z.array(Cells),
  /** How a text file was read; null for workbooks. */
  text: z.object({ encoding: z.string(), delimiter: z.string() }).nullable(),
  notes: z.array(z.string()),
  /** Columns of the list that the workbook hides, counted from 0. */
  hiddenColumns: z.array(z.int()),
  formulasWithoutValue: z.int(),
  otherSheets: z.array(z.object({ name: z.string(), rows: z.int() })).optional(),
  mergedCells: z.int().optional(),
});

const Layout = z.object({
  sheet: z.int(),
  sheetName: z.string(),
  headerRow: z.int().nullable(),
  headerReason: z.string(),
  headers: z.array(z.string()),
  totalsRows: z.array(z.int()),
  rows: z.int(),
  repeatedNames: z.object({ rows: z.int(), of: z.int() }).optional(),
  appended: z.array(z.object({ name: z.string(), after: z.int() })).optional(),
  leaveOut: z
    .object({
      hidden: z.boolean(),
      subtotalsUpTo: z.int(),
      idColumns: z.array(z.int()),
      headings: z.array(z.string()),
      remarksBelow: z.int().optional(),
    })
    .optional(),
  rowCounts: z
    .object({
      hidden: z.int(),
      blank: z.int(),
      headings: z.int(),
      subtotals: z.int(),
      subtotalRows: z.array(z.object({ row: z.int(), label: z.string() })),
    })
    .optional(),
});

/** The gift file, and what the user chose. */
const Gifts = ListGifts.omit({ isUsed: true, isCurrent: true }).extend({
  /** What the gifts in the rows were computed from; null if the rows have no gifts from this file. */
  written: z
    .object({
      choices: ListGifts.shape.choices,
      counted: ListGifts.shape.view.shape.counted,
      onList: ListGifts.shape.view.shape.onList,
    })
    .nullable(),
  /** Set when the user has removed the file: the part of the mapping that read its gifts, so that the user can bring it back. */
  removed: z.object({ source: GiftSource.nullable() }).nullable(),
});

/** Choices of the user that are kept when another sheet or header row is chosen. */
const LastingOptions = ImportOptions.pick({
  totalsRows: true,
  encoding: true,
  delimiter: true,
  system: true,
  hiddenRows: true,
  subtotals: true,
  otherSheets: true,
  mergedCells: true,
});

const UsedTemplate = z.object({ name: z.string(), changed: z.boolean(), before: MappingPlan });

/** The applied recipe of an earlier screening, with what it replaced. `reading` null: the file was not read again. */
const UsedRecipe = z.object({
  name: z.string(),
  /** False while only the way to read the file has been applied. */
  isWhole: z.boolean(),
  before: z.object({
    mapping: MappingPlan,
    template: UsedTemplate.nullable(),
    options: z.object(shapesOf(RECIPE_SETTINGS)),
    best: OrderSettings.nullable(),
    reading: ImportOptions.nullable(),
    /** Number of edits that were applied; missing until the file is checked. */
    edits: z.int().optional(),
  }),
});
export type UsedRecipe = z.infer<typeof UsedRecipe>;

export const StoredList = z.object({
  sheet: Sheet,
  layout: Layout,
  importOptions: LastingOptions,
  mapping: MappingPlan,
  suggestions: z.array(ColumnSuggestion),
  system: SourceSystem.nullable(),
  /** The applied template, with the mapping from before it. */
  template: UsedTemplate.nullable(),
  recipe: UsedRecipe.optional(),
  /** Missing without a gift file. `mapping.gifts` says whether it fills fields. */
  gifts: Gifts.optional(),
  /** Null until the list is checked for the first time. */
  check: StoredCheck.nullable(),
});
export type StoredList = z.infer<typeof StoredList>;
