/** Failures of SQLite and of the system in the app database, as errors that tell the user what to do. */
import Database from 'better-sqlite3';
import { diskError, diskFailureOf } from '../../../shared/base/index.ts';
import { readErrorBehind } from '../project-file/index.ts';

/**
 * The AppError for a failure of SQLite or the system; any other error unchanged. `path`: the database file, which is checked again before
 * it is reported as damaged.
 */
export function sqliteErrorOf(cause: unknown, path: string): unknown {
  const failure = diskFailureOf(cause);
  if (failure === null) return cause;
  if (failure === 'damaged') {
    const readError = readErrorBehind(cause, path);
    // Without the code of the first failure in the message, because it says that the file is damaged.
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

/** @throws DATABASE_DAMAGED when the pages of the database are inconsistent; READ_FAILED when a second check does not confirm it. */
export function requireSound(db: Database.Database): void {
  // The check reports a page that it could not read as inconsistent, too.
  if (db.pragma('quick_check(1)', { simple: true }) !== 'ok')
    throw sqliteErrorOf(new Database.SqliteError('The pages are inconsistent.', 'SQLITE_CORRUPT'), db.name);
}
