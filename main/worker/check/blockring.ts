/**
 * Memory that two threads share, used over and over for the blocks of a long list: readers lay their blocks there, the other
 * thread judges them where they lie, and their places are free again once they were handed on. Blocks in memory of their own
 * would be new ones each time, and a long list has gigabytes of them to be cleared away.
 */
import { RowBlock } from '../../spreadsheet/rowblock.ts';

/** Room for all groups that are on their way in a usual list. What finds none lies in memory of its own. */
const ROOM = 16 << 20;
const align8 = (n: number) => (n + 7) & ~7;

interface Place {
  readonly start: number;
  readonly end: number;
  isFree: boolean;
}

export class BlockRing {
  readonly memory: SharedArrayBuffer;
  /** Places in the order in which they were taken. */
  private readonly places: Place[] = [];

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

  /** True for a block that the other thread can see. */
  holds({ bytes }: RowBlock): boolean {
    return (bytes.buffer as unknown) === this.memory;
  }

  /** The block where the other thread can see it; itself where there is no room. */
  lay(block: RowBlock): RowBlock {
    if (this.holds(block)) return block;
    const place = this.take(block.bytes.length);
    if ((place.buffer as unknown) !== this.memory) return block;
    place.set(block.bytes);
    return new RowBlock(place);
  }

  /** The block is not needed any more. */
  free(block: RowBlock): void {
    if (!this.holds(block)) return;
    const place = this.places.find(({ start }) => start === block.bytes.byteOffset);
    if (place !== undefined) place.isFree = true;
    while (this.places[0]?.isFree === true) this.places.shift();
  }
}
