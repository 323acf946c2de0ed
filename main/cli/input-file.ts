import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../shared/base/index.ts';
import { FilePassword } from '../../shared/contract/index.ts';
import { type Call, STANDARD_INPUT } from './arguments.ts';
import type { Desk } from './desk.ts';
import { secretInput } from './standard-input.ts';
import { temporaryFolder } from './temporary-folders.ts';

interface InputFile {
  readonly path: string;
  /** For messages. */
  readonly name: string;
}

/** Copies standard input to a file that exists while the command runs, because workbooks are not read sequentially. */
async function copyOfInput(parent?: string): Promise<InputFile> {
  const path = join(await temporaryFolder(parent), 'input');
  // Otherwise the program would seem to hang.
  if (process.stdin.isTTY) process.stderr.write('Reading standard input. Ctrl+D ends it.\n');
  await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }));
  return { path, name: 'standard input' };
}

/**
 * The file that a command reads; `-`: standard input, with a format that is detected from its content.
 * @throws FILE_NOT_FOUND; FILE_IS_FOLDER; DATA_FOLDER; DISK_FULL.
 */
export async function existingFile(path: string): Promise<InputFile> {
  if (path === STANDARD_INPUT) return await copyOfInput();
  const name = basename(path);
  const stats = await stat(path).catch(() => null);
  if (stats === null) throw new AppError('FILE_NOT_FOUND', `The file “${name}” was not found.`);
  if (stats.isDirectory()) throw new AppError('FILE_IS_FOLDER', `“${name}” is a folder. Choose the spreadsheet in it.`);
  return { path: resolve(path), name };
}

/**
 * Offers a file to the application, and returns its token.
 * @throws as `existingFile`, and as `offerFile`
 */
export async function offerFile(desk: Desk, path: string): Promise<string> {
  const isInput = path === STANDARD_INPUT;
  const file = isInput ? await copyOfInput(desk.spool) : { path: resolve(path), name: basename(path) };
  return (await desk.application.offerFile(file.path, file.name, isInput)).token;
}

/**
 * With --password-stdin, the password of the workbook from standard input.
 * @throws USAGE when it is empty
 */
export async function passwordOf({ flags }: Pick<Call, 'flags'>): Promise<{ readonly password?: string }> {
  if (!flags.has('password-stdin')) return {};
  const parsed = FilePassword.safeParse(await secretInput());
  if (!parsed.success) throw new AppError('USAGE', 'Standard input did not contain a password of at most 255 characters.');
  return { password: parsed.data };
}
