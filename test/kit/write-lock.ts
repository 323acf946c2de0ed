import Database from 'better-sqlite3';

/** SQLite's code when this connection cannot write now; null when it can. Give it no time to wait (`timeout: 0`). */
export function whyNoWrite(db: Database.Database): string | null {
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return null;
  } catch (error) {
    if (error instanceof Database.SqliteError) return error.code;
    throw error;
  }
}
