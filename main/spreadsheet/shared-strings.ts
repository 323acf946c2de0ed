/**
 * The shared strings of a workbook, off the JS heap: their UTF-8 bytes in a few large buffers and one number a string.
 * They are read only as far as the rows need them, so a preview of a large workbook waits for none that it does not show.
 */
import { SpreadsheetError } from './errors.ts';
import type { RowBlockBuilder } from './rowblock.ts';
import { CellKind } from './rowblock.ts';

/** Bytes of one buffer. A string never lies across two; one that is longer has a buffer of its own. */
const SEGMENT = 1 << 22;
const SEGMENT_BITS = 22;
/** Strings of one index page. */
const PAGE = 1 << 18;
const PAGE_BITS = 18;
/** A length byte that says: the length follows in four bytes. */
const LONG = 255;

export class SharedStrings {
  private readonly segments: Buffer[] = [];
  /** Where each string begins: segment number above, place in the segment below `SEGMENT_BITS`. Its length stands before it. */
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

  /** Makes room for a string of this many bytes with its length before it; answers where the string itself begins in the segment. */
  private place(length: number): number {
    const needed = length + (length < LONG ? 1 : 5);
    if (this.used + needed > this.segment.length) {
      this.bytes += Math.max(SEGMENT, needed);
      if (this.bytes > this.most) {
        throw new SpreadsheetError(
          'FILE_TOO_LARGE',
          `The file is too large: its texts alone take more than ${Math.floor(this.most / 1024 ** 2)} MB. Split the list into several files, or save it as CSV.`,
        );
      }
      this.segment = Buffer.allocUnsafeSlow(Math.max(SEGMENT, needed));
      this.segments.push(this.segment);
      this.used = 0;
    }
    const { segment } = this;
    const start = this.used;
    let page = this.pages[this.total >> PAGE_BITS];
    if (page === undefined) {
      page = new Uint32Array(PAGE);
      this.pages.push(page);
    }
    page[this.total & (PAGE - 1)] = (((this.segments.length - 1) << SEGMENT_BITS) | start) >>> 0;
    this.total++;
    this.used = start + needed;
    if (length < LONG) {
      segment[start] = length;
      return start + 1;
    }
    segment[start] = LONG;
    segment.writeUInt32LE(length, start + 1);
    return start + 5;
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
    const address = this.pages[index >> PAGE_BITS]![index & (PAGE - 1)]!;
    const segment = this.segments[address >>> SEGMENT_BITS]!;
    let start = address & (SEGMENT - 1);
    let length = segment[start++]!;
    if (length === LONG) {
      length = segment.readUInt32LE(start);
      start += 4;
    }
    builder.cellBytes(column, CellKind.Text, segment, start, start + length);
  }
}
