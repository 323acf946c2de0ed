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

/** Runs the tests with this title in a file, and returns how many passed and failed. */
async function run(path: string, title: string): Promise<{ readonly passed: number; readonly failed: number }> {
  const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('%s', '.*');
  vitest.setGlobalTestNamePattern(new RegExp(`${pattern}$`));
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications([path]));
  const states = testModules.flatMap(({ children }) => [...children.allTests()].map((test) => test.result().state));
  const count = (state: string) => states.filter((one) => one === state).length;
  // a module that throws while it is loaded fails all of its tests
  const unloaded = testModules.filter((module) => module.state() === 'failed' && module.errors().length > 0).length;
  return { passed: count('passed'), failed: count('failed') + unloaded };
}

/** Replaces a file of the copy. */
function write(path: string, text: string): void {
  copy.write(path, text);
  vitest.invalidateFile(join(copy.root, path));
}

const items = interfaceItems();

const tests = new Map(items.map(({ test, title }) => [`${test}: ${title}`, { test, title }]));

it.each([...tests.values()])('$test passes without a change: $title', async ({ test, title }) => {
  const { passed, failed } = await run(test, title);
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
    expect((await run(test, title)).failed).toBeGreaterThan(0);
  } finally {
    write(path, source);
  }
});
