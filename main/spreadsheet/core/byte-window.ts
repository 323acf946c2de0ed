/** The bytes at hand of a stream that is scanned: what is left of the chunks before, and the newest chunk behind it. */
import { isUtf8 } from 'node:buffer';

export class ByteWindow {
  bytes: Buffer;
  /** Where the bytes begin that were not taken yet. */
  from = 0;
  /** Where the bytes end; zeros follow. */
  end = 0;
  private readonly slack: number;

  /** `slack` zero bytes are kept behind the end. */
  constructor(slack: number) {
    this.slack = slack;
    this.bytes = Buffer.alloc(slack);
  }

  /** Adds a chunk behind what was not taken. */
  append(chunk: Uint8Array): void {
    const rest = this.end - this.from;
    const needed = rest + chunk.length + this.slack;
    if (needed > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(this.bytes.length * 2, needed * 2)));
      this.bytes.copy(larger, 0, this.from, this.end);
      this.bytes = larger;
    } else if (this.from > 0) this.bytes.copyWithin(0, this.from, this.end);
    this.bytes.set(chunk, rest);
    this.from = 0;
    this.end = rest + chunk.length;
    this.bytes.fill(0, this.end, this.end + this.slack);
  }

  /** Takes bytes off the end. */
  shorten(bytes: number): void {
    this.end -= bytes;
    this.bytes.fill(0, this.end, this.end + bytes);
  }

  /** True when the bytes are UTF-8 as far as they go; a character that is cut at the end is not held against them. */
  isUtf8(): boolean {
    return isUtf8(this.bytes.subarray(this.from, utf8End(this.bytes, this.from, this.end)));
  }

  /** What was not taken, as a view. */
  rest(): Buffer {
    return this.bytes.subarray(this.from, this.end);
  }
}

/** The end of the last whole character between `from` and `end`, when the bytes are UTF-8. */
export function utf8End(bytes: Uint8Array, from: number, end: number): number {
  for (let back = 1; back <= 3 && end - back >= from; back++) {
    const byte = bytes[end - back]!;
    if (byte < 0x80) return end;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? end - back : end;
  }
  return end;
}
