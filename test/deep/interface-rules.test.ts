/** Without the code of an item of docs/INTERFACE.md, the test that it names fails. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { interfaceItems } from '../kit/interface-items.ts';
import { copyCheckout } from '../kit/temporary-checkout.ts';

const copy = copyCheckout();
afterAll(() => copy.dispose());

/** Runs the tests of a file with a title and returns the titles of those that passed and failed. */
function run(path: string, title: string): { readonly passed: number; readonly failed: number } {
  const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('%s', '.*');
  const report = join(copy.root, 'report.json');
  const { stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'unit',
      path,
      '-t',
      `${pattern}$`,
      '--reporter=json',
      `--outputFile=${report}`,
      '--maxWorkers=1',
    ],
    { cwd: copy.root, encoding: 'utf8' },
  );
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
    // a module that throws while it is loaded fails all of its tests
    return { passed: numPassedTests!, failed: numFailedTests! + (numPassedTests === 0 ? numFailedTestSuites! : 0) };
  } catch {
    throw new Error(stderr);
  } finally {
    copy.remove('report.json');
  }
}

const items = interfaceItems();

const tests = new Map(items.map(({ test, title }) => [`${test}: ${title}`, { test, title }]));

it.each([...tests.values()])('$test passes as it is: $title', ({ test, title }) => {
  const { passed, failed } = run(test, title);
  expect(passed).toBeGreaterThan(0);
  expect(failed).toBe(0);
});

it.each(items)('$item: $test fails with $broken', ({ path, text, broken, test, title }) => {
  const source = readFileSync(join(copy.root, path), 'utf8');
  try {
    copy.write(
      path,
      source.replace(text, () => broken),
    );
    expect(run(test, title).failed).toBeGreaterThan(0);
  } finally {
    copy.write(path, source);
  }
});
