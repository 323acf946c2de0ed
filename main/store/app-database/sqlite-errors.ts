/** The failures of SQLite and the system as errors that the user can do something about. */
import type Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/errors.ts';
import { codeOf, type DiskFailure, diskFailureOf, readErrorBehind } from '../project-file/disk-errors.ts';

const CODES = {
  full: 'DISK_FULL',
  unwritable: 'DISK_FULL',
  unreadable: 'READ_FAILED',
  forbidden: 'DATA_FOLDER',
  locked: 'DATABASE_LOCKED',
  damaged: 'DATABASE_DAMAGED',
} as const satisfies Record<DiskFailure, string>;

const WORDS: Readonly<Record<(typeof CODES)[DiskFailure], (code: string) => string>> = {
  DISK_FULL: () => 'The disk is full or cannot be written. What was done so far is kept; free some space, and it continues from there.',
  READ_FAILED: (code) =>
    `The data folder cannot be read at this moment${code === '' ? '' : ` (${code})`}. Nothing was changed and nothing is lost. Check that its disk is connected and that you have permission to read the folder, then try again.`,
  DATABASE_LOCKED: () => 'Another program has locked the history in the data folder. Close that program, or wait until it is done.',
  DATA_FOLDER: () => 'The data folder cannot be written. Choose another one or change its permissions.',
  DATABASE_DAMAGED: () =>
    'The history in the data folder is damaged and cannot be read. The project files next to it were not changed.',
};

/**
 * The AppError of a failure of SQLite or the system; any other error as it is. `path`: the database file, which is looked at once more
 * before it counts as damaged.
 */
export function sqliteErrorOf(cause: unknown, path: string): unknown {
  const failure = diskFailureOf(cause);
  if (failure === null) return cause;
  if (failure === 'damaged') {
    const readError = readErrorBehind(cause, path);
    if (readError !== null) return errorOf(diskFailureOf(readError) === 'damaged' ? 'unreadable' : (diskFailureOf(readError) ?? 'unreadable'), readError);
  }
  return errorOf(failure, cause);
}

function errorOf(failure: DiskFailure, cause: unknown): AppError {
  const code = CODES[failure];
  return new AppError(code, WORDS[code](codeOf(cause)), { sqlite: codeOf(cause) }, { cause });
}

/** @throws the AppError of a failure of SQLite. */
export function guarded<T>(db: Database.Database, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw sqliteErrorOf(cause, db.name);
  }
}

/** @throws DATABASE_DAMAGED when the pages of the database are inconsistent. */
export function requireSound(db: Database.Database): void {
  if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw errorOf('damaged', null);
}
