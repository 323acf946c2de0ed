/** Settings for how SQLite writes a file. */
import type Database from 'better-sqlite3';

/**
 * The page cache of a connection in kilobytes; the library's default is 16,000. A chunk is read or written once, so only the upper pages of
 * the trees are used again.
 */
const CACHE_KB = 2_000;

function setCache(db: Database.Database): void {
  db.pragma(`cache_size = -${CACHE_KB}`);
}

/** Durable writes: a recorded intent is on the disk when the transaction returns. */
export function setDurable(db: Database.Database, readonly: boolean): void {
  setCache(db);
  db.pragma('busy_timeout = 5000');
  if (!readonly) db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
}

/**
 * Nobody reads the file before it is published, and an interrupted import is discarded. So it needs no journal, and each byte is written
 * once.
 */
export function setUnjournaled(db: Database.Database): void {
  setCache(db);
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('trusted_schema = OFF');
}
