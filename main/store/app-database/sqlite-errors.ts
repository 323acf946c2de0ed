/** The failures of SQLite and the system in the history as errors that the user can do something about. */
import Database from 'better-sqlite3';
import { diskError, diskFailureOf } from '../../../shared/base/index.ts';
import { readErrorBehind } from '../project-file/index.ts';

/**
 * The AppError of a failure of SQLite or the system; any other error as it is. `path`: the database file, which is looked at once more
 * before it counts as damaged.
 */
export function sqliteErrorOf(cause: unknown, path: string): unknown {
  const failure = diskFailureOf(cause);
  if (failure === null) return cause;
  if (failure === 'damaged') {
    const readError = readErrorBehind(cause, path);
    // The code of damage would contradict the sentence.
    if (readError === cause) return diskError('unreadable', cause, '');
    if (readError !== null) return diskError(diskFailureOf(readError) ?? 'unreadable', readError);
  }
  return diskError(failure, cause);
}

/** @throws AppError for a failure of SQLite. */
export function guarded<T>(db: Database.Database, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw sqliteErrorOf(cause, db.name);
  }
}

/** @throws DATABASE_DAMAGED when the pages of the database are inconsistent; READ_FAILED when a second look does not find that again. */
export function requireSound(db: Database.Database): void {
  // The check reports a page that could not be read as an inconsistent one.
  if (db.pragma('quick_check(1)', { simple: true }) !== 'ok')
    throw sqliteErrorOf(new Database.SqliteError('The pages are inconsistent.', 'SQLITE_CORRUPT'), db.name);
}
