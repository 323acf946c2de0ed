/** The places and authentication tags of the chunks of one stream. */
import { authenticationTag } from './cipher.ts';
import type { ChunkPlace } from './streams.ts';

const TAG_BYTES = 16;
const PLACE = ['seq', 'first', 'count', 'low', 'high'] as const;
const ENTRY_BYTES = TAG_BYTES + PLACE.length * 4;

export class ChunkList {
  private readonly entries = new Map<number, Buffer>();

  constructor(bytes: Buffer = Buffer.alloc(0)) {
    for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
      const entry = bytes.subarray(at, at + ENTRY_BYTES);
      this.entries.set(entry.readUInt32LE(TAG_BYTES), entry);
    }
  }

  get size(): number {
    return this.entries.size;
  }

  /** `body`: the encrypted chunk, or its first bytes. */
  set(place: ChunkPlace, body: Buffer): void {
    const entry = Buffer.allocUnsafe(ENTRY_BYTES);
    authenticationTag(body).copy(entry);
    PLACE.forEach((name, at) => entry.writeUInt32LE(place[name], TAG_BYTES + at * 4));
    this.entries.set(place.seq, entry);
  }

  has(seq: number): boolean {
    return this.entries.has(seq);
  }

  hasPlace(place: ChunkPlace): boolean {
    const entry = this.entries.get(place.seq);
    return entry !== undefined && PLACE.every((name, at) => entry.readUInt32LE(TAG_BYTES + at * 4) === place[name]);
  }

  hasBody(seq: number, body: Buffer): boolean {
    return this.entries.get(seq)?.subarray(0, TAG_BYTES).equals(authenticationTag(body)) === true;
  }

  places(): ChunkPlace[] {
    return [...this.entries.values()]
      .map((entry) => Object.fromEntries(PLACE.map((name, at) => [name, entry.readUInt32LE(TAG_BYTES + at * 4)])) as unknown as ChunkPlace)
      .toSorted((a, b) => a.seq - b.seq);
  }

  toBytes(): Buffer {
    return Buffer.concat([...this.entries.values()]);
  }
}
