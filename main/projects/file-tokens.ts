/** Files that a person handed over: the page knows a token, only this table knows the path. */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, rm, stat } from 'node:fs/promises';
import { AppError } from '../../shared/base/errors.ts';

export interface Offered {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  /** A copy that the host spooled for us: removed once it is read. */
  readonly spooled: boolean;
}

export class OfferedFiles {
  private readonly offered = new Map<string, Offered>();

  /** Remembers a file. Ends in FILE_NOT_FOUND, FILE_IS_FOLDER, FILE_NO_PERMISSION or FILE_EMPTY. */
  async offer(
    path: string,
    name: string,
    spooled: boolean,
  ): Promise<{ readonly token: string; readonly name: string; readonly bytes: number }> {
    let bytes: number;
    try {
      const facts = await stat(path);
      if (facts.isDirectory()) throw new AppError('FILE_IS_FOLDER', `“${name}” is a folder. Choose the spreadsheet in it.`);
      if (!facts.isFile()) throw new AppError('FILE_NOT_SPREADSHEET', `“${name}” is no ordinary file.`);
      bytes = facts.size;
      await access(path, constants.R_OK);
    } catch (error) {
      if (error instanceof AppError) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR')
        throw new AppError('FILE_NOT_FOUND', `There is no file “${name}” at that place. It may have been moved or renamed.`);
      if (code === 'EACCES' || code === 'EPERM')
        throw new AppError(
          'FILE_NO_PERMISSION',
          `You may not read “${name}”. Ask for the permission, or copy the file to a folder of your own.`,
        );
      throw new AppError('FILE_UNREADABLE', `“${name}” cannot be read.`, {}, { cause: error });
    }
    if (bytes === 0) throw new AppError('FILE_EMPTY', `“${name}” is empty: it has no bytes at all.`);
    const token = randomBytes(16).toString('hex');
    this.offered.set(token, { path, name, bytes, spooled });
    return { token, name, bytes };
  }

  /** The file behind a token, once. Ends in NOT_FOUND. */
  take(token: string): Offered {
    const file = this.offered.get(token);
    if (file === undefined) throw new AppError('NOT_FOUND', 'This file was used already or is no longer at hand. Choose it again.');
    this.offered.delete(token);
    return file;
  }

  /** Removes a spooled copy; a file of the person's own is never touched. */
  async finish(file: Offered): Promise<void> {
    if (file.spooled) await rm(file.path, { force: true });
  }

  /** Removes every spooled copy that was never used. */
  async close(): Promise<void> {
    await Promise.all([...this.offered.values()].map((file) => this.finish(file)));
    this.offered.clear();
  }
}
