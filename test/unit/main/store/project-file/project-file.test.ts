/** A project file: encrypted chunks that are bound to their place, and refused when the file is another project's. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../../shared/base/errors.ts';
import { newKey } from '../../../../../main/store/project-file/cipher.ts';
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

  it('refuses another key, a chunk that was moved, and a foreign file', () => {
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

  it('is created only by the mode “create”, and each other mode says why it fails', () => {
    const file = ref();
    const result = (mode: 'read' | 'write', given = file) => {
      try {
        new ProjectFile(given, mode).close();
        return 'opened';
      } catch (error) {
        return error instanceof AppError ? `${error.code}: ${error.message}` : String(error);
      }
    };
    const back = 'Put the file back from a backup of the data folder, then go on.';
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
    expect(result('read', { ...file, projectId: 'q' })).toContain('does not hold this project');
  });

  it('opens without an owner, as an older program wrote it', () => {
    const file = ref();
    const writer = new ProjectFile(file, 'create');
    writer.write('rows', place(0), Buffer.from('a'));
    writer.close();
    const db = new Database(file.path);
    db.exec('DELETE FROM note');
    db.pragma('user_version = 1');
    db.close();
    const reader = new ProjectFile(file, 'read');
    expect(reader.read('rows', 0)?.toString()).toBe('a');
    reader.close();
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

  it('refuses the version of a newer program', () => {
    const file = ref();
    new ProjectFile(file, 'create').close();
    const db = new Database(file.path);
    db.pragma('user_version = 99');
    db.close();
    expect(codeOf(() => new ProjectFile(file, 'read'))).toBe('DATABASE_NEWER');
  });
});
