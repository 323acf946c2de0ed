/** What went wrong with a project file, as errors that tell the user what to do. */
import { AppError, type DiskFailure, codeOf, diskError, diskFailureOf } from '../../../shared/base/index.ts';
import { nameOfPart } from './streams.ts';

const damageText = (file: string, what: string): string =>
  `The project’s file (${file}) ${what}. Restore the file from a backup of the data folder, then continue.`;

/**
 * A PROJECT_FILE_DAMAGED error. `file`: the file name without the folder. `what`: continues the sentence that begins with the file name.
 */
export function fileDamaged(
  file: string,
  what = 'does not contain this project: it is damaged, or it belongs to another project',
  cause?: unknown,
): AppError {
  return new AppError('PROJECT_FILE_DAMAGED', damageText(file, what), {}, { cause });
}

/** A PROJECT_PART_DAMAGED error: the file does not match its manifest. `part`: the name of a stream or value. */
export function partDamaged(file: string, part: string, cause?: unknown): AppError {
  return new AppError(
    'PROJECT_PART_DAMAGED',
    damageText(file, `is missing part of ${nameOfPart(part)}, or that part was changed`),
    {},
    { cause },
  );
}

/** A PROJECT_PART_DAMAGED error: the last transactions are not in the file. `file`: the file name without the folder. */
export function changesMissing(file: string): AppError {
  return new AppError(
    'PROJECT_PART_DAMAGED',
    `The latest changes in the project’s file (${file}) are missing: ${file}-wal was removed or damaged, or the file was replaced by an older one. If the list was sent, fetch the results again, which costs nothing. If it was not sent, import the list again. Or restore the file from a newer backup of the data folder, with ${file}-wal if there is one.`,
  );
}

/** The errors for all failures other than damage. `where`: the file and the cause in parentheses, for a sentence. */
const FAILURES: Readonly<Record<Exclude<DiskFailure, 'damaged'>, (where: string, cause: unknown) => AppError>> = {
  full: (_, cause) =>
    new AppError('DISK_FULL', 'The disk is full. Nothing saved before is lost. Free some space and try again.', {}, { cause }),
  unwritable: (where, cause) =>
    new AppError(
      'DISK_FULL',
      `The project’s file ${where} cannot be written right now. Nothing saved before is lost. Check the disk and its free space, and try again.`,
      {},
      { cause },
    ),
  unreadable: (where, cause) =>
    new AppError(
      'READ_FAILED',
      `The project’s file ${where} cannot be read right now. Nothing was changed and nothing is lost. Check that its disk is connected and that you have permission to read the file, then try again.`,
      {},
      { cause },
    ),
  forbidden: (where, cause) =>
    new AppError(
      'DATA_FOLDER',
      `You do not have permission to change the project’s file ${where}. Nothing was changed. Change the permissions of the data folder, then try again.`,
      {},
      { cause },
    ),
  locked: (_, cause) =>
    new AppError('DATABASE_LOCKED', 'Another program is working on this list. Wait until it is done, and try again.', {}, { cause }),
  unshared: (_, cause) => diskError('unshared', cause),
};

/**
 * The error for a failure of SQLite, the system or the cipher. `file`: the file name without the folder. Anything that is not a failure of
 * the disk or of a lock is reported as damage, because the cipher and the parsers have no error codes.
 */
export function explainFileError(error: unknown, file: string): AppError {
  if (error instanceof AppError) return error;
  const failure = diskFailureOf(error);
  if (failure === null || failure === 'damaged') return fileDamaged(file, undefined, error);
  return FAILURES[failure](`(${[file, codeOf(error)].join(', ')})`, error);
}

/** A READ_FAILED error: SQLite found damage that a second check did not confirm. */
export const readFailed = (file: string, cause: unknown): AppError => FAILURES.unreadable(`(${file})`, cause);
