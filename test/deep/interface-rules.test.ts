/** If the code of an item of docs/INTERFACE.md is broken, the test that the item names fails. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createVitest } from 'vitest/node';
import { interfaceItems } from '../kit/interface-items.ts';
import { copyCheckout } from '../kit/temporary-checkout.ts';

const copy = copyCheckout();
/** One runner for all items, so each item loads only what changed. */
const vitest = await createVitest('test', { root: copy.root, watch: false, project: ['unit'], maxWorkers: 1, reporters: [{}] });
afterAll(async () => {
  await vitest.close();
  copy.dispose();
});

interface Titled {
  readonly test: string;
  readonly title: string;
}

/** Matches the full name of the tests with a title. */
function named({ title }: Titled): RegExp {
  const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('%s', '.*');
  return new RegExp(`${pattern}$`);
}

/** Runs the tests with these titles at once. Returns how many passed and failed of each, in the same order. */
async function run(titled: readonly Titled[]): Promise<{ readonly passed: number; readonly failed: number }[]> {
  vitest.setGlobalTestNamePattern(new RegExp(titled.map((one) => named(one).source).join('|')));
  const paths = [...new Set(titled.map(({ test }) => test))];
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications(paths));
  return titled.map((one) => {
    const modules = testModules.filter(({ moduleId }) => moduleId.endsWith(`/${one.test}`));
    const tests = modules.flatMap(({ children }) => [...children.allTests()]).filter(({ fullName }) => named(one).test(fullName));
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    // a module that throws while it is loaded fails all of its tests
    const unloaded = modules.filter((module) => module.state() === 'failed' && module.errors().length > 0).length;
    return { passed: count('passed'), failed: count('failed') + unloaded };
  });
}

/** Replaces a file of the copy. */
function write(path: string, text: string): void {
  copy.write(path, text);
  vitest.invalidateFile(join(copy.root, path));
}

const items = interfaceItems();

const tests = [...new Map(items.map(({ test, title }) => [`${test}: ${title}`, { test, title }])).values()];
const unchanged = await run(tests);

it.each(tests.map((one, at) => ({ ...one, ...unchanged[at]! })))('$test passes without a change: $title', ({ passed, failed }) => {
  expect(passed).toBeGreaterThan(0);
  expect(failed).toBe(0);
});

it.each(items)('$item: $test fails with $broken', async ({ path, text, broken, test, title }) => {
  const source = readFileSync(join(copy.root, path), 'utf8');
  try {
    write(
      path,
      source.replace(text, () => broken),
    );
    const [ended] = await run([{ test, title }]);
    expect(ended!.failed).toBeGreaterThan(0);
  } finally {
    write(path, source);
  }
});
