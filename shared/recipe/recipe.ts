/** How an earlier list was made, as another list of the same kind can take it over. It names no person and holds no cell. */
import { z } from 'zod';
import { Field, ImportOptions, LONGEST_ANSWER, MOST_ANSWERED, Template } from '../mapping/index.ts';
import { BestSettings } from '../order/index.ts';

/** A fix that was applied to the whole list. `field` null: on every field. `reading`: the way to read all values; null: the usual one. */
const FixRule = z.strictObject({ code: z.string().max(40), field: Field.nullable(), reading: z.int().min(0).nullable() });
export type FixRule = z.infer<typeof FixRule>;

/** The fixes of a list in the order of its steps. Those of one step were applied together. */
export const FixSteps = z.array(z.array(FixRule));
export type FixSteps = z.infer<typeof FixSteps>;

/** Identifies a fix in the choices of a user. */
export const fixKey = ({ code, field, reading }: FixRule): string => [code, field ?? '', reading ?? ''].join('/');

/** The label of the edit with the fixes of a recipe. Without the name of the earlier list, from which somebody can be erased. */
export const RECIPE_LABEL = 'the fixes of an earlier list';

/** How the file was read, where the user or the file decided. */
const Reading = ImportOptions.pick({
  encoding: true,
  delimiter: true,
  hiddenRows: true,
  subtotals: true,
  otherSheets: true,
  mergedCells: true,
}).extend({ sheetName: z.string(), headerRow: z.int().nullable() });

/** What the user said of values in a column that is not sent: they have its meaning, or they do not. */
const Answers = z.strictObject({
  /** In the template. */
  column: z.int().min(0),
  also: z.array(z.string().max(LONGEST_ANSWER)).max(MOST_ANSWERED),
  not: z.array(z.string().max(LONGEST_ANSWER)).max(MOST_ANSWERED),
});

export const Recipe = z.strictObject({
  /** The project, its name, and when it was screened or created. */
  of: z.string(),
  name: z.string(),
  at: z.number(),
  /** The name of the system that its file was exported from; null: an unknown one. */
  system: z.string().nullable(),
  template: Template,
  /** Only values that the other list has as well. */
  answers: z.array(Answers),
  reading: Reading,
  /** Whether its gifts were in another file. */
  hasGifts: z.boolean(),
  steps: FixSteps,
  best: BestSettings.nullable(),
  /** The heading of the column that gives the order. */
  bestHeading: z.string().nullable(),
  /** The name of the layout that was written back last. */
  layout: z.string().nullable(),
});
export type Recipe = z.infer<typeof Recipe>;

/** By the key of a difference: the value that the user chose. A difference without one has its own value. */
export const RecipeChoices = z.record(z.string().max(60), z.string().max(200));
export type RecipeChoices = z.infer<typeof RecipeChoices>;

/** What differs in a list from the one before, with what can be done about it. */
export const RecipeDifference = z.strictObject({
  key: z.string(),
  text: z.string(),
  options: z.array(z.strictObject({ value: z.string(), label: z.string() })).min(1),
  /** The option that applies. */
  value: z.string(),
  /** True when nothing shows which option is right, so a person must decide. */
  isOpen: z.boolean(),
});
export type RecipeDifference = z.infer<typeof RecipeDifference>;

/** One line about what is applied. */
export const RecipeLine = z.strictObject({ label: z.string(), text: z.string() });
export type RecipeLine = z.infer<typeof RecipeLine>;
