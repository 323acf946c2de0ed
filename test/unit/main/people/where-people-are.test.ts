/** Every place where the program stores something, and how a search for a person reads it. A new place must be listed here. */
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../../../main/store/app-database/migrations.ts';
import type { Stream } from '../../../../main/store/project-file/streams.ts';

/**
 * `searched`: the text is searched. `with the row`: has nothing about a person beyond a row or profile that is searched. `codes`: nobody
 * can read it. `nobody`: has nothing about a person.
 */
type How = 'searched' | 'with the row' | 'codes' | 'nobody';

const STREAMS: Readonly<Record<Stream, How>> = {
  rows: 'searched',
  check: 'nobody',
  keys: 'codes',
  counts: 'nobody',
  edits: 'searched',
  order: 'nobody',
  list: 'nobody',
  profiles: 'searched',
  scores: 'with the row',
  columns: 'with the row',
  matches: 'nobody',
  ids: 'codes',
  rowErrors: 'searched',
  said: 'with the row',
  people: 'codes',
  sent: 'codes',
  proof: 'with the row',
};

const TABLES: Readonly<Record<string, How>> = {
  // Notes, officers, reports and preferences; `everywhere.test.ts` has their names.
  setting: 'searched',
  // Searched for what was declared about its last list.
  connection: 'searched',
  project: 'searched',
  journal: 'searched',
  submission: 'codes',
  // Searched for what was declared; nothing else in a record can name a person.
  record: 'searched',
  review: 'searched',
  template: 'searched',
  do_not_screen: 'codes',
};

test('each table of the app database says how people in it are found', () => {
  const tables = MIGRATIONS.flatMap(({ sql }) => [...sql.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name));
  expect(new Set(Object.keys(TABLES))).toEqual(new Set(tables));
});

test('what a search reads is stored somewhere', () => {
  expect(
    Object.entries(STREAMS)
      .filter(([, how]) => how === 'searched')
      .map(([name]) => name),
  ).toEqual(['rows', 'edits', 'profiles', 'rowErrors']);
});
