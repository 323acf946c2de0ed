/** Reading and writing the small files of the data folder that record its secrets. */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { AppError, codeOf, diskFailureOf } from '../../shared/base/index.ts';

/**
 * Runs disk access to the data folder.
 * @throws DISK_FULL when the disk is full, DATA_FOLDER for any other failure
 */
export function inDataFolder<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (diskFailureOf(error) === 'full')
      throw new AppError('DISK_FULL', 'The disk that holds the data folder is full.', {}, { cause: error });
    const reason = codeOf(error) || 'unknown';
    throw new AppError(
      'DATA_FOLDER',
      `The data folder cannot be used (${reason}). Check that it is yours and can be written to.`,
      { reason },
      { cause: error },
    );
  }
}

/**
 * Writes a new file that no other user may read and syncs it to the disk. Its name is durable only after `syncFolder`.
 */
export function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The text of a file; null when there is no such file. */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
