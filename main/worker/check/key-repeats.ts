/**
 * Which match keys at least two rows may have. Most keys are those of one row, and a change of that row concerns no other. Never misses a
 * repeated key; takes about one in eight single keys for a repeated one.
 */

/** Bits per key. */
const ROOM = 8;
const SMALLEST = 1 << 12;
/** Spreads the kinds over the bits. */
const KIND_STEP = 0x9e37_79b1;

export class KeyRepeats {
  private readonly once: Uint8Array;
  private readonly twice: Uint8Array;
  private readonly mask: number;

  /** `keys`: about how many there are. */
  constructor(keys: number) {
    let bits = SMALLEST;
    while (bits < keys * ROOM) bits *= 2;
    this.mask = bits - 1;
    this.once = new Uint8Array(bits / 8);
    this.twice = new Uint8Array(bits / 8);
  }

  /** Counts a key of a row. Keys are never taken back: a key that was repeated once counts as repeated. */
  add(kind: number, a: number): void {
    const at = (a + Math.imul(kind, KIND_STEP)) & this.mask;
    const bit = 1 << (at & 7);
    if ((this.once[at >>> 3]! & bit) === 0) this.once[at >>> 3]! |= bit;
    else this.twice[at >>> 3]! |= bit;
  }

  has(kind: number, a: number): boolean {
    const at = (a + Math.imul(kind, KIND_STEP)) & this.mask;
    return (this.twice[at >>> 3]! & (1 << (at & 7))) !== 0;
  }
}
