/**
 * Which keys of a list were seen before, and on which row: 64-bit fingerprints (`shared/keyprints.ts`) in one table off the
 * JS heap, 12 bytes a place. Nothing is joined by fingerprints; a chance meeting of two shows a possible double that is none.
 */
const PLACE = 3;
const FULL = 0.75;
const FIRST_PLACES = 1 << 12;
/** A table of more places grows by half only: it takes tens of megabytes, and twice while it grows. */
const MANY = 1 << 20;

/** From 32 MB on a system maps memory of its own for a buffer, and gets it back at once. */
const MAPPED = (32 << 20) + (1 << 16);
/** Smaller tables are not worth it. What is mapped and never touched takes no memory. */
const LARGE = 1 << 20;

/** So many numbers, all of them 0. */
function room(numbers: number): Int32Array {
  const bytes = numbers * 4;
  return bytes < LARGE ? new Int32Array(numbers) : new Int32Array(new ArrayBuffer(Math.max(bytes, MAPPED)), 0, numbers);
}

export class Fingerprints {
  /** Per place: two halves of the fingerprint, and the number + 1; 0 for a free place. */
  private table: Int32Array = new Int32Array(FIRST_PLACES * PLACE);
  private places = FIRST_PLACES;
  private most = FIRST_PLACES * FULL;
  private used = 0;

  /** Makes room for so many keys at once: a table that grows step by step is filled twice over. */
  expect(keys: number): void {
    if (keys > this.most) this.resize(Math.ceil(keys / FULL));
  }

  /** Adds a fingerprint with a number below 2^31 - 1; answers the number that the same one has had, -1 when it is new. */
  add(a: number, b: number, number: number): number {
    if (this.used >= this.most) this.resize(Math.ceil(this.places * (this.places < MANY ? 2 : 1.5)));
    return this.put(a, b, number + 1);
  }

  /** The number that a fingerprint was added with, or -1. */
  get(a: number, b: number): number {
    const { table } = this;
    for (let at = this.start(a); ; at = at + PLACE === table.length ? 0 : at + PLACE) {
      const found = table[at + 2]!;
      if (found === 0) return -1;
      if (table[at] === a && table[at + 1] === b) return found - 1;
    }
  }

  /**
   * Looks at the place of a fingerprint that is asked for soon, and answers something that must be used. A long list's table is
   * far larger than the processor's cache: many places looked at in one short loop are waited for together, not one by one.
   */
  touch(a: number): number {
    return this.table[this.start(a) + 2]!;
  }

  /** Where a fingerprint belongs, by the size of its first half: one table serves any number of places. */
  private start(a: number): number {
    return Math.floor(((a >>> 0) / 4_294_967_296) * this.places) * PLACE;
  }

  private put(a: number, b: number, mark: number): number {
    const { table } = this;
    let at = this.start(a);
    for (;;) {
      const found = table[at + 2]!;
      if (found === 0) break;
      if (table[at] === a && table[at + 1] === b) return found - 1;
      at += PLACE;
      if (at === table.length) at = 0;
    }
    table[at] = a;
    table[at + 1] = b;
    table[at + 2] = mark;
    this.used += 1;
    return -1;
  }

  private resize(places: number): void {
    const old = this.table;
    this.places = places;
    this.most = Math.floor(places * FULL);
    this.table = room(places * PLACE);
    this.used = 0;
    for (let at = 0; at < old.length; at += PLACE) if (old[at + 2] !== 0) this.put(old[at]!, old[at + 1]!, old[at + 2]!);
  }
}
