/** A file on disk, opened once and read by position. It detects whether another program changes the file meanwhile. */
import type { FileHandle } from 'node:fs/promises';
import { open, stat } from 'node:fs/promises';
import { SpreadsheetError, systemCode } from './errors.ts';

/** Identifies a file, to check that a path still leads to the opened one. */
interface Identity {
  readonly size: bigint;
  readonly modified: bigint;
  readonly inode: bigint;
}

/** Maps a file system failure to a SpreadsheetError. `whileReading`: the file was opened before. */
function fileSystemError(error: unknown, whileReading = false): SpreadsheetError {
  const because = { cause: error };
  switch (systemCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ENAMETOOLONG':
    case 'ELOOP':
    case 'ERR_INVALID_ARG_VALUE':
      return whileReading
        ? new SpreadsheetError(
            'FILE_CHANGED',
            'The file was moved or removed while it was being read. Put it back and start again.',
            because,
          )
        : new SpreadsheetError('FILE_NOT_FOUND', 'There is no file with this name. It may have been moved, renamed or removed.', because);
    case 'EISDIR':
      return new SpreadsheetError('FILE_IS_FOLDER', 'This is a folder. Choose the spreadsheet inside it.', because);
    case 'EACCES':
    case 'EPERM':
      return new SpreadsheetError(
        'FILE_NO_PERMISSION',
        'You have no permission to read this file. Copy it to a folder of your own, or ask its owner.',
        because,
      );
    case 'EBUSY':
    case 'ETXTBSY':
      return new SpreadsheetError(
        'FILE_UNREADABLE',
        'Another program (often Excel) has locked this file. Close the file there and try again.',
        because,
      );
    case 'ESTALE':
    case 'ENXIO':
    case 'ENODEV':
      return new SpreadsheetError(
        'FILE_UNREADABLE',
        'The drive or network folder with this file cannot be reached. Connect it and try again.',
        because,
      );
    default:
      return new SpreadsheetError(
        'FILE_UNREADABLE',
        'The file could not be read from its drive. Copy it to this computer and try again.',
        because,
      );
  }
}

/** A file that is read by position. Its owner must close it. */
export interface Source {
  readonly path: string;
  /** Size in bytes when the file was opened. */
  readonly size: number;
  /**
   * Fills `target` from `position` and returns the number of bytes read, which is smaller only at the end of the file.
   * @throws FILE_UNREADABLE when the drive fails
   */
  read(target: Uint8Array, position: number): Promise<number>;
  /** A copy of up to `length` bytes from `position`; shorter at the end of the file. */
  bytes(position: number, length: number): Promise<Buffer>;
  /**
   * Checks that the path still leads to the opened file, with the same size and modification time.
   * @throws FILE_CHANGED when it does not
   */
  assertUnchanged(): Promise<void>;
  /**
   * Rethrows a read error. A file that another program is overwriting looks damaged, so a change is reported instead.
   * @throws FILE_CHANGED when the file has changed; otherwise `error`
   */
  rethrow(error: unknown): Promise<never>;
  close(): Promise<void>;
}

/** A file on disk. */
class DiskFile implements Source {
  readonly path: string;
  readonly size: number;
  private readonly handle: FileHandle;
  private readonly identity: Identity;
  private closed = false;

  constructor(path: string, handle: FileHandle, identity: Identity) {
    this.path = path;
    this.handle = handle;
    this.identity = identity;
    this.size = Number(identity.size);
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    let filled = 0;
    try {
      while (filled < target.length) {
        const { bytesRead } = await this.handle.read(target, filled, target.length - filled, position + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
    } catch (error) {
      throw fileSystemError(error, true);
    }
    return filled;
  }

  async bytes(position: number, length: number): Promise<Buffer> {
    const wanted = Math.max(0, Math.min(length, this.size - position));
    const buffer = Buffer.allocUnsafeSlow(wanted);
    return buffer.subarray(0, await this.read(buffer, position));
  }

  async assertUnchanged(): Promise<void> {
    let now;
    try {
      now = await stat(this.path, { bigint: true });
    } catch (error) {
      throw fileSystemError(error, true);
    }
    const { size, modified, inode } = this.identity;
    if (now.size !== size || now.mtimeNs !== modified || now.ino !== inode) {
      throw new SpreadsheetError(
        'FILE_CHANGED',
        'The file was changed by another program while it was being read. Save it there and start again.',
      );
    }
  }

  async rethrow(error: unknown): Promise<never> {
    if (error instanceof SpreadsheetError && error.code !== 'FILE_CHANGED') await this.assertUnchanged();
    throw error;
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.handle.close();
  }
}

/**
 * Opens a file for reading.
 * @throws FILE_NOT_FOUND, FILE_IS_FOLDER, FILE_NO_PERMISSION, FILE_EMPTY, FILE_UNREADABLE, FILE_NOT_SPREADSHEET (a pipe or a device)
 */
export async function openSource(path: string): Promise<Source> {
  let handle: FileHandle | null = null;
  try {
    // Checked first, because opening a pipe would wait for a writer.
    const before = await stat(path);
    if (before.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    if (!before.isFile()) {
      throw new SpreadsheetError('FILE_NOT_SPREADSHEET', 'This is not an ordinary file but a device or a pipe. Choose a spreadsheet.');
    }
    handle = await open(path, 'r');
    const facts = await handle.stat({ bigint: true });
    if (facts.size === 0n) {
      throw new SpreadsheetError('FILE_EMPTY', 'The file is empty: it has no bytes at all. Export it again from where it came from.');
    }
    return new DiskFile(path, handle, { size: facts.size, modified: facts.mtimeNs, inode: facts.ino });
  } catch (error) {
    await handle?.close();
    throw error instanceof SpreadsheetError ? error : fileSystemError(error);
  }
}
