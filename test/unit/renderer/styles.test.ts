/** The style sheets and the components name the same classes and colors, and the colors have the contrast that WCAG requires. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_THEME } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariablesResolver } from '../../../renderer/app/theme.ts';
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

const { light, dark } = cssVariablesResolver(DEFAULT_THEME) as unknown as Record<'light' | 'dark', Readonly<Record<string, string>>>;

test('every color that a rule uses is in the table of colors', () => {
  const named = new Set(`${sources}${read('**/*.css')}`.match(/--desk-[\w-]+/g));
  expect([...named].filter((name) => light[name] === undefined)).toEqual([]);
});

test('no style sheet is longer than 400 lines', () => {
  const lengths = globSync('**/*.css', { cwd: join(ROOT, 'renderer') }).map((path) => [path, read(path).split('\n').length] as const);
  expect(lengths.filter(([, length]) => length > 400)).toEqual([]);
});

const luminance = (color: string): number => {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
};
const contrast = (one: string, other: string): number => {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
};

/** Backgrounds of cards, rows and notices, on which texts, fields and icons of a meaning stand. */
const GROUNDS = ['page', 'sidebar', 'surface', 'sunken', 'hover', 'track', ...['action', 'practice', 'warning', 'error', 'done', 'data'].map((name) => `${name}-ground`)]; // prettier-ignore

for (const [scheme, colors] of Object.entries({ light, dark }))
  test(`texts have a contrast of 4.5, borders of fields and icons of 3, on every background: ${scheme}`, () => {
    const below = (names: readonly string[], least: number) =>
      names.flatMap((name) =>
        GROUNDS.filter((ground) => contrast(colors[`--desk-${name}`]!, colors[`--desk-${ground}`]!) < least).map(
          (ground) => `${name} on ${ground}`,
        ),
      );
    expect(below(['ink', 'ink-2', 'action-text', 'done-text', 'warning-text', 'error-text', 'practice-text'], 4.5)).toEqual([]);
    expect(below(['field', 'action', 'done', 'warning', 'error', 'practice'], 3)).toEqual([]);
  });
