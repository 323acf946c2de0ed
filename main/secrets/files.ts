/** The files that secrets leave in the data folder: what is remembered of them, the key file, and a lock between processes. */
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
import { lives, thisProcess } from '../platform/processes.ts';
import { systemClock } from '../platform/system.ts';

/** Length of the data key in bytes. */
export const KEY_BYTES = 32;

/** What was saved where, without any secret: it tells "never saved" from "cannot be read just now". */
const State = z.strictObject({
  format: z.literal(1),
  /** Part of every account name, so that two data folders on one computer do not share entries. */
  installation: z.string().min(16),
  /**
   * The key's own mark, the start of the computer in which it was copied from a key file to the keychain, and where the key is;
   * null where an older program did not note that.
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
  /** Connections whose token is still to be removed from it. */
  removals: z.array(z.string()),
});
export type SecretsState = z.infer<typeof State>;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code;

/** Runs what reads or writes in the data folder; a failure of the disk becomes a sentence. */
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

/** Writes a file that nobody else may read; on the disk when this returns. */
function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A rename or a new name is only certain once the folder itself is on the disk; Windows knows no such call. */
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
      // a folder that was there before is left as it is: it might be anything that was named by mistake
      if (mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(dataDir, 0o700);
    });
  }

  get #statePath(): string {
    return join(this.#folder, 'secrets.json');
  }

  get #keyPath(): string {
    return join(this.#folder, 'data.key');
  }

  /** What is remembered; made anew, and kept, in a folder that remembers nothing. */
  readState(): SecretsState {
    return inDataFolder(() => {
      const text = readIfThere(this.#statePath);
      if (text === null) return { format: 1, installation: randomBytes(16).toString('hex'), dataKey: null, tokens: [], removals: [] };
      try {
        return State.parse(JSON.parse(text));
      } catch (error) {
        // a new one would lose the way to the keychain's entries for good
        const inFile = readIfThere(this.#keyPath) !== null;
        const what = inFile
          ? 'The key to your donor data is safe in data.key: put secrets.json back from a backup, or remove it. Without it only saved tokens have to be given again.'
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

  /** Writes the key file whole or not at all, and never over another. */
  createKey(key: Buffer): void {
    inDataFolder(() => {
      const fresh = `${this.#keyPath}.${randomBytes(6).toString('hex')}`;
      writeDurably(fresh, `${encodeKey(key)}\n`);
      try {
        // unlike a rename, a link refuses to replace a file
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
   * Runs `work` while no other process is in here: two that start at once must not make two data keys.
   * @throws DATA_FOLDER when others have the lock for more than a minute.
   */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    const path = join(this.#folder, 'secrets.lock');
    const mine = lockText();
    await this.#lock(path, mine);
    try {
      return await work();
    } finally {
      heldHere.delete(path);
      // One that was taken from us, since this computer slept over it, is another program's now.
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
          `Other programs of Screening Desk are busy with the keys of this data folder (process ${other.split(' ')[0]}). Nothing was changed. Close them and try again; if none of them runs, remove the file secrets.lock from the data folder.`,
          { reason: 'locked' },
        );
      else await this.#clock.wait(20);
    }
  }
}

/** Longer than anything is ever done under the lock, which is a few calls of ten seconds at most. Not by the calendar, which may be set. */
const LOCK_STALE_MS = 60_000;
/** Longer still: whoever waits for one program has the lock in the end. */
const LOCK_WAIT_MS = 75_000;

/** Locks that this process holds. One with our number that is not among them was left by a program that had the number before us. */
const heldHere = new Set<string>();

/** What is written into a lock: the process, when it started, and a sign by which this lock is told from its others. */
function lockText(): string {
  const { pid, start } = thisProcess();
  return `${pid} ${start ?? '-'} ${randomBytes(6).toString('hex')}`;
}

/** Takes the lock and answers null, or answers what another program has written into it. */
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

/** True when the program that took the lock is gone. A lock without a number is being written this moment. */
function isLeft(path: string, text: string): boolean {
  const [number = '', start = '-'] = text.split(' ');
  const pid = Number(number);
  if (!(pid > 0)) return false;
  return pid === process.pid ? !heldHere.has(path) : !lives({ pid, start: start === '-' ? null : start });
}

/** Removes the lock if it is still the one that was read. */
function removeLock(path: string, text: string): void {
  if (readIfThere(path) === text) rmSync(path, { force: true });
}

/** The text of a key in the keychain and in the key file. */
export function encodeKey(key: Buffer): string {
  return key.toString('base64');
}

/** The key in such a text, or null when it holds none. */
export function decodeKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES && key.toString('base64') === text ? key : null;
}
