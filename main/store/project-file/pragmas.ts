/** How SQLite writes a file. */
import type Database from 'better-sqlite3';

/** Durable writes: a recorded intent is on the disk when the transaction returns. */
export function setDurable(db: Database.Database, readonly: boolean): void {
  db.pragma('busy_timeout = 5000');
  if (!readonly) db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
}

/** A file that nobody reads before it is published needs no journal, so each byte is written once: an interrupted import is discarded. */
export function setUnjournaled(db: Database.Database): void {
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('trusted_schema = OFF');
}
