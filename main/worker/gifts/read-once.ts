/**
 * Columns of gifts hold few different texts: days, round amounts, types. Each is read once, and found again by its bytes, because making a
 * text of each cell would be most of the time of a join.
 */
import type { RowBlock } from '../../spreadsheet/index.ts';

/** Texts that are kept; a power of two. */
const PLACES = 1 << 14;
/** A text is in one of so many places from that of its hash; when all are taken, it takes the first. */
const TRIED = 8;
/** A longer text hardly repeats. */
const LONGEST = 24;

export class ReadOnce<T> {
  /** By place: the hash of the bytes; 0 for a free place. */
  private readonly hashes = new Int32Array(PLACES);
  private readonly lengths = new Uint8Array(PLACES);
  private readonly bytes = new Uint8Array(PLACES * LONGEST);
  private readonly values: T[];
  private readonly read: (text: string) => T;
  private readonly empty: T;

  constructor(read: (text: string) => T) {
    this.read = read;
    this.empty = read('');
    // Filled at once: an array with gaps is slow.
    this.values = Array.from({ length: PLACES }, () => this.empty);
  }

  /** What the text of a cell says; `column` -1 for no cell. */
  of(block: RowBlock, row: number, column: number): T {
    if (column < 0 || column >= block.columnCount) return this.empty;
    const start = block.cellStart(row, column);
    const length = block.cellEnd(row, column) - start;
    if (length === 0) return this.empty;
    if (length > LONGEST) return this.read(block.text(row, column));
    const { bytes } = block;
    let hash = length;
    for (let at = start; at < start + length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x0100_0193);
    hash = (hash ^ (hash >>> 15)) | 1;
    const first = (hash >>> 1) & (PLACES - 1);
    let place = first;
    for (let tried = 0; tried < TRIED && this.hashes[place] !== 0; tried++) {
      if (this.hashes[place] === hash && this.isAt(place, bytes, start, length)) return this.values[place]!;
      place = (place + 1) & (PLACES - 1);
    }
    if (this.hashes[place] !== 0) place = first;
    this.hashes[place] = hash;
    this.lengths[place] = length;
    for (let at = 0; at < length; at++) this.bytes[place * LONGEST + at] = bytes[start + at]!;
    return (this.values[place] = this.read(bytes.toString('utf8', start, start + length)));
  }

  private isAt(place: number, bytes: Uint8Array, start: number, length: number): boolean {
    if (this.lengths[place] !== length) return false;
    for (let at = 0; at < length; at++) if (this.bytes[place * LONGEST + at] !== bytes[start + at]) return false;
    return true;
  }
}
