/**
 * A map from texts to numbers outside of the JS heap: the bytes in one buffer, and an open-addressing table of their positions. A million
 * constituent IDs take about 30 MB. Keys are equal only if all their bytes are equal, because a score on the wrong person is worse than
 * none.
 */
import { mappedSize } from '../../../shared/base/index.ts';

/** Typical number of bytes of a constituent ID. */
const LIKELY_BYTES = 16;
const NONE = -1;

export class KeyIndex<N extends number = number> {
  private text: Buffer;
  private textLength = 0;
  /** By entry: the start of its bytes, and its number. */
  private starts: Uint32Array;
  private numbers: Uint32Array;
  private count = 0;
  /** Entry + 1; 0 for an empty slot. */
  private table: Uint32Array;

  /** `expected`: number of texts to reserve memory for. More can be added. */
  constructor(expected = 0) {
    const entries = Math.max(1 << 10, expected);
    const slots = 2 ** Math.ceil(Math.log2(entries * 2));
    const numbers = (slots + entries * 2) * Uint32Array.BYTES_PER_ELEMENT;
    const memory = new ArrayBuffer(mappedSize(numbers + entries * LIKELY_BYTES));
    this.table = new Uint32Array(memory, 0, slots);
    this.starts = new Uint32Array(memory, this.table.byteLength, entries);
    this.numbers = new Uint32Array(memory, this.table.byteLength + this.starts.byteLength, entries);
    this.text = Buffer.from(memory, numbers, entries * LIKELY_BYTES);
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

  /** The number of a key; -1 if it is not present. */
  get(key: string): N {
    const length = this.encode(key);
    const mask = this.table.length - 1;
    for (let at = this.hash(this.scratch.bytes, 0, length) & mask; ; at = (at + 1) & mask) {
      const entry = this.table[at]!;
      if (entry === 0) return NONE as N;
      if (this.equals(entry - 1, this.scratch.bytes, 0, length)) return this.numbers[entry - 1]! as N;
    }
  }

  /** Adds a key and returns -1. If the key is already present, changes nothing and returns its number. */
  add(key: string, number: N): N {
    const length = this.encode(key);
    const { bytes } = this.scratch;
    const mask = this.table.length - 1;
    let at = this.hash(bytes, 0, length) & mask;
    for (; ; at = (at + 1) & mask) {
      const entry = this.table[at]!;
      if (entry === 0) break;
      if (this.equals(entry - 1, bytes, 0, length)) return this.numbers[entry - 1]! as N;
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
    return NONE as N;
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
