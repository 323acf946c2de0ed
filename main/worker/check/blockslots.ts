/**
 * Places in memory that two threads share, each for one group of blocks: who gives a group to the other thread lays its bytes
 * there, and takes the place again once the group was judged. Buffers that are handed to and fro instead are new ones each time
 * for both threads, and a long list has gigabytes of them to be cleared away.
 */
import type { RowBlock } from '../../spreadsheet/rowblock.ts';

/** Room of a new place: more than eight blocks of a usual list. */
const ROOM = 1 << 20;
const align4 = (n: number) => (n + 3) & ~3;

interface Slot {
  memory: SharedArrayBuffer;
  /** The group that lies there; -1 for none. */
  group: number;
}

export class BlockSlots {
  private readonly slots: Slot[] = [];
  private readonly most: number;

  /** At most so many groups lie here at once. */
  constructor(most: number) {
    this.most = most;
  }

  /** How many groups lie here. */
  get used(): number {
    return this.slots.filter(({ group }) => group >= 0).length;
  }

  /** Lays the blocks of a group into a free place; answers their bytes as the other thread may have them. */
  take(group: number, blocks: readonly RowBlock[]): Uint8Array[] {
    const bytes = blocks.reduce((sum, block) => sum + align4(block.bytes.length), 0);
    const slot = this.place();
    slot.group = group;
    if (slot.memory.byteLength < bytes) slot.memory = new SharedArrayBuffer(bytes * 2);
    let at = 0;
    return blocks.map((block) => {
      const copy = new Uint8Array(slot.memory, at, block.bytes.length);
      copy.set(block.bytes);
      at += align4(copy.length);
      return copy;
    });
  }

  private place(): Slot {
    const free = this.slots.find(({ group }) => group < 0);
    if (free !== undefined) return free;
    if (this.slots.length === this.most) throw new RangeError('every place for blocks is taken');
    const slot = { memory: new SharedArrayBuffer(ROOM), group: -1 };
    this.slots.push(slot);
    return slot;
  }

  /** The group is not needed any more. */
  free(group: number): void {
    const slot = this.slots.find((candidate) => candidate.group === group);
    if (slot !== undefined) slot.group = -1;
  }
}
