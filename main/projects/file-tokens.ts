/** Files that the user chose. The page knows only the token of a file, never its path. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, rm, stat } from 'node:fs/promises';
import { AppError, codeOf } from '../../shared/base/index.ts';

export interface OfferedFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  /** True for a copy that the host made for the app. It is deleted after the import. */
  readonly spooled: boolean;
  /** The password of the workbook, kept in memory as long as the file may be read again. */
  readonly password?: string | undefined;
}

export class FileTokens {
  private readonly offered = new Map<string, OfferedFile>();

  /**
   * Returns the token of a file.
   * @throws FILE_NOT_FOUND; FILE_IS_FOLDER; FILE_NOT_SPREADSHEET; FILE_NO_PERMISSION; FILE_UNREADABLE; FILE_EMPTY.
   */
  async offer(
    path: string,
    name: string,
    spooled: boolean,
  ): Promise<{ readonly token: string; readonly name: string; readonly bytes: number }> {
    let bytes: number;
    try {
      const stats = await stat(path);
      if (stats.isDirectory()) throw new AppError('FILE_IS_FOLDER', `“${name}” is a folder. Choose the spreadsheet in it.`);
      if (!stats.isFile()) throw new AppError('FILE_NOT_SPREADSHEET', `“${name}” is not an ordinary file.`);
      bytes = stats.size;
      await access(path, constants.R_OK);
    } catch (error) {
      if (error instanceof AppError) throw error;
      const code = codeOf(error);
      if (code === 'ENOENT' || code === 'ENOTDIR')
        throw new AppError('FILE_NOT_FOUND', `The file “${name}” was not found. It may have been moved or renamed.`);
      if (code === 'EACCES' || code === 'EPERM')
        throw new AppError(
          'FILE_NO_PERMISSION',
          `You do not have permission to read “${name}”. Ask for permission, or copy the file to a folder of your own.`,
        );
      throw new AppError('FILE_UNREADABLE', `“${name}” cannot be read.`, {}, { cause: error });
    }
    if (bytes === 0) throw new AppError('FILE_EMPTY', `“${name}” is empty: it has no bytes at all.`);
    const token = randomBytes(16).toString('hex');
    this.offered.set(token, { path, name, bytes, spooled });
    return { token, name, bytes };
  }

  /**
   * Returns the file for a token. A token works only once.
   * @throws NOT_FOUND when it was used.
   */
  take(token: string): OfferedFile {
    const file = this.offered.get(token);
    if (file === undefined) throw new AppError('NOT_FOUND', 'This file was already used or is no longer available. Choose it again.');
    this.offered.delete(token);
    return file;
  }

  /** Makes a token work again, for another attempt with the same file. */
  giveBack(token: string, file: OfferedFile): void {
    this.offered.set(token, file);
  }

  /** Deletes the file if it is a spooled copy. */
  async deleteSpooledCopy(file: OfferedFile): Promise<void> {
    if (file.spooled) await rm(file.path, { force: true });
  }

  /** Deletes all spooled copies with an unused token. */
  async close(): Promise<void> {
    await Promise.all([...this.offered.values()].map((file) => this.deleteSpooledCopy(file)));
    this.offered.clear();
  }
}
