/** CONTRIBUTING.md names, for each recipe, the product files that the recipe changes, in its order. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RECIPES } from '../../scripts/recipes/recipes.ts';
import { Sources } from '../../scripts/recipes/sources.ts';
import { ROOT } from '../../scripts/targets.mjs';

/** The sections of the recipes by their headings, without numbers. */
const sections = new Map(
  readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
    .split('\n### ')
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      return [heading.replace(/^\d+\. /, ''), lines];
    }),
);

/** A file that only exports what other files define. */
const isFace = (text: string) => /^export (?:\*|\{)/m.test(text) && !/^(?:export )?(?:const|function|class|interface|type) /m.test(text);

describe('the recipes', () => {
  it('are all in CONTRIBUTING.md, in its order', () => {
    expect([...sections.keys()]).toEqual(RECIPES.map(({ name }) => name));
  });

  it.each(RECIPES)('$name', (recipe) => {
    const sources = new Sources(ROOT);
    recipe.apply(sources);
    const steps = sections.get(recipe.name)!.filter((line) => /^\d+\. /.test(line));
    // A step begins with its file; a step without one has no product file.
    const named = steps.flatMap((line) => /^\d+\. `((?:shared|main|renderer|practice|preload)\/[^`]+)`/.exec(line)?.[1] ?? []);
    // The section “Rules” says when a face changes too.
    expect(named).toEqual(sources.changed.filter((path) => !isFace(sources.textOf(path))));
  });
});
