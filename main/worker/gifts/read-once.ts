/**
 * Columns of gifts have few different texts, such as days, round amounts and types. Each text is parsed once and then found by its bytes,
 * because decoding every cell would take most of the time.
 */
import type { RowBlock } from '../../spreadsheet/index.ts';

/** Number of texts to keep; a power of two. */
const PLACES = 1 << 14;
/** A text is stored in one of this many places after its hash. If all of them are taken, it replaces the first. */
const TRIED = 8;
/** Longer texts rarely repeat. */
const LONGEST = 24;

export class ReadOnce<T> {
  /** By place: the hash of the bytes; 0 for an empty place. */
  private readonly hashes = new Int32Array(PLACES);
  private readonly lengths = new Uint8Array(PLACES);
  private readonly bytes = new Uint8Array(PLACES * LONGEST);
  private readonly values: T[];
  private readonly read: (text: string) => T;
  private readonly empty: T;

  constructor(read: (text: string) => T) {
    this.read = read;
    this.empty = read('');
    // Filled now, because an array with holes is slow.
    this.values = Array.from({ length: PLACES }, () => this.empty);
  }

  /** The parsed text of a cell. `column` -1: there is no cell. */
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
