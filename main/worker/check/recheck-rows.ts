/**
 * The check after an edit of some rows: those rows are checked again, and the rows that share a match key with them as they were or
 * as they are. All others are kept. The result is that of a full check.
 */
import type { ChunkPlace, ProjectFile } from '../../store/project-file/project-file.ts';
import { RowGroupCache } from '../list/row-groups.ts';
import { CheckGroup } from './check-group.ts';
import type { FirstHolders } from './first-holders.ts';
import { groupChunk } from './full-check.ts';
import { GroupAssembler } from './group-assembler.ts';
import { countGroup, type GroupCounts } from './group-counts.ts';
import { eachKey, KeySets, MatchKeyIndex } from './match-key-index.ts';
import type { PriorScreenings } from './prior-screenings.ts';
import type { RowChecker, RowResults } from './row-checker.ts';

/** Above this part of the list a full check is quicker. */
const MOST_OF_LIST = 1 / 6;
const ALWAYS = 2_000;

/** Rows of a group, counted within it and in order. */
interface SomeRows {
  readonly group: number;
  readonly rows: readonly number[];
}

/** The keys of some rows, as the stored keys of the whole list have them. */
class StoredKeys implements FirstHolders {
  private readonly first: KeySets;
  private readonly groups: RowGroupCache;

  constructor(index: MatchKeyIndex, wanted: KeySets, groups: RowGroupCache) {
    this.first = index.firstOf(wanted);
    this.groups = groups;
  }

  prepare(): void {
    // A few rows need no prefetching.
  }

  find(kind: number, a: number, b: number, position: number): number {
    const first = this.first.get(kind, a, b) - 1;
    return first >= 0 && first < position ? this.groups.sheetRowAt(first) : 0;
  }
}

export class RowRecheck {
  private readonly checker: RowChecker;
  private readonly prior: PriorScreenings;
  private readonly groups: RowGroupCache;
  private readonly index: MatchKeyIndex;

  /** `checker` uses the edits as they are after an edit; `file` holds the check from before it. */
  constructor(file: ProjectFile, checker: RowChecker, prior: PriorScreenings, places: readonly ChunkPlace[]) {
    this.checker = checker;
    this.prior = prior;
    this.groups = new RowGroupCache(file, places);
    this.index = new MatchKeyIndex(file);
  }

  /**
   * Checks the edited sheet rows and what depends on them, and writes the results within the open transaction. Returns false when
   * the full list must be checked instead; this object is of no use afterwards.
   */
  run(file: ProjectFile, counts: GroupCounts, edited: Iterable<number>): boolean {
    const asked = new Set(edited);
    if (this.isMost(asked.size)) return false;
    const changed = this.groups.locate(asked);
    const keys = new KeySets();
    for (const [group, rows] of changed) this.replaceKeys(file, { group, rows }, keys);
    const affected = this.index.rowsWith(keys);
    for (const [group, rows] of changed) affected.set(group, new Set([...(affected.get(group) ?? []), ...rows]));
    let count = 0;
    for (const rows of affected.values()) count += rows.size;
    if (this.isMost(count)) return false;
    const all: SomeRows[] = [...affected]
      .map(([group, rows]) => ({ group, rows: [...rows].toSorted((a, b) => a - b) }))
      .toSorted((a, b) => a.group - b.group);
    const wanted = new KeySets();
    for (const some of all) this.eachStoredKey(some, (kind, a, b) => wanted.add(kind, a, b, 1));
    const assembler = new GroupAssembler(this.checker, this.prior, new StoredKeys(this.index, wanted, this.groups));
    for (const some of all) this.rewrite(file, counts, some, assembler);
    counts.write(file);
    return true;
  }

  private isMost(rows: number): boolean {
    return rows > ALWAYS && rows > this.groups.rows * MOST_OF_LIST;
  }

  private check({ group, rows }: SomeRows): RowResults {
    const { blocks, counts } = this.groups.group(group);
    let block = 0;
    let start = 0;
    return this.checker.some(
      rows.map((row) => {
        while (row >= start + counts[block]!) start += counts[block++]!;
        return { block: blocks[block]!, row: row - start };
      }),
    );
  }

  /** Adds the keys that edited rows had and have to `keys`, and stores those that they have. */
  private replaceKeys(file: ProjectFile, some: SomeRows, keys: KeySets): void {
    const results = this.check(some);
    const add = (kind: number, a: number, b: number) => {
      keys.add(kind, a, b, 1);
    };
    this.eachStoredKey(some, add);
    let at = 0;
    for (let row = 0; row < some.rows.length; row++) at = eachKey(results, row, at, add);
    const { first, rowNumbers } = this.groups.group(some.group);
    file.write('keys', groupChunk(some.group, first, rowNumbers), this.index.replace(some.group, some.rows, results));
  }

  private eachStoredKey({ group, rows }: SomeRows, key: (kind: number, a: number, b: number) => void): void {
    const chunk = this.index.groups[group]!;
    let at = 0;
    let row = 0;
    for (const wanted of rows) {
      for (; row < wanted; row++) at = eachKey(chunk, row, at, () => undefined);
      at = eachKey(chunk, row, at, key);
      row += 1;
    }
  }

  private rewrite(file: ProjectFile, counts: GroupCounts, some: SomeRows, assembler: GroupAssembler): void {
    const place = this.groups.group(some.group);
    const stored = new CheckGroup(file.read('check', some.group)!);
    const bytes = assembler.assemble(this.check(some), place, { stored, rows: some.rows });
    file.write('check', groupChunk(some.group, place.first, place.rowNumbers), bytes);
    counts.set(some.group, countGroup(new CheckGroup(bytes)));
  }
}
