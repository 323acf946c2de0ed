/** The places and authentication tags of the chunks of a stream. */
import { authenticationTag } from './cipher.ts';
import type { ChunkPlace } from './streams.ts';

const TAG_BYTES = 16;
const PLACE = ['seq', 'first', 'count', 'low', 'high'] as const;
const ENTRY_BYTES = TAG_BYTES + PLACE.length * 4;

/** The number of entries that a list first has room for. */
const FIRST_ROOM = 16;

/**
 * All entries share one buffer: a separate buffer per entry would be part of Node's 64 kB pool and keep the whole pool in memory (78 MB for
 * the profiles of a million rows).
 */
export class ChunkList {
  private bytes: Buffer;
  private length: number;
  /** Position of each entry in `bytes` by its chunk number, in the order in which they were added. */
  private readonly positions = new Map<number, number>();

  /** `bytes`: what `toBytes` returned. The list uses this buffer, so it must not be changed. */
  constructor(bytes: Buffer = Buffer.alloc(0)) {
    this.bytes = bytes;
    this.length = bytes.length;
    for (let at = 0; at < bytes.length; at += ENTRY_BYTES) this.positions.set(bytes.readUInt32LE(at + TAG_BYTES), at);
  }

  get size(): number {
    return this.positions.size;
  }

  /** `body`: the encrypted chunk, or its first bytes. */
  set(place: ChunkPlace, body: Buffer): void {
    const at = this.positions.get(place.seq) ?? this.append(place.seq);
    authenticationTag(body).copy(this.bytes, at);
    PLACE.forEach((name, field) => this.bytes.writeUInt32LE(place[name], at + TAG_BYTES + field * 4));
  }

  /** The position of a new entry. */
  private append(seq: number): number {
    const at = this.length;
    this.length += ENTRY_BYTES;
    if (this.length > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(FIRST_ROOM * ENTRY_BYTES, this.length * 2));
      this.bytes.copy(larger, 0, 0, at);
      this.bytes = larger;
    }
    this.positions.set(seq, at);
    return at;
  }

  private field(at: number, field: number): number {
    return this.bytes.readUInt32LE(at + TAG_BYTES + field * 4);
  }

  has(seq: number): boolean {
    return this.positions.has(seq);
  }

  hasPlace(place: ChunkPlace): boolean {
    const at = this.positions.get(place.seq);
    return at !== undefined && PLACE.every((name, field) => this.field(at, field) === place[name]);
  }

  hasBody(seq: number, body: Buffer): boolean {
    const at = this.positions.get(seq);
    return at !== undefined && this.bytes.subarray(at, at + TAG_BYTES).equals(authenticationTag(body));
  }

  places(): ChunkPlace[] {
    return [...this.positions.values()]
      .map((at) => Object.fromEntries(PLACE.map((name, field) => [name, this.field(at, field)])) as unknown as ChunkPlace)
      .toSorted((a, b) => a.seq - b.seq);
  }

  toBytes(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}
