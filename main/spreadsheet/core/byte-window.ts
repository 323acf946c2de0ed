/** The buffered part of a scanned stream: the unread end of earlier chunks, followed by the newest chunk. */
import { isUtf8 } from 'node:buffer';

export class ByteWindow {
  bytes: Buffer;
  /** Offset of the first unread byte. */
  from = 0;
  /** Offset after the last byte; zeros follow it. */
  end = 0;
  private readonly slack: number;

  /** Keeps `slack` zero bytes after the end, so that scanners can read ahead without a bounds check. */
  constructor(slack: number) {
    this.slack = slack;
    this.bytes = Buffer.alloc(slack);
  }

  /** Appends a chunk after the unread bytes. Earlier offsets and views become invalid. */
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

  /** Removes bytes from the end. */
  shorten(bytes: number): void {
    this.end -= bytes;
    this.bytes.fill(0, this.end, this.end + bytes);
  }

  /** True if the bytes are valid UTF-8, apart from a character that is cut off at the end. */
  isUtf8(): boolean {
    return isUtf8(this.bytes.subarray(this.from, utf8End(this.bytes, this.from, this.end)));
  }

  /** The unread bytes, as a view that the next `append` invalidates. */
  rest(): Buffer {
    return this.bytes.subarray(this.from, this.end);
  }
}

/** End of the last complete character between `from` and `end`. The bytes must be UTF-8. */
export function utf8End(bytes: Uint8Array, from: number, end: number): number {
  for (let back = 1; back <= 3 && end - back >= from; back++) {
    const byte = bytes[end - back]!;
    if (byte < 0x80) return end;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? end - back : end;
  }
  return end;
}
