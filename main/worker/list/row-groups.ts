/** The stored rows, group by group, as the findings lie: any row by its place in its group, by its position, or by its number in the sheet. */
import { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { ChunkPlace, ProjectFile } from '../../store/project-file/project-file.ts';
import { rowIn } from './stored-rows.ts';

/** Blocks whose findings lie in one chunk. */
export const GROUP_BLOCKS = 8;
/** More than the rows of any group. */
export const GROUP_ROWS = 65_536;
export const groupOf = (seq: number): number => Math.floor(seq / GROUP_BLOCKS);

/** Where the rows of a group stand in the list and in the sheet. */
export interface GroupPlace {
  /** Position of the first row among all stored rows. */
  readonly first: number;
  /** Rows of each block. */
  readonly counts: readonly number[];
  /** Sheet row of a row counted within the group. */
  readonly rowNumbers: Uint32Array;
}

/** Where the rows of some blocks stand; `first` is the position of the first among all stored rows. */
export function groupPlace(blocks: readonly RowBlock[], first: number): GroupPlace {
  const counts = blocks.map(({ rowCount }) => rowCount);
  const rowNumbers = new Uint32Array(counts.reduce((sum, count) => sum + count, 0));
  let at = 0;
  for (const block of blocks) for (let row = 0; row < block.rowCount; row++) rowNumbers[at++] = block.rowNumber(row);
  return { first, counts, rowNumbers };
}

/** Groups that are held at once. */
const KEPT = 24;

export interface RowGroup extends GroupPlace {
  readonly blocks: readonly RowBlock[];
}

export class RowGroupCache {
  /** Rows of all groups. */
  readonly rows: number;
  /** How many groups there are. */
  readonly length: number;
  private readonly file: Pick<ProjectFile, 'read'>;
  private readonly places: readonly ChunkPlace[];
  private readonly kept = new Map<number, RowGroup>();

  constructor(file: RowGroupCache['file'], places: readonly ChunkPlace[]) {
    this.file = file;
    this.places = places;
    this.length = Math.ceil(places.length / GROUP_BLOCKS);
    const last = places.at(-1);
    this.rows = last === undefined ? 0 : last.first + last.count;
  }

  group(group: number): RowGroup {
    const known = this.kept.get(group);
    if (known !== undefined) return known;
    const places = this.places.slice(group * GROUP_BLOCKS, (group + 1) * GROUP_BLOCKS);
    const blocks = places.map(({ seq }) => {
      const bytes = this.file.read('rows', seq);
      if (bytes === null) throw new RangeError(`rows chunk ${seq} is missing`);
      return new RowBlock(bytes);
    });
    const open = { blocks, ...groupPlace(blocks, places[0]!.first) };
    if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(group, open);
    return open;
  }

  /** Sheet row of the row at a position among all rows. */
  sheetRowAt(position: number): number {
    const { seq } = this.places[this.search(({ first, count }) => (position < first ? -1 : position >= first + count ? 1 : 0))]!;
    const { first, rowNumbers } = this.group(groupOf(seq));
    return rowNumbers[position - first]!;
  }

  /** Sheet rows by group, as rows counted within it and in order; rows that are not stored are passed over. */
  locate(sheetRows: ReadonlySet<number>): Map<number, number[]> {
    const found = new Map<number, number[]>();
    for (const number of [...sheetRows].toSorted((a, b) => a - b)) {
      const at = this.search(({ low, high }) => (number < low ? -1 : number > high ? 1 : 0));
      if (at < 0) continue;
      const { seq } = this.places[at]!;
      const { blocks, counts } = this.group(groupOf(seq));
      const block = seq % GROUP_BLOCKS;
      const row = rowIn(blocks[block]!, number);
      if (row < 0) continue;
      const inGroup = counts.slice(0, block).reduce((sum, count) => sum + count, row);
      const rows = found.get(groupOf(seq));
      if (rows === undefined) found.set(groupOf(seq), [inGroup]);
      else rows.push(inGroup);
    }
    return found;
  }

  /** The index of the block that `side` answers 0 for, by halving; -1 when there is none. */
  private search(side: (place: ChunkPlace) => number): number {
    let low = 0;
    let high = this.places.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const where = side(this.places[middle]!);
      if (where === 0) return middle;
      if (where < 0) high = middle - 1;
      else low = middle + 1;
    }
    return -1;
  }
}
