/** `desk record verify FILE…`: works offline and without a data folder, so that anybody can check an exported record. */
import { readFileSync } from 'node:fs';
import { AppError, EXIT } from '../../shared/base/index.ts';
import { verifyFiles } from '../../shared/record/index.ts';
import { sha256Of } from '../platform/index.ts';
import { type Call, STANDARD_INPUT, usageError } from './arguments.ts';
import type { Output } from './output.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** @throws FILE_NOT_FOUND; FILE_TOO_LARGE. */
function textOf(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path === STANDARD_INPUT ? 0 : path);
  } catch (cause) {
    throw new AppError('FILE_NOT_FOUND', `The file “${path}” is missing or cannot be read.`, {}, { cause });
  }
  if (bytes.length > MAX_BYTES) throw new AppError('FILE_TOO_LARGE', `“${path}” is larger than 64 MB, so it is not a screening record.`);
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** Exit code 0 if nothing was changed since the entries were written, otherwise 1. */
export function verifyRecords(call: Call, output: Output): number {
  const files = call.words.slice(1);
  if (files.length === 0) throw usageError(call);
  const { problem, at, proven, text } = verifyFiles(files.map(textOf), sha256Of);
  output.result({ ok: true, verified: problem === null, problem, at, proven, text }, text);
  return problem === null ? EXIT.done : EXIT.usage;
}
