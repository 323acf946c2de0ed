/**
 * Locks on files between programs: an open exclusive transaction on an empty database. The operating system releases the lock when the
 * process ends, in whatever way, but not during sleep. The lock of a running program is never taken away.
 */
import { closeSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError, codeOf } from '../../shared/base/index.ts';
import { removeFile } from '../platform/index.ts';

export interface FileLock {
  /** ID of the locked file. A file that replaces it has a different ID. */
  readonly file: string | null;
  free(): void;
}

/** Windows does not remove or replace an open file, and on some of its disks the ID of a file changes. */
export const CAN_REPLACE_OPEN_FILES = process.platform !== 'win32';

/** ID of a file; null when there is none. */
export function fileId(path: string): string | null {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file === undefined ? null : `${file.dev}:${file.ino}`;
}

/**
 * A transaction on the file at `path`; null when it is locked.
 * @throws SqliteError when it cannot be opened
 */
function transactionOn(path: string): Database.Database | null {
  const transaction = new Database(path);
  try {
    transaction.pragma('busy_timeout = 0');
    transaction.exec('BEGIN EXCLUSIVE');
    return transaction;
  } catch (error) {
    transaction.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}

/** Folders in which this process has locked a file, so locks are supported. */
const withLocks = new Set<string>();

/**
 * For a file system without locks, SQLite reports that a file is locked. Locking a file that no other program knows shows which one it is.
 * @throws DATA_FOLDER when the file system has no locks
 */
export function requireLocks(folder: string): void {
  if (withLocks.has(folder)) return;
  const path = join(folder, `secrets.lock.${process.pid}`);
  try {
    removeFile(path);
    closeSync(openSync(path, 'wx', 0o600));
    const transaction = transactionOn(path);
    if (transaction === null)
      throw new AppError(
        'DATA_FOLDER',
        'The disk of the data folder does not support file locks, so two programs could run the same projects and pay twice. Nothing was changed. Choose a data folder on a disk of this computer, or turn on locks for the network drive.',
        { reason: 'no-locks' },
      );
    transaction.close();
    withLocks.add(folder);
  } finally {
    try {
      removeFile(path);
    } catch {
      // An empty file without a lock has no effect.
    }
  }
}

/**
 * Locks the file at `path`, and creates it if there is none. Null if somebody else has locked it, or it is no longer the file `expected`.
 * @param expected ID of the file to lock; null to create it
 * @throws DATA_FOLDER when the file system has no locks; SqliteError or a system error when the file cannot be used
 */
export function lockFile(path: string, expected: string | null = fileId(path)): FileLock | null {
  if (expected === null) createFile(path);
  const file = expected ?? fileId(path);
  const transaction = transactionOn(path);
  if (transaction === null) {
    requireLocks(dirname(path));
    return null;
  }
  if (fileId(path) === file)
    return {
      file,
      free() {
        transaction.exec('ROLLBACK');
        transaction.close();
      },
    };
  transaction.close();
  return null;
}

/**
 * Creates the file. SQLite gives its other files the same permissions. An existing file is not opened, because closing it would release
 * this process's locks on it.
 */
function createFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
