/** Checks that the program can run on this computer. */
import Database from 'better-sqlite3';
import { AppError } from '../../shared/base/index.ts';

/** What the dynamic linker reports for a binary that needs a newer C library. */
const NEEDS_GLIBC = /version [`'"]?GLIBC_(?<needed>[\d.]+)['"]? not found/;

function loadDatabase(): void {
  new Database(':memory:').close();
}

/**
 * Call it before opening a database. It asks the linker itself, because Node's own report about the C library crashes the process in some
 * versions of Electron on Linux.
 * @throws SYSTEM_TOO_OLD.
 */
export function requireSystem(load: () => void = loadDatabase): void {
  try {
    load();
  } catch (error) {
    const needed = error instanceof Error ? NEEDS_GLIBC.exec(error.message)?.groups?.['needed'] : undefined;
    if (needed === undefined) throw error;
    throw new AppError(
      'SYSTEM_TOO_OLD',
      `This Linux is too old for Screening Desk: it needs glibc ${needed} or newer. Debian 12, Ubuntu 22.04, RHEL 9 and newer ones have it. Nothing was changed.`,
      {},
      { cause: error },
    );
  }
}
