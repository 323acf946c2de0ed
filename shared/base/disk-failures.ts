/**
 * Classifies failures of SQLite and of system calls in the data folder. A disk that is full, or that cannot be read or written at the
 * moment, is neither damage nor a defect of the program.
 */
import { AppError, isErrorCode } from './errors.ts';

/**
 * `full`: no space. `unwritable`: a write or flush failed for another reason. `unreadable`: a file cannot be opened or read at the moment.
 * `forbidden`: no permission to write. `locked`: another program has locked the file. `unshared`: the disk does not support the shared
 * memory that SQLite needs for a database (its -shm file). `damaged`: the bytes of the file are wrong.
 */
export type DiskFailure = 'full' | 'unwritable' | 'unreadable' | 'forbidden' | 'locked' | 'unshared' | 'damaged';

const SQLITE_FAILURES: readonly (readonly [RegExp, DiskFailure])[] = [
  [/^SQLITE_FULL$/, 'full'],
  // The index of the write-ahead log cannot grow. SQLite has no other error for a full disk there.
  [/^SQLITE_IOERR_SHMSIZE$/, 'full'],
  [/^SQLITE_IOERR_SHM/, 'unshared'],
  [/^SQLITE_IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|DELETE\w*|\w*ATOMIC)$/, 'unwritable'],
  [/^SQLITE_(IOERR|CANTOPEN|NOMEM|NOLFS)/, 'unreadable'],
  [/^SQLITE_(BUSY|LOCKED|PROTOCOL)/, 'locked'],
  [/^SQLITE_(READONLY|PERM|AUTH)/, 'forbidden'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'damaged'],
];

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const WRITES = /^(write|fsync|fdatasync|ftruncate|mkdir|mkdtemp|rename|link|unlink|rm|rmdir|chmod|fchmod|copyfile|utime)$/;
const READS = /^(open|read|close|stat|lstat|fstat|access|scandir|opendir|readdir|realpath|readlink)$/;

interface CodedError {
  readonly code?: unknown;
  readonly syscall?: unknown;
}

/** The code of an error of SQLite or the system; empty when it has none. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as CodedError;
  return typeof code === 'string' ? code : '';
}

/** The failure that an error of SQLite or of a system call on a file shows; null for any other error. */
export function diskFailureOf(error: unknown): DiskFailure | null {
  if (error instanceof AppError) return null;
  const code = codeOf(error);
  if (code.startsWith('SQLITE_')) return SQLITE_FAILURES.find(([pattern]) => pattern.test(code))?.[1] ?? null;
  const { syscall } = (error ?? {}) as CodedError;
  if (code === '' || typeof syscall !== 'string') return null;
  if (FULL.has(code)) return 'full';
  // The disk is mounted read-only, or a file has the name of a folder.
  if (code === 'EROFS' || code === 'EEXIST' || code === 'ENOTDIR') return 'forbidden';
  // Only the owner of a file can change its mode. This one has another owner, for example after an administrator restored it from a backup.
  if (code === 'EPERM' && /^f?chmod$/.test(syscall)) return 'forbidden';
  return WRITES.test(syscall) ? 'unwritable' : READS.test(syscall) ? 'unreadable' : null;
}

const NO_SHARED_MEMORY =
  'The disk of the data folder does not let programs share memory, which its databases need. Nothing was changed. Choose a data folder on a disk of this computer.';

/** What to do about a damaged history. Only the history says which lists were sent and may have been paid for. */
export const RESTORE_FOLDER =
  'Nothing was changed, and the project files next to it are kept. Only the history says what was sent and paid for, so send no list until it is back: close Screening Desk and restore the whole data folder from a backup.';

const CODES = {
  full: 'DISK_FULL',
  unwritable: 'DISK_FULL',
  unreadable: 'READ_FAILED',
  forbidden: 'DATA_FOLDER',
  locked: 'DATABASE_LOCKED',
  unshared: 'DATA_FOLDER',
  damaged: 'DATABASE_DAMAGED',
} as const satisfies Record<DiskFailure, string>;

const WORDS: Readonly<Record<(typeof CODES)[DiskFailure], (code: string) => string>> = {
  // Names the disk: a file is often saved on another one, where freeing space would not help.
  DISK_FULL: () =>
    'The disk with the data folder is full or cannot be written. What was done so far is kept; free some space on it, and it continues from there.',
  READ_FAILED: (code) =>
    `The data folder cannot be read right now${code === '' ? '' : ` (${code})`}. Nothing was changed and nothing is lost. Check that its disk is connected and that you have permission to read the folder, then try again.`,
  DATABASE_LOCKED: () => 'Another program has locked the history in the data folder. Close that program, or wait until it is done.',
  DATA_FOLDER: () =>
    'The data folder cannot be written. Choose another one, or change its permissions and the owner of files in it that belong to another user.',
  DATABASE_DAMAGED: () => `The history in the data folder (history.sqlite) is damaged and cannot be read. ${RESTORE_FOLDER}`,
};

/** The failure as an error that the user can act on. `code`: the system's error code, which the message shows; empty for none. */
export function diskError(failure: DiskFailure, cause: unknown, code = codeOf(cause)): AppError {
  const name = CODES[failure];
  const message = failure === 'unshared' ? NO_SHARED_MEMORY : WORDS[name](code);
  return new AppError(name, message, { sqlite: code }, { cause });
}

/**
 * The error as an AppError: unchanged, or converted from an error of a file reader, a file writer or the disk. Null for a defect of the
 * program.
 */
export function expectedError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  // Readers and writers of files have error classes of their own with the same codes.
  const code = codeOf(error);
  if (error instanceof Error && isErrorCode(code)) return new AppError(code, error.message, {}, { cause: error });
  const failure = diskFailureOf(error);
  // Only the code that owns a file can tell whether it is damaged.
  return failure === null ? null : diskError(failure === 'damaged' ? 'unreadable' : failure, error, failure === 'damaged' ? '' : code);
}
