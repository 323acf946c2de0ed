/** A project or connection is read again after any program changes its row, and when its key becomes available again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProjectKeys } from '../../../../../main/projects/project-keys.ts';
import { AppDatabase } from '../../../../../main/store/app-database/app-database.ts';
import { ReadRows } from '../../../../../main/store/app-database/read-rows.ts';
import type { KeySource } from '../../../../../main/store/app-database/text-owners.ts';
import { AppError, UNREADABLE_TEXT } from '../../../../../shared/base/index.ts';
import { connectionRow, projectRow } from '../../../../kit/database-rows.ts';

const keys = new ProjectKeys(Buffer.alloc(32, 7));
let folder: string;
let here: AppDatabase;
let elsewhere: AppDatabase;

function opened(source: KeySource = keys): AppDatabase {
  const database = new AppDatabase(folder);
  database.useKeys(source);
  return database;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-read-'));
  here = opened();
  elsewhere = opened();
  here.connections.save(connectionRow({ organization: 'Alder Hall' }), 1);
  here.projects.add(projectRow('p', { name: 'Gala', wrappedKey: keys.create('p'), encryptedList: Buffer.from('first') }));
});
afterEach(() => {
  here.close();
  elsewhere.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a read finds what another program has changed', () => {
  expect(here.projects.find('p')).toMatchObject({ name: 'Gala', state: { at: 'reading' } });
  expect(elsewhere.projects.find('p')).toMatchObject({ name: 'Gala' });
  elsewhere.projects.advance('p', { at: 'draft' }, { at: 2, event: { type: 'restarted' } }, { name: 'Spring gala' });
  expect(here.projects.find('p')).toMatchObject({ name: 'Spring gala', state: { at: 'draft' }, changedAt: 2 });
  elsewhere.projects.change('p', { encryptedList: Buffer.from('second') }, 3);
  expect(here.projects.all()[0]?.encryptedList?.toString()).toBe('second');
  elsewhere.connections.save(connectionRow({ organization: 'Birch Hall', name: 'Other' }), 2);
  expect(here.connections.find('practice')).toMatchObject({ organization: 'Birch Hall', name: 'Other' });
});

it('an unchanged row that is read again is equal', () => {
  const [first, again] = [here.projects.find('p'), here.projects.find('p')];
  expect(again).toEqual(first);
  expect(here.connections.find('practice')).toEqual(here.connections.find('practice'));
});

it('texts are read once their keys are there', () => {
  let isThere = false;
  const database = opened({
    of: (project) => {
      if (!isThere) throw new AppError('NOT_FOUND', 'There is no key.');
      return keys.of(project);
    },
    get folder() {
      if (!isThere) throw new AppError('NOT_FOUND', 'There is no key.');
      return keys.folder;
    },
  });
  const read = () => [database.projects.find('p')?.name, database.connections.find('practice')?.organization];
  expect([read(), read()]).toEqual([
    [UNREADABLE_TEXT, null],
    [UNREADABLE_TEXT, null],
  ]);
  isThere = true;
  expect(read()).toEqual(['Gala', 'Alder Hall']);
  database.close();
});

it('a removed project has no name at the next look', () => {
  expect(here.projects.find('p')?.name).toBe('Gala');
  elsewhere.eraseProject('p', 2);
  expect([here.projects.find('p'), here.projects.all(), here.projects.findEver('p')?.name]).toEqual([null, [], '']);
});

it('a forgotten row is not kept in memory', () => {
  const rows = new ReadRows<{ name: string }, string>();
  for (const id of ['a', 'b', 'c']) rows.keep(id, { name: id }, `value of ${id}`);
  expect(rows.of('a', { name: 'a' })).toBe('value of a');
  expect(rows.of('a', { name: 'changed' })).toBeNull();
  rows.forget('a');
  rows.retain(new Set(['b']));
  expect(['a', 'b', 'c'].map((id) => rows.of(id, { name: id }))).toEqual([null, 'value of b', null]);
});
