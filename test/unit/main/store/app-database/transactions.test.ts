/** Changes of several programs at the same time, and a database whose pages are inconsistent. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppDatabase } from '../../../../../main/store/app-database/app-database.ts';
import { whyNoWrite } from '../../../../kit/write-lock.ts';
import { connectionRow, projectRow } from '../../../../kit/database-rows.ts';

let folder: string;
const path = () => join(folder, 'history.sqlite');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-transactions-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('a change holds the lock before it reads, so that no other program changes what it has read', () => {
  const database = new AppDatabase(folder);
  database.useKeys({ of: () => Buffer.alloc(32, 7), folder: Buffer.alloc(32, 7) });
  database.connections.save(connectionRow(), 1);
  database.projects.add(projectRow('one', { state: { at: 'draft' } }));
  const other = new Database(path(), { timeout: 0 });
  let why: string | null = null;
  database.projects.change('one', { name: 'new name' }, 2, () => {
    why = whyNoWrite(other);
  });
  expect(why).toBe('SQLITE_BUSY');
  expect(database.projects.find('one')?.name).toBe('new name');
  other.close();
  database.close();
});

it('a database is refused when pages are damaged that its start does not read', () => {
  new AppDatabase(folder).close();
  const db = new Database(path());
  const [page, size] = [
    db.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'template'").pluck().get() as number,
    db.pragma('page_size', { simple: true }) as number,
  ];
  db.pragma('journal_mode = DELETE');
  db.close();
  const file = openSync(path(), 'r+');
  writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (page - 1) * size);
  closeSync(file);
  expect(() => new AppDatabase(folder)).toThrow(expect.objectContaining({ code: 'DATABASE_DAMAGED' }));
});
