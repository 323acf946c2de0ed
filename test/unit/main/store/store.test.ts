/** What lies on the disk: sealed, bound to its place, moved from version to version, and refused when it is not ours. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/base/errors.ts';
import { newKey, decrypt, decryptJson, encrypt, encryptJson, ENCRYPTION_OVERHEAD } from '../../../../main/store/project-file/cipher.ts';
import { migrate, MIGRATIONS, type Migration } from '../../../../main/store/app-database/migrations.ts';
import { ProjectFile } from '../../../../main/store/project-file/project-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-store-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'no error';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};

describe('the seal', () => {
  const key = newKey();
  const plain = Buffer.from('Marguerite Ashdown');

  it('opens with its key and purpose and hides the text', () => {
    const sealed = encrypt(key, 'project/rows/0', plain);
    expect(decrypt(key, 'project/rows/0', sealed)).toEqual(plain);
    expect(sealed.length).toBe(plain.length + ENCRYPTION_OVERHEAD);
    expect(sealed.includes('Ashdown')).toBe(false);
    expect(encrypt(key, 'project/rows/0', plain)).not.toEqual(sealed);
  });

  it('stays shut for another key, another purpose and every changed byte', () => {
    const sealed = encrypt(key, 'project/rows/0', plain);
    expect(() => decrypt(newKey(), 'project/rows/0', sealed)).toThrow(/./);
    expect(() => decrypt(key, 'project/rows/1', sealed)).toThrow(/./);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => decrypt(key, 'project/rows/0', changed)).toThrow(/./);
    }
    expect(() => decrypt(key, 'project/rows/0', sealed.subarray(0, 20))).toThrow('too short');
  });

  it('carries JSON', () => {
    expect(decryptJson(key, 'p', encryptJson(key, 'p', { a: [1, 'ü'] }))).toEqual({ a: [1, 'ü'] });
  });
});

describe('a project file', () => {
  const ref = () => ({ path: join(folder, 'p.sqlite'), projectId: 'p', key: newKey() });
  const place = (seq: number) => ({ seq, first: seq * 2, count: 2, low: seq * 2 + 1, high: seq * 2 + 2 });

  it('gives chunks back in order, by connections of their own, and holds no text in the clear', () => {
    const file = ref();
    const writer = new ProjectFile(file, 'create');
    writer.transaction(() => {
      for (let seq = 2; seq >= 0; seq--) writer.write('rows', place(seq), Buffer.from(`Quillfeather ${seq}`));
      writer.putValue('facts', { name: 'Quillfeather' });
    });
    const reader = new ProjectFile(file, 'read');
    expect([...reader.chunks('rows')].map(({ place: { seq }, bytes }) => `${seq} ${bytes.toString()}`)).toEqual([
      '0 Quillfeather 0',
      '1 Quillfeather 1',
      '2 Quillfeather 2',
    ]);
    expect(reader.getValue('facts')).toEqual({ name: 'Quillfeather' });
    expect(reader.getValue('nothing')).toBeUndefined();
    expect(reader.read('rows', 9)).toBeNull();
    reader.close();
    writer.close();
    expect(readFileSync(file.path).includes('Quillfeather')).toBe(false);
    expect(process.platform === 'win32' ? 0o600 : statSync(file.path).mode & 0o777).toBe(0o600);
  });

  it('refuses another key, a chunk that was moved, and what is no file of ours', () => {
    const file = ref();
    const writer = new ProjectFile(file, 'create');
    writer.write('rows', place(0), Buffer.from('a'));
    writer.write('rows', place(1), Buffer.from('b'));
    writer.close();
    expect(codeOf(() => new ProjectFile({ ...file, key: newKey() }, 'read').read('rows', 0))).toBe('PROJECT_FILE_DAMAGED');
    const db = new Database(file.path);
    db.exec('UPDATE chunk SET body = (SELECT body FROM chunk WHERE seq = 1) WHERE seq = 0');
    db.close();
    expect(codeOf(() => new ProjectFile(file, 'read').read('rows', 0))).toBe('PROJECT_FILE_DAMAGED');
    writeFileSync(file.path, 'not a database, whatever its name says');
    expect(codeOf(() => new ProjectFile(file, 'read'))).toBe('PROJECT_FILE_DAMAGED');
    expect(codeOf(() => new ProjectFile({ ...file, path: join(folder, 'none.sqlite') }, 'read'))).toBe('PROJECT_FILE_DAMAGED');
  });

  it('is made by nothing but its creation, and says in a sentence what is wrong in its place', () => {
    const file = ref();
    const said = (mode: 'read' | 'write', given = file) => {
      try {
        new ProjectFile(given, mode).close();
        return 'opened';
      } catch (error) {
        return error instanceof AppError ? `${error.code}: ${error.message}` : String(error);
      }
    };
    const back = 'Put the file back from a backup of the data folder, then go on.';
    for (const mode of ['read', 'write'] as const) {
      expect(said(mode)).toBe(`PROJECT_FILE_DAMAGED: The project’s file (p.sqlite) is missing from the data folder. ${back}`);
      expect(existsSync(file.path)).toBe(false);
      writeFileSync(file.path, '');
      expect(said(mode)).toBe(`PROJECT_FILE_DAMAGED: The project’s file (p.sqlite) is empty. ${back}`);
      expect(statSync(file.path).size).toBe(0);
      rmSync(file.path);
    }
    new ProjectFile(file, 'create').close();
    expect(said('write')).toBe('opened');
    // The same file under another project's name, with its key.
    expect(said('read', { ...file, projectId: 'q' })).toContain('does not hold this project');
  });

  it('of an older program, which does not say whose it is, opens', () => {
    const file = ref();
    const writer = new ProjectFile(file, 'create');
    writer.write('rows', place(0), Buffer.from('a'));
    writer.close();
    const db = new Database(file.path);
    db.exec('DELETE FROM note');
    db.close();
    const reader = new ProjectFile(file, 'read');
    expect(reader.read('rows', 0)?.toString()).toBe('a');
    reader.close();
  });

  it('forgets what a transaction wrote when it fails', () => {
    const file = ref();
    const writer = new ProjectFile(file, 'create');
    expect(() =>
      writer.transaction(() => {
        writer.write('rows', place(0), Buffer.from('a'));
        throw new Error('on the way');
      }),
    ).toThrow('on the way');
    expect(writer.places('rows')).toEqual([]);
    writer.close();
  });

  it('is from the future when its version is', () => {
    const file = ref();
    new ProjectFile(file, 'create').close();
    const db = new Database(file.path);
    db.pragma('user_version = 99');
    db.close();
    expect(codeOf(() => new ProjectFile(file, 'read'))).toBe('DATABASE_NEWER');
  });
});

describe('migrations', () => {
  const database = () => new Database(join(folder, 'm.sqlite'));

  it('are numbered without a gap', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  it('keep what was there, one transaction each, and stop at the first error', () => {
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

  it('refuse a newer database and touch nothing', () => {
    const db = database();
    db.pragma('user_version = 50');
    expect(
      codeOf(() => {
        migrate(db);
      }),
    ).toBe('DATABASE_NEWER');
    expect(db.prepare('SELECT name FROM sqlite_master').all()).toEqual([]);
    db.close();
  });

  it('claim the lists of each connection for its account, in the order in which they were sent, and forget who was remembered', () => {
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

  it('find the projects that came out of another one by an index, and let an older program write on', () => {
    const db = database();
    migrate(db, MIGRATIONS.slice(0, 5));
    db.prepare(
      `INSERT INTO connection (id, name, kind, base_url, version, settings, created_at) VALUES ('c', 'c', 'live', '', 'v', '{}', 0)`,
    ).run();
    const old = db.prepare(`INSERT INTO project VALUES (?, 1, ?, 0, 0, 'c', '', 0, NULL, '{}', ?, NULL, NULL)`);
    old.run('first', 'first', '{"link":null}');
    migrate(db);
    // The statement of version 5, as a program that had the database open makes it.
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

  it('give the history an index that answers for a project without reading the whole journal', () => {
    const db = database();
    migrate(db);
    const plan = db.prepare('EXPLAIN QUERY PLAN SELECT * FROM journal WHERE project_id = ? ORDER BY seq').all('x') as { detail: string }[];
    expect(plan.map(({ detail }) => detail).join(' ')).toContain('journal_project');
    expect(plan.map(({ detail }) => detail).join(' ')).not.toContain('TEMP B-TREE');
    db.close();
  });
});
