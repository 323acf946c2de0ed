/**
 * A lock on a file, so that each data folder has only one runner. A note names the holder, for messages, and because the lock file can be
 * removed or replaced while it is held: then a lock on the new file proves nothing.
 */
import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { CAN_REPLACE_OPEN_FILES, type FileLock, fileId, lockFile } from '../../locks/index.ts';
import { isRunning, thisProcess } from '../../platform/index.ts';
import { holderText, type LockHolder, LockNoteFile, plainHolderText } from './lock-holder.ts';

/** The program that wants the lock. */
export interface LockTaker {
  /** A phrase such as "The window (process 4711), since 09:02". */
  readonly who: string;
  readonly program: LockHolder['program'];
  /** True if users without a terminal read `heldBy`, so that it does not name a process. */
  readonly plain: boolean;
}

/** Folders whose lock this process holds. */
const heldHere = new Set<string>();

const LOST =
  'The file runner.lock in the data folder was replaced while this program was running, and another program has taken over. Close this program and start it again.';

export class RunnerLock {
  private readonly taker: LockTaker;
  private readonly folder: string;
  private readonly path: string;
  private readonly note: LockNoteFile;
  /** Null while this process does not hold the lock. */
  private held: FileLock | null = null;
  /** True after another program has taken over: this program then never takes the lock again. */
  private isLost = false;

  /** Does not take the lock. `dataDir`: an existing folder. */
  constructor(dataDir: string, taker: LockTaker) {
    this.taker = taker;
    this.folder = realpathSync(dataDir);
    this.path = join(this.folder, 'runner.lock');
    this.note = new LockNoteFile(this.folder);
  }

  /** Null while this process holds the lock. Otherwise sentences that say why it does not, and what to do. */
  get heldBy(): string | null {
    if (this.isLost) return LOST;
    if (this.held !== null) return null;
    const text = this.taker.plain ? plainHolderText : holderText;
    return text(this.note.read(), this.isAnotherFileHeld(fileId(this.path)));
  }

  /**
   * Takes the lock. True if this process holds it now.
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
   * True while this process is certainly the only runner. If the lock file was removed or replaced, locks the new file; if another program
   * has locked that one, this process has lost the lock for good.
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
      // If the folder cannot be written, the next write fails and reports it.
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
    // Removed while the lock is still held: afterwards, the note may belong to another program.
    this.note.remove();
    heldHere.delete(this.folder);
    this.held.free();
    this.held = null;
  }

  /** True if the holder in the note is running, and has locked a different file than the current one. */
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
