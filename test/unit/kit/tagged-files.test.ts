/** The runner leaves out a file only if the filter selects none of its tests. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../../scripts/targets.mjs';
import { mayHaveTests } from '../../kit/tagged-files.ts';

const WHOLE = '/**\n * Rare conditions.\n * @module-tag deep\n */\n';
const ONE = "it('is rare', { tags: ['deep'] }, () => undefined);";
const NONE = "it('is usual', () => undefined);";

it.each([
  { name: 'with the tag for all its tests', source: WHOLE + NONE, deep: true, usual: false },
  { name: 'with the tag on a line of its own', source: `// @module-tag deep\n${NONE}`, deep: true, usual: false },
  { name: 'with a test that has the tag', source: ONE + NONE, deep: true, usual: true },
  { name: 'without the tag', source: NONE, deep: false, usual: true },
  { name: 'that only names the tag in a text', source: "it('has no module-tag deep', () => undefined);", deep: true, usual: true },
])('a file $name is loaded for the filters that select one of its tests', ({ source, deep, usual }) => {
  expect([mayHaveTests(source, 'deep'), mayHaveTests(source, '!deep')]).toEqual([deep, usual]);
  expect([mayHaveTests(source, undefined), mayHaveTests(source, 'deep || other')]).toEqual([true, true]);
});

it('only the file of a test gives it the tag: the runner does not look for it in a helper', () => {
  const helpers = globSync('test/{deep,electron-in-chromium,fakes,integration,kit,secrets,unit}/**/*.{ts,tsx}', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$/.test(path) && path !== 'test/kit/tagged-files.ts');
  expect(helpers).toContain('test/kit/setup-test-desk.ts');
  const withTag = helpers.filter((path) => /(['"`])deep\1|@module-tag/.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(withTag).toEqual([]);
});
