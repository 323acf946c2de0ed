/** The files for secrets in the data folder: the recorded state, the key file, and a lock between processes. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/base/errors.ts';
import type { Clock } from '../platform/ports.ts';
import { isRunning, thisProcess } from '../platform/processes.ts';
import { systemClock } from '../platform/clock.ts';

/** Length of the data key in bytes. */
export const KEY_BYTES = 32;

/** What was saved where, without any secret: distinguishes "never saved" from "cannot be read now". */
const State = z.strictObject({
  format: z.literal(1),
  /** Part of every account name, so that two data folders on one computer do not share entries. */
  installation: z.string().min(16),
  /**
   * The key's mark, the boot during which it was copied from a key file to the keychain, and where the key is; null where an older program
   * did not record that.
   */
  dataKey: z
    .strictObject({
      mark: z.string(),
      copiedDuring: z.string().nullable(),
      place: z.enum(['keychain', 'key-file']).nullable().default(null),
    })
    .nullable(),
  /** Connections whose token was saved in the keychain. */
  tokens: z.array(z.string()),
  /** Connections whose token must still be removed from the keychain. */
  removals: z.array(z.string()),
});
export type SecretsState = z.infer<typeof State>;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code;

/** Runs disk access to the data folder. @throws DISK_FULL when the disk is full, DATA_FOLDER for any other failure */
function inDataFolder<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (codeOf(error) === 'ENOSPC') throw new AppError('DISK_FULL', 'The disk that holds the data folder is full.', {}, { cause: error });
    const reason = codeOf(error) ?? 'unknown';
    throw new AppError(
      'DATA_FOLDER',
      `The data folder cannot be used (${reason}). Check that it is yours and can be written to.`,
      { reason },
      { cause: error },
    );
  }
}

/** Writes a file that no other user may read and syncs it to the disk. */
function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A rename or a new name is durable only after the folder itself is synced; Windows has no such call. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

export class SecretFiles {
  readonly #folder: string;
  readonly #clock: Pick<Clock, 'elapsed' | 'wait'>;

  constructor(dataDir: string, clock: Pick<Clock, 'elapsed' | 'wait'> = systemClock) {
    this.#folder = dataDir;
    this.#clock = clock;
    inDataFolder(() => {
      // Leave the mode of an existing folder alone: it might have been named by mistake.
      if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(dataDir, 0o700);
    });
  }

  get #statePath(): string {
    return join(this.#folder, 'secrets.json');
  }

  get #keyPath(): string {
    return join(this.#folder, 'data.key');
  }

  /** The recorded state, or a new one when there is none. @throws DATA_FOLDER when the file is damaged */
  readState(): SecretsState {
    return inDataFolder(() => {
      const text = readIfThere(this.#statePath);
      if (text === null) return { format: 1, installation: randomBytes(16).toString('hex'), dataKey: null, tokens: [], removals: [] };
      try {
        return State.parse(JSON.parse(text));
      } catch (error) {
        // A new state would lose the keychain's entries for good.
        const inFile = readIfThere(this.#keyPath) !== null;
        const what = inFile
          ? 'The key to your donor data is safe in data.key: put secrets.json back from a backup, or remove it. Without it, only saved tokens have to be entered again.'
          : 'It tells where the keychain has the key to your donor data: put it back from a backup of the folder.';
        throw new AppError(
          'DATA_FOLDER',
          `The file secrets.json in the data folder is damaged. Nothing was changed. ${what}`,
          { reason: 'damaged' },
          { cause: error },
        );
      }
    });
  }

  writeState(state: SecretsState): void {
    inDataFolder(() => {
      const fresh = `${this.#statePath}.${randomBytes(6).toString('hex')}`;
      writeDurably(fresh, `${JSON.stringify(state, null, 2)}\n`);
      renameSync(fresh, this.#statePath);
      syncFolder(this.#folder);
    });
  }

  /** The data key in the key file, or null without one. */
  readKey(): Buffer | null {
    return inDataFolder(() => {
      const text = readIfThere(this.#keyPath);
      if (text === null) return null;
      if (process.platform !== 'win32' && (statSync(this.#keyPath).mode & 0o077) !== 0) chmodSync(this.#keyPath, 0o600);
      const key = decodeKey(text.trim());
      if (key === null)
        throw new AppError(
          'DATA_FOLDER',
          'The key file data.key in the data folder is damaged, so the projects cannot be opened. Nothing was changed: put data.key back from a backup of the folder.',
          { reason: 'damaged' },
        );
      return key;
    });
  }

  /** Writes the key file completely or not at all, and never replaces one. */
  createKey(key: Buffer): void {
    inDataFolder(() => {
      const fresh = `${this.#keyPath}.${randomBytes(6).toString('hex')}`;
      writeDurably(fresh, `${encodeKey(key)}\n`);
      try {
        // Unlike a rename, a link refuses to replace a file.
        linkSync(fresh, this.#keyPath);
      } finally {
        rmSync(fresh, { force: true });
      }
      syncFolder(this.#folder);
    });
  }

  removeKey(): void {
    inDataFolder(() => {
      rmSync(this.#keyPath, { force: true });
      syncFolder(this.#folder);
    });
  }

  /**
   * Runs `work` while no other process does: two that start at once must not create two data keys. @throws DATA_FOLDER when others hold the
   * lock for more than a minute
   */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const path = join(this.#folder, 'secrets.lock');
    const mine = lockText();
    await this.#lock(path, mine);
    try {
      return await work();
    } finally {
      heldHere.delete(path);
      // Another program may have taken the lock while this computer slept; then it is no longer ours.
      inDataFolder(() => removeLock(path, mine));
    }
  }

  async #lock(path: string, mine: string): Promise<void> {
    const began = this.#clock.elapsed();
    let [seen, since] = ['', began];
    for (;;) {
      const other = inDataFolder(() => takeLock(path, mine));
      if (other === null) return;
      const now = this.#clock.elapsed();
      if (seen !== other) [seen, since] = [other, now];
      if (isLeft(path, other) || now - since > LOCK_STALE_MS) inDataFolder(() => removeLock(path, other));
      else if (now - began > LOCK_WAIT_MS)
        throw new AppError(
          'DATA_FOLDER',
          `Other Screening Desk programs are using the keys of this data folder (process ${other.split(' ')[0]}). Nothing was changed. Close them and try again; if none of them is running, remove the file secrets.lock from the data folder.`,
          { reason: 'locked' },
        );
      else await this.#clock.wait(20);
    }
  }
}

/** Milliseconds. Longer than any work under the lock, which is a few calls of at most ten seconds. Measured by a monotonic clock. */
const LOCK_STALE_MS = 60_000;
/** Milliseconds. Longer than LOCK_STALE_MS, so that a process that waits for only one other gets the lock. */
const LOCK_WAIT_MS = 75_000;

/**
 * Locks that this process holds. A lock with our process number that is not among them belongs to an earlier process with the same number.
 */
const heldHere = new Set<string>();

/** Content of a lock: the process number, its start, and a random value that distinguishes this lock from others. */
function lockText(): string {
  const { pid, start } = thisProcess();
  return `${pid} ${start ?? '-'} ${randomBytes(6).toString('hex')}`;
}

/** Takes the lock and returns null, or returns the content of another program's lock. */
function takeLock(path: string, mine: string): string | null {
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, mine);
    } finally {
      closeSync(file);
    }
    heldHere.add(path);
    return null;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return readIfThere(path) ?? '';
}

/** True when the program that took the lock is gone. A lock without a number is still being written. */
function isLeft(path: string, text: string): boolean {
  const [number = '', start = '-'] = text.split(' ');
  const pid = Number(number);
  if (!(pid > 0)) return false;
  return pid === process.pid ? !heldHere.has(path) : !isRunning({ pid, start: start === '-' ? null : start });
}

/** Removes the lock if it still has this content. */
function removeLock(path: string, text: string): void {
  if (readIfThere(path) === text) rmSync(path, { force: true });
}

/** The text form of a key in the keychain and the key file. */
export function encodeKey(key: Buffer): string {
  return key.toString('base64');
}

/** The key in such a text, or null when it holds none. */
export function decodeKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES && key.toString('base64') === text ? key : null;
}
