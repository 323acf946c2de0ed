/**
 * One runner per data folder, by a lock on a file. A note names the holder, for messages and for the case that the lock
 * file is removed or replaced while it is held: then a lock on the new file proves nothing.
 */
import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type FileLock, fileId, lockFile } from '../../locks/index.ts';
import { isRunning, thisProcess } from '../../platform/index.ts';
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
  /** Null while this process does not hold the lock. */
  private held: FileLock | null = null;
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
    return text(this.note.read(), this.isAnotherFileHeld(fileId(this.path)));
  }

  /**
   * True when this process holds the lock now.
   * @throws SqliteError or a system error when the folder cannot be used.
   */
  take(): boolean {
    if (this.isLost) return false;
    if (this.held !== null) return true;
    const file = fileId(this.path);
    if (this.isAnotherFileHeld(file)) return false;
    const lock = lockFile(this.path, file);
    if (lock === null) return false;
    this.keep(lock);
    return true;
  }

  /**
   * True while this process is certain to be the only runner. Locks the new file when the lock file was removed or
   * replaced; the lock is lost for good when another program has locked that one.
   */
  confirm(): boolean {
    const { held } = this;
    if (held === null) return false;
    if (!CAN_REPLACE_OPEN_FILES || fileId(this.path) === held.file) return true;
    try {
      const lock = lockFile(this.path);
      if (lock !== null) {
        held.free();
        this.keep(lock);
        return true;
      }
    } catch {
      // In a folder that cannot be written, the next record fails and says so.
      return true;
    }
    this.isLost = true;
    heldHere.delete(this.folder);
    held.free();
    this.held = null;
    return false;
  }

  release(): void {
    if (this.held === null) return;
    // Before the lock is free: afterwards the note may be another program's.
    this.note.remove();
    heldHere.delete(this.folder);
    this.held.free();
    this.held = null;
  }

  /** True when the holder in the note runs and has locked another file than the present one. */
  private isAnotherFileHeld(file: string | null): boolean {
    const { holder } = this.note.read();
    if (holder === null || holder.host !== hostname() || holder.folder !== this.folder) return false;
    if (file !== null && (file === holder.file || !CAN_REPLACE_OPEN_FILES)) return false;
    return holder.pid === process.pid ? heldHere.has(this.folder) : isRunning(holder);
  }

  private keep(lock: FileLock): void {
    this.held = lock;
    heldHere.add(this.folder);
    const { who, program } = this.taker;
    this.note.write(who, { ...thisProcess(), host: hostname(), folder: this.folder, file: lock.file, program });
  }
}
