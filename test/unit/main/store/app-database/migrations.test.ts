/** The schema of the app database and its upgrades. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whyNoWrite } from '../../../../kit/write-lock.ts';
import { migrate, MIGRATIONS, type Migration } from '../../../../../main/store/app-database/migrations.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-store-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('migrations', () => {
  const database = () => new Database(join(folder, 'm.sqlite'));

  it('are numbered without a gap', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => MIGRATIONS[0].version + index));
  });

  it('keep existing rows, use one transaction each, and stop at the first error', () => {
    const first: Migration = { version: 12, sql: 'CREATE TABLE t (a)' };
    const steps: [Migration, ...Migration[]] = [
      first,
      { version: 13, sql: 'ALTER TABLE t ADD COLUMN b DEFAULT 7' },
      { version: 14, sql: 'ALTER TABLE t ADD COLUMN c; SELECT * FROM nowhere' },
    ];
    const db = database();
    migrate(db, [first]);
    db.exec("INSERT INTO t VALUES ('old')");
    expect(() => {
      migrate(db, steps);
    }).toThrow('nowhere');
    expect(db.pragma('user_version', { simple: true })).toBe(13);
    expect(db.prepare('SELECT * FROM t').all()).toEqual([{ a: 'old', b: 7 }]);
    db.close();
  });

  it('are made once when two programs start at the same time, and lock out every other writer', () => {
    const [db, other] = [database(), database()];
    db.pragma('journal_mode = WAL');
    const whileOpen: (string | null)[] = [];
    other.function('report', () => {
      whileOpen.push(whyNoWrite(db));
      return 1;
    });
    db.pragma('busy_timeout = 0');
    const steps: [Migration, ...Migration[]] = [
      { version: 12, sql: 'SELECT report(); CREATE TABLE t (a)' },
      { version: 13, sql: 'CREATE TABLE u (a)' },
    ];
    // The other program has read the version, and this one is faster.
    const transaction = db.transaction.bind(db);
    db.function('report', () => 1);
    vi.spyOn(db, 'transaction').mockImplementationOnce((...given: Parameters<typeof db.transaction>) => {
      migrate(other, steps);
      return transaction(...given);
    });
    migrate(db, steps);
    expect(whileOpen).toEqual(['SQLITE_BUSY']);
    expect(db.prepare('SELECT name FROM sqlite_master ORDER BY name').pluck().all()).toEqual(['t', 'u']);
    other.close();
    db.close();
  });

  it('refuse a newer database and change nothing', () => {
    const db = database();
    db.pragma('user_version = 50');
    expect(() => {
      migrate(db);
    }).toThrow(expect.objectContaining({ code: 'DATABASE_NEWER' }));
    expect(db.prepare('SELECT name FROM sqlite_master').all()).toEqual([]);
    db.close();
  });

  it.each([1, 11])('refuse a database of development version %i and change nothing', (version) => {
    const db = database();
    db.exec('CREATE TABLE setting (name)');
    db.pragma(`user_version = ${version}`);
    expect(() => {
      migrate(db);
    }).toThrow(/^The data folder was written by a development version of Screening Desk.* Choose another data folder\.$/);
    expect(db.prepare('SELECT name FROM sqlite_master').pluck().all()).toEqual(['setting']);
    expect(db.pragma('user_version', { simple: true })).toBe(version);
    db.close();
  });

  it('index the children of a project', () => {
    const db = database();
    migrate(db);
    const query = 'EXPLAIN QUERY PLAN SELECT id FROM project WHERE parent_id = ? ORDER BY created_at';
    const plan = db.prepare(query).all('first') as { detail: string }[];
    expect(plan.map(({ detail }) => detail).join(' ')).toMatch(/USING .*INDEX project_parent/);
    db.close();
  });

  it('index the journal by project', () => {
    const db = database();
    migrate(db);
    const plan = db.prepare('EXPLAIN QUERY PLAN SELECT * FROM journal WHERE project_id = ? ORDER BY seq').all('x') as { detail: string }[];
    expect(plan.map(({ detail }) => detail).join(' ')).toContain('journal_project');
    expect(plan.map(({ detail }) => detail).join(' ')).not.toContain('TEMP B-TREE');
    db.close();
  });
});
