/**
 * Ring buffer in memory that two threads share. One thread writes bytes, the other processes them in place, and then the range is free
 * again. Separate buffers would create gigabytes of garbage for a long list.
 */

import { mappedSize } from '../../../shared/base/index.ts';

/** In bytes. Enough for everything in transit in a typical list. Data that does not fit gets its own memory. */
const DEFAULT_BYTES = 4 << 20;
const align8 = (n: number) => (n + 7) & ~7;

interface Range {
  readonly start: number;
  readonly end: number;
  isFree: boolean;
}

export class SharedRing {
  private readonly size: number;
  private shared: SharedArrayBuffer | null = null;
  /** Ranges in the order in which they were allocated. */
  private readonly ranges: Range[] = [];

  /** `size`: in bytes. */
  constructor(size = DEFAULT_BYTES) {
    this.size = size;
  }

  /**
   * The shared memory. It exists from the first use of this property: a list without a helper thread does not need it, and the engine
   * collects garbage earlier when such a large buffer is created, even if nothing is written to it.
   */
  get memory(): SharedArrayBuffer {
    return (this.shared ??= new SharedArrayBuffer(mappedSize(this.size)));
  }

  /** A range of this many bytes; separate memory if the ring is full, or is not shared yet. */
  readonly take = (bytes: number): Uint8Array => {
    const start = this.shared === null ? -1 : this.room(align8(bytes));
    if (start < 0) return new Uint8Array(bytes);
    this.ranges.push({ start, end: start + align8(bytes), isFree: false });
    return new Uint8Array(this.memory, start, bytes);
  };

  private room(bytes: number): number {
    const first = this.ranges[0];
    const last = this.ranges.at(-1);
    if (first === undefined || last === undefined) return bytes <= this.size ? 0 : -1;
    if (last.end > first.start) {
      if (last.end + bytes <= this.size) return last.end;
      return bytes <= first.start ? 0 : -1;
    }
    return last.end + bytes <= first.start ? last.end : -1;
  }

  /** True if the bytes are in the shared memory. */
  holds(bytes: Uint8Array): boolean {
    return (bytes.buffer as unknown) === this.shared;
  }

  /** Copies bytes into the shared memory. Returns the original if the ring is full, or is not shared yet. */
  put(bytes: Uint8Array): Uint8Array {
    if (this.shared === null || this.holds(bytes)) return bytes;
    const range = this.take(bytes.length);
    if (!this.holds(range)) return bytes;
    range.set(bytes);
    return range;
  }

  /** Frees the range of these bytes. */
  free(bytes: Uint8Array): void {
    if (!this.holds(bytes)) return;
    const range = this.ranges.find(({ start }) => start === bytes.byteOffset);
    if (range !== undefined) range.isFree = true;
    while (this.ranges[0]?.isFree === true) this.ranges.shift();
  }
}
