/**
 * The fast reader for a sheet's rows: scans the UTF-8 bytes of `<sheetData>` once, and passes cells on without creating strings. It
 * supports what spreadsheet programs usually write. It declines anything else at the start of a cell or row, where the complete reader can
 * continue.
 */
import {
  LT,
  GT,
  SLASH,
  EQ,
  QUOTE,
  APOSTROPHE,
  ZERO,
  LETTER_C,
  LETTER_O,
  LETTER_R,
  LETTER_W,
  isSpace,
  endsName,
  equalsWord,
} from '../core/ascii.ts';
import { CellScanner } from './cell-scanner.ts';
import type { SheetCells } from './sheet-cells.ts';
import { usualCell } from './usual-cell.ts';
import { Scan, tagName } from './xlsx-text.ts';

/** Why a scan stopped. `Block`: a block is full; `Strings`: a shared string must be read first; `End`: `</sheetData>`. */
export const Stop = { More: 0, Block: 1, Strings: 2, End: 3, Declined: 4 } as const;
export type Stop = (typeof Stop)[keyof typeof Stop];

/** Zero bytes that must follow the scanned bytes, so that short lookaheads need no bounds check. */
export const SCAN_SLACK = 64;

const SHEET_DATA = Buffer.from('sheetData');
const HIDDEN = Buffer.from('hidden');
const ONE = Buffer.from('1');
const TRUE = Buffer.from('true');

export class SheetScanner {
  /** Offset of the first byte that was not scanned. */
  at = 0;
  /** True between `<row>` and `</row>`. */
  inRow = false;
  /** Number of digits in the row's number, and so in the references of its cells. */
  private rowDigits = 0;
  private readonly cells: SheetCells;
  private readonly prefix: Buffer;
  private readonly cell: CellScanner;

  /** `prefix`: namespace prefix of the elements, '' for none; `cellBytes`: maximum bytes of text in a cell. */
  constructor(cells: SheetCells, prefix: string, cellBytes: number) {
    this.cells = cells;
    this.prefix = tagName(prefix, '');
    this.cell = new CellScanner(cells, prefix, cellBytes);
  }

  /**
   * Scans `b` from `from` to `end`; `SCAN_SLACK` zero bytes must follow. Passes complete cells on and stops at `at`. After `More`, call
   * again from `at` with more bytes.
   */
  scan(b: Buffer, from: number, end: number): Stop {
    const { cells, cell } = this;
    const pl = this.prefix.length;
    let p = from;
    for (;;) {
      while (isSpace(b[p]!)) p++;
      this.at = p;
      if (p + 2 + pl >= end) return Stop.More;
      if (b[p] !== LT) return Stop.Declined;
      let q = p + 1;
      if (b[q] === SLASH) {
        q++;
        if (pl > 0 && !equalsWord(b, q, q + pl, this.prefix)) return Stop.Declined;
        q += pl;
        if (q + 10 >= end && b[q + 3] !== GT) return Stop.More;
        if (this.inRow && b[q] === LETTER_R && b[q + 1] === LETTER_O && b[q + 2] === LETTER_W && b[q + 3] === GT) {
          p = q + 4;
          this.inRow = false;
          if (cells.endRow()) {
            this.at = p;
            return Stop.Block;
          }
          continue;
        }
        if (!this.inRow && equalsWord(b, q, q + 9, SHEET_DATA) && endsName(b[q + 9]!)) return Stop.End;
        return Stop.Declined;
      }
      if (pl > 0 && !equalsWord(b, q, q + pl, this.prefix)) return Stop.Declined;
      q += pl;
      const first = b[q]!;
      if (first === LETTER_C && endsName(b[q + 1]!)) {
        if (!this.inRow) return Stop.Declined;
        if (pl === 0) {
          const next = usualCell(b, p, this.rowDigits, cells);
          if (next > 0) {
            p = next;
            continue;
          }
        }
        const status = cell.scan(b, q + 1, end);
        if (status !== Scan.Done) return status === Scan.More ? this.more(p, end) : Stop.Declined;
        const passed = cell.pass(b);
        if (passed !== Scan.Done) return passed === Scan.More ? Stop.Strings : Stop.Declined;
        p = cell.at;
        continue;
      }
      if (first === LETTER_R && b[q + 1] === LETTER_O && b[q + 2] === LETTER_W && endsName(b[q + 3]!)) {
        if (this.inRow) return Stop.Declined;
        const status = this.openRow(b, q + 3, end);
        if (status !== Scan.Done) return status === Scan.More ? this.more(p, end) : Stop.Declined;
        p = this.at;
        if (this.inRow) continue;
        if (cells.endRow()) return Stop.Block;
        continue;
      }
      return q + 4 >= end ? Stop.More : Stop.Declined;
    }
  }

  /** Requests more bytes from `p`, or declines if a single cell already has too many. */
  private more(p: number, end: number): Stop {
    this.at = p;
    return this.cell.isTooLong(end - p) ? Stop.Declined : Stop.More;
  }

  private openRow(b: Buffer, from: number, end: number): Scan {
    let p = from;
    let number = 0;
    let digits = 0;
    let hidden = false;
    let closed = false;
    for (;;) {
      const byte = b[p]!;
      if (p >= end) return Scan.More;
      if (isSpace(byte)) {
        p++;
        continue;
      }
      if (byte === GT) {
        p++;
        break;
      }
      if (byte === SLASH) {
        if (p + 1 >= end) return Scan.More;
        if (b[p + 1] !== GT) return Scan.Declined;
        closed = true;
        p += 2;
        break;
      }
      const name = p;
      while (b[p] !== EQ && b[p] !== 0 && b[p] !== GT && b[p] !== LT) p++;
      if (p + 1 >= end) return Scan.More;
      const quote = b[p + 1]!;
      if (b[p] !== EQ || (quote !== QUOTE && quote !== APOSTROPHE)) return Scan.Declined;
      const nameEnd = p;
      p += 2;
      const value = p;
      while (p < end && b[p] !== quote) p++;
      if (p >= end) return Scan.More;
      if (nameEnd - name === 1 && b[name] === LETTER_R) {
        for (let i = value; i < p; i++) {
          const digit = b[i]! - ZERO;
          if (digit < 0 || digit > 9 || i - value > 9) return Scan.Declined;
          number = number * 10 + digit;
        }
        if (number === 0) return Scan.Declined;
        digits = p - value;
      } else if (equalsWord(b, name, nameEnd, HIDDEN)) {
        hidden = equalsWord(b, value, p, ONE) || equalsWord(b, value, p, TRUE);
      }
      p++;
    }
    this.at = p;
    this.cells.beginRow(number, hidden);
    this.rowDigits = digits;
    this.inRow = !closed;
    return Scan.Done;
  }
}
