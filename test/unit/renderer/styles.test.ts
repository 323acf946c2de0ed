/** The style sheets and the components name the same classes. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../scripts/targets.mjs';

const read = (pattern: string): string =>
  globSync(pattern, { cwd: join(ROOT, 'renderer') })
    .map((path) => readFileSync(join(ROOT, 'renderer', path), 'utf8'))
    .join('\n');

const sources = read('**/*.{ts,tsx}');
const selectors = [
  ...read('**/*.css')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .matchAll(/([^{}]+)\{/g),
].map(([, selector]) => selector!);
const styled = new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!)));
/** Classes in a `className` attribute; parts that an expression computes are left out. */
const used = [...sources.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, text, template]) =>
  (text ?? template!.replaceAll(/\$\{.*?\}/g, ' ')).split(' ').filter((name) => name !== ''),
);

test('a component names no class without a rule', () => {
  expect(used.filter((name) => !styled.has(name))).toEqual([]);
});

test('every rule has a component', () => {
  const fromLibraries = /^(mantine|tabler)-/;
  const words = new Set(sources.match(/[\w-]+/g));
  expect([...styled].filter((name) => !fromLibraries.test(name) && !words.has(name))).toEqual([]);
});
