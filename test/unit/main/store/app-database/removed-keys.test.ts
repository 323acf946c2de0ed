/**
 * An older copy of a removed project's file cannot be read, because its key is no longer in any page or log of the database. What the
 * service said about it is gone as well.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProjectKeys } from '../../../../../main/projects/project-keys.ts';
import { AppDatabase } from '../../../../../main/store/app-database/app-database.ts';
import type { ConnectionRow } from '../../../../../main/store/app-database/connection-table.ts';
import { connectionRow, projectRow } from '../../../../kit/database-rows.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-removed-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** How many files of the database contain the bytes. */
const filesWith = (bytes: Buffer): number =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name)))
    .filter((content) => content.includes(bytes)).length;

const KEY = Buffer.alloc(60, 'a wrapped key ');
const LIST = Buffer.alloc(9000, 'an encrypted list state ');

function addConnection(database: AppDatabase, said: Partial<ConnectionRow> = {}): void {
  database.connections.save(connectionRow(said), 1);
}

function addProject(database: AppDatabase, id: string, key: Buffer): void {
  database.projects.add(projectRow(id, { wrappedKey: key, encryptedList: LIST }));
}

it.each([
  ['while this program runs the projects', true],
  ['while another program does', false],
])('a removed key is gone from the database and its log immediately, %s', (_case, runs) => {
  const database = new AppDatabase(folder);
  database.useKeys({ of: () => Buffer.alloc(32, 7), folder: Buffer.alloc(32, 7) });
  if (runs) database.watchLog(1);
  addConnection(database);
  addProject(database, 'removed', KEY);
  addProject(database, 'kept', Buffer.alloc(60, 'another key '));
  expect(filesWith(KEY)).toBeGreaterThan(0);
  database.eraseProject('removed', 2);
  expect([filesWith(KEY), filesWith(Buffer.from('another key '))]).toEqual([0, expect.any(Number)]);
  expect(database.projects.find('kept')?.wrappedKey).toEqual(Buffer.alloc(60, 'another key '));
  database.close();
  expect(filesWith(KEY)).toBe(0);
  expect(filesWith(Buffer.from('another key '))).toBeGreaterThan(0);
});

/** A database in which a project was removed while another program was reading. `read` is that program, which still reads. */
function removedWhileRead(runs: boolean): {
  readonly database: AppDatabase;
  readonly read: IterableIterator<unknown>;
  readonly end: () => void;
} {
  const database = new AppDatabase(folder);
  database.useKeys({ of: () => Buffer.alloc(32, 7), folder: Buffer.alloc(32, 7) });
  if (runs) database.watchLog(1);
  addConnection(database);
  addProject(database, 'removed', KEY);
  const other = new Database(join(folder, 'history.sqlite'), { readonly: true });
  const read = other.prepare('SELECT name FROM setting UNION ALL SELECT id FROM project').iterate();
  read.next();
  database.eraseProject('removed', 2);
  return { database, read, end: () => other.close() };
}

describe.each([
  ['while this program runs the projects', true],
  ['while another program does', false],
])('a key that was removed while another program was reading, %s', (_case, runs) => {
  it('is gone after the next change, once that program has finished reading', () => {
    const { database, read, end } = removedWhileRead(runs);
    expect(filesWith(KEY)).toBeGreaterThan(0);
    database.settings.set('a', '1');
    expect(filesWith(KEY)).toBeGreaterThan(0);
    read.return!();
    database.settings.set('a', '2');
    expect(filesWith(KEY)).toBe(0);
    expect(database.settings.get('a')).toBe('2');
    database.close();
    end();
  });

  it('is gone after the program has closed the database, even if the other one keeps it open', () => {
    const { database, read, end } = removedWhileRead(runs);
    read.return!();
    database.close();
    expect(filesWith(KEY)).toBe(0);
    end();
  });
});

const WORDS = '"ada@example.org" of Ada Private is not valid';
const ANSWER = `The service refused the request (422). It says: “${WORDS}”`;

/** A database with a project whose list was refused with these words. */
function refusedProject(): AppDatabase {
  const database = new AppDatabase(folder);
  const keys = new ProjectKeys(Buffer.alloc(32, 7));
  database.useKeys(keys);
  database.watchLog(1);
  addConnection(database);
  addProject(database, 'refused', keys.create('refused'));
  const event = { type: 'failed', delivery: 'refused', status: 422, answer: ANSWER, words: WORDS } as const;
  const state = { at: 'unreadable', code: 'X', message: ANSWER } as const;
  database.projects.advance('refused', state, { at: 2, event }, { lastError: { code: 'X', message: ANSWER } });
  return database;
}

it('the words of the service are in no page and no log of the database, and another program reads them', () => {
  const database = refusedProject();
  expect(filesWith(Buffer.from('Ada Private'))).toBe(0);
  const other = new AppDatabase(folder);
  other.useKeys(new ProjectKeys(Buffer.alloc(32, 7)));
  expect(other.projects.find('refused')).toMatchObject({ state: { message: ANSWER }, lastError: { message: ANSWER } });
  expect(other.journal.entries('refused').at(-1)!.event).toMatchObject({ answer: ANSWER, words: WORDS });
  other.close();
  database.close();
});

it('a program without the key sees a sentence in place of the service’s words, and can read the rest', () => {
  refusedProject().close();
  const other = new AppDatabase(folder);
  other.useKeys(new ProjectKeys(Buffer.alloc(32, 8)));
  const message = 'This text cannot be read on this computer.';
  expect(other.projects.all()).toMatchObject([{ id: 'refused', name: message, fileName: message, lastError: { code: 'X', message } }]);
  other.close();
});

it('the words of the service are emptied once the project is removed, and its journal stays', () => {
  const database = refusedProject();
  database.eraseProject('refused', 3);
  expect(filesWith(Buffer.from('encrypted:'))).toBe(0);
  const entries = database.journal.entries('refused').map(({ event }) => event);
  expect(entries.map(({ type }) => type)).toEqual(['brought', 'failed', 'removed']);
  expect(entries[1]).toMatchObject({ answer: '', words: '' });
  expect(database.projects.childrenOf('refused')).toEqual([]);
  database.close();
});

it('what a service said about a connection counts as unknown for a program without the key', () => {
  const database = new AppDatabase(folder);
  database.useKeys(new ProjectKeys(Buffer.alloc(32, 7)));
  const credits = { remaining: null, raw: '{"for":"Ada"}', readAt: 1 };
  const former = [{ baseUrl: 'https://before.example', organization: 'Before of Ada' }];
  addConnection(database, { organization: 'Now of Ada', credits, former });
  expect(database.connections.find('practice')).toMatchObject({ organization: 'Now of Ada', credits, former });
  database.close();
  expect(filesWith(Buffer.from('Ada'))).toBe(0);
  const other = new AppDatabase(folder);
  other.useKeys(new ProjectKeys(Buffer.alloc(32, 8)));
  // An organization that is not known fits every other: a list that was sent before is still recognized.
  expect(other.connections.find('practice')).toMatchObject({
    organization: null,
    credits: { ...credits, raw: null },
    former: [
      { baseUrl: 'https://before.example', organization: null },
      { baseUrl: 'http://127.0.0.1', organization: null },
    ],
  });
  other.close();
});
