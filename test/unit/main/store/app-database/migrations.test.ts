/** The upgrades of the app database. */
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
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  it('keep existing rows, use one transaction each, and stop at the first error', () => {
    const steps: Migration[] = [
      { version: 1, sql: 'CREATE TABLE t (a)' },
      { version: 2, sql: 'ALTER TABLE t ADD COLUMN b DEFAULT 7' },
      { version: 3, sql: 'ALTER TABLE t ADD COLUMN c; SELECT * FROM nowhere' },
    ];
    const db = database();
    migrate(db, steps.slice(0, 1));
    db.exec("INSERT INTO t VALUES ('old')");
    expect(() => {
      migrate(db, steps);
    }).toThrow('nowhere');
    expect(db.pragma('user_version', { simple: true })).toBe(2);
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
    const steps: Migration[] = [
      { version: 1, sql: 'SELECT report(); CREATE TABLE t (a)' },
      { version: 2, sql: 'CREATE TABLE u (a)' },
    ];
    // The other program has read the version, and this one is faster.
    const declare = db.function.bind(db);
    db.function('report', () => 1);
    vi.spyOn(db, 'function').mockImplementationOnce((...given: Parameters<typeof db.function>) => {
      migrate(other, steps);
      return declare(...given);
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

  it('refuse, in a program of version 9, a folder whose states it cannot read', () => {
    const db = database();
    migrate(db);
    expect(() => {
      migrate(db, MIGRATIONS.slice(0, 9));
    }).toThrow(expect.objectContaining({ code: 'DATABASE_NEWER' }));
    db.close();
  });

  it('assign the lists of each connection to its account in the order in which they were sent, and clear the indexes', () => {
    const db = database();
    migrate(db, MIGRATIONS.slice(0, 3));
    const connections = [
      ['one', 'live', 'http://127.0.0.1:4000'],
      ['two', 'live', 'http://localhost:4000'],
      ['other', 'live', 'https://other.example'],
      ['practice', 'practice', 'http://127.0.0.1'],
    ];
    for (const [id, kind, url] of connections)
      db.prepare(`INSERT INTO connection VALUES (?, ?, ?, ?, 'v', '{}', 0, NULL, NULL, NULL, 0)`).run(id, id, kind, url);
    const sent = [
      ['a', 'two', 20, 0],
      ['b', 'one', 10, 0],
      ['c', 'other', 30, 0],
      ['d', 'practice', 40, 0],
      ['e', 'one', 5, 1],
    ] as const;
    for (const [id, connection, at, released] of sent) {
      db.prepare(`INSERT INTO project VALUES (?, 1, ?, 0, 0, ?, '', 0, NULL, '{}', '{"people":3,"sent":4,"rows":5}', NULL, NULL)`).run(
        id,
        id,
        connection,
      );
      db.prepare(`INSERT INTO submission VALUES (?, ?, 'same', 1, ?, ?)`).run(id, connection, at, released);
    }
    migrate(db);
    expect(db.prepare('SELECT project_id AS id, address, repetition FROM submission ORDER BY project_id').all()).toEqual([
      { id: 'a', address: 'http://localhost:4000', repetition: 2 },
      { id: 'b', address: 'http://localhost:4000', repetition: 1 },
      { id: 'c', address: 'https://other.example', repetition: 1 },
      { id: 'd', address: 'practice', repetition: 1 },
      { id: 'e', address: 'http://localhost:4000', repetition: 1 },
    ]);
    expect(() => db.prepare(`UPDATE submission SET repetition = 1 WHERE project_id = 'a'`).run()).toThrow('UNIQUE');
    expect(db.prepare('SELECT DISTINCT facts FROM project').all()).toEqual([{ facts: '{"people":null,"sent":null,"rows":5}' }]);
    expect(db.prepare('SELECT organization, former FROM connection WHERE id = ?').get('one')).toEqual({ organization: null, former: '[]' });
    db.close();
  });

  it('index the children of a project, and let an older version insert rows', () => {
    const db = database();
    migrate(db, MIGRATIONS.slice(0, 5));
    db.prepare(
      `INSERT INTO connection (id, name, kind, base_url, version, settings, created_at) VALUES ('c', 'c', 'live', '', 'v', '{}', 0)`,
    ).run();
    const old = db.prepare(`INSERT INTO project VALUES (?, 1, ?, 0, 0, 'c', '', 0, NULL, '{}', ?, NULL, NULL)`);
    old.run('first', 'first', '{"link":null}');
    migrate(db);
    // The statement of version 5, from a program that already had the database open.
    db.prepare(`INSERT INTO project VALUES (?, 1, ?, 0, 0, 'c', '', 0, NULL, '{}', ?, NULL, NULL)`).run(
      'part',
      'part',
      '{"link":{"of":"first"}}',
    );
    const byParent = 'SELECT id FROM project WHERE parent_id = ? ORDER BY created_at';
    expect(db.prepare(byParent).all('first')).toEqual([{ id: 'part' }]);
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${byParent}`).all('first') as { detail: string }[];
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
