/** Which rows a changed mapping leaves as they were: most of them, when a setting tidies what few rows have. */
import { compileMapping } from '../../../shared/mapping/mapping.ts';
import type { MappingPlan } from '../../../shared/mapping/plan.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { Edits } from '../list/edits.ts';

/** What of a mapping is another one than at the last check. */
export interface MappingChange {
  /** Indexes of the fields whose values may be others. */
  readonly fields: ReadonlySet<number>;
  /** The mapping of then. */
  readonly before: MappingPlan;
}

export class UnchangedRows {
  private readonly fields: readonly number[];
  private readonly before: RecordReader;
  private readonly after: RecordReader;

  private constructor({ fields, before }: MappingChange, after: MappingPlan, edits: Edits) {
    this.fields = [...fields];
    this.before = new RecordReader(before, edits, fields);
    this.after = new RecordReader(after, edits, fields);
  }

  /** Null where no row is as before: what can be missing in a row is what a mapping fills. */
  static between(changed: MappingChange, after: MappingPlan, edits: Edits): UnchangedRows | null {
    const [then, now] = [changed.before, after].map((plan) => compileMapping(plan).fields.join());
    return then === now ? new UnchangedRows(changed, after, edits) : null;
  }

  /** Whether a row is to the check what it was under the mapping before. */
  has(block: RowBlock, row: number): boolean {
    const [then, now] = [this.before.of(block, row), this.after.of(block, row)];
    for (const field of this.fields)
      if (
        then.values[field] !== now.values[field] ||
        then.changes[field] !== now.changes[field] ||
        then.parseErrors[field] !== now.parseErrors[field] ||
        then.classes[field] !== now.classes[field]
      )
        return false;
    return true;
  }
}
