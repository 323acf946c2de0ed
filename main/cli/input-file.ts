import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { AppError } from '../../shared/base/index.ts';
import { FilePassword } from '../../shared/contract/index.ts';
import type { Call } from './arguments.ts';

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

/** Line ends that follow a password in a file or a pipe. */
const LINE_END = /\r?\n$/;

/**
 * The password of the workbook from standard input, with --password-stdin.
 * @throws USAGE when it is empty, or when the token is read from there as well
 */
export async function passwordOf({ flags }: Pick<Call, 'flags'>): Promise<{ readonly password?: string }> {
  if (!flags.has('password-stdin')) return {};
  if (flags.has('token-stdin'))
    throw new AppError('USAGE', 'Standard input can give the password or the token, not both. Give the token with DESK_TOKEN.');
  const parts: Buffer[] = [];
  for await (const chunk of process.stdin) parts.push(chunk as Buffer);
  const parsed = FilePassword.safeParse(Buffer.concat(parts).toString('utf8').replace(LINE_END, ''));
  if (!parsed.success) throw new AppError('USAGE', 'Standard input did not contain a password of at most 255 characters.');
  return { password: parsed.data };
}
