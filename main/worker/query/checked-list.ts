/** The data that queries and edits of a checked list read. */
import type { AppendedSheet } from '../../../shared/base/index.ts';
import type { Severity } from '../../../shared/rules/index.ts';
import type { MappingPlan } from '../../../shared/mapping/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { GroupCounts } from '../check/group-counts.ts';
import type { Edits } from '../list/edits.ts';
import type { RecordReader } from '../list/record-reader.ts';
import type { RowGroupCache } from '../list/row-groups.ts';
import type { RowBlocks } from '../list/stored-rows.ts';
import type { RowFixer } from './row-fixer.ts';

/** A list with its last check. */
export interface CheckedList {
  readonly file: ProjectFile;
  readonly groups: RowGroupCache;
  readonly blocks: RowBlocks;
  readonly counts: GroupCounts;
  readonly plan: MappingPlan;
  readonly severities: readonly (Severity | null)[];
  readonly edits: Edits;
  readonly records: RecordReader;
  readonly fixer: RowFixer;
  readonly appended: readonly AppendedSheet[] | undefined;
}
