/** What went wrong with a project's file, as errors that the user can act on. */
import Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/errors.ts';
import { nameOfPart } from './streams.ts';

/** The codes of SQLite and the system for a file, journal or index that cannot grow. */
const FULL = /^(SQLITE_FULL|SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE|SHMMAP)|ENOSPC|EDQUOT|EFBIG)/;

function isFull(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && FULL.test(code);
}

const damageText = (file: string, what: string): string =>
  `The project’s file (${file}) ${what}. Put the file back from a backup of the data folder, then continue.`;

/** PROJECT_FILE_DAMAGED. `file`: its name without the folder. `what` continues the sentence that begins with the file. */
export function fileDamaged(
  file: string,
  what = 'does not contain this project: it is damaged, or it belongs to another project',
  cause?: unknown,
): AppError {
  return new AppError('PROJECT_FILE_DAMAGED', damageText(file, what), {}, { cause });
}

/** PROJECT_PART_DAMAGED: the file does not hold what its manifest lists. `part`: name of the stream or value. */
export function partDamaged(file: string, part: string): AppError {
  return new AppError('PROJECT_PART_DAMAGED', damageText(file, `is missing part of ${nameOfPart(part)}, or that part was changed`));
}

/** Turns an error of SQLite, the system or the cipher into DISK_FULL, DATABASE_LOCKED or PROJECT_FILE_DAMAGED. */
export function explainFileError(error: unknown, file: string): AppError {
  if (error instanceof AppError) return error;
  if (isFull(error))
    return new AppError(
      'DISK_FULL',
      'The disk is full. Nothing that was kept before is lost. Free some space and try again.',
      {},
      { cause: error },
    );
  if (error instanceof Database.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/.test(error.code))
    return new AppError(
      'DATABASE_LOCKED',
      'Another program is working on this list. Wait until it is done, and try again.',
      {},
      { cause: error },
    );
  return fileDamaged(file, undefined, error);
}
