/** The names in the glossary are those of the code. */
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

it('each term has names that the code uses, and a meaning of its own', () => {
  const code = [...importGraph().keys()]
    .map((file) => readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n');
  const words = new Set(code.match(/\w+/g));
  const missing = terms.flatMap(([term, names = '']) => {
    const found = [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    return found.length === 0 ? [`${term} has no name`] : found.filter((name) => !words.has(name)).map((name) => `${term}: ${name}`);
  });
  expect(missing).toEqual([]);
  expect(terms.filter((cells) => cells.length !== 3 || !cells[2]!.endsWith('.'))).toEqual([]);
  expect(terms.length).toBeGreaterThan(50);
});

it('a term appears once, in the order of the alphabet within its table', () => {
  for (const table of tables) {
    const names = table.map(([term = '']) => term);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  }
  expect(new Set(terms.map(([term]) => term)).size).toBe(terms.length);
});
