/** How an earlier list was made, and what differs when another list takes it over. Pure. */
export { type FittedRecipe, fitRecipe } from './fit.ts';
export type { ListRead } from './list.ts';
export { type FixRule, FixSteps, RECIPE_LABEL, Recipe, RecipeChoices, RecipeDifference, RecipeLine, fixKey } from './recipe.ts';
export { readingOf } from './reading.ts';
export { recipeLines } from './texts.ts';
