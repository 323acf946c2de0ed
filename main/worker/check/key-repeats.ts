/**
 * Which match keys at least two rows may have. Most keys are those of one row, and a change of that row concerns no other. Never misses a
 * repeated key; takes a few of a hundred single keys for repeated ones.
 */

/** Bits per key, for each half of its hash. */
const ROOM = 4;
const SMALLEST = 1 << 12;
/** Spreads the kinds over the bits. */
const KIND_STEP = 0x9e37_79b1;

/** Notes which numbers came at least twice, by some of their bits. */
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

  /** `keys`: about how many there are. */
  constructor(keys: number) {
    let bits = SMALLEST;
    while (bits < keys * ROOM) bits *= 2;
    this.first = new Repeats(bits);
    this.second = new Repeats(bits);
  }

  /** Counts a key of a row. Keys are never taken back: a key that was repeated once counts as repeated. */
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
