/** Tells which rows a change of the mapping does not affect. These are most rows if a setting cleans something that few rows have. */
import type { MappingPlan } from '../../../shared/mapping/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';

/** The mapping of the last check, and the indexes of the fields whose values may be different under the current mapping. */
export interface MappingChange {
  readonly fields: ReadonlySet<number>;
  readonly before: MappingPlan;
}

/** Returns a test for single rows; null if the mappings fill different fields, so that any row may be affected. */
export function unchangedRows({ fields, before }: MappingChange, after: MappingPlan, edits: Edits) {
  // Whether an ID is too long depends on whether a pseudonym is sent instead.
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
