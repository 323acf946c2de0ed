/**
 * Tells which match keys may be in at least two rows. Most keys are in only one row, so that changing that row does not affect others.
 * Never misses a repeated key. A few percent of the other keys are wrongly reported as repeated.
 */

/** Bits per key, for each half of its hash. */
const ROOM = 4;
const SMALLEST = 1 << 12;
/** Distributes the kinds over the bits. */
const KIND_STEP = 0x9e37_79b1;

/** Tracks which numbers occurred at least twice, by some of their bits. */
class Repeats {
  private readonly once: Uint8Array;
  private readonly twice: Uint8Array;
  private readonly mask: number;

  /** `bits`: a power of two. */
  constructor(bits: number) {
    this.mask = bits - 1;
    this.once = new Uint8Array(bits / 8);
    this.twice = new Uint8Array(bits / 8);
  }

  add(number: number): void {
    const at = number & this.mask;
    const bit = 1 << (at & 7);
    if ((this.once[at >>> 3]! & bit) === 0) this.once[at >>> 3]! |= bit;
    else this.twice[at >>> 3]! |= bit;
  }

  has(number: number): boolean {
    const at = number & this.mask;
    return (this.twice[at >>> 3]! & (1 << (at & 7))) !== 0;
  }
}

export class KeyRepeats {
  private readonly first: Repeats;
  private readonly second: Repeats;

  /** `keys`: approximate number of keys. */
  constructor(keys: number) {
    let bits = SMALLEST;
    while (bits < keys * ROOM) bits *= 2;
    this.first = new Repeats(bits);
    this.second = new Repeats(bits);
  }

  /** Counts a key of a row. Keys cannot be removed: a key that was ever repeated stays repeated. */
  add(kind: number, a: number, b: number): void {
    const step = Math.imul(kind, KIND_STEP);
    this.first.add(a + step);
    this.second.add(b + step);
  }

  has(kind: number, a: number, b: number): boolean {
    const step = Math.imul(kind, KIND_STEP);
    return this.first.has(a + step) && this.second.has(b + step);
  }
}
