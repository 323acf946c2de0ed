/** The recipes of CONTRIBUTING.md, applied to a copy: the closest tests and a test of each example pass, and all compile. */
import { spawnSync } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { RECIPES } from '../../scripts/recipes/recipes.ts';
import { Sources } from '../../scripts/recipes/sources.ts';
import { ROOT } from '../../scripts/targets.mjs';
import { copyCheckout } from '../kit/temporary-checkout.ts';

const PROOF = 'test/unit/recipe-proof.test.ts';

const copy = copyCheckout();
afterAll(() => copy.dispose());

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy.root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return { status, output: status === 0 ? '' : `${stdout}\n${stderr}` };
};
const vitest = (...paths: string[]) =>
  run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit',
    '--project',
    'unit-isolated',
    '--maxWorkers=1',
    '--testTimeout=300000',
    ...paths,
  );

/** With the examples of the earlier recipes, because compiling takes the longest. */
const sources = new Sources(ROOT);

it.each(RECIPES)('$name: the example works with it only, and the closest tests pass', (recipe) => {
  recipe.apply(sources);
  copy.write(PROOF, recipe.proof(sources));
  expect(vitest(PROOF).status).toBe(1);
  sources.writeTo(copy.root);
  expect(vitest(PROOF, ...recipe.tests.map((name) => sources.testNamed(name)))).toEqual({ status: 0, output: '' });
});

it('the examples of all recipes compile, and keep the order of the folders', () => {
  copy.remove(PROOF);
  expect(vitest(sources.testNamed('structure'))).toEqual({ status: 0, output: '' });
  expect(run('node_modules/typescript/bin/tsc', '-b', '--builders', '1', '--checkers', '2')).toEqual({ status: 0, output: '' });
});
