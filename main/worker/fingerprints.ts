/**
 * Which keys of a list were seen before, and on which row: 64-bit fingerprints in one table off the JS heap, 12 bytes a place.
 * Two different keys of four million share a fingerprint once in some two million lists, and then a row is shown as a possible
 * double; nothing is joined by fingerprints.
 */
const PLACE = 3;
const FULL = 0.8;
const GROWTH = 1.6;
const FIRST_PLACES = 1 << 12;

export class Fingerprints {
  /** Per place: two halves of the fingerprint, and the number + 1; 0 for a free place. */
  private table = new Uint32Array(FIRST_PLACES * PLACE);
  private places = FIRST_PLACES;
  private used = 0;

  /** Adds a key with a number below 2^32 - 1; answers the number that the same key has had, -1 when it is new. */
  add(key: string, number: number): number {
    let a = 0x811c9dc5;
    let b = 0x9747b28c;
    for (let i = 0; i < key.length; i++) {
      const code = key.charCodeAt(i);
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ code, 0x5bd1e995);
      b ^= b >>> 13;
    }
    a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
    a = (a ^ (a >>> 13)) >>> 0;
    b = Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
    b = (b ^ (b >>> 16)) >>> 0;
    if (this.used >= this.places * FULL) this.grow();
    return this.put(a, b, number + 1);
  }

  private put(a: number, b: number, mark: number): number {
    const { table, places } = this;
    let at = Math.floor((a / 4_294_967_296) * places) * PLACE;
    for (;;) {
      const found = table[at + 2]!;
      if (found === 0) break;
      if (table[at] === a && table[at + 1] === b) return found - 1;
      at += PLACE;
      if (at === places * PLACE) at = 0;
    }
    table[at] = a;
    table[at + 1] = b;
    table[at + 2] = mark;
    this.used += 1;
    return -1;
  }

  private grow(): void {
    const old = this.table;
    this.places = Math.ceil(this.places * GROWTH);
    this.table = new Uint32Array(this.places * PLACE);
    this.used = 0;
    for (let at = 0; at < old.length; at += PLACE) if (old[at + 2] !== 0) this.put(old[at]!, old[at + 1]!, old[at + 2]!);
  }
}
