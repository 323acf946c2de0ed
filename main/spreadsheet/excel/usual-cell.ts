/** The fastest path for the cells of a sheet: cells in the form that nearly every program writes. */
import {
  A,
  EQ,
  GT,
  LETTER_C,
  LETTER_I,
  LETTER_R,
  LETTER_S,
  LETTER_T,
  LETTER_V,
  LT,
  QUOTE,
  SLASH,
  SPACE,
  ZERO,
  equalsWord,
} from '../core/ascii.ts';
import { type SheetCells, CellType } from './sheet-cells.ts';
import { TEXT_CLASS } from './xlsx-text.ts';

const INLINE = Buffer.from('inlineStr');
const INLINE_END = Buffer.from('</t></is></c>');

/** True when `</v></c>` is at `p`. */
function valueEnds(b: Uint8Array, p: number): boolean {
  return (
    b[p] === LT &&
    b[p + 1] === SLASH &&
    b[p + 2] === LETTER_V &&
    b[p + 3] === GT &&
    b[p + 4] === LT &&
    b[p + 5] === SLASH &&
    b[p + 6] === LETTER_C &&
    b[p + 7] === GT
  );
}

/**
 * Stores a cell of the form `<c r="B7" s="1" t="s"><v>12</v></c>`, or with an inline text, and returns the offset after it. For any other
 * or incomplete cell, stores nothing and returns 0.
 * @param rowDigits number of digits in the row's number, and so in the references of its cells
 */
export function usualCell(b: Buffer, from: number, rowDigits: number, cells: SheetCells): number {
  if (!cells.rowNumbered || b[from + 3] !== LETTER_R || b[from + 4] !== EQ || b[from + 5] !== QUOTE) return 0;
  let p = from + 6;
  let column = b[p]! - A;
  if (column < 0 || column > 25) return 0;
  let letter = b[++p]! - A;
  if (letter >= 0 && letter < 26) {
    column = (column + 1) * 26 + letter;
    letter = b[++p]! - A;
    if (letter >= 0 && letter < 26) {
      column = (column + 1) * 26 + letter;
      p++;
    }
  }
  p += rowDigits;
  if (b[p] !== QUOTE || b[p - 1]! - ZERO > 9) return 0;
  p++;
  let style = 0;
  let type: CellType = CellType.Number;
  for (; b[p] === SPACE && b[p + 2] === EQ && b[p + 3] === QUOTE; p++) {
    const name = b[p + 1];
    p += 4;
    if (name === LETTER_S) {
      style = b[p]! - ZERO;
      if (style < 0 || style > 9) return 0;
      for (let digit = b[++p]! - ZERO; digit >= 0 && digit <= 9; digit = b[++p]! - ZERO) style = style * 10 + digit;
    } else if (name === LETTER_T) {
      if (b[p] === LETTER_S && b[p + 1] === QUOTE) {
        type = CellType.Shared;
        p++;
      } else if (b[p] === LETTER_I && equalsWord(b, p, p + 9, INLINE)) {
        type = CellType.Inline;
        p += 9;
      } else return 0;
    } else return 0;
    if (b[p] !== QUOTE) return 0;
  }
  if (b[p] === SLASH && b[p + 1] === GT) {
    cells.nextColumn = column + 1;
    return p + 2;
  }
  if (b[p] !== GT || b[p + 1] !== LT) return 0;
  if (type === CellType.Inline) {
    if (b[p + 2] !== LETTER_I || b[p + 3] !== LETTER_S || b[p + 4] !== GT || b[p + 5] !== LT || b[p + 6] !== LETTER_T || b[p + 7] !== GT)
      return 0;
    const start = p + 8;
    p = start;
    while (TEXT_CLASS[b[p]!] === 0) p++;
    if (!equalsWord(b, p, p + INLINE_END.length, INLINE_END)) return 0;
    cells.textBytes(column, b, start, p);
    cells.nextColumn = column + 1;
    return p + INLINE_END.length;
  }
  if (b[p + 2] !== LETTER_V || b[p + 3] !== GT) return 0;
  const start = p + 4;
  p = start;
  if (type === CellType.Shared) {
    let index = b[p]! - ZERO;
    if (index < 0 || index > 9) return 0;
    for (let digit = b[++p]! - ZERO; digit >= 0 && digit <= 9; digit = b[++p]! - ZERO) index = index * 10 + digit;
    if (p - start > 9 || !valueEnds(b, p) || !cells.hasString(index)) return 0;
    cells.shared(column, index);
  } else {
    while (b[p]! > LT || (b[p]! < LT && b[p]! > SPACE)) p++;
    if (!valueEnds(b, p) || !cells.plainNumber(column, style, b, start, p)) return 0;
  }
  cells.nextColumn = column + 1;
  return p + 8;
}
