/** Opens the database of a project file, if this program can read its version. */
import Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/index.ts';
import { makePrivate } from '../../platform/index.ts';
import { isThere } from './disk-errors.ts';
import { createTables } from './encrypted-tables.ts';
import { setDurable, setUnjournaled } from './pragmas.ts';
import { fileDamaged } from './project-file-errors.ts';

/**
 * `read` and `write` open an existing file. `create` makes the first file of a project, and `fresh` a new file that nobody reads before it
 * is published.
 */
export type OpenMode = 'read' | 'write' | 'create' | 'fresh';

/** Development versions before the first release wrote version 1, without a manifest. */
export const VERSION = 2;

/** 0 for a file that was just created. */
export const schemaVersion = (db: Database.Database): number => db.pragma('user_version', { simple: true }) as number;

/**
 * A new file gets its tables. `name`: for messages.
 * @throws PROJECT_FILE_DAMAGED when the file is missing, empty or of a development version; DATABASE_NEWER; what SQLite throws.
 */
export function openDatabase(path: string, name: string, mode: OpenMode): Database.Database {
  const isNew = mode === 'create' || mode === 'fresh';
  if (!isNew && !isThere(path)) throw fileDamaged(name, 'is missing from the data folder');
  const db = new Database(path, { readonly: mode === 'read', fileMustExist: !isNew });
  try {
    if (mode !== 'read') {
      makePrivate(path, 0o600);
      db.pragma('page_size = 16384');
    }
    const version = schemaVersion(db);
    if (version > VERSION)
      throw new AppError(
        'DATABASE_NEWER',
        'This project was written by a newer version of Screening Desk. Install that version to open it.',
      );
    // Checked before anything is written, so that a foreign file is not changed.
    if (!isNew && version < VERSION)
      throw fileDamaged(name, version === 0 ? 'is empty' : 'was written by a development version from before the first release');
    if (mode === 'fresh') setUnjournaled(db);
    else setDurable(db, mode === 'read');
    if (isNew) createTables(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
