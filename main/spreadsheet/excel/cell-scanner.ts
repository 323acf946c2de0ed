/**
 * Scans one cell of a sheet: its attributes, value, formula, and inline text, in the UTF-8 bytes of the file and without creating strings.
 * Declines what spreadsheet programs do not usually write.
 */
import {
  LT,
  GT,
  SLASH,
  EQ,
  SPACE,
  QUOTE,
  APOSTROPHE,
  ZERO,
  A,
  LETTER_B,
  LETTER_C,
  LETTER_D,
  LETTER_E,
  LETTER_F,
  LETTER_I,
  LETTER_N,
  LETTER_R,
  LETTER_S,
  LETTER_T,
  LETTER_V,
  isSpace,
  endsName,
  equalsWord,
} from '../core/ascii.ts';
import { CellType, type SheetCells } from './sheet-cells.ts';
import { Scan, StringScanner, tagName, TEXT_CLASS } from './xlsx-text.ts';

/** The complete reader handles longer tags. */
const TAG_MOST = 4096;

const INLINE = Buffer.from('inlineStr');

export class CellScanner {
  /** Offset after the cell, after `scan` returned `Done`. */
  at = 0;
  private column = 0;
  private readonly cells: SheetCells;
  private readonly prefix: Buffer;
  private readonly is: Buffer;
  private readonly strings: StringScanner;
  private readonly cellBytes: number;

  // State of the current cell, in fields so that the scan does not allocate objects.
  private style = 0;
  private type: CellType = CellType.Number;
  private valueStart = 0;
  private valueEnd = 0;
  private special = false;
  private hasValue = false;
  private hasFormula = false;
  private hasInline = false;
  private empty = false;

  /** `prefix`: namespace prefix of the elements, '' for none; `cellBytes`: maximum bytes of text in a cell. */
  constructor(cells: SheetCells, prefix: string, cellBytes: number) {
    this.cells = cells;
    this.prefix = tagName(prefix, '');
    this.is = tagName(prefix, 'is');
    this.strings = new StringScanner(prefix, cellBytes);
    this.cellBytes = cellBytes;
  }

  /** Reads one cell; `from` is after its name. Passes nothing on. */
  scan(b: Buffer, from: number, end: number): Scan {
    const status = this.attributes(b, from, end);
    if (status !== Scan.Done) return status;
    this.hasValue = false;
    this.hasFormula = false;
    this.hasInline = false;
    if (this.empty) return Scan.Done;
    const pl = this.prefix.length;
    let p = this.at;
    for (;;) {
      while (isSpace(b[p]!)) p++;
      if (b[p] !== LT) return p >= end ? Scan.More : Scan.Declined;
      let q = p + 1;
      if (q + pl + 3 >= end) return Scan.More;
      const closing = b[q] === SLASH;
      if (closing) q++;
      if (pl > 0 && !equalsWord(b, q, q + pl, this.prefix)) return Scan.Declined;
      q += pl;
      const name = b[q]!;
      if (closing) {
        if (name !== LETTER_C || b[q + 1] !== GT) return Scan.Declined;
        this.at = q + 2;
        return Scan.Done;
      }
      if (name === LETTER_V && b[q + 1] === GT && !this.hasValue) {
        const done = this.value(b, q + 2, end);
        if (done !== Scan.Done) return done;
      } else if (name === LETTER_V && b[q + 1] === SLASH && b[q + 2] === GT && !this.hasValue) {
        this.hasValue = true;
        this.special = false;
        this.valueStart = this.valueEnd = q;
        this.at = q + 3;
      } else if (name === LETTER_F && endsName(b[q + 1]!)) {
        const done = this.formula(b, q + 1, end);
        if (done !== Scan.Done) return done;
      } else if (name === LETTER_I && b[q + 1] === LETTER_S && b[q + 2] === GT && !this.hasInline) {
        const done = this.strings.scan(b, q + 3, end, this.is);
        if (done !== Scan.Done) return done;
        this.hasInline = true;
        this.at = this.strings.at;
      } else return Scan.Declined;
      p = this.at;
    }
  }

  /** Passes the scanned cell on. `More`: its shared string must be read first. */
  pass(b: Buffer): Scan {
    const { cells } = this;
    if (this.type === CellType.Shared && this.hasValue) {
      const index = this.sharedIndex(b);
      if (index === -1) return Scan.Declined;
      if (!cells.hasString(index)) return Scan.More;
      cells.shared(this.column, index);
    } else this.emit(b);
    cells.nextColumn = this.column + 1;
    return Scan.Done;
  }

  /** True when a cell has so many bytes that only the complete reader handles it. */
  isTooLong(bytes: number): boolean {
    return bytes > this.cellBytes + TAG_MOST;
  }

  /** Reads a cell's attributes; `from` is after its name. Sets `at` after the `>`, and `empty` for a `/>`. */
  private attributes(b: Buffer, from: number, end: number): Scan {
    let p = from;
    this.column = this.cells.nextColumn;
    this.style = 0;
    this.type = CellType.Number;
    this.empty = false;
    for (;;) {
      const byte = b[p]!;
      if (byte === SPACE) {
        p++;
        continue;
      }
      if (byte === GT) {
        this.at = p + 1;
        return Scan.Done;
      }
      if (byte === SLASH) {
        if (p + 1 >= end) return Scan.More;
        if (b[p + 1] !== GT) return Scan.Declined;
        this.empty = true;
        this.at = p + 2;
        return Scan.Done;
      }
      if (p + 4 >= end) return Scan.More;
      const quote = b[p + 2]!;
      if (b[p + 1] === EQ && (quote === QUOTE || quote === APOSTROPHE)) {
        p += 3;
        if (byte === LETTER_R) {
          let column = 0;
          let letter = b[p]! - A;
          while (letter >= 0 && letter < 26 && column < 1_000_000) {
            column = column * 26 + letter + 1;
            letter = b[++p]! - A;
          }
          let row = 0;
          let digit = letter + A - ZERO;
          while (digit >= 0 && digit <= 9) {
            row = row * 10 + digit;
            digit = b[++p]! - ZERO;
          }
          if (p >= end) return Scan.More;
          if (b[p] !== quote || column === 0 || row === 0) return Scan.Declined;
          this.column = column - 1;
          if (!this.cells.rowNumbered) {
            if (row > 0x7fff_ffff) return Scan.Declined;
            this.cells.rowOfCell(row);
          }
        } else if (byte === LETTER_S) {
          let style = 0;
          let digit = b[p]! - ZERO;
          while (digit >= 0 && digit <= 9 && style < 1e8) {
            style = style * 10 + digit;
            digit = b[++p]! - ZERO;
          }
          if (p >= end) return Scan.More;
          if (b[p] !== quote) return Scan.Declined;
          this.style = style;
        } else if (byte === LETTER_T) {
          const value = p;
          while (p < end && b[p] !== quote) p++;
          if (p >= end) return Scan.More;
          const type = this.typeOf(b, value, p - value);
          if (type === -1) return Scan.Declined;
          this.type = type;
        } else {
          while (p < end && b[p] !== quote) p++;
          if (p >= end) return Scan.More;
        }
        p++;
        continue;
      }
      if (isSpace(byte)) {
        p++;
        continue;
      }
      // Skip an attribute with a longer name (cm, vm, ph, xml:space).
      while (b[p] !== EQ && b[p] !== 0 && b[p] !== GT && b[p] !== LT) p++;
      if (p + 1 >= end) return Scan.More;
      const other = b[p + 1]!;
      if (b[p] !== EQ || (other !== QUOTE && other !== APOSTROPHE)) return Scan.Declined;
      p += 2;
      while (p < end && b[p] !== other) p++;
      if (p >= end) return Scan.More;
      p++;
    }
  }

  private typeOf(b: Buffer, p: number, length: number): CellType | -1 {
    const byte = b[p]!;
    if (length === 1) {
      if (byte === LETTER_S) return CellType.Shared;
      if (byte === LETTER_N) return CellType.Number;
      if (byte === LETTER_B) return CellType.Boolean;
      if (byte === LETTER_E) return CellType.Error;
      if (byte === LETTER_D) return CellType.IsoDate;
      return -1;
    }
    if (length === 3 && byte === LETTER_S && b[p + 1] === LETTER_T && b[p + 2] === LETTER_R) return CellType.FormulaText;
    return equalsWord(b, p, p + length, INLINE) ? CellType.Inline : -1;
  }

  private value(b: Buffer, from: number, end: number): Scan {
    let p = from;
    let special = false;
    for (;;) {
      while (TEXT_CLASS[b[p]!] === 0) p++;
      if (p >= end) return Scan.More;
      const byte = b[p]!;
      if (byte === LT) break;
      if (byte !== 0x5f || b[p + 1] === 0x78) special = true;
      p++;
    }
    const done = this.closing(b, p, end, LETTER_V);
    if (done !== Scan.Done) return done;
    this.valueStart = from;
    this.valueEnd = p;
    this.special = special;
    this.hasValue = true;
    return Scan.Done;
  }

  /** Expects the closing tag of an element whose name is one letter at `p`. Sets `at` after it. */
  private closing(b: Buffer, p: number, end: number, letter: number): Scan {
    const name = p + 2 + this.prefix.length;
    if (name + 2 > end) return Scan.More;
    if (b[p + 1] !== SLASH || !equalsWord(b, p + 2, name, this.prefix) || b[name] !== letter || b[name + 1] !== GT) return Scan.Declined;
    this.at = name + 2;
    return Scan.Done;
  }

  /** Skips a formula without reading its text. */
  private formula(b: Buffer, from: number, end: number): Scan {
    this.hasFormula = true;
    let p = from;
    let quote = 0;
    for (; p < end; p++) {
      const byte = b[p]!;
      if (quote !== 0) {
        if (byte === quote) quote = 0;
      } else if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
      else if (byte === GT) break;
    }
    if (p >= end) return Scan.More;
    p++;
    if (b[p - 2] !== SLASH) {
      while (p < end && b[p] !== LT) p++;
      return this.closing(b, p, end, LETTER_F);
    }
    this.at = p;
    return Scan.Done;
  }

  /** The index of a shared string, or -1 when the value is not an index. */
  private sharedIndex(b: Buffer): number {
    let index = 0;
    for (let p = this.valueStart; p < this.valueEnd; p++) {
      const digit = b[p]! - ZERO;
      if (digit < 0 || digit > 9 || index > 1e9) return -1;
      index = index * 10 + digit;
    }
    return this.valueEnd > this.valueStart ? index : -1;
  }

  /** Passes on a cell that is not a shared string. */
  private emit(b: Buffer): void {
    const { cells, column } = this;
    if (this.hasInline) {
      const { strings } = this;
      if (strings.value === null) cells.textBytes(column, b, strings.start, strings.end);
      else cells.text(column, strings.value);
      return;
    }
    if (!this.hasValue) {
      if (this.hasFormula) cells.formulaWithoutValue();
      return;
    }
    const { valueStart, valueEnd } = this;
    if (this.type === CellType.Number && !this.special) {
      if (valueEnd > valueStart) cells.numberBytes(column, this.style, b, valueStart, valueEnd);
      else if (this.hasFormula) cells.formulaWithoutValue();
    } else if ((this.type === CellType.FormulaText || this.type === CellType.Inline) && !this.special) {
      if (valueEnd > valueStart) cells.textBytes(column, b, valueStart, valueEnd);
    } else cells.value(column, this.type, this.style, b.toString('utf8', valueStart, valueEnd), true);
  }
}
