/** The failures of SQLite as errors that the user can do something about. */
import Database from 'better-sqlite3';
import { AppError, type ErrorCode } from '../../../shared/base/errors.ts';

const WORDS = {
  DISK_FULL: 'The disk is full or cannot be written. What was done so far is kept; free some space, and it continues from there.',
  DATABASE_LOCKED: 'Another program has locked the history in the data folder. Close that program, or wait until it is done.',
  DATA_FOLDER: 'The data folder cannot be written. Choose another one or change its permissions.',
  DATABASE_DAMAGED: 'The history in the data folder is damaged and cannot be read. The project files next to it were not changed.',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Programs that have the history open share memory through a file next to it. */
const NO_SHARED_MEMORY =
  'The disk of the data folder does not let programs share memory, which the history needs. Nothing was changed. Choose a data folder on a disk of this computer.';

const CODES: readonly (readonly [RegExp, keyof typeof WORDS])[] = [
  [/^SQLITE_(FULL|IOERR)/, 'DISK_FULL'],
  [/^SQLITE_(BUSY|LOCKED)/, 'DATABASE_LOCKED'],
  [/^SQLITE_(READONLY|CANTOPEN|PERM|AUTH)/, 'DATA_FOLDER'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'DATABASE_DAMAGED'],
];

/** The AppError of an SQLite error; any other error as it is. */
export function sqliteErrorOf(cause: unknown): unknown {
  if (!(cause instanceof Database.SqliteError)) return cause;
  if (cause.code.startsWith('SQLITE_IOERR_SHM')) return new AppError('DATA_FOLDER', NO_SHARED_MEMORY, { sqlite: cause.code }, { cause });
  const found = CODES.find(([pattern]) => pattern.test(cause.code));
  return found === undefined ? cause : new AppError(found[1], WORDS[found[1]], { sqlite: cause.code }, { cause });
}

/** @throws the AppError of an SQLite error. */
export function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw sqliteErrorOf(cause);
  }
}

/** @throws DATABASE_DAMAGED when the pages of the database are inconsistent. */
export function requireSound(db: Database.Database): void {
  if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') throw new AppError('DATABASE_DAMAGED', WORDS.DATABASE_DAMAGED);
}
