/**
 * One runner per data folder. The lock is an open exclusive transaction on a small database: the operating system frees
 * it when its process ends, and it survives sleep. A note names the holder, for messages and for the case that the lock
 * file is removed or replaced while it is held: then a lock on the new file proves nothing.
 */
import { closeSync, openSync, realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { isRunning, thisProcess } from '../../platform/processes.ts';
import { holderText, type LockHolder, LockNoteFile, plainHolderText } from './lock-holder.ts';

/** The program that wants the lock. */
export interface LockTaker {
  /** A phrase such as "The window (process 4711), since 09:02". */
  readonly who: string;
  readonly program: LockHolder['program'];
  /** True where a user without a terminal reads `heldBy`: it then names no process. */
  readonly plain: boolean;
}

/** Folders whose lock this process holds. */
const heldHere = new Set<string>();

/** Windows removes and replaces no file that is open, and some of its disks name a file differently each time. */
const CAN_REPLACE_OPEN_FILES = process.platform !== 'win32';

const LOST =
  'The file runner.lock in the data folder was replaced while this program was running, and another program has taken over. Close this program and start it again.';

export class RunnerLock {
  private readonly taker: LockTaker;
  private readonly folder: string;
  private readonly path: string;
  private readonly note: LockNoteFile;
  /** The exclusive transaction, and the ID of the file that it locks; null while this process does not hold the lock. */
  private held: { readonly transaction: Database.Database; readonly file: string | null } | null = null;
  /** Another program has taken over, so this one never takes the lock again. */
  private isLost = false;

  /** Takes nothing yet. `dataDir`: an existing folder. */
  constructor(dataDir: string, taker: LockTaker) {
    this.taker = taker;
    this.folder = realpathSync(dataDir);
    this.path = join(this.folder, 'runner.lock');
    this.note = new LockNoteFile(this.folder);
  }

  /** Null while this process holds the lock, else sentences that say why it does not and what to do. */
  get heldBy(): string | null {
    if (this.isLost) return LOST;
    if (this.held !== null) return null;
    const text = this.taker.plain ? plainHolderText : holderText;
    return text(this.note.read(), this.isAnotherFileHeld(this.presentFile()));
  }

  /** True when this process holds the lock now. @throws SqliteError or a system error when the folder cannot be used. */
  take(): boolean {
    if (this.isLost) return false;
    if (this.held !== null) return true;
    const file = this.presentFile();
    if (this.isAnotherFileHeld(file)) return false;
    const transaction = this.lockFile(file);
    if (transaction === null) return false;
    this.keep(transaction);
    return true;
  }

  /**
   * True while this process is certain to be the only runner. Locks the new file when the lock file was removed or
   * replaced; the lock is lost for good when another program has locked that one.
   */
  confirm(): boolean {
    const { held } = this;
    if (held === null) return false;
    if (!CAN_REPLACE_OPEN_FILES || this.presentFile() === held.file) return true;
    try {
      const transaction = this.lockFile(this.presentFile());
      if (transaction !== null) {
        held.transaction.close();
        this.keep(transaction);
        return true;
      }
    } catch {
      // In a folder that cannot be written, the next record fails and says so.
      return true;
    }
    this.isLost = true;
    heldHere.delete(this.folder);
    held.transaction.close();
    this.held = null;
    return false;
  }

  release(): void {
    if (this.held === null) return;
    // Before the lock is free: afterwards the note may be another program's.
    this.note.remove();
    heldHere.delete(this.folder);
    const { transaction } = this.held;
    transaction.exec('ROLLBACK');
    transaction.close();
    this.held = null;
  }

  /** ID of the lock file; null when there is none. A file that replaces it has another ID. */
  private presentFile(): string | null {
    const file = statSync(this.path, { bigint: true, throwIfNoEntry: false });
    return file === undefined ? null : `${file.dev}:${file.ino}`;
  }

  /** True when the holder in the note runs and has locked another file than the present one. */
  private isAnotherFileHeld(file: string | null): boolean {
    const { holder } = this.note.read();
    if (holder === null || holder.host !== hostname() || holder.folder !== this.folder) return false;
    if (file !== null && (file === holder.file || !CAN_REPLACE_OPEN_FILES)) return false;
    return holder.pid === process.pid ? heldHere.has(this.folder) : isRunning(holder);
  }

  /**
   * The lock file with an exclusive transaction; null when another program has one, or the file is not `expected` any
   * more.
   */
  private lockFile(expected: string | null): Database.Database | null {
    // Created here because SQLite gives its own files the permissions of this one. An existing file is not opened:
    // closing it would free the locks that this process has on it.
    if (expected === null) closeSync(openSync(this.path, 'a', 0o600));
    const file = expected ?? this.presentFile();
    const transaction = new Database(this.path);
    try {
      transaction.pragma('busy_timeout = 0');
      transaction.exec('BEGIN EXCLUSIVE');
      if (this.presentFile() === file) return transaction;
    } catch (error) {
      if (!(error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))) {
        transaction.close();
        throw error;
      }
    }
    transaction.close();
    return null;
  }

  private keep(transaction: Database.Database): void {
    const file = this.presentFile();
    this.held = { transaction, file };
    heldHere.add(this.folder);
    const { who, program } = this.taker;
    this.note.write(who, { ...thisProcess(), host: hostname(), folder: this.folder, file, program });
  }
}
