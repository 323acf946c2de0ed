/**
 * A block of sheet rows as one run of bytes: what the readers produce, what is encrypted at rest, and what every later
 * pass reads. Any cell is reached without touching the others, and a block costs no JS object a cell.
 *
 * Layout, little endian: eight uint32 (magic, rows, columns, flags, text bytes, three reserved), then
 * row numbers uint32[rows] whose highest bit says that the row is hidden in the sheet, row starts uint32[rows+1] into
 * the text, the cells' ends within their row uint16 or uint32 [rows × columns], kinds uint8[rows × columns] whose highest
 * bit says that the text is beyond ASCII, text UTF-8.
 */

/** What a cell was in the sheet. Its text is always what a person sees there; `Number` is plain, `Date` is ISO. */
export const CellKind = { Empty: 0, Text: 1, Number: 2, Date: 3, DateTime: 4, Time: 5, Boolean: 6, Error: 7 } as const;
export type CellKind = (typeof CellKind)[keyof typeof CellKind];

const MAGIC = 0x32_42_52_53;
const HEAD = 32;
const FLAG_WIDE = 1;
/** In a row's number: the row is hidden. Row numbers stay below 2^31. */
const HIDDEN = 0x8000_0000;
/** In a cell's kind: its text is beyond ASCII. Nearly every list has some names like that, and all its other cells are read as they lie. */
const FOREIGN = 0x80;

/** A block is closed at whichever of these comes first: small enough that a page over 200 blocks stays quick. */
const BLOCK_ROWS = 128;
const BLOCK_TEXT = 64 * 1024;

/** Up to so many characters a loop is quicker than a call out of JavaScript. */
const SHORT = 24;

const align4 = (n: number) => (n + 3) & ~3;

/** Reads a block. The bytes are not copied; they must not change while the block is in use. */
export class RowBlock {
  readonly bytes: Buffer;
  readonly rowCount: number;
  readonly columnCount: number;
  private readonly rowNumbers: Uint32Array;
  private readonly rowStarts: Uint32Array;
  private readonly ends: Uint16Array | Uint32Array;
  private readonly kinds: Uint8Array;
  private readonly textAt: number;
  private whole: string | null = null;

  /** Throws a RangeError when the bytes are not a block. */
  constructor(source: Uint8Array) {
    const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
    if (bytes.length < HEAD || bytes.readUInt32LE(0) !== MAGIC) throw new RangeError('not a row block');
    // Typed arrays need an aligned start; a buffer out of a pool may not have one.
    this.bytes = bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
    const rows = this.bytes.readUInt32LE(4);
    const columns = this.bytes.readUInt32LE(8);
    const flags = this.bytes.readUInt32LE(12);
    const textBytes = this.bytes.readUInt32LE(16);
    const cells = rows * columns;
    const { buffer, byteOffset } = this.bytes;
    let at = byteOffset + HEAD;
    this.rowNumbers = new Uint32Array(buffer, at, rows);
    at += rows * 4;
    this.rowStarts = new Uint32Array(buffer, at, rows + 1);
    at += (rows + 1) * 4;
    const wide = (flags & FLAG_WIDE) !== 0;
    this.ends = wide ? new Uint32Array(buffer, at, cells) : new Uint16Array(buffer, at, cells);
    at = align4(at + cells * (wide ? 4 : 2));
    this.kinds = new Uint8Array(buffer, at, cells);
    at += cells;
    this.textAt = at - byteOffset;
    if (this.textAt + textBytes !== this.bytes.length) throw new RangeError('a row block has the wrong length');
    this.rowCount = rows;
    this.columnCount = columns;
  }

  /** The row's number in the sheet, counted from 1. */
  rowNumber(row: number): number {
    return (this.rowNumbers[row] ?? 0) & ~HIDDEN;
  }

  /** True when the sheet hides the row, by hand or by a filter. Its cells are there all the same. */
  rowHidden(row: number): boolean {
    return (this.rowNumbers[row] ?? 0) >= HIDDEN;
  }

  kind(row: number, column: number): CellKind {
    return column < this.columnCount ? (((this.kinds[row * this.columnCount + column] ?? 0) & ~FOREIGN) as CellKind) : CellKind.Empty;
  }

  /**
   * The cell's text; '' for an empty cell and for a column beyond the block.
   * It may be a slice of one string over the whole block: who keeps single texts for long copies them, or keeps the block alive.
   * Most cells of most lists are ASCII, so the block is decoded once and each of them is a slice.
   */
  text(row: number, column: number): string {
    if (column >= this.columnCount) return '';
    const cell = row * this.columnCount + column;
    const base = this.rowStarts[row] ?? 0;
    const start = base + (column === 0 ? 0 : (this.ends[cell - 1] ?? 0));
    const end = base + (this.ends[cell] ?? 0);
    if (start === end) return '';
    if ((this.kinds[cell] ?? 0) >= FOREIGN) return this.bytes.toString('utf8', this.textAt + start, this.textAt + end);
    return this.bytesAsText().slice(start, end);
  }

  /** The UTF-8 bytes of all cells, one behind the other, each as a character: for seeing whether a text can be in the block at all. */
  bytesAsText(): string {
    return (this.whole ??= this.bytes.toString('latin1', this.textAt));
  }

  /** The cell's UTF-8 bytes, a view into the block. */
  cellBytes(row: number, column: number): Buffer {
    if (column >= this.columnCount) return this.bytes.subarray(0, 0);
    return this.bytes.subarray(this.cellStart(row, column), this.cellEnd(row, column));
  }

  /** Where the bytes of a cell within the block begin in `bytes`: for loops in which a view for each cell would be felt. */
  cellStart(row: number, column: number): number {
    const base = this.textAt + (this.rowStarts[row] ?? 0);
    return column === 0 ? base : base + (this.ends[row * this.columnCount + column - 1] ?? 0);
  }

  /** Where they end. */
  cellEnd(row: number, column: number): number {
    return this.textAt + (this.rowStarts[row] ?? 0) + (this.ends[row * this.columnCount + column] ?? 0);
  }

  /** All texts of a row, as many as the block has columns. */
  rowTexts(row: number): string[] {
    return Array.from({ length: this.columnCount }, (_, column) => this.text(row, column));
  }
}

/** Gives a block its place: so many bytes, from an address that four divides. What lay there before may still be seen in them. */
export type BlockMemory = (bytes: number) => Uint8Array;

const ownMemory: BlockMemory = (bytes) => new Uint8Array(bytes);

/**
 * Builds blocks row by row. Columns that are left out are empty.
 * A row without any cell text is not stored (its number is simply missing from the block).
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
  private late = 0;

  /** `memory`: where finished blocks are laid; each in memory of its own where it is not said. */
  constructor(memory: BlockMemory = ownMemory) {
    this.memory = memory;
  }

  /** Begins the row with this number in the sheet (from 1, below 2^31). */
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

  /** Room for cells up to this column, those between filled as empty. */
  private place(column: number): void {
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
    const larger = Buffer.allocUnsafeSlow(Math.max(this.length + bytes, this.text.length * 2));
    this.text.copy(larger, 0, 0, this.length);
    this.text = larger;
  }

  private close(column: number, kind: CellKind, ascii: boolean): void {
    this.ends[this.cells + column] = this.length - this.rowStart;
    this.kinds[this.cells + column] = ascii ? kind : kind | FOREIGN;
    this.rowCells = column + 1;
  }

  /**
   * Adds a cell as UTF-8 bytes. `column` counts from 0. Cells come from left to right; one that comes late is put in its
   * place (slowly), and the later of two for the same column is the one that stays.
   */
  cellBytes(column: number, kind: CellKind, source: Uint8Array, start: number, end: number): void {
    if (end <= start) return;
    if (column < this.rowCells) {
      this.cellLate(column, kind, source.subarray(start, end));
      return;
    }
    this.place(column);
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

  /** Adds a cell as text, like `cellBytes`. Unpaired surrogates become U+FFFD. */
  cellText(column: number, kind: CellKind, value: string): void {
    if (value === '') return;
    if (column < this.rowCells) {
      this.cellLate(column, kind, Buffer.from(value));
      return;
    }
    this.place(column);
    this.room(value.length * 3);
    if (value.length <= SHORT && this.writeAscii(value)) {
      this.close(column, kind, true);
      return;
    }
    const written = this.text.write(value, this.length, 'utf8');
    this.length += written;
    this.close(column, kind, written === value.length);
  }

  /** Writes a text where all of it is ASCII; false where it is not. */
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

  /** Puts a cell among or over those that the row has already. */
  private cellLate(column: number, kind: CellKind, source: Uint8Array): void {
    this.late += this.rowCells - column;
    const cell = this.cells + column;
    const start = this.rowStart + (column === 0 ? 0 : this.ends[cell - 1]!);
    const end = this.rowStart + this.ends[cell]!;
    const shift = source.length - (end - start);
    if (shift > 0) this.room(shift);
    this.text.copyWithin(end + shift, end, this.length);
    this.text.set(source, start);
    this.length += shift;
    for (let c = column; c < this.rowCells; c++) this.ends[this.cells + c]! += shift;
    this.kinds[cell] = source.some((byte) => byte > 127) ? kind | FOREIGN : kind;
  }

  /**
   * For a reader that finds the end of a cell while it copies it: memory with room for at least this many more bytes,
   * to be written from `textLength` on and handed in with `commit`. Good until the next call that adds a cell.
   */
  reserve(bytes: number): Buffer {
    this.room(bytes);
    return this.text;
  }

  /** Where the next cell's bytes begin in the memory of `reserve`. */
  get textLength(): number {
    return this.length;
  }

  /** Adds the cell whose bytes now reach up to `end` in the memory of `reserve`. Columns must come from left to right here. */
  commit(column: number, kind: CellKind, end: number, ascii: boolean): void {
    if (end <= this.length) return;
    this.place(column);
    this.length = end;
    this.close(column, kind, ascii);
  }

  /** Ends the row. True when the block is full: take it with `finish` before the next row. */
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

  /** Cells that had to make room for others that came late, ever since: what disorder has cost. */
  get disorder(): number {
    return this.late;
  }

  /** Rows in the block so far. */
  get rowCount(): number {
    return this.rows;
  }

  /**
   * The finished block; null when it has no row. The builder starts anew.
   * A row that was begun and not ended is dropped.
   */
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
      for (let c = width; c < columns; c++) ends[to + c] = last;
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
