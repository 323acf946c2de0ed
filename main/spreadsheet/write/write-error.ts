/** Errors of writing. */
import { systemCode } from '../core/errors.ts';

/** Why a file cannot be written. The codes come from shared/base/errors.ts, as in SpreadsheetError. */
export type WriteErrorCode = 'TARGET_UNWRITABLE' | 'DISK_FULL';

/** An error whose message names the cause and the next step. It never contains a cell's text or a path. */
export class WriteError extends Error {
  readonly code: WriteErrorCode;

  constructor(code: WriteErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WriteError';
    this.code = code;
  }
}

/**
 * Maps a file system failure to a WriteError. Returns a WriteError unchanged. `begun`: writing has begun, so a missing folder was removed
 * meanwhile.
 */
export function writeErrorOf(error: unknown, begun: boolean): WriteError {
  if (error instanceof WriteError) return error;
  const because = { cause: error };
  switch (systemCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new WriteError(
        'DISK_FULL',
        'The disk is full. Free some space or choose a folder on another disk, then export again.',
        because,
      );
    case 'EFBIG':
      return new WriteError('DISK_FULL', 'This disk cannot hold a file of this size. Choose a folder on another disk.', because);
    case 'ENOENT':
    case 'ENOTDIR':
      return begun
        ? new WriteError(
            'TARGET_UNWRITABLE',
            'The folder disappeared while the file was being written. Choose another one and export again.',
            because,
          )
        : new WriteError('TARGET_UNWRITABLE', 'The folder does not exist. Choose another one.', because);
    case 'EISDIR':
      return new WriteError('TARGET_UNWRITABLE', 'There is a folder with this name. Choose another file name.', because);
    case 'EACCES':
    case 'EPERM':
      return new WriteError(
        'TARGET_UNWRITABLE',
        'You do not have permission to write here, or the file is open in another program. Close it there, or choose another folder or name.',
        because,
      );
    case 'EROFS':
      return new WriteError('TARGET_UNWRITABLE', 'This disk is read-only. Choose another folder.', because);
    case 'EBUSY':
    case 'ETXTBSY':
      return new WriteError('TARGET_UNWRITABLE', 'The file is open in another program. Close it there, or choose another name.', because);
    case 'ENAMETOOLONG':
    case 'EINVAL':
    case 'ERR_INVALID_ARG_VALUE':
      return new WriteError('TARGET_UNWRITABLE', 'This file name cannot be used here. Choose a shorter, simpler one.', because);
    case 'ENETDOWN':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
    case 'EHOSTUNREACH':
    case 'ESTALE':
    case 'ETIMEDOUT':
    case 'ENOTCONN':
    case 'ENXIO':
    case 'ENODEV':
      return new WriteError(
        'TARGET_UNWRITABLE',
        'The drive can no longer be reached. Connect it again or choose another folder, then export again.',
        because,
      );
    default:
      return new WriteError('TARGET_UNWRITABLE', 'The file could not be written. Choose another folder and export again.', because);
  }
}
