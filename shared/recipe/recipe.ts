/**
 * How an earlier list was made, for use with another list of the same kind. Contains no people and no cells except answers about values
 * that both lists have.
 */
import { z } from 'zod';
import { Field, ImportOptions, LONGEST_ANSWER, MAX_ANSWERED, Template } from '../mapping/index.ts';
import { OrderSettings } from '../order/index.ts';

/** A fix that was applied to the whole list. `field` null: in all fields. `reading`: which reading all values got; null: the usual one. */
const FixRule = z.strictObject({ code: z.string().max(40), field: Field.nullable(), reading: z.int().min(0).nullable() });
export type FixRule = z.infer<typeof FixRule>;

/** The fixes of a list in the order of its steps. Those of one step were applied together. */
export const FixSteps = z.array(z.array(FixRule));
export type FixSteps = z.infer<typeof FixSteps>;

/** The key of a fix in the user's choices. */
export const fixKey = ({ code, field, reading }: FixRule): string => [code, field ?? '', reading ?? ''].join('/');

/** The label of the edit with the fixes of a recipe. Does not name the earlier list, because somebody can ask to be erased from it. */
export const RECIPE_LABEL = 'the fixes of an earlier list';

/** How the file was read, by choice of the user or as detected. */
const Reading = ImportOptions.pick({
  encoding: true,
  delimiter: true,
  hiddenRows: true,
  subtotals: true,
  otherSheets: true,
  mergedCells: true,
}).extend({ sheetName: z.string(), headerRow: z.int().nullable() });

/** The user's answers about values in a column with a role: `yesValues` mean yes, `noValues` do not. */
const Answers = z.strictObject({
  /** Position in the template. */
  column: z.int().min(0),
  yesValues: z.array(z.string().max(LONGEST_ANSWER)).max(MAX_ANSWERED),
  noValues: z.array(z.string().max(LONGEST_ANSWER)).max(MAX_ANSWERED),
});

export const Recipe = z.strictObject({
  /** The ID of the project. `name`: its name. `at`: when it was screened or created. */
  of: z.string(),
  name: z.string(),
  at: z.number(),
  /** The name of the system that its file was exported from; null: an unknown one. */
  system: z.string().nullable(),
  template: Template,
  /** Only about values that the new list has too. */
  answers: z.array(Answers),
  reading: Reading,
  /** Whether the gifts came from a gift file. */
  hasGifts: z.boolean(),
  steps: FixSteps,
  best: OrderSettings.nullable(),
  /** The heading of the column that gives the order. */
  bestHeading: z.string().nullable(),
  /** The name of the layout that was written back last. */
  layout: z.string().nullable(),
});
export type Recipe = z.infer<typeof Recipe>;

/** The options that the user chose, by key of the difference. Without a choice, the difference's own `value` applies. */
export const RecipeChoices = z.record(z.string().max(60), z.string().max(200));
export type RecipeChoices = z.infer<typeof RecipeChoices>;

/** A difference between a list and the earlier one, and the options for it. */
export const RecipeDifference = z.strictObject({
  key: z.string(),
  text: z.string(),
  options: z.array(z.strictObject({ value: z.string(), label: z.string() })).min(1),
  /** The option that applies. */
  value: z.string(),
  /** True when nothing shows which option is right, so the user must decide. */
  isOpen: z.boolean(),
});
export type RecipeDifference = z.infer<typeof RecipeDifference>;

/** One line of the summary of a recipe. */
export const RecipeLine = z.strictObject({ label: z.string(), text: z.string() });
export type RecipeLine = z.infer<typeof RecipeLine>;
