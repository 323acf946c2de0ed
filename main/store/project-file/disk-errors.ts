/** Looks at a database file again before it counts as missing or damaged: such a file must be put back from a backup, and no other one. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { diskFailureOf } from '../../../shared/base/index.ts';

/**
 * Whether there is a file.
 * @throws a system error when that cannot be found out, for example without permission for its folder.
 */
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
