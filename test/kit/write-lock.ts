import Database from 'better-sqlite3';

/** SQLite's error code if this connection cannot write now; null if it can. Open it without a wait (`timeout: 0`). */
export function whyNoWrite(db: Database.Database): string | null {
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return null;
  } catch (error) {
    if (error instanceof Database.SqliteError) return error.code;
    throw error;
  }
}
