/** Copies an open project file, and takes out of it what was replaced. */
import type Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/index.ts';
import { removeFile } from '../../platform/index.ts';
import { recordPath, removeProjectFile } from './file-replacement.ts';

/** Pages of 16 KB in one step of a copy. */
const PAGES_PER_STEP = 256;

/** Copies the file, as its last transaction left it, to a path that has no file. Nothing of the copy stays after a failure. */
export function copyAtOnce(db: Database.Database, path: string): void {
  try {
    removeFile(recordPath(path));
    db.prepare('VACUUM INTO ?').run(path);
  } catch (error) {
    removeProjectFile(path);
    throw error;
  }
}

/** As `copyAtOnce`, in steps of a few milliseconds. What `beforeStep` throws ends the copy. */
export async function copyInSteps(db: Database.Database, path: string, beforeStep: () => void = () => undefined): Promise<void> {
  try {
    const progress = () => {
      beforeStep();
      return PAGES_PER_STEP;
    };
    await db.backup(path, { progress });
  } catch (error) {
    removeProjectFile(path);
    throw error;
  }
}

/**
 * Rewrites the file without its free pages, and truncates its log, so that neither still holds what was replaced. `name`: for messages.
 * @throws DATABASE_LOCKED while another program reads the file; what SQLite throws.
 */
export function compact(db: Database.Database, name: string): void {
  db.exec('VACUUM');
  const [log] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ readonly busy: number }];
  if (log.busy !== 0) throw new AppError('DATABASE_LOCKED', `Another program reads ${name}. Close it, and try again.`);
}
