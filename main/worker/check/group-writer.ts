/** Writes the check of a list to its project file, one group at a time: issues, facts, match keys and counts. */
import { weakeningRules } from '../../../shared/rules/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { GroupPlace } from '../list/row-groups.ts';
import { CheckGroup } from './check-group.ts';
import type { FirstHolders } from './first-holders.ts';
import { type FreshRows, GroupAssembler, type KeptDuplicates } from './group-assembler.ts';
import { countGroup, GroupCounts } from './group-counts.ts';
import { keyBytes } from './key-chunks.ts';
import type { OwnResults } from './own-results.ts';
import type { PriorScreenings } from './prior-screenings.ts';
import type { RowChecker, RowResults } from './row-checker.ts';

/** The chunk place of a group. */
export const chunkPlace = (seq: number, { first, rowNumbers }: GroupPlace) => ({
  seq,
  first,
  count: rowNumbers.length,
  low: rowNumbers[0]!,
  high: rowNumbers.at(-1)!,
});

/** A group as it is currently stored in the file. */
export interface StoredGroup extends KeptDuplicates {
  readonly bytes: Buffer;
  /** The stored match keys, so that equal keys are not written again; null if they are known to be unchanged. */
  readonly keys: Buffer | null;
}

export class GroupWriter {
  private readonly file: ProjectFile;
  private readonly assembler: GroupAssembler;
  private readonly counts: GroupCounts;
  private readonly isWeakening: readonly boolean[];
  private groups = 0;

  /** `counts`: the counts of the stored check, if only some rows are checked. */
  constructor(
    file: ProjectFile,
    checker: Pick<RowChecker, 'edits' | 'sendAnyway' | 'severities' | 'records'>,
    prior: PriorScreenings,
    holders: FirstHolders,
    counts = new GroupCounts(),
  ) {
    this.file = file;
    this.assembler = new GroupAssembler(checker, prior, holders);
    this.counts = counts;
    this.isWeakening = weakeningRules(checker.severities);
  }

  /** Writes the next group of a list in which every row is checked. Does not write chunks that equal those of `stored`. */
  add(results: RowResults, place: GroupPlace, stored: StoredGroup | null = null): void {
    if (stored?.keys !== null) {
      const keys = keyBytes(results);
      if (stored?.keys.equals(keys) !== true) this.file.write('keys', chunkPlace(this.groups, place), keys);
    }
    this.writeCheck(this.groups, place, this.assembler.assembleGroup(results, place, stored), stored?.bytes);
    this.groups += 1;
  }

  /** Writes the check of a group in which some rows have new results. Their keys must already be written. */
  update(group: number, results: OwnResults, place: GroupPlace, fresh: FreshRows): void {
    this.writeCheck(group, place, this.assembler.updateGroup(results, place, fresh));
  }

  private writeCheck(group: number, place: GroupPlace, bytes: Buffer, stored?: Buffer): void {
    if (stored?.equals(bytes) !== true) this.file.write('check', chunkPlace(group, place), bytes);
    this.counts.set(group, countGroup(new CheckGroup(bytes), this.isWeakening));
  }

  /** Writes the counts. */
  finish(): GroupCounts {
    this.counts.write(this.file);
    return this.counts;
  }
}
