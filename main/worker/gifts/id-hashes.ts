/** The hashes of the IDs of many rows, so that some are loaded from memory together before the first is looked up. */
import { mappedSize } from '../../../shared/base/index.ts';
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import { MatchKeyHasher, SLOT, SLOT_BITS } from '../../../shared/rules/index.ts';

/** The two halves of the hash of each row; both are 0 for a row without an ID. */
export interface IdHashes {
  readonly firsts: Int32Array<ArrayBuffer>;
  readonly seconds: Int32Array<ArrayBuffer>;
}

const zeros = (numbers: number) => new Int32Array(new ArrayBuffer(mappedSize(numbers * Int32Array.BYTES_PER_ELEMENT)), 0, numbers);

/** Of rows that all have no ID. */
export const noIds = (rows: number): IdHashes => ({ firsts: zeros(rows), seconds: zeros(rows) });

export class IdHasher {
  private readonly hasher = new MatchKeyHasher();

  /** Stores the hash of a record's ID at a position. */
  put(record: MappedRecord, { firsts, seconds }: IdHashes, at: number): void {
    const { halves } = this.hasher;
    const hasId = this.hasher.hashes(record, SLOT_BITS.id) !== 0;
    firsts[at] = hasId ? halves[SLOT.id * 2]! : 0;
    seconds[at] = hasId ? halves[SLOT.id * 2 + 1]! : 0;
  }
}
