/** The mapped fields that have no value in any row of a list. */
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/index.ts';
import { NO_ROW } from '../../../shared/rows/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { CheckedList } from './checked-list.ts';

/** Reads rows until every field has had a value, and only the fields that have none so far. Ignores the user's corrections. */
export function emptyFields({ file, groups, plan }: CheckedList): readonly FieldKey[] {
  const reader = new CheckGroupReader(file);
  const edits = new Edits(null);
  let empty: readonly FieldKey[] = new RecordReader(plan, edits).mapper.fields;
  for (let at = 0; at < groups.length && empty.length > 0; at++) {
    const records = new RecordReader(plan, edits, new Set(empty.map((field) => FIELD_INDEX[field])));
    const { facts } = reader.group(at)!;
    const filled = new Set<FieldKey>();
    let inGroup = 0;
    for (const block of groups.group(at).blocks)
      for (let row = 0; row < block.rowCount; row++) {
        if (facts[inGroup++] === NO_ROW || filled.size === empty.length) continue;
        const { values } = records.of(block, row);
        for (const field of empty) if (values[FIELD_INDEX[field]] !== '') filled.add(field);
      }
    empty = empty.filter((field) => !filled.has(field));
  }
  return empty;
}
