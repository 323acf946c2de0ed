/** A list as it was read: its sheet, its columns, and the templates of mappings. */
import { z } from 'zod';
import { ColumnSuggestion, Field, MappingPlan, SourceSystem } from '../mapping/plan.ts';
import { Id, SheetRow, Text, Time } from './basics.ts';

const SheetCells = z.strictObject({ row: SheetRow, cells: z.array(z.string()) });

/** The first rows of the chosen sheet as they are, and what was made of them. */
export const ImportView = z.strictObject({
  format: z.string(),
  sheets: z.array(z.strictObject({ name: z.string(), hidden: z.boolean(), rows: z.int().nullable() })),
  sheet: z.int(),
  /** Sheet row of the header, null when the sheet has none. */
  headerRow: SheetRow.nullable(),
  headerReason: z.string(),
  rows: z.int(),
  /** Rows at the end that look like totals and are not people. */
  totalsRows: z.array(SheetRow),
  firstRows: z.array(SheetCells),
  /** The last rows, totals and all. */
  lastRows: z.array(SheetCells).default([]),
  /** How a text file was read; null for workbooks. */
  text: z.strictObject({ encoding: z.string(), delimiter: z.string() }).nullable().default(null),
  /** Whether the file can be read again without being handed over once more. */
  atHand: z.boolean(),
  notes: z.array(z.string()),
});
export type ImportView = z.infer<typeof ImportView>;

export const ColumnsView = z.strictObject({
  headers: z.array(z.string()),
  plan: MappingPlan,
  suggestions: z.array(ColumnSuggestion),
  system: SourceSystem.nullable(),
  /** The template that was laid over the columns; `changed` once the columns were changed after it. */
  template: z.strictObject({ name: z.string(), changed: z.boolean() }).nullable(),
  /** What stands in the way of going on; the columns concerned by position. */
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

/** A name under which a template is kept. */
export const TemplateName = Text(120).trim().min(1);

/** A mapping that is kept by name. */
export const TemplateView = z.strictObject({
  id: Id,
  name: z.string(),
  /** Headings that it knows, and how many of them it sends somewhere. */
  headings: z.int(),
  used: z.int(),
  changedAt: Time,
});
export type TemplateView = z.infer<typeof TemplateView>;

/** How a template fits the sheet of a project. */
export const TemplateOffer = z.strictObject({
  id: Id,
  name: z.string(),
  /** True when the sheet has exactly the headings that it was made for. */
  same: z.boolean(),
  /** Of the headings that it sends somewhere, so many are in the sheet. */
  found: z.int(),
  of: z.int(),
  /** So many things would change; 0: the columns stand as it says. */
  changes: z.int(),
});
export type TemplateOffer = z.infer<typeof TemplateOffer>;

/** A template laid over the columns of a project, before it is used. */
export const TemplateFit = z.strictObject({
  plan: MappingPlan,
  /** Headings that it sends somewhere and the sheet does not have. */
  missing: z.array(z.string()),
  /** Headings of the sheet that it does not know; they are carried along. */
  added: z.array(z.string()),
});
export type TemplateFit = z.infer<typeof TemplateFit>;
