/** A project file that came from outside the data folder. */
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { createTables } from './encrypted-tables.ts';
import { explainFileError, fileDamaged } from './project-file-errors.ts';

const schemaOf = (db: Database.Database): string =>
  JSON.stringify(db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name').raw().all());

/**
 * Refuses a file with a view, a trigger or any other table, because somebody could have added one that never ends. Call it before anything
 * else reads the file.
 * @throws PROJECT_FILE_DAMAGED for tables that a project file does not have; what SQLite throws, as an AppError.
 */
export function assertOwnTables(path: string): void {
  const name = basename(path);
  let given: Database.Database | null = null;
  const own = new Database(':memory:');
  try {
    createTables(own);
    given = new Database(path, { readonly: true, fileMustExist: true });
    if (schemaOf(given) !== schemaOf(own)) throw fileDamaged(name);
  } catch (error) {
    throw explainFileError(error, name);
  } finally {
    given?.close();
    own.close();
  }
}
