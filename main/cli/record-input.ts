/** Reads the record of one person from options or a file. */
import { FIELD_KEYS, type FieldKey, isFieldKey } from '../../shared/fields/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { WrittenNumber, isObject } from '../../shared/results/index.ts';
import type { Call } from './arguments.ts';
import { readJsonFile } from './json-file.ts';

export type RecordTexts = Partial<Record<FieldKey, string>>;

function textIn(key: string, value: unknown): string {
  const text = typeof value === 'number' || value instanceof WrittenNumber ? String(value) : value;
  if (typeof text !== 'string') throw new AppError('INPUT_INVALID', `“${key}” is neither text nor a number.`, { field: key });
  return text;
}

function fromFile(path: string): RecordTexts {
  const value = readJsonFile(path);
  if (!isObject(value)) throw new AppError('INPUT_INVALID', 'The file must hold one JSON object with the fields of a record.');
  const record: RecordTexts = {};
  for (const [key, text] of Object.entries(value)) {
    if (!isFieldKey(key))
      throw new AppError('INPUT_INVALID', `“${key}” is not a field of a record. The fields are ${FIELD_KEYS.join(', ')}.`);
    if (text !== null) record[key] = textIn(key, text);
  }
  return record;
}

/**
 * The record in the file. Options replace its values.
 * @throws USAGE; INPUT_INVALID with the field; as `readJsonFile`.
 */
export function recordInput(call: Call): RecordTexts {
  const { file } = call.values;
  const record = file === undefined ? {} : fromFile(file);
  for (const key of FIELD_KEYS) {
    const text = call.values[key];
    if (text !== undefined) record[key] = textIn(key, text);
  }
  if (Object.values(record).every((text) => text.trim() === ''))
    throw new AppError('USAGE', `Specify the person with --file FILE, or with fields such as --primaryFirst and --primaryLast.`);
  return record;
}
