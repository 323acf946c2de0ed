/** The recipes of CONTRIBUTING.md, applied to a copy: the closest tests and a test of each example pass, and everything compiles. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createVitest } from 'vitest/node';
import { RECIPES } from '../../scripts/recipes/recipes.ts';
import { Sources } from '../../scripts/recipes/sources.ts';
import { ROOT } from '../../scripts/targets.mjs';
import { copyCheckout } from '../kit/temporary-checkout.ts';

const copy = copyCheckout();
const sources = new Sources(ROOT);
const examples = RECIPES.map((recipe, index) => {
  // Each example is added to those of the recipes before it.
  recipe.apply(sources);
  const tests = recipe.tests.map((name) => sources.testNamed(name));
  return { name: recipe.name, proof: `test/unit/recipe-proof-${index}.test.ts`, text: recipe.proof(sources), tests };
});
for (const { proof, text } of examples) copy.write(proof, text);
const proofs = examples.map(({ proof }) => proof);

/** One runner, so the second run loads only what changed. */
const vitest = await createVitest('test', {
  root: copy.root,
  watch: false,
  project: ['unit', 'unit-isolated'],
  testTimeout: 300_000,
  reporters: [{}],
});
afterAll(async () => {
  await vitest.close();
  copy.dispose();
});

/** Runs all test files in the copy at once, because each start loads the same modules. Returns the failures of each file, or null. */
async function failures(paths: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications([...paths]));
  return new Map(
    testModules.map((module) => {
      const errors = [...module.errors(), ...[...module.children.allTests()].flatMap((test) => test.result().errors ?? [])];
      return [module.relativeModuleId, module.state() === 'passed' ? null : errors.map(({ message }) => message).join('\n')];
    }),
  );
}

const structure = sources.testNamed('structure');

let without: ReadonlyMap<string, string | null>;
let withAll: ReadonlyMap<string, string | null>;

beforeAll(async () => {
  without = await failures(proofs);
  sources.writeTo(copy.root);
  for (const path of sources.written) vitest.invalidateFile(join(copy.root, path));
  withAll = await failures([...proofs, structure, ...new Set(examples.flatMap(({ tests }) => tests))]);
});

it.each(examples)('$name: the example works with it only, and the closest tests pass', ({ proof, tests }) => {
  expect(without.get(proof)).toBeTypeOf('string');
  const found = [proof, ...tests].map((path) => [path, withAll.get(path)]);
  expect(found).toEqual([proof, ...tests].map((path) => [path, null]));
});

it('the examples of all recipes keep the order of the folders', () => {
  expect(withAll.get(structure)).toBeNull();
});

it('the examples of all recipes compile', () => {
  for (const proof of proofs) copy.remove(proof);
  // The tests, which include the whole product, and the parts with other types: without Node, and without the page. The other projects
  // compile the same files with the same types.
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-b', '--builders', '1', '--checkers', '2', 'shared', 'main', 'renderer', 'test'],
    { cwd: copy.root, encoding: 'utf8' },
  );
  expect({ status, output: `${stdout}\n${stderr}` }).toEqual({ status: 0, output: '\n' });
});
