/** Fields that a connection never sends: their values stay in the list and are not written to requests. */
import { type FieldKey, indexesOf } from '../fields/index.ts';
import { type MappedRecord, clearValue } from './mapped-record.ts';

/** Clears the values of these fields in a record. */
export function withholdFields(record: MappedRecord, fields: readonly FieldKey[]): void {
  for (const field of indexesOf(fields)) clearValue(record, field);
}
