/** Each recipe of CONTRIBUTING.md, applied to a copy: it compiles, and the closest tests and a test of its example pass. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { RECIPES } from '../../scripts/recipes/recipes.ts';
import { Sources } from '../../scripts/recipes/sources.ts';
import { ROOT } from '../../scripts/targets.mjs';
import { copyCheckout } from '../kit/temporary-checkout.ts';

const PROOF = 'test/unit/recipe-proof.test.ts';

const copy = copyCheckout();
afterAll(() => copy.dispose());

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy.root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return { status, output: `${stdout}\n${stderr}` };
};
const vitest = (...paths: string[]) =>
  run('node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'unit-isolated', '--maxWorkers=1', ...paths);

const testsNamed = (names: readonly string[]) =>
  names.map((name) => {
    const [found, ...others] = globSync(`test/unit/**/${name}.test.{ts,tsx}`, { cwd: ROOT });
    if (found === undefined || others.length > 0) throw new Error(`there is not one test ${name}`);
    return found;
  });

describe.each(RECIPES)('$name', (recipe) => {
  it('compiles, passes its tests, and does nothing else', () => {
    const sources = new Sources(ROOT);
    recipe.apply(sources);
    try {
      copy.write(PROOF, recipe.proof(sources));
      expect(vitest(PROOF).status).toBe(1);
      sources.writeTo(copy.root);
      expect(vitest(PROOF, ...testsNamed(recipe.tests))).toMatchObject({ status: 0 });
      expect(run('node_modules/typescript/bin/tsc', '-b', '--builders', '1', '--checkers', '2')).toMatchObject({ status: 0 });
      console.log(`${recipe.name}: ${sources.changed.length} product files: ${sources.changed.map((path) => basename(path)).join(', ')}`);
    } finally {
      copy.remove(PROOF);
      for (const path of sources.written) {
        const before = join(ROOT, path);
        if (globSync(path, { cwd: ROOT }).length > 0) copy.write(path, readFileSync(before, 'utf8'));
        else copy.remove(path);
      }
    }
  });
});
