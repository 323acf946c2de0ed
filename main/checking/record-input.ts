/** A record that the user typed, parsed like a row of a list. */
import { FIELD_INDEX, FIELD_KEYS, fieldOf } from '../../shared/fields/index.ts';
import type { Input } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { type MappedRecord, CHANGE, PARSE_ERROR, applyOverride, createMappedRecord } from '../../shared/mapping/index.ts';

export type TypedRecord = Input<'service.screenOne'>['record'];

/**
 * The mapped record of typed texts.
 * @throws INPUT_INVALID with the field that cannot be parsed.
 */
export function typedRecord(texts: TypedRecord): MappedRecord {
  const record = createMappedRecord();
  for (const key of FIELD_KEYS) {
    const text = texts[key];
    if (text === undefined || text.trim() === '') continue;
    const field = FIELD_INDEX[key];
    applyOverride(record, field, text);
    const isWithheld = record.values[field] === '' && (record.changes[field]! & (CHANGE.partialDate | CHANGE.digitsLost)) !== 0;
    if (isWithheld || record.parseErrors[field] !== PARSE_ERROR.none)
      throw new AppError('INPUT_INVALID', `“${fieldOf(key).label}” cannot be read in this form.`, { field: key });
  }
  return record;
}
