/**
 * The shared strings of a workbook, off the JS heap: their UTF-8 bytes one behind the other in a few large buffers, and an
 * address for every eighth of them. They are read only as far as the rows need them, so a preview of a large workbook waits
 * for none that it does not show.
 */
import { SpreadsheetError } from '../core/errors.ts';
import { type RowBlockBuilder, CellKind } from '../core/rowblock.ts';

/**
 * Bytes of one buffer, and of the first one. A string never lies across two; one that is longer has a buffer of its own. Buffers
 * of this size come straight from the system and go straight back to it: smaller ones stay with the process for long.
 */
const SEGMENT = 1 << 25;
const SEGMENT_BITS = 25;
const FIRST_SEGMENT = 1 << 20;
/** Strings that share an address: the others of the group are found by their lengths. */
const GROUP = 8;
const GROUP_BITS = 3;
/** Addresses of one index page. */
const PAGE = 1 << 15;
const PAGE_BITS = 15;
/** Before each string stands its length: one byte, or `LONG` and four more. `NEXT` there says that the next segment goes on. */
const NEXT = 254;
const LONG = 255;

export class SharedStrings {
  private readonly segments: Buffer[] = [];
  /** Where each group begins: segment number above, place in the segment below `SEGMENT_BITS`. */
  private readonly pages: Uint32Array[] = [];
  private readonly most: number;
  private segment = Buffer.alloc(0);
  private used = 0;
  private bytes = 0;
  private total = 0;
  private done = false;

  /** `most` bytes may be held. */
  constructor(most: number) {
    this.most = Math.min(most, 2 ** 32 - SEGMENT);
  }

  /** Strings so far. */
  get count(): number {
    return this.total;
  }

  /** True when no more will come. */
  get complete(): boolean {
    return this.done;
  }

  finish(): void {
    this.done = true;
  }

  private nextSegment(needed: number): void {
    const left = this.most - this.bytes;
    if (needed > left) {
      throw new SpreadsheetError(
        'FILE_TOO_LARGE',
        `The file is too large: its texts alone take more than ${Math.floor(this.most / 1024 ** 2)} MB. Split the list into several files, or save it as CSV.`,
      );
    }
    const size = Math.max(needed, Math.min(left, this.segments.length === 0 ? FIRST_SEGMENT : SEGMENT));
    this.bytes += size;
    if (this.used < this.segment.length) this.segment[this.used] = NEXT;
    this.segment = Buffer.allocUnsafeSlow(size);
    this.segments.push(this.segment);
    this.used = 0;
  }

  /** Makes room for a string of this many bytes with its length before it; answers where the string itself begins in the segment. */
  private place(length: number): number {
    // One byte more, so that `NEXT` always finds its place.
    const needed = length + (length < NEXT ? 2 : 6);
    if (this.used + needed > this.segment.length) this.nextSegment(needed);
    const { segment, used, total } = this;
    if (total % GROUP === 0) {
      const group = total >> GROUP_BITS;
      let page = this.pages[group >> PAGE_BITS];
      if (page === undefined) {
        page = new Uint32Array(PAGE);
        this.pages.push(page);
      }
      page[group & (PAGE - 1)] = (((this.segments.length - 1) << SEGMENT_BITS) | used) >>> 0;
    }
    this.total++;
    this.used = used + needed - 1;
    if (length < NEXT) {
      segment[used] = length;
      return used + 1;
    }
    segment[used] = LONG;
    segment.writeUInt32LE(length, used + 1);
    return used + 5;
  }

  /** Adds the next string as UTF-8 bytes. */
  add(source: Uint8Array, start: number, end: number): void {
    let at = this.place(end - start);
    const { segment } = this;
    for (let i = start; i < end; i++) segment[at++] = source[i]!;
  }

  /** Adds the next string. */
  addText(text: string): void {
    const bytes = Buffer.from(text);
    this.add(bytes, 0, bytes.length);
  }

  /** Adds string number `index`, which must be there, to the row that is being built. */
  copyTo(builder: RowBlockBuilder, column: number, index: number): void {
    const group = index >> GROUP_BITS;
    const address = this.pages[group >> PAGE_BITS]![group & (PAGE - 1)]!;
    let number = address >>> SEGMENT_BITS;
    let segment = this.segments[number]!;
    let at = address & (SEGMENT - 1);
    for (let left = index & (GROUP - 1); ;) {
      let length = segment[at]!;
      if (length === NEXT || at >= segment.length) {
        segment = this.segments[++number]!;
        at = 0;
        continue;
      }
      at++;
      if (length === LONG) {
        length = segment.readUInt32LE(at);
        at += 4;
      }
      if (left === 0) {
        builder.cellBytes(column, CellKind.Text, segment, at, at + length);
        return;
      }
      left--;
      at += length;
    }
  }
}
