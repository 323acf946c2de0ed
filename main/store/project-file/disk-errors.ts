/**
 * What a failure of SQLite or the system says about a database file: a disk that is full or cannot be read or written at this moment is
 * no damage, and a file that is not damaged must not be put back from a backup.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';

/**
 * `full`: no space. `unwritable`: a write or flush failed for another reason. `unreadable`: the file cannot be opened or read at this
 * moment. `forbidden`: no permission to write. `locked`: another program has it. `damaged`: its bytes are wrong.
 */
export type DiskFailure = 'full' | 'unwritable' | 'unreadable' | 'forbidden' | 'locked' | 'damaged';

const SQLITE_FAILURES: readonly (readonly [RegExp, DiskFailure])[] = [
  [/^SQLITE_FULL$/, 'full'],
  // SQLite reports an index of the log that cannot grow in no other way.
  [/^SQLITE_IOERR_(SHMSIZE|SHMMAP)$/, 'full'],
  [/^SQLITE_IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|DELETE\w*|\w*ATOMIC)$/, 'unwritable'],
  [/^SQLITE_(IOERR|CANTOPEN|NOMEM|NOLFS)/, 'unreadable'],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, 'locked'],
  [/^SQLITE_(READONLY|PERM|AUTH)/, 'forbidden'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
];

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The failure that an error of SQLite or of a system call shows; null for any other error. */
export function diskFailureOf(error: unknown): DiskFailure | null {
  if (error instanceof Database.SqliteError) return SQLITE_FAILURES.find(([pattern]) => pattern.test(error.code))?.[1] ?? null;
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (typeof code !== 'string' || typeof syscall !== 'string') return null;
  if (FULL.has(code)) return 'full';
  return code === 'EROFS' ? 'forbidden' : /^(write|fsync|fdatasync|ftruncate)$/.test(syscall) ? 'unwritable' : 'unreadable';
}

/** The code of an error of SQLite or the system, for a message; empty when it has none. */
export const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** Whether there is a file. @throws a system error when that cannot be found out, for example without permission for its folder. */
export const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

const PIECE = 1 << 20;

function readWhole(path: string): void {
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.allocUnsafe(PIECE);
    while (readSync(file, piece) > 0);
  } finally {
    closeSync(file);
  }
}

/**
 * Looks at a file once more in which SQLite has found damage: it reports some failed reads in this way. Null when the file is damaged,
 * else the error of the second look, or the first error when the second look found nothing.
 */
export function readErrorBehind(damage: unknown, path: string): unknown {
  try {
    readWhole(path);
    if (isThere(`${path}-wal`)) readWhole(`${path}-wal`);
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return db.pragma('quick_check(1)', { simple: true }) === 'ok' ? damage : null;
    } finally {
      db.close();
    }
  } catch (error) {
    return diskFailureOf(error) === 'damaged' ? null : error;
  }
}
