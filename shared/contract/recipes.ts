/** The recipe of an earlier screening, "Same as last time". None of these methods sends anything. */
import { z } from 'zod';
import { Recipe, RecipeChoices, RecipeDifference, RecipeLine } from '../recipe/index.ts';
import { Id, Time } from './basics.ts';
import { ById, command, NOTHING_ANSWERED, query, same } from './method.ts';

/** A fix of the recipe, and its effect on the list under the recipe's mapping. */
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

/** What to apply of recipe `of`. `fixes`: keys of fixes; null: the safe ones. */
const Ask = z.strictObject({ id: Id, of: Id, choices: RecipeChoices, fixes: z.array(z.string().max(120)).max(500).nullable() });

export const RecipePreview = z.strictObject({
  name: z.string(),
  at: Time,
  lines: z.array(RecipeLine),
  differences: z.array(RecipeDifference),
  /** The fixes that change at least one cell. */
  fixes: z.array(RecipeFix),
  /** True when the file must be read again first. The rest is only known after that. */
  readsAgain: z.boolean(),
  /** Why the recipe cannot be applied now; null when it can. */
  blocked: z.string().nullable(),
  /** Rows that are ready for a match, now and with the recipe. */
  ready: z.strictObject({ before: z.int(), after: z.int() }),
});
export type RecipePreview = z.infer<typeof RecipePreview>;

/**
 * `used`: the recipe that was applied. `isWhole` false: only the reading of the file was applied. `offer`: the best other recipe; null for
 * none. `same`: it has exactly the headings of the list.
 */
const RecipeState = z.strictObject({
  used: z.strictObject({ name: z.string(), isWhole: z.boolean() }).nullable(),
  offer: z.strictObject({ of: Id, name: z.string(), at: Time, same: z.boolean() }).nullable(),
});

const CHANGED = { answers: NOTHING_ANSWERED, changes: same('list', 'check', 'cost', 'baselines') } as const;

export const RECIPE_METHODS = {
  'recipe.get': query(ById, RecipeState, { reads: ['list'] }),
  /**
   * The recipe of a project that was sent. `values`: values of the new list by heading. The recipe contains only answers about these.
   * @throws NOT_FOUND; NOT_NOW before the project was sent
   */
  'recipe.of': query(
    z.strictObject({ id: Id, values: z.array(z.strictObject({ heading: z.string().max(1000), values: z.array(z.string()) })) }),
    Recipe,
    { reads: ['projects'] },
  ),
  'recipe.preview': query(Ask, RecipePreview, { reads: ['check'] }),
  /**
   * Applies a recipe in one step, which `recipe.undo` reverts. `notes`: what could not be applied. `readsAgain`: only the reading of the
   * file was applied so far.
   * @throws NOT_NOW once the list was sent, or when rows were changed by hand and the file has to be read again
   */
  'recipe.apply': command(Ask, z.strictObject({ cells: z.int(), notes: z.array(z.string()), readsAgain: z.boolean() }), CHANGED),
  /** @throws NOT_NOW when none was applied, or rows were changed since and the file has to be read again */
  'recipe.undo': command(ById, z.strictObject({}), CHANGED),
};
