/** "Same as last time": the whole recipe of an earlier screening for a new list. */
export { Recipes } from './recipes.ts';
