/** Prints the product files that each recipe of CONTRIBUTING.md touches: `npm run recipes`. */
import { RECIPES } from './recipes/recipes.ts';
import { Sources } from './recipes/sources.ts';
import { ROOT } from './targets.mjs';

for (const recipe of RECIPES) {
  const sources = new Sources(ROOT);
  recipe.apply(sources);
  console.log(`${String(sources.changed.length).padStart(2)}  ${recipe.name}: ${sources.changed.join(', ')}`);
}
