/** Groups of stored rows. The check has one chunk per group. */
import { RowBlock } from '../../spreadsheet/index.ts';
import type { ChunkPlace, ProjectFile } from '../../store/project-file/index.ts';
import { type BlockRow, rowIn } from './stored-rows.ts';

/** Row blocks per group. */
export const GROUP_BLOCKS = 8;
/** Upper limit for the number of rows in a group. */
export const GROUP_ROWS = 65_536;

/** A row of the list as one number: group × 65,536 + row in the group. Sorting row references gives file order. */
export const rowRef = (group: number, row: number): number => group * GROUP_ROWS + row;
export const groupOfRef = (ref: number): number => Math.floor(ref / GROUP_ROWS);
export const rowOfRef = (ref: number): number => ref % GROUP_ROWS;

/** The group of a block. `seq`: number of the block's chunk. */
export const groupOf = (seq: number): number => Math.floor(seq / GROUP_BLOCKS);

/** The position of a group in the list, and its sheet rows. */
export interface GroupPlace {
  /** Index of the first row among all stored rows. */
  readonly first: number;
  /** Number of rows of each block. */
  readonly counts: readonly number[];
  /** Sheet rows by index in the group. */
  readonly rowNumbers: Uint32Array;
}

/** `first`: index of the blocks' first row among all stored rows. */
export function groupPlace(blocks: readonly RowBlock[], first: number): GroupPlace {
  const counts = blocks.map(({ rowCount }) => rowCount);
  const rowNumbers = new Uint32Array(counts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  for (const block of blocks) for (let row = 0; row < block.rowCount; row++) rowNumbers[at++] = block.rowNumber(row);
  return { first, counts, rowNumbers };
}

/** True for a block without gaps between its sheet rows. Their numbers are known without reading it. */
const isGapless = ({ count, low, high }: ChunkPlace): boolean => high - low === count - 1;

const CACHED_GROUPS = 24;

export interface RowGroup extends GroupPlace {
  readonly blocks: readonly RowBlock[];
}

export class RowGroupCache {
  /** Number of rows in all groups. */
  readonly rows: number;
  /** Number of groups. */
  readonly length: number;
  private readonly file: Pick<ProjectFile, 'read'>;
  private readonly places: readonly ChunkPlace[];
  private readonly cache = new Map<number, RowGroup>();

  constructor(file: RowGroupCache['file'], places: readonly ChunkPlace[]) {
    this.file = file;
    this.places = places;
    this.length = Math.ceil(places.length / GROUP_BLOCKS);
    const last = places.at(-1);
    this.rows = last === undefined ? 0 : last.first + last.count;
  }

  private placesOf(group: number): readonly ChunkPlace[] {
    return this.places.slice(group * GROUP_BLOCKS, (group + 1) * GROUP_BLOCKS);
  }

  /** The position of a group. Reads its rows only if there are gaps between sheet rows. */
  place(group: number): GroupPlace {
    const places = this.placesOf(group);
    if (!places.every(isGapless)) return this.group(group);
    const rowNumbers = new Uint32Array(places.reduce((sum, { count }) => sum + count, 0));
    let at = 0;
    for (const { low, high } of places) for (let row = low; row <= high; row++) rowNumbers[at++] = row;
    return { first: places[0]!.first, counts: places.map(({ count }) => count), rowNumbers };
  }

  group(group: number): RowGroup {
    const cached = this.cache.get(group);
    if (cached !== undefined) return cached;
    const places = this.placesOf(group);
    const blocks = places.map(({ seq }) => {
      const bytes = this.file.read('rows', seq);
      if (bytes === null) throw new RangeError(`rows chunk ${seq} is missing`);
      return new RowBlock(bytes);
    });
    const loaded = { blocks, ...groupPlace(blocks, places[0]!.first) };
    if (this.cache.size >= CACHED_GROUPS) this.cache.delete(this.cache.keys().next().value!);
    this.cache.set(group, loaded);
    return loaded;
  }

  /** The block of a row, and the row's index in it. */
  rowAt(group: number, row: number): BlockRow {
    const { blocks, counts } = this.group(group);
    let [block, inBlock] = [0, row];
    while (inBlock >= counts[block]!) inBlock -= counts[block++]!;
    return { block: blocks[block]!, row: inBlock };
  }

  /** Sheet row of the row with this index among all stored rows. */
  sheetRowAt(position: number): number {
    const place = this.places[this.search(({ first, count }) => (position < first ? -1 : position >= first + count ? 1 : 0))]!;
    if (isGapless(place)) return place.low + position - place.first;
    const { first, rowNumbers } = this.group(groupOf(place.seq));
    return rowNumbers[position - first]!;
  }

  /** For each group, the ascending indexes of the sheet rows in it. Ignores sheet rows that are not stored. */
  locate(sheetRows: Iterable<number>): Map<number, number[]> {
    const located = new Map<number, number[]>();
    let last = -1;
    let at = 0;
    for (const number of Float64Array.from(sheetRows).sort()) {
      if (number === last) continue;
      last = number;
      const near = this.places[at];
      if (near === undefined || number < near.low || number > near.high)
        at = this.search(({ low, high }) => (number < low ? -1 : number > high ? 1 : 0));
      if (at < 0) continue;
      const place = this.places[at]!;
      const group = groupOf(place.seq);
      const block = place.seq % GROUP_BLOCKS;
      const row = isGapless(place) ? number - place.low : rowIn(this.group(group).blocks[block]!, number);
      if (row < 0) continue;
      const inGroup = place.first - this.places[group * GROUP_BLOCKS]!.first + row;
      const rows = located.get(group);
      if (rows === undefined) located.set(group, [inGroup]);
      else rows.push(inGroup);
    }
    return located;
  }

  /** Row references of sheet rows, ascending. Ignores sheet rows that are not stored. */
  refsOf(sheetRows: Iterable<number>): number[] {
    return [...this.locate(sheetRows)].flatMap(([group, rows]) => rows.map((row) => rowRef(group, row)));
  }

  /** Binary search for the block for which `side` returns 0; -1 if there is none. */
  private search(side: (place: ChunkPlace) => number): number {
    let low = 0;
    let high = this.places.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const direction = side(this.places[middle]!);
      if (direction === 0) return middle;
      if (direction < 0) high = middle - 1;
      else low = middle + 1;
    }
    return -1;
  }
}
