/** Reads a JSON file that was given as an argument. */
import { readFileSync } from 'node:fs';
import { AppError } from '../../shared/base/index.ts';
import { type Json, parseJson } from '../../shared/results/index.ts';

/** In bytes. Records and score settings are far smaller. */
const MAX_BYTES = 1024 * 1024;

/**
 * The value in a file; `-` reads standard input.
 * @throws FILE_NOT_FOUND; FILE_TOO_LARGE; FILE_UNREADABLE when it is not JSON.
 */
export function readJsonFile(path: string): Json {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path === '-' ? 0 : path);
  } catch (cause) {
    throw new AppError('FILE_NOT_FOUND', `The file “${path}” is missing or cannot be read.`, {}, { cause });
  }
  if (bytes.length > MAX_BYTES) throw new AppError('FILE_TOO_LARGE', `“${path}” is larger than 1 MB.`);
  try {
    return parseJson(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new AppError('FILE_UNREADABLE', `“${path}” is not JSON.`, {}, { cause });
  }
}
