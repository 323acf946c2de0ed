/**
 * What a change of some rows makes of the check: those rows are judged anew, and with them the rows that share a key with
 * them as it was or as it is now. All others stand as they are. What comes of it is what a pass over the whole list would find.
 */
import type { ChunkPlace, ProjectFile } from '../../store/project-file/project-file.ts';
import type { PriorScreenings } from './prior-screenings.ts';
import { groupChunk, KINDS, RowWriter } from './group-assembler.ts';
import { FoundGroup } from './check-group.ts';
import type { Judge, Judged } from './row-checker.ts';
import { eachKey, KeptKeys, KeySets } from './match-key-index.ts';
import { OpenGroups } from '../list/row-groups.ts';
import { type Tallies, tallyOf } from './group-counts.ts';

/** Where more rows than this part of the list are concerned, a pass over all of it is quicker. */
const MOST_OF_LIST = 1 / 6;
const ALWAYS = 2_000;

/** Rows of a group, counted within it and in order. */
interface SomeRows {
  readonly group: number;
  readonly rows: readonly number[];
}

export class Rejudge {
  private readonly judge: Judge;
  private readonly groups: OpenGroups;
  private readonly writer: RowWriter;
  private readonly keys: KeptKeys;

  /** `judge` judges with the edits as they are after a change; the file holds the check as it was before it. */
  constructor(file: ProjectFile, judge: Judge, earlier: PriorScreenings, places: readonly ChunkPlace[]) {
    this.judge = judge;
    this.groups = new OpenGroups(file, places);
    this.writer = new RowWriter(judge, earlier);
    this.keys = new KeptKeys(file);
  }

  /**
   * Judges the touched sheet rows anew and what depends on them, and writes it within the transaction that is open. False
   * when so many rows are concerned that the whole list is to be checked instead; this one is of no use any more then.
   */
  touch(file: ProjectFile, tallies: Tallies, touched: Iterable<number>): boolean {
    const asked = new Set(touched);
    if (this.isMost(asked.size)) return false;
    const changed = this.groups.locate(asked);
    const keys = new KeySets();
    for (const [group, rows] of changed) this.renew(file, { group, rows }, keys);
    const concerned = this.keys.rowsWith(keys);
    for (const [group, rows] of changed) {
      const known = concerned.get(group) ?? new Set();
      for (const row of rows) known.add(row);
      concerned.set(group, known);
    }
    let count = 0;
    for (const rows of concerned.values()) count += rows.size;
    if (this.isMost(count)) return false;
    const all: SomeRows[] = [...concerned]
      .map(([group, rows]) => ({ group, rows: [...rows].toSorted((a, b) => a - b) }))
      .toSorted((a, b) => a.group - b.group);
    const wanted = new KeySets();
    for (const some of all) this.each(some, (kind, a, b) => wanted.add(kind, a, b, 1));
    const first = this.keys.firstOf(wanted);
    for (const some of all) this.rewrite(file, tallies, some, first);
    tallies.write(file);
    return true;
  }

  private isMost(rows: number): boolean {
    return rows > ALWAYS && rows > this.groups.rows * MOST_OF_LIST;
  }

  private judged({ group, rows }: SomeRows): Judged {
    const { blocks, counts } = this.groups.group(group);
    let block = 0;
    let start = 0;
    return this.judge.some(
      rows.map((row) => {
        while (row >= start + counts[block]!) start += counts[block++]!;
        return { block: blocks[block]!, row: row - start };
      }),
    );
  }

  /** Judges changed rows for the sake of their keys: those that they had and those that they have are added to `keys`. */
  private renew(file: ProjectFile, some: SomeRows, keys: KeySets): void {
    const judged = this.judged(some);
    const add = (kind: number, a: number, b: number) => {
      keys.add(kind, a, b, 1);
    };
    this.each(some, add);
    let at = 0;
    for (let row = 0; row < some.rows.length; row++) at = eachKey(judged, row, at, add);
    const { first, rowNumbers } = this.groups.group(some.group);
    file.write('keys', groupChunk(some.group, first, rowNumbers), this.keys.replace(some.group, some.rows, judged));
  }

  /** Calls back for each kept key of some rows. */
  private each({ group, rows }: SomeRows, key: (kind: number, a: number, b: number) => void): void {
    const chunk = this.keys.groups[group]!;
    let at = 0;
    let row = 0;
    for (const wanted of rows) {
      for (; row < wanted; row++) at = eachKey(chunk, row, at, () => undefined);
      at = eachKey(chunk, row, at, key);
      row += 1;
    }
  }

  /** Writes the findings of a group anew: those of some rows as they are judged now, the others as they stand. */
  private rewrite(file: ProjectFile, tallies: Tallies, some: SomeRows, first: KeySets): void {
    const { builder } = this.writer;
    const judged = this.judged(some);
    const place = this.groups.group(some.group);
    const old = new FoundGroup(file.read('findings', some.group)!);
    const partners = new Int32Array(KINDS.length);
    let next = 0;
    let found = 0;
    let print = 0;
    for (let block = 0; block < old.blocks; block++) {
      builder.beginBlock();
      for (let row = old.start(block); row < old.start(block + 1); row++) {
        if (some.rows[next] !== row) {
          old.each(row, (field, rule, partner) => {
            if (partner === 0) builder.add(field, rule);
            else builder.addDouble(field, rule, partner);
          });
          builder.endRow(old.states[row]!);
          continue;
        }
        partners.fill(0);
        const after = eachKey(judged, next, print, (kind, a, b) => {
          const position = first.get(kind, a, b) - 1;
          if (partners[kind] === 0 && position >= 0 && position < place.first + row) partners[kind] = this.groups.sheetRowAt(position);
        });
        found = this.writer.row(judged, next, found, print, partners);
        print = after;
        next += 1;
      }
    }
    const bytes = builder.finish();
    file.write('findings', groupChunk(some.group, place.first, place.rowNumbers), bytes);
    tallies.set(some.group, tallyOf(new FoundGroup(bytes), this.judge.severities));
  }
}
