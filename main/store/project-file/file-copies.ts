/** Copies an open project file, and removes replaced data from it. */
import type Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/index.ts';
import { removeFile } from '../../platform/index.ts';
import { recordPath, removeProjectFile } from './file-replacement.ts';

/** Pages of 16 KB copied in one step. */
const PAGES_PER_STEP = 256;

/** Copies the file, as its last transaction left it, to a path where no file exists. After a failure, nothing of the copy is left. */
export function copyAtOnce(db: Database.Database, path: string): void {
  try {
    removeFile(recordPath(path));
    db.prepare('VACUUM INTO ?').run(path);
  } catch (error) {
    removeProjectFile(path);
    throw error;
  }
}

/** As `copyAtOnce`, but in steps of a few milliseconds. If `beforeStep` throws, the copy ends. */
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
 * Rewrites the file without its free pages and truncates its log, so that neither still contains replaced data. `name`: for messages.
 * @throws DATABASE_LOCKED while another program reads the file; what SQLite throws.
 */
export function compact(db: Database.Database, name: string): void {
  db.exec('VACUUM');
  const [log] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ readonly busy: number }];
  if (log.busy !== 0) throw new AppError('DATABASE_LOCKED', `Another program reads ${name}. Close it, and try again.`);
}
