/** Checks a database file again before it is reported as missing or damaged, because the user must restore such a file from a backup. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { diskFailureOf } from '../../../shared/base/index.ts';

/**
 * Whether the file exists.
 * @throws a system error when this cannot be determined, for example without permission for its folder.
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
 * Reads a file again in which SQLite has found damage, because SQLite also reports some failed reads as damage. Returns null if the file is
 * damaged. Otherwise returns the read error, or `damage` itself if the file was fine this time.
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
