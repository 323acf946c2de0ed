/** The texts of IDs in the order of their numbers. They are bytes, because a million texts on the heap would take several times the memory. */
import { mappedSize } from '../../../shared/base/index.ts';

/** Bytes of a character at most. */
const WIDEST = 3;

export class IdTexts {
  private bytes = Buffer.from(new ArrayBuffer(1 << 16));
  /** By number: where the text ends. */
  private ends = new Uint32Array(1 << 12);
  private count = 0;

  /** Adds the text of the next number. */
  add(text: string): void {
    const start = this.count === 0 ? 0 : this.ends[this.count - 1]!;
    const needed = start + text.length * WIDEST;
    if (needed > this.bytes.length)
      this.bytes = Buffer.from(this.bytes.buffer.transfer(mappedSize(Math.max(needed, this.bytes.length * 2))));
    if (this.count === this.ends.length) this.ends = new Uint32Array(this.ends.buffer.transfer(this.ends.byteLength * 2));
    this.ends[this.count++] = start + this.bytes.write(text, start);
  }

  of(number: number): string {
    return this.bytes.toString('utf8', number === 0 ? 0 : this.ends[number - 1], this.ends[number]);
  }
}
