/** The names in the glossary exist in the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importGraph } from '../../scripts/import-graph.ts';
import { ROOT } from '../../scripts/targets.mjs';

const tables = readFileSync(join(ROOT, 'docs/GLOSSARY.md'), 'utf8')
  .split('\n## ')
  .slice(1)
  .map((section) =>
    section
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| term |'))
      .map((line) => line.slice(2, -2).split(' | ')),
  );
const terms = tables.flat();

const code = [...importGraph().keys()]
  .map((file) => readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
  .join('\n');
const words = new Set(code.match(/\w+/g));

/** Names that the code must not use, because another term has the same meaning. */
const OTHER_WORDS = {
  'left out': /^(?:is|set)Excluded|^excluded[A-Z]|EXCLUDED_|Exclusions?$|^exclusions$/,
  'organization rules': /house_?rules|rule_?settings|rule_?configuration/i,
  'carried corrections': /reappl|earlier_?corrections|madeBefore|makeAgain/i,
};

it.each(Object.entries(OTHER_WORDS))('the code names nothing that is %s with another word', (_, other) => {
  expect([...words].filter((word) => other.test(word))).toEqual([]);
});

it('each term has names that the code uses, and a meaning of its own', () => {
  const missing = terms.flatMap(([term, names = '']) => {
    const found = [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    return found.length === 0 ? [`${term} has no name`] : found.filter((name) => !words.has(name)).map((name) => `${term}: ${name}`);
  });
  expect(missing).toEqual([]);
  expect(terms.filter((cells) => cells.length !== 3 || !cells[2]!.endsWith('.'))).toEqual([]);
  expect(terms.length).toBeGreaterThan(50);
});

it('a term appears once, in alphabetical order within its table', () => {
  for (const table of tables) {
    const names = table.map(([term = '']) => term);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  }
  expect(new Set(terms.map(([term]) => term)).size).toBe(terms.length);
});
