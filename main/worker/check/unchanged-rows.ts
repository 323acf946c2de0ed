/** Tells which rows a changed mapping leaves unchanged: most of them, when a setting cleans what few rows have. */
import type { MappingPlan } from '../../../shared/mapping/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';

/** The mapping of the last check, and the indexes of the fields that the present one may fill with other values. */
export interface MappingChange {
  readonly fields: ReadonlySet<number>;
  readonly before: MappingPlan;
}

/** A test of single rows; null where the mappings fill different fields, so that every row may lack others than before. */
export function unchangedRows({ fields, before }: MappingChange, after: MappingPlan, edits: Edits) {
  // Whether an ID is too long depends on what is sent in its place.
  if (before.pseudonyms !== after.pseudonyms) return null;
  const old = new RecordReader(before, edits, fields);
  const now = new RecordReader(after, edits, fields);
  if (old.mapper.fields.join() !== now.mapper.fields.join()) return null;
  return (block: RowBlock, row: number): boolean => {
    const [was, is] = [old.of(block, row), now.of(block, row)];
    for (const field of fields)
      if (
        was.values[field] !== is.values[field] ||
        was.changes[field] !== is.changes[field] ||
        was.parseErrors[field] !== is.parseErrors[field] ||
        was.classes[field] !== is.classes[field]
      )
        return false;
    return true;
  };
}
