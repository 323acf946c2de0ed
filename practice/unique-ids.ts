/** The set of IDs in a list: an open-addressing table over bytes, without an object per ID; a million IDs take tens of megabytes. */
import { createHash } from 'node:crypto';

const BLOCK = 1 << 20;

/** Maximum bytes of an ID stored as it is. Longer ones are stored as a digest, so that they cannot inflate the table. */
const PLAIN_BYTES = 64;

const FIRST_SLOTS = 1 << 12;
const MAX_LOAD = 0.6;

/** A set of texts, compared exactly. */
export class UniqueIds {
  private slots = new Int32Array(FIRST_SLOTS).fill(-1);
  private hashes = new Uint32Array(FIRST_SLOTS);
  /** Start of entry n, as block × BLOCK + offset; its first byte is its length. */
  private starts = new Uint32Array(FIRST_SLOTS);
  private count = 0;
  private readonly blocks: Buffer[] = [Buffer.allocUnsafeSlow(BLOCK)];
  private used = 0;

  /** Adds a text; false when the set already contains it. */
  add(id: string): boolean {
    if (this.used + PLAIN_BYTES + 1 > BLOCK) {
      this.blocks.push(Buffer.allocUnsafeSlow(BLOCK));
      this.used = 0;
    }
    const block = this.blocks.length - 1;
    const target = this.blocks[block] ?? Buffer.alloc(0);
    const at = this.used;
    const length = this.write(id, target, at + 1);
    target[at] = length;
    const hash = hashOf(target, at, length + 1);
    let slot = hash & (this.slots.length - 1);
    for (;;) {
      const entry = this.slots[slot] ?? -1;
      if (entry === -1) break;
      if (this.hashes[slot] === hash && this.equals(entry, target, at, length + 1)) return false;
      slot = (slot + 1) & (this.slots.length - 1);
    }
    this.slots[slot] = this.count;
    this.hashes[slot] = hash;
    this.starts[this.count] = block * BLOCK + at;
    this.count++;
    this.used = at + length + 1;
    if (this.count > this.slots.length * MAX_LOAD) this.grow();
    return true;
  }

  private write(id: string, target: Buffer, at: number): number {
    if (id.isWellFormed()) {
      // A code unit takes at most three bytes, so a short text needs no measuring.
      if (id.length * 3 <= PLAIN_BYTES || Buffer.byteLength(id) <= PLAIN_BYTES) return target.write(id, at, 'utf8');
      return this.digest(Buffer.from(id, 'utf8'), 0xff, target, at);
    }
    // An unpaired surrogate has no UTF-8 form; encoding it would make different IDs equal.
    return this.digest(Buffer.from(id, 'utf16le'), 0xfe, target, at);
  }

  /** `mark`: a byte that cannot begin UTF-8 text, so that a digest never equals a stored ID. */
  private digest(bytes: Buffer, mark: number, target: Buffer, at: number): number {
    target[at] = mark;
    createHash('sha256')
      .update(bytes)
      .digest()
      .copy(target, at + 1);
    return 33;
  }

  private equals(entry: number, other: Buffer, at: number, length: number): boolean {
    const start = this.starts[entry] ?? 0;
    const block = this.blocks[Math.floor(start / BLOCK)];
    if (block === undefined) return false;
    const from = start % BLOCK;
    for (let index = 0; index < length; index++) if (block[from + index] !== other[at + index]) return false;
    return true;
  }

  private grow(): void {
    const size = this.slots.length * 2;
    const slots = new Int32Array(size).fill(-1);
    const hashes = new Uint32Array(size);
    for (let old = 0; old < this.slots.length; old++) {
      const entry = this.slots[old] ?? -1;
      if (entry === -1) continue;
      const hash = this.hashes[old] ?? 0;
      let slot = hash & (size - 1);
      while (slots[slot] !== -1) slot = (slot + 1) & (size - 1);
      slots[slot] = entry;
      hashes[slot] = hash;
    }
    const starts = new Uint32Array(size);
    starts.set(this.starts);
    this.slots = slots;
    this.hashes = hashes;
    this.starts = starts;
  }
}

/** FNV-1a with a final mix, so that ascending IDs do not fill adjacent slots. */
function hashOf(bytes: Buffer, at: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let index = at; index < at + length; index++) hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return hash >>> 0;
}
