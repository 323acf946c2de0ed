import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { AppError } from '../../shared/base/index.ts';

/**
 * The file that a command reads.
 * @throws FILE_NOT_FOUND; FILE_IS_FOLDER.
 */
export async function existingFile(path: string): Promise<{ readonly path: string; readonly name: string }> {
  const name = basename(path);
  const stats = await stat(path).catch(() => null);
  if (stats === null) throw new AppError('FILE_NOT_FOUND', `The file “${name}” was not found.`);
  if (stats.isDirectory()) throw new AppError('FILE_IS_FOLDER', `“${name}” is a folder. Choose the spreadsheet in it.`);
  return { path: resolve(path), name };
}
