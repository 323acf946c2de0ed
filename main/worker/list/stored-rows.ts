/** Determines which stored rows belong to the list, and finds any row by its sheet row number. */
import type { ChunkPlace, ProjectFile } from '../../store/project-file/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import type { SheetLayout } from '../../worker-protocol/index.ts';
import { RowKinds } from './row-kinds.ts';

/** Distinguishes rows of the list from titles, headings, totals and rows without a person. */
export interface RowMembership {
  has(block: RowBlock, row: number): boolean;
}

/** The part of a layout that determines which rows belong to the list. */
export type ListedRows = Pick<SheetLayout, 'headerRow' | 'totalsRows' | 'leaveOut'>;

export class DataRows implements RowMembership {
  private readonly headerRow: number;
  private readonly totals: ReadonlySet<number>;
  private readonly leaveOut: ListedRows['leaveOut'];
  private readonly kinds: RowKinds | null;

  constructor(layout: ListedRows) {
    this.headerRow = layout.headerRow ?? 0;
    this.totals = new Set(layout.totalsRows);
    this.leaveOut = layout.leaveOut;
    this.kinds = layout.leaveOut === undefined ? null : new RowKinds(layout.leaveOut);
  }

  has(block: RowBlock, row: number): boolean {
    const number = block.rowNumber(row);
    if (number <= this.headerRow || (this.totals.size > 0 && this.totals.has(number))) return false;
    const { leaveOut, kinds } = this;
    if (leaveOut === undefined || kinds === null) return true;
    if (leaveOut.hidden && block.rowHidden(row)) return false;
    const kind = kinds.of(block, row);
    return kind === 'person' || (kind === 'subtotal' && number > leaveOut.subtotalsUpTo);
  }
}

/** A row, by its block and its index in the block. */
export interface BlockRow {
  readonly block: RowBlock;
  readonly row: number;
}

/** `seq`: number of the block among all row blocks. */
export interface StoredRow extends BlockRow {
  readonly seq: number;
}

/** The place of a block among all row blocks. `first`: index of the block's first row among all stored rows. */
export function blockPlace(block: RowBlock, seq: number, first: number): ChunkPlace {
  return { seq, first, count: block.rowCount, low: block.rowNumber(0), high: block.rowNumber(block.rowCount - 1) };
}

/** Enough blocks for the pages on the screen. */
const CACHED_BLOCKS = 64;

/** The row blocks of a project, by sheet row. Caches some of them. */
export class RowBlocks {
  readonly places: readonly ChunkPlace[];
  private readonly file: ProjectFile;
  private readonly cache = new Map<number, RowBlock>();

  constructor(file: ProjectFile) {
    this.file = file;
    this.places = file.places('rows');
  }

  /** The block with this number among all row blocks. */
  block(seq: number): RowBlock {
    const cached = this.cache.get(seq);
    if (cached !== undefined) return cached;
    const bytes = this.file.read('rows', seq);
    if (bytes === null) throw new RangeError(`rows chunk ${seq} is missing`);
    const block = new RowBlock(bytes);
    if (this.cache.size >= CACHED_BLOCKS) this.cache.delete(this.cache.keys().next().value!);
    this.cache.set(seq, block);
    return block;
  }

  /** Null if the sheet row is not stored. */
  find(rowNumber: number): StoredRow | null {
    const place = placeWith(this.places, rowNumber);
    if (place === null) return null;
    const block = this.block(place.seq);
    const row = rowIn(block, rowNumber);
    return row < 0 ? null : { seq: place.seq, block, row };
  }
}

/** The chunk whose range includes a row number, or for score blocks a profile number; null if there is none. */
export function placeWith(places: readonly ChunkPlace[], number: number): ChunkPlace | null {
  let low = 0;
  let high = places.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const place = places[middle]!;
    if (number < place.low) high = middle - 1;
    else if (number > place.high) low = middle + 1;
    else return place;
  }
  return null;
}

/** Index of a sheet row in its block; -1 if it is not in it. */
export function rowIn(block: RowBlock, rowNumber: number): number {
  let low = 0;
  let high = block.rowCount - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const number = block.rowNumber(middle);
    if (number === rowNumber) return middle;
    if (number < rowNumber) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
