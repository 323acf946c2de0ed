/** The lock on the secrets of a data folder: two programs that start at once must not create two data keys. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/base/errors.ts';
import { systemClock } from '../platform/clock.ts';
import type { Clock } from '../platform/ports.ts';
import { isRunning, thisProcess } from '../platform/processes.ts';
import { errnoOf, inDataFolder, readIfThere } from './data-folder-io.ts';

/** Milliseconds. Longer than any work under the lock, which is a few calls of at most ten seconds. */
const LOCK_STALE_MS = 60_000;
/** Milliseconds. Longer than LOCK_STALE_MS, so that a process that waits for only one other gets the lock. */
const LOCK_WAIT_MS = 75_000;
/** Milliseconds between two attempts. */
const RETRY_MS = 20;

/**
 * Paths of the locks that this process holds. A lock with our process number that is not among them belongs to an
 * earlier process with the same number.
 */
const heldHere = new Set<string>();

export class SecretsLock {
  private readonly path: string;
  private readonly clock: Pick<Clock, 'elapsed' | 'wait'>;

  /** `dataDir`: an existing folder. */
  constructor(dataDir: string, clock: Pick<Clock, 'elapsed' | 'wait'> = systemClock) {
    this.path = join(dataDir, 'secrets.lock');
    this.clock = clock;
  }

  /**
   * Runs `work` while no other program does. @throws DATA_FOLDER when other programs hold the lock for longer than
   * LOCK_WAIT_MS; what `work` throws.
   */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const mine = lockText();
    await this.take(mine);
    try {
      return await work();
    } finally {
      heldHere.delete(this.path);
      // Another program may have taken the lock while this computer slept; then the lock is no longer this program's.
      inDataFolder(() => {
        this.remove(mine);
      });
    }
  }

  private async take(mine: string): Promise<void> {
    const began = this.clock.elapsed();
    let [seen, since] = ['', began];
    for (;;) {
      const other = inDataFolder(() => this.tryToTake(mine));
      if (other === null) return;
      const now = this.clock.elapsed();
      if (seen !== other) [seen, since] = [other, now];
      if (this.isAbandoned(other) || now - since > LOCK_STALE_MS)
        inDataFolder(() => {
          this.remove(other);
        });
      else if (now - began > LOCK_WAIT_MS)
        throw new AppError(
          'DATA_FOLDER',
          `Other Screening Desk programs are using the keys of this data folder (process ${other.split(' ')[0]}). Nothing was changed. Close them and try again; if none of them is running, remove the file secrets.lock from the data folder.`,
          { reason: 'locked' },
        );
      else await this.clock.wait(RETRY_MS);
    }
  }

  /** Takes the lock and returns null, or returns the content of another program's lock. */
  private tryToTake(mine: string): string | null {
    try {
      const file = openSync(this.path, 'wx', 0o600);
      try {
        writeSync(file, mine);
      } catch (error) {
        // An empty lock would keep every program waiting.
        rmSync(this.path, { force: true });
        throw error;
      } finally {
        closeSync(file);
      }
      heldHere.add(this.path);
      return null;
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
    return readIfThere(this.path) ?? '';
  }

  /** True when the program that took the lock has ended. A lock without a number is still being written. */
  private isAbandoned(text: string): boolean {
    const [number = '', start = '-'] = text.split(' ');
    const pid = Number(number);
    if (!(pid > 0)) return false;
    return pid === process.pid ? !heldHere.has(this.path) : !isRunning({ pid, start: start === '-' ? null : start });
  }

  /** Removes the lock if it still has this content. */
  private remove(text: string): void {
    if (readIfThere(this.path) === text) rmSync(this.path, { force: true });
  }
}

/** Content of a lock: the process number, its start, and a random value that distinguishes this lock from others. */
function lockText(): string {
  const { pid, start } = thisProcess();
  return `${pid} ${start ?? '-'} ${randomBytes(6).toString('hex')}`;
}
