/** The recipes of CONTRIBUTING.md, applied to a copy: the closest tests and a test of each example pass, and everything compiles. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECIPES } from '../../scripts/recipes/recipes.ts';
import { Sources } from '../../scripts/recipes/sources.ts';
import { ROOT } from '../../scripts/targets.mjs';
import { copyCheckout } from '../kit/temporary-checkout.ts';

const REPORT = 'report.json';

const copy = copyCheckout();
afterAll(() => copy.dispose());

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy.root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return { status, output: status === 0 ? '' : `${stdout}\n${stderr}` };
};

/**
 * Runs all test files in the copy at once, because each start loads and compiles the same modules. Returns the failures of each file, or
 * null.
 */
function failures(paths: readonly string[]): ReadonlyMap<string, string | null> {
  const { output } = run(
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit',
    '--project',
    'unit-isolated',
    '--testTimeout=300000',
    '--reporter=json',
    `--outputFile=${REPORT}`,
    ...paths,
  );
  const { testResults } = JSON.parse(readFileSync(join(copy.root, REPORT), 'utf8')) as {
    readonly testResults: readonly { readonly name: string; readonly status: string; readonly message: string }[];
  };
  return new Map(
    testResults.map(({ name, status, message }) => [
      relative(copy.root, name).replaceAll('\\', '/'),
      status === 'passed' ? null : `${message}\n${output}`,
    ]),
  );
}

const sources = new Sources(ROOT);
const examples = RECIPES.map((recipe, index) => {
  // Each example is added to those of the recipes before it.
  recipe.apply(sources);
  const tests = recipe.tests.map((name) => sources.testNamed(name));
  return { name: recipe.name, proof: `test/unit/recipe-proof-${index}.test.ts`, text: recipe.proof(sources), tests };
});
const proofs = examples.map(({ proof }) => proof);

let without: ReadonlyMap<string, string | null>;
let withAll: ReadonlyMap<string, string | null>;

beforeAll(() => {
  for (const { proof, text } of examples) copy.write(proof, text);
  without = failures(proofs);
  sources.writeTo(copy.root);
  withAll = failures([...proofs, ...new Set(examples.flatMap(({ tests }) => tests))]);
});

it.each(examples)('$name: the example works with it only, and the closest tests pass', ({ proof, tests }) => {
  expect(without.get(proof)).toBeTypeOf('string');
  const found = [proof, ...tests].map((path) => [path, withAll.get(path)]);
  expect(found).toEqual([proof, ...tests].map((path) => [path, null]));
});

it('the examples of all recipes compile, and keep the order of the folders', () => {
  for (const proof of proofs) copy.remove(proof);
  const structure = sources.testNamed('structure');
  expect(failures([structure]).get(structure)).toBeNull();
  expect(run('node_modules/typescript/bin/tsc', '-b', '--builders', '1', '--checkers', '2')).toEqual({ status: 0, output: '' });
});
