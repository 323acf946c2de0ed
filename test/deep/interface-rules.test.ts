/** If the code of an item of docs/INTERFACE.md is broken, the test that the item names fails. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createVitest } from 'vitest/node';
import { type InterfaceItem, interfaceItems } from '../kit/interface-items.ts';
import { copyCheckout } from '../kit/temporary-checkout.ts';

const copy = copyCheckout();
/** One runner for all items, so each run loads only what changed. */
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

/** The source with the code of these items broken. */
const brokenSource = (source: string, items: readonly InterfaceItem[]): string =>
  items
    .map(({ text, broken }) => ({ text, broken, at: source.indexOf(text) }))
    // From the end, because a change moves what follows it.
    .toSorted((a, b) => b.at - a.at)
    .reduce((changed, { text, broken, at }) => changed.slice(0, at) + broken + changed.slice(at + text.length), source);

/** Runs the tests with these titles while the code of these items is broken. */
async function runBroken(broken: readonly InterfaceItem[], titled: readonly Titled[]): ReturnType<typeof run> {
  const sources = new Map(broken.map(({ path }) => [path, readFileSync(join(copy.root, path), 'utf8')]));
  try {
    for (const [path, source] of sources)
      write(
        path,
        brokenSource(
          source,
          broken.filter((item) => item.path === path),
        ),
      );
    return await run(titled);
  } finally {
    for (const [path, source] of sources) write(path, source);
  }
}

const items = interfaceItems();
const tests = [...new Map(items.map(({ test, title }) => [`${test}: ${title}`, { test, title }])).values()];
/** For each item the test with its name, such as “name of a project is read” for `project.name`. Not each item has one. */
const ownTests = items.map(({ item, test, title }) => ({ test, title: title.replace('%s', item.replace(/^#|^.*\./, '')) }));
const unchanged = await run([...tests, ...ownTests]);

it.each(tests.map((one, at) => ({ ...one, ...unchanged[at]! })))('$test passes without a change: $title', ({ passed, failed }) => {
  expect(passed).toBeGreaterThan(0);
  expect(failed).toBe(0);
});

/** Items whose change breaks the tests of other items too: modules need the first four when they are loaded. */
const BREAKS_OTHERS: ReadonlySet<string> = new Set([
  'constituentId',
  'street2',
  'state',
  'country',
  'scoreConfiguration.recencyFrequencyMonetary',
  'mostRecentScore',
  'section 3, rule 2: profiles once processed',
]);
const hasOwnTest = (_: InterfaceItem, at: number): boolean => {
  const { test, title } = ownTests[at]!;
  const sameTest = ownTests.filter((other) => other.test === test && other.title === title);
  return unchanged[tests.length + at]!.passed === 1 && sameTest.length === 1 && !BREAKS_OTHERS.has(items[at]!.item);
};

/**
 * Runs in which the code of half of the items with a test of their own is broken. Each item is broken in another half of the runs, so for
 * each two items there is a run in which only the first is broken, and one in which only the second is.
 */
const RUNS = 8;
const HALVES = Array.from({ length: 2 ** RUNS }, (_, bits) =>
  Array.from({ length: RUNS }, (_one, run) => (bits & (2 ** run)) !== 0),
).filter((runs) => runs.filter(Boolean).length === RUNS / 2);
const together = items
  .flatMap((item, at) => (hasOwnTest(item, at) ? [{ item, own: ownTests[at]! }] : []))
  .map((one, at) => ({ ...one, isBroken: HALVES[at]! }));
const failures: boolean[][] = together.map(() => []);
for (let at = 0; at < RUNS; at++) {
  const broken = together.filter(({ isBroken }) => isBroken[at]).map(({ item }) => item);
  const ended = await runBroken(
    broken,
    together.map(({ own }) => own),
  );
  for (const [index, { failed }] of ended.entries()) failures[index]!.push(failed > 0);
}

it.each(together.map(({ item, own, isBroken }, at) => ({ ...item, ...own, isBroken, failed: failures[at]! })))(
  '$item: $test fails with $broken, and only with it: $title',
  ({ failed, isBroken }) => {
    expect(failed).toEqual(isBroken);
  },
);

it.each(items.filter((item, at) => !hasOwnTest(item, at)))('$item: $test fails with $broken', async (item) => {
  const [ended] = await runBroken([item], [item]);
  expect(ended!.failed).toBeGreaterThan(0);
});
