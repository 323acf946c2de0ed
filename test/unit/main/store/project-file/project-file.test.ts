/** A project file has encrypted chunks that are bound to their place, and is refused if it belongs to another project. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../../shared/base/errors.ts';
import { newKey } from '../../../../../main/store/project-file/cipher.ts';
import { whyNoWrite } from '../../../../kit/write-lock.ts';
import { ProjectFile } from '../../../../../main/store/project-file/project-file.ts';

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

describe('a project file', () => {
  const ref = () => ({ path: join(folder, 'p.sqlite'), projectId: 'p', key: newKey() });
  const place = (seq: number) => ({ seq, first: seq * 2, count: 2, low: seq * 2 + 1, high: seq * 2 + 2 });

  it('returns chunks in order to other connections, and contains no plain text', () => {
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

  it('frees the bytes of a chunk when a pass continues with the next one', () => {
    const writer = new ProjectFile(ref(), 'create');
    const size = 40_000;
    for (let seq = 0; seq < 3; seq++) writer.write('rows', place(seq), Buffer.alloc(size, seq));
    const seen: Buffer[] = [];
    for (const { place: at, bytes } of writer.passingChunks('rows')) {
      expect([bytes.length, bytes[size - 1]]).toEqual([size, at.seq]);
      seen.push(bytes);
    }
    expect(seen.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0, 0]);
    expect(writer.read('rows', 1)?.length).toBe(size);
    writer.close();
  });

  it('is locked from the beginning of a change, so that no other program changes what it has read', () => {
    const file = ref();
    const writer = new ProjectFile(file, 'create');
    const other = new Database(file.path, { timeout: 0 });
    expect(writer.transaction(() => whyNoWrite(other))).toBe('SQLITE_BUSY');
    other.close();
    writer.close();
  });

  it('refuses another key, a moved chunk, and a foreign file', () => {
    const file = ref();
    const writer = new ProjectFile(file, 'create');
    writer.write('rows', place(0), Buffer.from('a'));
    writer.write('rows', place(1), Buffer.from('b'));
    writer.close();
    expect(codeOf(() => new ProjectFile({ ...file, key: newKey() }, 'read').read('rows', 0))).toBe('PROJECT_FILE_DAMAGED');
    const db = new Database(file.path);
    db.exec('UPDATE chunk SET body = (SELECT body FROM chunk WHERE seq = 1) WHERE seq = 0');
    db.close();
    expect(codeOf(() => new ProjectFile(file, 'read').read('rows', 0))).toBe('PROJECT_PART_DAMAGED');
    writeFileSync(file.path, 'not a database, whatever its name says');
    expect(codeOf(() => new ProjectFile(file, 'read'))).toBe('PROJECT_FILE_DAMAGED');
    expect(codeOf(() => new ProjectFile({ ...file, path: join(folder, 'none.sqlite') }, 'read'))).toBe('PROJECT_FILE_DAMAGED');
  });

  it('refuses a chunk and a value of another project that has the same key', () => {
    const own = ref();
    const other = { ...own, path: join(folder, 'q.sqlite'), projectId: 'q' };
    for (const file of [own, other]) {
      const writer = new ProjectFile(file, 'create');
      writer.transaction(() => {
        writer.write('rows', place(0), Buffer.from(`of ${file.projectId}`));
        writer.putValue('edits', { of: file.projectId });
      });
      writer.close();
      // Only the encryption protects a file without its manifest.
      const db = new Database(file.path);
      db.exec("DELETE FROM note WHERE name <> 'edits'");
      db.close();
    }
    const read = () => {
      const reader = new ProjectFile(own, 'read', { isTolerant: true });
      const found = [reader.read('rows', 0)?.toString() ?? null, reader.getValue('edits') ?? null];
      reader.close();
      return found;
    };
    expect(read()).toEqual(['of p', { of: 'p' }]);
    const db = new Database(own.path);
    db.prepare('ATTACH ? AS other').run(other.path);
    db.exec('UPDATE main.chunk SET body = (SELECT body FROM other.chunk)');
    db.exec('UPDATE main.note SET body = (SELECT body FROM other.note)');
    db.close();
    expect(read()).toEqual([null, null]);
  });

  it('is created only in the mode “create”, and the other modes report why they fail', () => {
    const file = ref();
    const result = (mode: 'read' | 'write', given = file) => {
      try {
        new ProjectFile(given, mode).close();
        return 'opened';
      } catch (error) {
        return error instanceof AppError ? `${error.code}: ${error.message}` : String(error);
      }
    };
    const back = 'Restore the file from a backup of the data folder, then continue.';
    for (const mode of ['read', 'write'] as const) {
      expect(result(mode)).toBe(`PROJECT_FILE_DAMAGED: The project’s file (p.sqlite) is missing from the data folder. ${back}`);
      expect(existsSync(file.path)).toBe(false);
      writeFileSync(file.path, '');
      expect(result(mode)).toBe(`PROJECT_FILE_DAMAGED: The project’s file (p.sqlite) is empty. ${back}`);
      expect(statSync(file.path).size).toBe(0);
      rmSync(file.path);
    }
    new ProjectFile(file, 'create').close();
    expect(result('write')).toBe('opened');
    // The same file and key, as another project.
    expect(result('read', { ...file, projectId: 'q' })).toContain('does not contain this project');
  });

  it('keeps nothing of a transaction that fails', () => {
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

  /** A file with two streams. The first stream was written twice, and `spoil` also gets the older state. */
  const written = (spoil: (db: Database.Database, older: Database.Database) => void) => {
    const file = ref();
    const writer = new ProjectFile(file, 'create');
    const writeAll = (text: string) =>
      writer.transaction(() => {
        for (let seq = 0; seq < 3; seq++) writer.write('rows', place(seq), Buffer.from(`${text} ${seq}`));
        writer.write('keys', place(0), Buffer.from(text));
        writer.putValue('edits', { applied: text });
      });
    writeAll('before');
    writer.close();
    copyFileSync(file.path, join(folder, 'older.sqlite'));
    const again = new ProjectFile(file, 'write');
    again.write('rows', place(1), Buffer.from('after 1'));
    again.close();
    const db = new Database(file.path);
    const older = new Database(join(folder, 'older.sqlite'));
    spoil(db, older);
    db.close();
    older.close();
    return file;
  };
  const copyRow = (db: Database.Database, from: Database.Database, table: 'chunk' | 'note', where: string) => {
    const row = from.prepare(`SELECT * FROM ${table} WHERE ${where}`).get() as Record<string, unknown>;
    const names = Object.keys(row);
    db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${names.map(() => '?').join(', ')})`).run(Object.values(row));
  };

  it.each<[string, (db: Database.Database, older: Database.Database) => void, Record<string, number[]>]>([
    ['a missing chunk', (db) => db.exec("DELETE FROM chunk WHERE stream = 'rows' AND seq = 2"), { rows: [2] }],
    ['a stream without chunks', (db) => db.exec("DELETE FROM chunk WHERE stream = 'rows'"), { rows: [0, 1, 2] }],
    [
      'a duplicate chunk',
      (db) => db.exec("INSERT INTO chunk SELECT stream, 3, first, count, low, high, body FROM chunk WHERE stream = 'rows' AND seq = 2"),
      { rows: [3] },
    ],
    ['another row count', (db) => db.exec("UPDATE chunk SET count = 1 WHERE stream = 'rows' AND seq = 2"), { rows: [2] }],
    ['an older chunk', (db, older) => copyRow(db, older, 'chunk', "stream = 'rows' AND seq = 1"), { rows: [1] }],
    [
      'an older copy of a stream with its list',
      (db, older) => {
        copyRow(db, older, 'chunk', "stream = 'rows' AND seq = 1");
        copyRow(db, older, 'note', "name = 'chunks/rows'");
      },
      { rows: [] },
    ],
    ['an older manifest', (db, older) => copyRow(db, older, 'note', "name = 'manifest'"), { rows: [], changes: [] }],
    ['a missing list of chunks', (db) => db.exec("DELETE FROM note WHERE name = 'chunks/rows'"), { rows: [] }],
    [
      'a changed byte',
      (db) => {
        const body = db.prepare("SELECT body FROM chunk WHERE stream = 'rows' AND seq = 0").pluck().get() as Buffer;
        body[body.length - 1]! ^= 1;
        db.prepare("UPDATE chunk SET body = ? WHERE stream = 'rows' AND seq = 0").run(body);
      },
      { rows: [0] },
    ],
    ['a missing value', (db) => db.exec("DELETE FROM note WHERE name = 'edits'"), { edits: [] }],
  ])('detects %s and reads the rest', (_, spoil, damage) => {
    const file = written(spoil);
    const strict = new ProjectFile(file, 'read');
    const readAll = () => {
      for (const { seq } of strict.places('rows')) strict.read('rows', seq);
      return strict.getValue('edits');
    };
    expect(codeOf(readAll)).toBe('PROJECT_PART_DAMAGED');
    expect(strict.read('keys', 0)?.toString()).toBe('before');
    strict.close();
    const tolerant = new ProjectFile(file, 'read', { isTolerant: true });
    const found = Object.fromEntries(Array.from(tolerant.damage(true), ([name, chunks]) => [name, chunks.map(({ seq }) => seq)]));
    expect(found).toEqual(damage);
    const missing = damage['rows'] ?? [];
    const texts = Array.from(tolerant.chunks('rows'), ({ bytes }) => bytes.toString());
    const intact = ['before 0', 'after 1', 'before 2'].filter((_text, seq) => !missing.includes(seq));
    // Without its list of chunks, a stream is read as it is.
    expect(texts).toEqual(missing.length === 0 ? texts : intact);
    expect(tolerant.read('keys', 0)?.toString()).toBe('before');
    tolerant.close();
  });

  it('a file without its manifest is damaged, and only a tolerant connection reads it and reports the damage', () => {
    const file = written((db) => db.exec("DELETE FROM note WHERE name = 'manifest'"));
    for (const mode of ['read', 'write'] as const) expect(codeOf(() => new ProjectFile(file, mode))).toBe('PROJECT_PART_DAMAGED');
    const tolerant = new ProjectFile(file, 'read', { isTolerant: true });
    expect([...tolerant.damage(true).keys()]).toEqual(['manifest']);
    expect(tolerant.read('rows', 1)?.toString()).toBe('after 1');
    tolerant.close();
  });

  it('is refused and not changed if a development version wrote it', () => {
    const file = written((db) => db.pragma('user_version = 1'));
    const before = readFileSync(file.path);
    for (const mode of ['read', 'write'] as const)
      expect(() => new ProjectFile(file, mode)).toThrow(/was written by a development version from before the first release/);
    expect(readFileSync(file.path)).toEqual(before);
  });

  it('shows readers what another connection has written since they read the manifest', () => {
    const file = written(() => undefined);
    const reader = new ProjectFile(file, 'read');
    const one = new ProjectFile(file, 'write');
    const other = new ProjectFile(file, 'write');
    for (const [at, writer] of [one, other, one, other].entries()) {
      writer.transaction(() => {
        writer.write('rows', place(at + 1), Buffer.from(`new ${at}`));
        writer.putValue('edits', { applied: at });
      });
      expect(reader.read('rows', at + 1)?.toString()).toBe(`new ${at}`);
      expect(reader.places('rows').length).toBe(Math.max(3, at + 2));
      expect(reader.getValue('edits')).toEqual({ applied: at });
    }
    expect(() =>
      one.transaction(() => {
        one.clear('rows');
        throw new Error('on the way');
      }),
    ).toThrow('on the way');
    expect(one.places('rows').length).toBe(5);
    expect(reader.damage(true).size).toBe(0);
    for (const file of [reader, one, other]) file.close();
  });

  it('is refused if a newer version wrote it', () => {
    const file = ref();
    new ProjectFile(file, 'create').close();
    const db = new Database(file.path);
    db.pragma('user_version = 99');
    db.close();
    expect(codeOf(() => new ProjectFile(file, 'read'))).toBe('DATABASE_NEWER');
  });
});
