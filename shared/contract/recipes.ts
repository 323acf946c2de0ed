/** The recipe of an earlier screening, "Same as last time". Nothing of it sends anything. */
import { z } from 'zod';
import { Recipe, RecipeChoices, RecipeDifference, RecipeLine } from '../recipe/index.ts';
import { Id, Time } from './basics.ts';
import { ById, command, NOTHING_ANSWERED, query, same } from './method.ts';

/** A fix by rule, and what it does in the list under the mapping of the recipe. */
export const RecipeFix = z.strictObject({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  /** False for a fix that clears values or guesses. */
  safe: z.boolean(),
  cells: z.int(),
  rows: z.int(),
  examples: z.array(z.strictObject({ before: z.string(), after: z.string() })),
});
export type RecipeFix = z.infer<typeof RecipeFix>;

/** What of a recipe is applied. `fixes`: their keys; null: the safe ones. */
const Ask = z.strictObject({ id: Id, of: Id, choices: RecipeChoices, fixes: z.array(z.string().max(120)).max(500).nullable() });

export const RecipePreview = z.strictObject({
  name: z.string(),
  at: Time,
  lines: z.array(RecipeLine),
  differences: z.array(RecipeDifference),
  /** Those that change a cell. */
  fixes: z.array(RecipeFix),
  /** True when the file is read again first. The rest is shown after that. */
  readsAgain: z.boolean(),
  /** Why it cannot be applied now; null when it can. */
  blocked: z.string().nullable(),
  /** Rows that are ready to match, now and with the recipe. */
  ready: z.strictObject({ before: z.int(), after: z.int() }),
});
export type RecipePreview = z.infer<typeof RecipePreview>;

/** `used`: the recipe that was applied; `isWhole` false: only the file was read as last time. `offer`: the best other one; null without one. `same`: it has exactly the headings of the list. */
const RecipeState = z.strictObject({
  used: z.strictObject({ name: z.string(), isWhole: z.boolean() }).nullable(),
  offer: z.strictObject({ of: Id, name: z.string(), at: Time, same: z.boolean() }).nullable(),
});

const CHANGED = { answers: NOTHING_ANSWERED, changes: same('list', 'check', 'cost', 'baselines') } as const;

export const RECIPE_METHODS = {
  'recipe.get': query(ById, RecipeState, { reads: ['list'] }),
  /**
   * The recipe of a project that was sent. `values`: those of the other list, by heading; only answers about them are in the recipe.
   * @throws NOT_FOUND; NOT_NOW before the project was sent
   */
  'recipe.of': query(
    z.strictObject({ id: Id, values: z.array(z.strictObject({ heading: z.string().max(1000), values: z.array(z.string()) })) }),
    Recipe,
    { reads: ['projects'] },
  ),
  'recipe.preview': query(Ask, RecipePreview, { reads: ['check'] }),
  /**
   * Applies a recipe in one step, which `recipe.undo` reverts. `notes`: what could not be applied. `readsAgain`: the file was read as last
   * time, and nothing else was applied yet.
   * @throws NOT_NOW once the list was sent, or when rows were changed by hand and the file has to be read again
   */
  'recipe.apply': command(Ask, z.strictObject({ cells: z.int(), notes: z.array(z.string()), readsAgain: z.boolean() }), CHANGED),
  /** @throws NOT_NOW when none was applied, or rows were changed since and the file has to be read again */
  'recipe.undo': command(ById, z.strictObject({}), CHANGED),
};
