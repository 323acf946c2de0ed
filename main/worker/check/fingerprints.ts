/**
 * Which keys of a list were seen before, and on which row: 64-bit fingerprints (`shared/keyprints.ts`) in one table off the
 * JS heap, 12 bytes a place. Nothing is joined by fingerprints; a chance meeting of two shows a possible double that is none.
 */
const PLACE = 3;
const FULL = 0.75;
const FIRST_PLACES = 1 << 12;

export class Fingerprints {
  /** Per place: two halves of the fingerprint, and the number + 1; 0 for a free place. */
  private table = new Int32Array(FIRST_PLACES * PLACE);
  private places = FIRST_PLACES;
  private most = FIRST_PLACES * FULL;
  private used = 0;

  /** Makes room for so many keys at once: a table that grows step by step is filled twice over. */
  expect(keys: number): void {
    if (keys > this.most) this.resize(Math.ceil(keys / FULL));
  }

  /** Adds a fingerprint with a number below 2^31 - 1; answers the number that the same one has had, -1 when it is new. */
  add(a: number, b: number, number: number): number {
    if (this.used >= this.most) this.resize(this.places * 2);
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
    this.table = new Int32Array(places * PLACE);
    this.used = 0;
    for (let at = 0; at < old.length; at += PLACE) if (old[at + 2] !== 0) this.put(old[at]!, old[at + 1]!, old[at + 2]!);
  }
}
