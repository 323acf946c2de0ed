/** Every place where the program stores something, and how a search for one person reads it: a new place does not go unsearched. */
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../../../main/store/app-database/migrations.ts';
import type { Stream } from '../../../../main/store/project-file/streams.ts';

/** `searched`: by its text. `with the row`: holds nothing of a person beyond a row or profile that is searched. `codes`: cannot be read. */
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
  // By what was declared about its last list.
  connection: 'searched',
  project: 'searched',
  journal: 'searched',
  submission: 'codes',
  // By what was declared; nothing else of a record can name a person.
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
