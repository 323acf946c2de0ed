/**
 * A hash table from 64-bit match-key hashes (`shared/rules/match-key-hash.ts`) to row numbers. It is outside the JS heap, with 12 bytes per
 * slot. A hash collision shows a possible duplicate that is not one; nothing is merged because of it.
 */

import { mappedSize } from '../../shared/base/index.ts';

/** Numbers per slot. */
const SLOT = 3;
const FULL = 0.75;
const INITIAL_SLOTS = 1 << 12;
/** Larger tables grow only by half: they take tens of megabytes, and the old table exists until the new one is filled. */
const SLOW_GROWTH_FROM = 1 << 20;

const zeros = (numbers: number) => new Int32Array(new ArrayBuffer(mappedSize(numbers * Int32Array.BYTES_PER_ELEMENT)), 0, numbers);

/** The first slot for a hash, in proportion to its first half. Works for any number of slots. */
const startOf = (a: number, slots: number): number => Math.floor(((a >>> 0) / 4_294_967_296) * slots) * SLOT;

export class HashTable64 {
  /** Per slot: the two halves of the hash, and the number + 1; 0 for an empty slot. */
  private table: Int32Array = new Int32Array(INITIAL_SLOTS * SLOT);
  private slots = INITIAL_SLOTS;
  private capacity = INITIAL_SLOTS * FULL;
  private used = 0;

  /** Reserves space for this many keys. A table that grows step by step would be filled twice. */
  expect(keys: number): void {
    if (keys > this.capacity) this.resize(Math.ceil(keys / FULL));
  }

  /** Adds a hash with a number below 2^31 - 1. Returns the number that the same hash already has, or -1 when it is new. */
  add(a: number, b: number, number: number): number {
    if (this.used >= this.capacity) this.resize(Math.ceil(this.slots * (this.slots < SLOW_GROWTH_FROM ? 2 : 1.5)));
    return this.put(a, b, number + 1);
  }

  /** The number with which a hash was added, or -1. */
  get(a: number, b: number): number {
    const { table } = this;
    for (let at = startOf(a, this.slots); ; at = at + SLOT === table.length ? 0 : at + SLOT) {
      const stored = table[at + 2]!;
      if (stored === 0) return -1;
      if (table[at] === a && table[at + 1] === b) return stored - 1;
    }
  }

  /**
   * Prefetches the slots of hashes into the processor's cache; `firsts` has their first halves. The caller must use the result. The loop is
   * so short that the processor waits for many slots at once.
   */
  touch(firsts: Int32Array, count: number): number {
    const { table, slots } = this;
    let sum = 0;
    for (let at = 0; at < count; at++) sum ^= table[startOf(firsts[at]!, slots) + 2]!;
    return sum;
  }

  /** `stored`: the number + 1. */
  private put(a: number, b: number, stored: number): number {
    const { table } = this;
    let at = startOf(a, this.slots);
    for (;;) {
      const present = table[at + 2]!;
      if (present === 0) break;
      if (table[at] === a && table[at + 1] === b) return present - 1;
      at += SLOT;
      if (at === table.length) at = 0;
    }
    table[at] = a;
    table[at + 1] = b;
    table[at + 2] = stored;
    this.used += 1;
    return -1;
  }

  private resize(slots: number): void {
    const old = this.table;
    this.slots = slots;
    this.capacity = Math.floor(slots * FULL);
    this.table = zeros(slots * SLOT);
    this.used = 0;
    for (let at = 0; at < old.length; at += SLOT) if (old[at + 2] !== 0) this.put(old[at]!, old[at + 1]!, old[at + 2]!);
  }
}
