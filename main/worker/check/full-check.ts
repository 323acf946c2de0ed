/** The check of a list from its first row to its last: what is stored of each group, and the counts. */
import type { ChunkPlace, ProjectFile } from '../../store/project-file/project-file.ts';
import type { GroupPlace } from '../list/row-groups.ts';
import { CheckGroup } from './check-group.ts';
import { StreamedKeys } from './first-holders.ts';
import { GroupAssembler } from './group-assembler.ts';
import { countGroup, GroupCounts } from './group-counts.ts';
import { keyBytes } from './key-chunks.ts';
import type { PriorScreenings } from './prior-screenings.ts';
import type { RowChecker, RowResults } from './row-checker.ts';

/** The place of a group in its stream. */
export function groupChunk(seq: number, first: number, rowNumbers: Uint32Array): ChunkPlace {
  return { seq, first, count: rowNumbers.length, low: rowNumbers[0]!, high: rowNumbers.at(-1)! };
}

/** What is still valid of the stored check of a group, where only some fields may have changed. */
export interface ValidResults {
  readonly check: Buffer;
  /** By row and kind the sheet row that the row is a duplicate of, or 0; for the kinds that are not compared. */
  readonly duplicates: Uint32Array;
  /** True when the stored keys are valid. */
  readonly hasKeys: boolean;
}

export class FullCheck {
  private readonly counts = new GroupCounts();
  private readonly file: ProjectFile;
  private readonly keys: StreamedKeys;
  private readonly assembler: GroupAssembler;
  private groups = 0;

  /** Writes checks, keys and counts to `file`, group by group. `kinds`: the kinds of match keys by which rows are compared. */
  constructor(file: ProjectFile, checker: Pick<RowChecker, 'severities' | 'records'>, prior: PriorScreenings, kinds?: readonly boolean[]) {
    this.file = file;
    this.keys = new StreamedKeys(kinds);
    this.assembler = new GroupAssembler(checker, prior, this.keys);
  }

  /** Reserves memory for a list of some rows. */
  expect(rows: number): void {
    this.keys.expect(rows);
  }

  /** Takes the next group. What is stored and did not change is not written again. */
  group(results: RowResults, place: GroupPlace, kept: ValidResults | null = null): void {
    const bytes = this.assembler.assemble(results, place, null, kept?.duplicates ?? null);
    const at = groupChunk(this.groups, place.first, place.rowNumbers);
    if (kept === null || !bytes.equals(kept.check)) this.file.write('check', at, bytes);
    if (kept?.hasKeys !== true) this.file.write('keys', at, keyBytes(results));
    this.counts.set(this.groups, countGroup(new CheckGroup(bytes)));
    this.groups += 1;
  }

  /** Writes the counts. */
  finish(): GroupCounts {
    this.counts.write(this.file);
    return this.counts;
  }
}
