/** The list in the stored rows: what is a row of a person and what is heading, title or total; and any row by its number. */
import type { ChunkPlace, ProjectFile } from '../../store/project-file/project-file.ts';
import { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { SheetLayout } from '../../worker-protocol/list.ts';

/** Tells rows of people from the rest of the sheet. */
export interface RowMembership {
  has(rowNumber: number): boolean;
}

/** By the header row and the totals at the end. */
export class DataRows implements RowMembership {
  private readonly after: number;
  private readonly totals: ReadonlySet<number>;

  constructor(reading: Pick<SheetLayout, 'headerRow' | 'totalsRows'>) {
    this.after = reading.headerRow ?? 0;
    this.totals = new Set(reading.totalsRows);
  }

  has(rowNumber: number): boolean {
    return rowNumber > this.after && (this.totals.size === 0 || !this.totals.has(rowNumber));
  }
}

/** The blocks of a project's rows, some of them kept, found by sheet row. */
export class RowBlocks {
  readonly places: readonly ChunkPlace[];
  private readonly file: ProjectFile;
  private readonly kept = new Map<number, RowBlock>();

  constructor(file: ProjectFile) {
    this.file = file;
    this.places = file.places('rows');
  }

  /** The block with this number in its stream. */
  block(seq: number): RowBlock {
    const known = this.kept.get(seq);
    if (known !== undefined) return known;
    const bytes = this.file.read('rows', seq);
    if (bytes === null) throw new RangeError(`rows chunk ${seq} is missing`);
    const block = new RowBlock(bytes);
    // Enough for the pages on the screen; a page over many blocks does not grow it without bound.
    if (this.kept.size >= 64) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(seq, block);
    return block;
  }

  /** Where a sheet row is stored, or null. */
  find(rowNumber: number): { readonly seq: number; readonly block: RowBlock; readonly row: number } | null {
    let low = 0;
    let high = this.places.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const place = this.places[middle]!;
      if (rowNumber < place.low) high = middle - 1;
      else if (rowNumber > place.high) low = middle + 1;
      else {
        const block = this.block(place.seq);
        const row = rowIn(block, rowNumber);
        return row < 0 ? null : { seq: place.seq, block, row };
      }
    }
    return null;
  }
}

/** Position of a sheet row in its block, or -1. */
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
