/** The hashes of the IDs of a group of rows. All of them are prefetched into the cache before the first lookup. */
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import { MatchKeyHasher, SLOT, SLOT_BITS } from '../../../shared/rules/index.ts';
import type { HashTable64 } from '../../matching/index.ts';
import { hashesOf, type KeyChunk } from '../check/key-chunks.ts';

/** Number of rows in a block. */
const USUAL_ROWS = 128;

export class IdHashes {
  private firsts = new Int32Array(USUAL_ROWS);
  private seconds = new Int32Array(USUAL_ROWS);
  private isGiven = new Uint8Array(USUAL_ROWS);
  private count = 0;
  private prefetched = 0;
  private readonly hasher = new MatchKeyHasher();

  clear(): void {
    this.count = 0;
  }

  /** Adds the ID of a row. A row without an ID is added, too. */
  add(record: MappedRecord): void {
    const has = this.hasher.hashes(record, SLOT_BITS.id) !== 0;
    this.push(has, this.hasher.halves[SLOT.id * 2]!, this.hasher.halves[SLOT.id * 2 + 1]!);
  }

  /** Adds the IDs from the stored match keys of a block. */
  addKeys({ slots, hashes }: KeyChunk): void {
    let at = 0;
    for (let row = 0; row < slots.length; row++) {
      // The ID is the first slot.
      this.push((slots[row]! & SLOT_BITS.id) !== 0, hashes[at] ?? 0, hashes[at + 1] ?? 0);
      at += hashesOf(slots[row]!) * 2;
    }
  }

  private push(isGiven: boolean, first: number, second: number): void {
    if (this.count === this.firsts.length) this.grow();
    this.isGiven[this.count] = isGiven ? 1 : 0;
    this.firsts[this.count] = isGiven ? first : 0;
    this.seconds[this.count] = isGiven ? second : 0;
    this.count += 1;
  }

  private grow(): void {
    const larger = <A extends Int32Array | Uint8Array>(numbers: A, of: A): A => {
      of.set(numbers);
      return of;
    };
    const length = this.count * 2;
    this.firsts = larger(this.firsts, new Int32Array(length));
    this.seconds = larger(this.seconds, new Int32Array(length));
    this.isGiven = larger(this.isGiven, new Uint8Array(length));
  }

  /** Loads the table entries of all these IDs into the processor's cache. */
  prefetch(table: HashTable64): void {
    // The result is stored so that V8 does not remove the loop.
    this.prefetched = table.touch(this.firsts, this.count);
  }

  /** The number of the ID at index `at`. An ID that is not in the table is added with the number `next`; -1 without an ID. */
  numberIn(table: HashTable64, at: number, next: number): number {
    if (this.isGiven[at] === 0) return -1;
    const known = table.add(this.firsts[at]!, this.seconds[at]!, next);
    return known >= 0 ? known : next;
  }

  /** The number of the ID at index `at`; -1 if there is none, or it is not in the table. */
  findIn(table: HashTable64, at: number): number {
    return this.isGiven[at] === 0 ? -1 : table.get(this.firsts[at]!, this.seconds[at]!);
  }
}
