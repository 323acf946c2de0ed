/**
 * A large set of texts with a number each, off the JS heap: their bytes in one buffer, and an open-addressed table of where
 * they lie. A million constituent ids take some 30 MB. Equality is of bytes, never of digests: a wrong score on a person is
 * worse than none.
 */
/** Bytes of a constituent id, or more. */
const LIKELY_BYTES = 16;

export class KeyIndex {
  private text: Buffer;
  private textLength = 0;
  /** Per entry: start of its bytes, and the number that was given with it. */
  private starts: Uint32Array;
  private numbers: Uint32Array;
  private count = 0;
  /** Entry + 1, or 0 for a free place. */
  private table: Uint32Array;

  /** Has room for so many texts from the beginning; more may come. */
  constructor(likely = 0) {
    const entries = Math.max(1 << 10, likely);
    this.text = Buffer.allocUnsafeSlow(entries * LIKELY_BYTES);
    this.starts = new Uint32Array(entries);
    this.numbers = new Uint32Array(entries);
    this.table = new Uint32Array(2 ** Math.ceil(Math.log2(entries * 2)));
  }

  get size(): number {
    return this.count;
  }

  private hash(bytes: Uint8Array, start: number, end: number): number {
    let h = 0x811c9dc5;
    for (let i = start; i < end; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193);
    h ^= h >>> 15;
    h = Math.imul(h, 0x2c1b3c6d);
    h ^= h >>> 12;
    return h >>> 0;
  }

  private equals(entry: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.starts[entry]!;
    const to = entry + 1 < this.count ? this.starts[entry + 1]! : this.textLength;
    if (to - from !== end - start) return false;
    for (let i = from, j = start; i < to; i++, j++) if (this.text[i] !== bytes[j]) return false;
    return true;
  }

  private readonly scratch = { bytes: Buffer.allocUnsafe(4096) };

  private encode(key: string): number {
    if (key.length * 3 > this.scratch.bytes.length) this.scratch.bytes = Buffer.allocUnsafe(key.length * 3);
    return this.scratch.bytes.write(key, 0, 'utf8');
  }

  /** The number given with the key, or -1. */
  get(key: string): number {
    const length = this.encode(key);
    const mask = this.table.length - 1;
    for (let at = this.hash(this.scratch.bytes, 0, length) & mask; ; at = (at + 1) & mask) {
      const entry = this.table[at]!;
      if (entry === 0) return -1;
      if (this.equals(entry - 1, this.scratch.bytes, 0, length)) return this.numbers[entry - 1]!;
    }
  }

  /** Adds the key with a number, or answers the number of the same key that was there before; -1 when it is new. */
  add(key: string, number: number): number {
    const length = this.encode(key);
    const { bytes } = this.scratch;
    const mask = this.table.length - 1;
    let at = this.hash(bytes, 0, length) & mask;
    for (; ; at = (at + 1) & mask) {
      const entry = this.table[at]!;
      if (entry === 0) break;
      if (this.equals(entry - 1, bytes, 0, length)) return this.numbers[entry - 1]!;
    }
    if (this.textLength + length > this.text.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.text.length * 2, this.textLength + length));
      this.text.copy(larger, 0, 0, this.textLength);
      this.text = larger;
    }
    if (this.count === this.starts.length) {
      const starts = new Uint32Array(this.count * 2);
      starts.set(this.starts);
      this.starts = starts;
      const numbers = new Uint32Array(this.count * 2);
      numbers.set(this.numbers);
      this.numbers = numbers;
    }
    bytes.copy(this.text, this.textLength, 0, length);
    this.starts[this.count] = this.textLength;
    this.numbers[this.count] = number;
    this.textLength += length;
    this.count += 1;
    this.table[at] = this.count;
    if (this.count * 2 > this.table.length) this.grow();
    return -1;
  }

  private grow(): void {
    const table = new Uint32Array(this.table.length * 2);
    const mask = table.length - 1;
    for (let entry = 0; entry < this.count; entry++) {
      const end = entry + 1 < this.count ? this.starts[entry + 1]! : this.textLength;
      let at = this.hash(this.text, this.starts[entry]!, end) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = entry + 1;
    }
    this.table = table;
  }
}
