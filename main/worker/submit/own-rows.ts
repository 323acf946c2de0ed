/**
 * The rows that a project itself sent, within a list to which the rows of later projects were added. The rows of later parts follow the own
 * rows. The rows of the rest of a pilot, or of a list that was cut, are between them.
 */
import { z } from 'zod';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { FIRST_INDEX, type ListIndex, NO_INDEX, type SheetRow, type SheetRows } from '../list/ordinals.ts';

const NAME = 'ownRows';
const StoredRows = z.array(z.int() as unknown as z.ZodType<SheetRow>);

export class OwnRows {
  readonly count: number;
  /** The list index of each own row, ascending; null when the own rows come first. */
  private readonly indexes: Uint32Array | null;

  /** @param rows all rows of the list. `count`: the number of rows that the project itself sent. */
  constructor(file: ProjectFile, rows: SheetRows, count: number) {
    this.count = Math.min(count, rows.length);
    const own = StoredRows.safeParse(file.getValue(NAME)).data;
    this.indexes = own?.length === count ? OwnRows.placesOf(own, rows) : null;
  }

  /** Null when a row is not in the list. Both are in sheet order. */
  private static placesOf(own: readonly SheetRow[], rows: SheetRows): Uint32Array | null {
    const indexes = new Uint32Array(own.length);
    let found = 0;
    for (let index = FIRST_INDEX; index < rows.length && found < own.length; index++)
      if (rows[index] === own[found]) indexes[found++] = index;
    return found === own.length ? indexes : null;
  }

  /** The index in the list of a row by its index among the own rows. */
  indexAt(place: number): ListIndex {
    return (this.indexes === null ? place : this.indexes[place]!) as ListIndex;
  }

  /** The index among the own rows of a row of the list; `NO_INDEX` for a row of a later project. */
  placeOf(index: ListIndex): ListIndex {
    const { indexes } = this;
    if (indexes === null) return index < this.count ? index : NO_INDEX;
    let low = 0;
    let high = indexes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (indexes[middle]! < index) low = middle + 1;
      else high = middle;
    }
    return indexes[low] === index ? (low as ListIndex) : NO_INDEX;
  }

  has(index: ListIndex): boolean {
    return this.placeOf(index) >= 0;
  }

  /** The list indexes, ascending. */
  *[Symbol.iterator](): Generator<ListIndex> {
    for (let place = 0; place < this.count; place++) yield this.indexAt(place);
  }
}

/** Stores the own rows when they no longer come first in a list to which rows are added. `before`: the list until now. */
export function keepOwnRows(file: ProjectFile, before: SheetRows, count: number, after: SheetRows): void {
  if (file.getValue(NAME) !== undefined) return;
  const own = before.subarray(0, count);
  if (own.some((row, index) => after[index] !== row)) file.putValue(NAME, [...own]);
}
