/** Reads a text file with constituent IDs that was given as an argument. */
import { readFileSync } from 'node:fs';
import { AppError, numberText } from '../../shared/base/index.ts';
import { MAX_NAMED, idsIn } from '../../shared/order/index.ts';

/**
 * The IDs in a file, one per line, or separated by commas or semicolons; `-` reads standard input.
 * @throws FILE_NOT_FOUND; INPUT_INVALID without an ID, and with too many of them
 */
export function readIds(path: string): string[] {
  let text: string;
  try {
    text = readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (cause) {
    throw new AppError('FILE_NOT_FOUND', `The file “${path}” is missing or cannot be read.`, {}, { cause });
  }
  const ids = idsIn(text);
  if (ids.length === 0) throw new AppError('INPUT_INVALID', `“${path}” has no IDs.`);
  if (ids.length > MAX_NAMED) throw new AppError('INPUT_INVALID', `“${path}” has more than ${numberText(MAX_NAMED)} IDs.`);
  return ids;
}
