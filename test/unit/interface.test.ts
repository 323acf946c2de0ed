/** The document that traces the interface to code and tests is complete and true. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../scripts/targets.mjs';
import { FIELD_KEYS } from '../../shared/fields/table.ts';
import { ScoreConfiguration } from '../../shared/base/score-configuration.ts';

interface Item {
  readonly item: string;
  readonly code: readonly [path: string, text: string];
  readonly test: readonly [path: string, text: string];
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const plain = (cell: string): string => cell.trim().replace(/^`|`$/g, '');

const ITEMS: readonly Item[] = read('docs/INTERFACE.md')
  .split('\n')
  .filter((line) => /^\| (?!item|-)/.test(line) && !line.startsWith('|---'))
  .map((line) => {
    const [item = '', code = '', codeText = '', test = '', testText = ''] = line.slice(2, -2).split(' | ').map(plain);
    return { item, code: [code, codeText], test: [test, testText] };
  });
const names = new Set(ITEMS.map(({ item }) => item));

/** The rules of the interface, by section and number. */
const RULES = [
  '3, rule 1',
  '3, rule 2',
  '3, rule 3',
  '4',
  '5, rule 1',
  '5, rule 2',
  '6',
  '7, rule 1',
  '7, rule 2',
  '7, rule 3',
  '8',
  '9, rule 1',
  '9, rule 2',
  '9, rule 3',
];

it('lists every endpoint, field and numbered rule', () => {
  const endpoints = [...Array.from({ length: 13 }, (_, index) => `#${index + 1}`), 'GET /profile/{id}'];
  const project = ['id', 'name', 'status', 'totalRows', 'validRows'].map((field) => `project.${field}`);
  const { recencyFrequencyMonetary, ...rest } = ScoreConfiguration.shape;
  const settings = [...Object.keys(rest), 'recencyFrequencyMonetary', ...Object.keys(recencyFrequencyMonetary.unwrap().shape)];
  const expected = [
    ...endpoints,
    ...FIELD_KEYS,
    ...project,
    ...settings.map((field) => `scoreConfiguration.${field}`),
    'mostRecentScore',
    'pendingScore',
  ];
  expect(FIELD_KEYS).toHaveLength(29);
  expect(expected.filter((item) => !names.has(item))).toEqual([]);
  expect(RULES.filter((rule) => ![...names].some((name) => name.startsWith(`section ${rule}:`)))).toEqual([]);
});

it('each item once', () => {
  expect(ITEMS).toHaveLength(names.size);
});

it('each item has code and a test that exist and hold the text', () => {
  const wrong = ITEMS.flatMap(({ item, code, test }) =>
    [code, test].flatMap(([path, text]) =>
      text !== '' && existsSync(join(ROOT, path)) && read(path).includes(text) ? [] : [`${item}: ${path} does not hold “${text}”`],
    ),
  );
  expect(wrong).toEqual([]);
  expect(ITEMS.filter(({ code, test }) => code[0].startsWith('test/') || !test[0].startsWith('test/'))).toEqual([]);
});
