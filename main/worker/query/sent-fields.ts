/** The fields that a list sends. */
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/index.ts';
import { hasValue } from '../../../shared/mapping/index.ts';
import type { SendOptions } from '../../../shared/rows/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import { RecordReader } from '../list/record-reader.ts';
import { locateSentRows } from '../submit/sent-rows.ts';
import type { CheckedList } from './checked-list.ts';

/** The fields, out of `fields`, that have a value in at least one row to send. Reads rows until each of them has had a value. */
export function sentFields(
  { file, plan, edits }: Pick<CheckedList, 'file' | 'plan' | 'edits'>,
  fields: readonly FieldKey[],
  { sendErrors, resendRecent }: SendOptions,
): FieldKey[] {
  const missing = new Set(fields);
  let block: RowBlock | null = null;
  let read = 0;
  let records: RecordReader | null = null;
  for (const at of locateSentRows(file, { sendErrors, resendRecent })) {
    if (missing.size === 0) break;
    if (records === null || (at.block !== block && missing.size < read)) {
      records = new RecordReader(plan, edits, new Set(Array.from(missing, (field) => FIELD_INDEX[field])));
      read = missing.size;
    }
    block = at.block;
    const record = records.of(block, at.row);
    for (const field of missing) if (hasValue(record, FIELD_INDEX[field])) missing.delete(field);
  }
  return fields.filter((field) => !missing.has(field));
}
