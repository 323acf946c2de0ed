/** The document that traces the interface to code and tests is complete and true. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { interfaceItems, titlesIn } from '../kit/interface-items.ts';
import { ROOT } from '../../scripts/targets.mjs';
import { FIELD_KEYS } from '../../shared/fields/table.ts';
import { ScoreConfiguration } from '../../shared/base/score-configuration.ts';

const ITEMS = interfaceItems();
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

it('each item has code with its text, once, and a change that breaks it', () => {
  const wrong = ITEMS.flatMap(({ item, path, text, broken }) => {
    const found = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8').split(text).length - 1 : 0;
    return found === 1 && broken !== text && !path.startsWith('test/') ? [] : [`${item}: ${path} has “${text}” ${found} times`];
  });
  expect(wrong).toEqual([]);
});

it('each item names a test by its file and title', () => {
  const titles = new Map([...new Set(ITEMS.map(({ test }) => test))].map((test) => [test, titlesIn(test)]));
  expect(
    ITEMS.filter(({ test, title }) => !titles.get(test)!.has(title)).map(({ item, test, title }) => `${item}: ${test}: ${title}`),
  ).toEqual([]);
});
