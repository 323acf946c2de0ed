/**
 * The shared strings of a workbook, outside the JS heap: UTF-8 bytes in a few large buffers, and an address for every eighth string. They
 * are read only as far as the rows refer to them, so a preview need not load all of them.
 */
import { SpreadsheetError } from '../core/errors.ts';
import { CellKind } from '../core/rowblock.ts';
import type { RowBlockBuilder } from '../core/rowblock-builder.ts';

/**
 * Size of the other buffers, and of the first one. No string spans two buffers; a longer one gets its own. When buffers of this size are
 * freed, the system gets their memory back at once, unlike that of small ones.
 */
const SEGMENT = 1 << 25;
const SEGMENT_BITS = 25;
const FIRST_SEGMENT = 1 << 20;
/** Number of strings per address. The other strings of a group are found by their lengths. */
const GROUP = 8;
const GROUP_BITS = 3;
/** Number of addresses per index page. */
const PAGE = 1 << 15;
const PAGE_BITS = 15;
/** The length before a string: one byte, or `LONG` and four bytes. `NEXT` instead means that the next segment continues. */
const NEXT = 254;
const LONG = 255;

export class SharedStrings {
  private readonly segments: Buffer[] = [];
  /** Start of each group: segment number in the high bits, offset in the low `SEGMENT_BITS` bits. */
  private readonly pages: Uint32Array[] = [];
  private readonly most: number;
  private segment = Buffer.alloc(0);
  private used = 0;
  private bytes = 0;
  private total = 0;
  private done = false;

  /** `most` is the maximum number of bytes. */
  constructor(most: number) {
    this.most = Math.min(most, 2 ** 32 - SEGMENT);
  }

  /** Strings so far. */
  get count(): number {
    return this.total;
  }

  /** True when all strings are read. */
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

  /** Reserves room for a string of `length` bytes and writes the length; returns the string's offset in the segment. */
  private place(length: number): number {
    // One extra byte, so that `NEXT` always fits.
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

  /**
   * Appends a string as UTF-8 bytes.
   * @throws FILE_TOO_LARGE when the strings exceed the limit
   */
  add(source: Uint8Array, start: number, end: number): void {
    let at = this.place(end - start);
    const { segment } = this;
    for (let i = start; i < end; i++) segment[at++] = source[i]!;
  }

  /** Appends a string, like `add`. */
  addText(text: string): void {
    const bytes = Buffer.from(text);
    this.add(bytes, 0, bytes.length);
  }

  /** Adds string `index`, which must exist, to the builder's current row. */
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
