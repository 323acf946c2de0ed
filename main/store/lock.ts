/**
 * One runner a data folder. The lock is an open exclusive transaction on a small database: the operating system frees it when
 * its process dies, and it survives sleep. Who holds it stands in a file beside it, for the others to say.
 */
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

export interface RunnerLock {
  /** Null while this process holds the lock, else who does, as a sentence. */
  readonly heldBy: string | null;
  /** Tries again to take it; true when this process holds it now. */
  retry(): boolean;
  release(): void;
}

/** Takes the lock of the folder, or tells who has it. `who` is a sentence such as "The window (process 4711), since 09:02". */
export function takeRunnerLock(dataDir: string, who: string): RunnerLock {
  const path = join(dataDir, 'runner.lock');
  const note = join(dataDir, 'runner.txt');
  let db: Database.Database | null = null;

  const take = (): boolean => {
    if (db !== null) return true;
    // Made by us first: what SQLite puts beside a file has that file's permissions.
    closeSync(openSync(path, 'a', 0o600));
    const attempt = new Database(path);
    try {
      attempt.pragma('busy_timeout = 0');
      attempt.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      attempt.close();
      if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return false;
      throw error;
    }
    db = attempt;
    writeFileSync(note, who, { mode: 0o600 });
    return true;
  };

  const holder = (): string => {
    try {
      return readFileSync(note, 'utf8').trim() || 'Another program';
    } catch {
      return 'Another program';
    }
  };

  take();
  return {
    get heldBy() {
      return db === null ? holder() : null;
    },
    retry: take,
    release() {
      if (db === null) return;
      db.exec('ROLLBACK');
      db.close();
      db = null;
    },
  };
}
