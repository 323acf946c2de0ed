/**
 * Memory that two threads share, used over and over for what one of them hands to the other: it is laid there, the other thread
 * works on it where it lies, and its place is free again afterwards. Buffers of their own would be new ones each time, and a long
 * list has gigabytes of them to be cleared away.
 */

/** Room for all that is on its way at once in a usual list. What finds none lies in memory of its own. */
const ROOM = 16 << 20;
const align8 = (n: number) => (n + 7) & ~7;

interface Place {
  readonly start: number;
  readonly end: number;
  isFree: boolean;
}

export class SharedRing {
  readonly memory: SharedArrayBuffer;
  /** Places in the order in which they were taken. */
  private readonly places: Place[] = [];

  /** `room`: bytes of the memory. */
  constructor(room = ROOM) {
    this.memory = new SharedArrayBuffer(room);
  }

  /** A place for so many bytes; memory of its own where there is no room. */
  readonly take = (bytes: number): Uint8Array => {
    const start = this.room(align8(bytes));
    if (start < 0) return new Uint8Array(bytes);
    this.places.push({ start, end: start + align8(bytes), isFree: false });
    return new Uint8Array(this.memory, start, bytes);
  };

  private room(bytes: number): number {
    const first = this.places[0];
    const last = this.places.at(-1);
    if (first === undefined || last === undefined) return bytes <= this.memory.byteLength ? 0 : -1;
    if (last.end > first.start) {
      if (last.end + bytes <= this.memory.byteLength) return last.end;
      return bytes <= first.start ? 0 : -1;
    }
    return last.end + bytes <= first.start ? last.end : -1;
  }

  /** True for bytes that the other thread can see. */
  holds(bytes: Uint8Array): boolean {
    return (bytes.buffer as unknown) === this.memory;
  }

  /** The bytes where the other thread can see them; themselves where there is no room. */
  lay(bytes: Uint8Array): Uint8Array {
    if (this.holds(bytes)) return bytes;
    const place = this.take(bytes.length);
    if (!this.holds(place)) return bytes;
    place.set(bytes);
    return place;
  }

  /** The bytes are not needed any more. */
  free(bytes: Uint8Array): void {
    if (!this.holds(bytes)) return;
    const place = this.places.find(({ start }) => start === bytes.byteOffset);
    if (place !== undefined) place.isFree = true;
    while (this.places[0]?.isFree === true) this.places.shift();
  }
}
