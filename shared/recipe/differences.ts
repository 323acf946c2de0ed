/** The options of the differences between a recipe and a list, and which option applies. */
import type { RecipeChoices, RecipeDifference } from './recipe.ts';

export const FOUND = 'found';
export const EARLIER = 'earlier';
/** The option to change nothing. */
export const NONE = '';

export const quoted = (text: string): string => `“${text}”`;

/** The difference with the option that the user chose, if it has that option. */
export function decided(difference: RecipeDifference, choices: RecipeChoices): RecipeDifference {
  const chosen = choices[difference.key];
  return difference.options.some(({ value }) => value === chosen) && chosen !== undefined
    ? { ...difference, value: chosen, isOpen: false }
    : difference;
}

export const valueIn = (differences: readonly RecipeDifference[], key: string): string | null =>
  differences.find((one) => one.key === key)?.value ?? null;
