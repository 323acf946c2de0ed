/** The hashes of the IDs of many rows, so that some are loaded from memory together before the first is looked up. */
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import { MatchKeyHasher, SLOT, SLOT_BITS } from '../../../shared/rules/index.ts';

/** The two halves of the hash of each row; both are 0 for a row without an ID. */
export interface IdArrays {
  readonly firsts: Int32Array<SharedArrayBuffer>;
  readonly seconds: Int32Array<SharedArrayBuffer>;
}

/** Of rows that all have no ID, in memory that threads can share. */
export function idArrays(rows: number): IdArrays {
  const of = () => new Int32Array(new SharedArrayBuffer(rows * Int32Array.BYTES_PER_ELEMENT));
  return { firsts: of(), seconds: of() };
}

export class IdHasher {
  private readonly hasher = new MatchKeyHasher();

  /** Stores the hash of a record's ID at a position. */
  put(record: MappedRecord, { firsts, seconds }: IdArrays, at: number): void {
    const { halves } = this.hasher;
    const hasId = this.hasher.hashes(record, SLOT_BITS.id) !== 0;
    firsts[at] = hasId ? halves[SLOT.id * 2]! : 0;
    seconds[at] = hasId ? halves[SLOT.id * 2 + 1]! : 0;
  }
}
