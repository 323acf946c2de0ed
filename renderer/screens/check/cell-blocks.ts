/** Blocks of cells as text, as spreadsheet programs exchange them, and their cells after a paste or a fill. */
import type { CellEdits, CheckRow } from '../../../shared/contract/index.ts';
import { withoutGuard } from '../../format/index.ts';
import { type FieldKey, isFieldKey } from '../../../shared/fields/index.ts';

/** Most cells in one edit, as in the contract. */
export const MAX_CELLS = 10_000;

/** The cells of tab-separated lines. A quoted cell can hold tabs and line ends. */
export function parseBlock(text: string): string[][] {
  const lines: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    lines.at(-1)!.push(withoutGuard(cell));
    cell = '';
  };
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let at = 0; at < body.length; at++) {
    const sign = body[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (body[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === '\t') endCell();
    else if (sign === '\n') {
      endCell();
      lines.push([]);
    } else cell += sign;
  }
  endCell();
  return lines;
}

/** The values of some rows in the columns `keys`. */
export const valuesOf = (rows: readonly CheckRow[], keys: readonly string[], fields: readonly FieldKey[]): string[][] =>
  rows.map((row) => keys.filter(isFieldKey).map((key) => row.values[fields.indexOf(key)] ?? ''));

/** The edits that write `values` from the first row and column on; values outside the rows and columns are left out. */
export function editsOf(
  rows: readonly CheckRow[],
  keys: readonly string[],
  fields: readonly FieldKey[],
  values: readonly (readonly string[])[],
): CellEdits {
  return values.flatMap((line, at) => {
    const row = rows[at];
    if (row === undefined) return [];
    return line.flatMap((value, column) => {
      const field = keys[column];
      if (field === undefined || !isFieldKey(field) || row.values[fields.indexOf(field)] === value) return [];
      return [{ row: row.row, field, value }];
    });
  });
}

/** A block in which every cell has the same value. */
export const repeatedValue = (value: string, lines: number, columns: number): string[][] =>
  Array.from({ length: lines }, () => Array.from({ length: columns }, () => value));
