/** Builds row blocks, whose layout `rowblock.ts` describes. */
import { rowTooLong } from './refusals.ts';
import { align4, CellKind, FLAG_WIDE, HEAD, HIDDEN, MAGIC, NOT_ASCII, RowBlock } from './rowblock.ts';

/** A block is full when it reaches any limit. Blocks are small so that a pass over 200 of them is fast. */
const BLOCK_ROWS = 128;
const BLOCK_TEXT = 64 * 1024;
/** Maximum bytes of one row. A workbook stores a text once, but its cells could repeat it until the memory is full. */
const ROW_TEXT = 128 * 1024 ** 2;

/** Up to this many characters, a JavaScript loop is faster than a native call. */
const SHORT = 24;

/** Allocates memory for a block: `bytes` bytes at an address divisible by 4. The memory may hold old data. */
export type BlockMemory = (bytes: number) => Uint8Array;

const ownMemory: BlockMemory = (bytes) => new Uint8Array(bytes);

/**
 * Builds blocks row by row. Skipped columns are empty; rows without cell text are not stored, so their numbers are missing from the block.
 * Each method that adds text throws FILE_TOO_LARGE for a row that is too long.
 */
export class RowBlockBuilder {
  private readonly memory: BlockMemory;
  private text = Buffer.allocUnsafeSlow(BLOCK_TEXT * 2);
  private length = 0;
  private rows = 0;
  private columns = 0;
  private rowStart = 0;
  private rowNumber = 0;
  private rowCells = 0;
  private readonly rowNumbers: number[] = [];
  private readonly rowStarts: number[] = [];
  private readonly rowWidths: number[] = [];
  private ends = new Uint32Array(BLOCK_ROWS * 64);
  private kinds = new Uint8Array(BLOCK_ROWS * 64);
  private cells = 0;
  private widestRow = 0;
  private moves = 0;

  /** `memory` allocates the finished blocks; by default each block gets its own. */
  constructor(memory: BlockMemory = ownMemory) {
    this.memory = memory;
  }

  /** Begins the row with this sheet number (from 1, below 2^31). */
  beginRow(rowNumber: number, hidden = false): void {
    this.rowNumber = hidden ? rowNumber + HIDDEN : rowNumber;
    this.length = this.rowStart;
    this.rowCells = 0;
  }

  private grow(needed: number): void {
    const size = Math.max(needed, this.ends.length * 2);
    const ends = new Uint32Array(size);
    ends.set(this.ends);
    this.ends = ends;
    const kinds = new Uint8Array(size);
    kinds.set(this.kinds);
    this.kinds = kinds;
  }

  /** Makes room for cells up to this column and fills the gap with empty ones. */
  private skipTo(column: number): void {
    const { cells, rowCells } = this;
    if (cells + column >= this.ends.length) this.grow(cells + column + 1);
    if (rowCells === column) return;
    const end = this.length - this.rowStart;
    for (let c = rowCells; c < column; c++) {
      this.ends[cells + c] = end;
      this.kinds[cells + c] = CellKind.Empty;
    }
  }

  private room(bytes: number): void {
    if (this.length + bytes <= this.text.length) return;
    if (this.length + bytes > ROW_TEXT) throw rowTooLong(ROW_TEXT, this.rowNumber % HIDDEN);
    const larger = Buffer.allocUnsafeSlow(Math.max(this.length + bytes, this.text.length * 2));
    this.text.copy(larger, 0, 0, this.length);
    this.text = larger;
  }

  private close(column: number, kind: CellKind, ascii: boolean): void {
    this.ends[this.cells + column] = this.length - this.rowStart;
    this.kinds[this.cells + column] = ascii ? kind : kind | NOT_ASCII;
    this.rowCells = column + 1;
  }

  /**
   * Adds a cell as UTF-8 bytes, `column` from 0. Cells should come from left to right: inserting an earlier column is slow. If a column
   * gets two cells, the second one is used.
   */
  cellBytes(column: number, kind: CellKind, source: Uint8Array, start: number, end: number): void {
    if (end <= start) return;
    if (column < this.rowCells) {
      this.insertCell(column, kind, source.subarray(start, end));
      return;
    }
    this.skipTo(column);
    this.room(end - start);
    const { text } = this;
    let at = this.length;
    let high = 0;
    for (let i = start; i < end; i++) {
      const byte = source[i]!;
      high |= byte;
      text[at++] = byte;
    }
    this.length = at;
    this.close(column, kind, high < 128);
  }

  /** Adds the cells of a row of another block before column `most`. They must be the first cells of the row. */
  cellsOf(block: RowBlock, row: number, most: number): void {
    if (block.columnCount === 0) return;
    const columns = Math.min(most, block.columnCount);
    if (this.cells + columns >= this.ends.length) this.grow(this.cells + columns + 1);
    const count = block.copyRow(row, columns, this.ends, this.kinds, this.cells);
    if (count === 0) return;
    const [start, end] = [block.cellStart(row, 0), block.cellEnd(row, count - 1)];
    this.room(end - start);
    block.bytes.copy(this.text, this.length, start, end);
    this.length += end - start;
    this.rowCells = count;
  }

  /** Adds a cell as text, like `cellBytes`. Unpaired surrogates become U+FFFD. */
  cellText(column: number, kind: CellKind, value: string): void {
    if (value === '') return;
    if (column < this.rowCells) {
      this.insertCell(column, kind, Buffer.from(value));
      return;
    }
    this.skipTo(column);
    this.room(value.length * 3);
    if (value.length <= SHORT && this.writeAscii(value)) {
      this.close(column, kind, true);
      return;
    }
    const written = this.text.write(value, this.length, 'utf8');
    this.length += written;
    this.close(column, kind, written === value.length);
  }

  /** Writes an all-ASCII text; returns false for any other. */
  private writeAscii(value: string): boolean {
    const { text, length } = this;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0x7f) return false;
      text[length + i] = code;
    }
    this.length = length + value.length;
    return true;
  }

  /** Inserts or replaces a cell to the left of the row's last one. */
  private insertCell(column: number, kind: CellKind, source: Uint8Array): void {
    this.moves += this.rowCells - column;
    const cell = this.cells + column;
    const start = this.rowStart + (column === 0 ? 0 : this.ends[cell - 1]!);
    const end = this.rowStart + this.ends[cell]!;
    const shift = source.length - (end - start);
    if (shift > 0) this.room(shift);
    this.text.copyWithin(end + shift, end, this.length);
    this.text.set(source, start);
    this.length += shift;
    for (let c = column; c < this.rowCells; c++) this.ends[this.cells + c]! += shift;
    this.kinds[cell] = source.some((byte) => byte > 127) ? kind | NOT_ASCII : kind;
  }

  /**
   * Memory for at least `bytes` more bytes, for readers that copy a cell while they search for its end: write from `textLength`, then call
   * `commit`. Valid until the next call that adds a cell.
   */
  reserve(bytes: number): Buffer {
    this.room(bytes);
    return this.text;
  }

  /** Offset of the next cell's first byte in the memory of `reserve`. */
  get textLength(): number {
    return this.length;
  }

  /** Adds the cell whose bytes end at `end` in the memory of `reserve`. Columns must come from left to right. */
  commit(column: number, kind: CellKind, end: number, ascii: boolean): void {
    if (end <= this.length) return;
    this.skipTo(column);
    this.length = end;
    this.close(column, kind, ascii);
  }

  /** Offset of the first byte of the row's last cell in the memory of `reserve`; -1 if the last cell is in another column. */
  startOf(column: number): number {
    if (column < 0 || this.rowCells !== column + 1) return -1;
    return this.rowStart + (column === 0 ? 0 : this.ends[this.cells + column - 1]!);
  }

  /** Extends the row's last cell with the bytes up to `end` in the memory of `reserve`, which must be ASCII. */
  extend(end: number): void {
    this.length = end;
    this.ends[this.cells + this.rowCells - 1] = end - this.rowStart;
  }

  /** The texts of the row so far, one character per byte. */
  get rowTexts(): string[] {
    const ends = this.ends.subarray(this.cells, this.cells + this.rowCells);
    return Array.from(ends, (end, column) => this.text.toString('latin1', this.rowStart + (column === 0 ? 0 : ends[column - 1]!), this.rowStart + end)); // prettier-ignore
  }

  /** Joins a cell of the row with the next one. The cells after them move one column to the left. */
  joinWithNext(column: number): void {
    const [from, to] = [this.cells + column + 1, this.cells + this.rowCells];
    this.ends.copyWithin(from - 1, from, to);
    this.kinds.copyWithin(from, from + 1, to);
    this.rowCells -= 1;
  }

  /** Ends the row. True when the block is full: call `finish` before the next row. */
  endRow(): boolean {
    if (this.rowCells > 0) {
      this.rowNumbers.push(this.rowNumber);
      this.rowStarts.push(this.rowStart);
      this.rowWidths.push(this.rowCells);
      this.cells += this.rowCells;
      if (this.rowCells > this.columns) this.columns = this.rowCells;
      if (this.length - this.rowStart > this.widestRow) this.widestRow = this.length - this.rowStart;
      this.rows += 1;
      this.rowStart = this.length;
      this.rowCells = 0;
    }
    return this.rows >= BLOCK_ROWS || this.length >= BLOCK_TEXT || this.rows * this.columns >= BLOCK_ROWS * 256;
  }

  /** Number of cells that had to be moved because others came out of order, over the builder's lifetime. */
  get cellMoves(): number {
    return this.moves;
  }

  /** Rows in the block so far. */
  get rowCount(): number {
    return this.rows;
  }

  /** The finished block, or null if it has no row. Drops a row that was not ended, and resets the builder. */
  finish(): RowBlock | null {
    if (this.rows === 0) {
      this.length = this.rowStart;
      this.rowCells = 0;
      return null;
    }
    const { rows, columns } = this;
    const textBytes = this.rowStart;
    const wide = this.widestRow > 0xffff;
    const cells = rows * columns;
    const endsAt = HEAD + rows * 4 + (rows + 1) * 4;
    const kindsAt = align4(endsAt + cells * (wide ? 4 : 2));
    const textAt = kindsAt + cells;
    const place = this.memory(textAt + textBytes);
    const { buffer, byteOffset: at } = place;
    const bytes = Buffer.from(buffer, at, place.byteLength);
    new Uint32Array(buffer, at, HEAD / 4).set([MAGIC, rows, columns, wide ? FLAG_WIDE : 0, textBytes, 0, 0, 0]);
    new Uint32Array(buffer, at + HEAD, rows).set(this.rowNumbers);
    const starts = new Uint32Array(buffer, at + HEAD + rows * 4, rows + 1);
    starts.set(this.rowStarts);
    starts[rows] = textBytes;
    bytes.fill(0, endsAt + cells * (wide ? 4 : 2), kindsAt);
    const ends = wide ? new Uint32Array(buffer, at + endsAt, cells) : new Uint16Array(buffer, at + endsAt, cells);
    const kinds = new Uint8Array(buffer, at + kindsAt, cells);
    let from = 0;
    for (let row = 0; row < rows; row++) {
      const width = this.rowWidths[row]!;
      const to = row * columns;
      const last = this.ends[from + width - 1]!;
      for (let c = 0; c < width; c++) {
        ends[to + c] = this.ends[from + c]!;
        kinds[to + c] = this.kinds[from + c]!;
      }
      for (let c = width; c < columns; c++) {
        ends[to + c] = last;
        kinds[to + c] = CellKind.Empty;
      }
      from += width;
    }
    this.text.copy(bytes, textAt, 0, textBytes);
    this.rows = 0;
    this.columns = 0;
    this.cells = 0;
    this.length = 0;
    this.rowStart = 0;
    this.rowCells = 0;
    this.widestRow = 0;
    this.rowNumbers.length = 0;
    this.rowStarts.length = 0;
    this.rowWidths.length = 0;
    return new RowBlock(bytes);
  }
}
