/** The lock on the secrets of a data folder: two programs that start at the same time must not create two data keys. */
import { join } from 'node:path';
import { AppError } from '../../shared/base/index.ts';
import { type FileLock, lockFile } from '../locks/index.ts';
import { type Clock, systemClock } from '../platform/index.ts';
import { inDataFolder } from './data-folder-io.ts';

/** In milliseconds. Longer than the few calls to a keychain take if it does not ask its user. */
const LOCK_WAIT_MS = 45_000;
/** Milliseconds between two attempts. */
const RETRY_MS = 50;

export interface SecretsLockOptions {
  /** Resolves when no call to the keychain is running any more; null if none is running. Such a call can still write to the keychain. */
  readonly unsettled?: () => Promise<void> | null;
  readonly clock?: Pick<Clock, 'elapsed' | 'wait'> | undefined;
}

export class SecretsLock {
  private readonly path: string;
  private readonly clock: Pick<Clock, 'elapsed' | 'wait'>;
  private readonly unsettled: () => Promise<void> | null;
  private held: FileLock | null = null;
  /** Within this program, one piece of work runs after the other. */
  private turn: Promise<unknown> = Promise.resolve();

  /** `dataDir`: an existing folder. */
  constructor(dataDir: string, { clock = systemClock, unsettled = () => null }: SecretsLockOptions = {}) {
    // The file is kept when nobody holds the lock: if it were removed, two programs could lock two different files.
    this.path = join(dataDir, 'secrets.lock.db');
    this.clock = clock;
    this.unsettled = unsettled;
  }

  /**
   * Runs `work` while no other program does. If a call to the keychain timed out, keeps the lock until that call can no longer have an
   * effect.
   * @throws DATA_FOLDER when another program holds the lock for longer than LOCK_WAIT_MS; what `work` throws
   */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      this.held ??= await this.take();
      try {
        return await work();
      } finally {
        const unsettled = this.unsettled();
        if (unsettled === null) this.free();
        else
          void unsettled.then(() =>
            this.inTurn(async () => {
              this.free();
            }),
          );
      }
    });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const answer = this.turn.then(work);
    this.turn = answer.catch(() => undefined);
    return answer;
  }

  private free(): void {
    this.held?.free();
    this.held = null;
  }

  private async take(): Promise<FileLock> {
    const began = this.clock.elapsed();
    for (;;) {
      const lock = inDataFolder(() => lockFile(this.path));
      if (lock !== null) return lock;
      if (this.clock.elapsed() - began > LOCK_WAIT_MS)
        throw new AppError(
          'DATA_FOLDER',
          'Another Screening Desk program is using the keys of this data folder. Nothing was changed. If the keychain asks a question, answer it; otherwise close the other program. Then try again.',
          { reason: 'locked' },
        );
      await this.clock.wait(RETRY_MS);
    }
  }
}
