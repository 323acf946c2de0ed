/** How an earlier list was made, and what differs when that is applied to another list. Pure. */
export { type FittedRecipe, fitRecipe } from './fit.ts';
export type { ListRead } from './list.ts';
export { type FixRule, FixSteps, RECIPE_LABEL, Recipe, RecipeChoices, RecipeDifference, RecipeLine, fixKey } from './recipe.ts';
export { readingOf } from './reading.ts';
export { recipeLines } from './texts.ts';
