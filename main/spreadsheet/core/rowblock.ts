/**
 * A block of sheet rows in one byte array, with random access to cells and no JS object per cell. Readers produce blocks, files store them
 * encrypted. Layout, little endian: uint32[8] header (magic, rows, columns, flags, text bytes, 3 reserved); row numbers uint32[rows], top
 * bit = hidden; row starts uint32[rows + 1] in the text; cell ends within the row, uint16 or uint32 [rows × columns]; kinds uint8[rows ×
 * columns], top bit = not ASCII; UTF-8 text.
 */

/** Type of a cell in the sheet. Its text is always what Excel shows; `Number` is plain, `Date` is ISO. */
export const CellKind = { Empty: 0, Text: 1, Number: 2, Date: 3, DateTime: 4, Time: 5, Boolean: 6, Error: 7 } as const;
export type CellKind = (typeof CellKind)[keyof typeof CellKind];

/** A cell, independent of its block. */
export interface CellValue {
  readonly kind: CellKind;
  readonly text: string;
}

export const MAGIC = 0x32_42_52_53;
export const HEAD = 32;
export const FLAG_WIDE = 1;
/** Bit of a row number: the row is hidden. Row numbers stay below 2^31. */
export const HIDDEN = 0x8000_0000;
/** Bit of a cell's kind: its text is not ASCII. ASCII cells, the great majority, are sliced from one decoded string. */
export const NOT_ASCII = 0x80;

export const align4 = (n: number) => (n + 3) & ~3;

/** Reads a block without copying its bytes, which must not change while the block is in use. */
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

  /** @throws RangeError when the bytes are not a block */
  constructor(source: Uint8Array) {
    const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
    if (bytes.length < HEAD || bytes.readUInt32LE(0) !== MAGIC) throw new RangeError('not a row block');
    // Typed arrays need an aligned start, which a pooled buffer may not have.
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

  /** The row's number in the sheet, from 1. */
  rowNumber(row: number): number {
    return (this.rowNumbers[row] ?? 0) & ~HIDDEN;
  }

  /** True when the sheet hides the row, manually or with a filter. Its cells can still be read. */
  rowHidden(row: number): boolean {
    return (this.rowNumbers[row] ?? 0) >= HIDDEN;
  }

  kind(row: number, column: number): CellKind {
    return column < this.columnCount ? (((this.kinds[row * this.columnCount + column] ?? 0) & ~NOT_ASCII) as CellKind) : CellKind.Empty;
  }

  /**
   * The cell's text; '' for an empty cell, and for a column beyond the block. It may be a slice of one string for the whole block. Copy
   * texts that are used longer than the block, because they would keep the whole string in memory.
   */
  text(row: number, column: number): string {
    if (column >= this.columnCount) return '';
    const cell = row * this.columnCount + column;
    const base = this.rowStarts[row] ?? 0;
    const start = base + (column === 0 ? 0 : (this.ends[cell - 1] ?? 0));
    const end = base + (this.ends[cell] ?? 0);
    if (start === end) return '';
    if ((this.kinds[cell] ?? 0) >= NOT_ASCII) return this.bytes.toString('utf8', this.textAt + start, this.textAt + end);
    return this.bytesAsText().slice(start, end);
  }

  /** All cell bytes as a latin1 string, one character per byte, for a quick test whether the block may contain a text. */
  bytesAsText(): string {
    return (this.whole ??= this.bytes.toString('latin1', this.textAt));
  }

  /** The cell's UTF-8 bytes, as a view of the block. */
  cellBytes(row: number, column: number): Buffer {
    if (column >= this.columnCount) return this.bytes.subarray(0, 0);
    return this.bytes.subarray(this.cellStart(row, column), this.cellEnd(row, column));
  }

  /** Offset of a cell's first byte in `bytes`, for hot loops in which a view per cell would be too slow. */
  cellStart(row: number, column: number): number {
    const base = this.textAt + (this.rowStarts[row] ?? 0);
    return column === 0 ? base : base + (this.ends[row * this.columnCount + column - 1] ?? 0);
  }

  /** Offset after the cell's last byte. */
  cellEnd(row: number, column: number): number {
    return this.textAt + (this.rowStarts[row] ?? 0) + (this.ends[row * this.columnCount + column] ?? 0);
  }

  /**
   * For the first cells of a row, copies their ends, counted from the start of the row, and their kinds with the bit `NOT_ASCII`. Returns
   * the number of cells up to the last filled one, at most `most`.
   */
  copyRow(row: number, most: number, ends: Uint32Array, kinds: Uint8Array, at: number): number {
    const from = row * this.columnCount;
    let count = Math.min(most, this.columnCount);
    while (count > 0 && this.ends[from + count - 1] === (count === 1 ? 0 : this.ends[from + count - 2])) count -= 1;
    for (let cell = 0; cell < count; cell++) {
      ends[at + cell] = this.ends[from + cell]!;
      kinds[at + cell] = this.kinds[from + cell]!;
    }
    return count;
  }

  /** True when more than `most` cells of a row have text. */
  hasMoreCells(row: number, most: number): boolean {
    const { ends, columnCount } = this;
    const first = row * columnCount;
    let filled = 0;
    let before = 0;
    for (let cell = first; cell < first + columnCount; cell++) {
      const end = ends[cell] ?? 0;
      if (end !== before && ++filled > most) return true;
      before = end;
    }
    return false;
  }

  /** All texts of a row, one per column of the block. */
  rowTexts(row: number): string[] {
    return Array.from({ length: this.columnCount }, (_, column) => this.text(row, column));
  }
}
