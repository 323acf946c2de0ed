/**
 * One runner per data folder. The lock is an open exclusive transaction on a small database: the operating system frees it when its
 * process dies, and it survives sleep. A second file names the holder, for messages and for the case that the lock file is removed or
 * replaced while it is held: then a lock on the new file proves nothing.
 */
import { closeSync, openSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { isRunning, thisProcess } from '../../platform/processes.ts';

export interface RunnerLock {
  /** Null while this process holds the lock, else sentences that say why it does not and what to do. */
  readonly heldBy: string | null;
  /** True when this process holds the lock now. */
  take(): boolean;
  /**
   * True while this process is certain to be the only runner. Locks the new file when the lock file was removed or replaced; the lock is
   * lost for good when another program has locked that one.
   */
  confirm(): boolean;
  release(): void;
}

/** The holder, on the second line of the note. A note of an older program has only the first line. */
const Holder = z.object({
  pid: z.int(),
  start: z.string().nullable(),
  /** Computer and folder: a copy of the folder contains the note of the original. */
  host: z.string(),
  folder: z.string(),
  /** The lock file that it locked. */
  file: z.string().nullable(),
  program: z.enum(['window', 'terminal']).default('window'),
});
type Holder = z.infer<typeof Holder>;

/** Folders whose lock this process holds. */
const heldHere = new Set<string>();

const LOST =
  'The file runner.lock in the data folder was replaced while this program was running, and another program has taken over. Close this program and start it again.';

export interface LockTaker {
  /** A phrase such as "The window (process 4711), since 09:02". */
  readonly who: string;
  readonly program: Holder['program'];
  /** True where a user without a terminal reads `heldBy`: it then names no process. */
  readonly plain: boolean;
}

const HOLDERS: Readonly<Record<Holder['program'], string>> = {
  window: 'Another Screening Desk window',
  terminal: 'A Screening Desk command in a terminal',
};

/** Takes the lock of the folder if it is free. */
export function takeRunnerLock(dataDir: string, { who, program, plain }: LockTaker): RunnerLock {
  const folder = realpathSync(dataDir);
  const path = join(folder, 'runner.lock');
  const note = join(folder, 'runner.txt');
  let db: Database.Database | null = null;
  /** The lock file that `db` has locked. */
  let locked: string | null = null;
  let lost = false;

  const present = (): string | null => {
    const file = statSync(path, { bigint: true, throwIfNoEntry: false });
    return file === undefined ? null : `${file.dev}:${file.ino}`;
  };

  const readNote = (): { readonly words: string; readonly holder: Holder | null } => {
    try {
      const [words = '', line = ''] = readFileSync(note, 'utf8').split('\n');
      return { words: words.trim(), holder: line === '' ? null : Holder.parse(JSON.parse(line)) };
    } catch {
      return { words: '', holder: null };
    }
  };

  /** True when the holder runs and has locked another file than the present one. */
  const holdsAnother = (file: string | null): boolean => {
    const { holder } = readNote();
    if (holder === null || holder.host !== hostname() || holder.folder !== folder) return false;
    // Windows removes and replaces no file that is open, and some of its disks name a file differently each time.
    if (file !== null && (file === holder.file || process.platform === 'win32')) return false;
    return holder.pid === process.pid ? heldHere.has(folder) : isRunning(holder);
  };

  /** The lock file with an exclusive transaction; null when another program has one, or the file is not `expected` any more. */
  const locking = (expected: string | null): Database.Database | null => {
    // Created here because SQLite gives its own files the permissions of this one. An existing file is not opened: closing it would free
    // the locks that this process has on it.
    if (expected === null) closeSync(openSync(path, 'a', 0o600));
    const file = expected ?? present();
    const attempt = new Database(path);
    try {
      attempt.pragma('busy_timeout = 0');
      attempt.exec('BEGIN EXCLUSIVE');
      if (present() === file) return attempt;
    } catch (error) {
      if (!(error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))) {
        attempt.close();
        throw error;
      }
    }
    attempt.close();
    return null;
  };

  const keep = (taken: Database.Database): void => {
    db = taken;
    locked = present();
    heldHere.add(folder);
    const holder: Holder = { ...thisProcess(), host: hostname(), folder, file: locked, program };
    try {
      writeFileSync(note, `${who}\n${JSON.stringify(holder)}\n`, { mode: 0o600 });
    } catch {
      // The lock is valid without its note. A full disk is reported by the write that would lose something.
    }
  };

  const lock: RunnerLock = {
    get heldBy() {
      if (lost) return LOST;
      if (db !== null) return null;
      const { words, holder } = readNote();
      const isReplaced = holdsAnother(present());
      if (plain) {
        const sentence = `${HOLDERS[holder?.program ?? 'window']} is using this data folder.`;
        return isReplaced
          ? `${sentence} Its file runner.lock was removed or replaced. Close it first. If it is no longer open, remove the file runner.txt from the data folder.`
          : `${sentence} Sending waits until it is done.`;
      }
      const other = `Another program is using this data folder${words === '' ? '' : `: ${words}`}.`;
      return isReplaced
        ? `${other} Its file runner.lock was removed or replaced in the meantime. Close that program first. If it is no longer running, remove the file runner.txt from the data folder.`
        : `${other} Use it there, or close it first.`;
    },
    take() {
      if (db !== null || lost) return !lost;
      const file = present();
      if (holdsAnother(file)) return false;
      const taken = locking(file);
      if (taken === null) return false;
      keep(taken);
      return true;
    },
    confirm() {
      if (db === null || lost) return false;
      // Windows removes and replaces no file that is open.
      if (process.platform === 'win32' || present() === locked) return true;
      let taken: Database.Database | null;
      try {
        taken = locking(present());
        if (taken !== null) {
          db.close();
          keep(taken);
          return true;
        }
      } catch {
        // In a folder that cannot be written, the next record fails and says so.
        return true;
      }
      lost = true;
      heldHere.delete(folder);
      db.close();
      db = null;
      return false;
    },
    release() {
      if (db === null) return;
      // Before the lock is free: afterwards the note may be another program's.
      rmSync(note, { force: true });
      heldHere.delete(folder);
      db.exec('ROLLBACK');
      db.close();
      db = null;
    },
  };
  lock.take();
  return lock;
}
