/** Keyboard navigation of a grid. Row -1 is the header. */

export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

export interface GridShape {
  readonly rows: number;
  readonly columns: number;
  /** Number of rows that are visible at once. */
  readonly visibleRows: number;
}

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

const within = (value: number, min: number, max: number): number => Math.min(Math.max(min, value), Math.max(min, max));

/** Null for a key that does not navigate. */
export function positionAfter(
  { key, ctrlKey, metaKey }: Key,
  from: CellPosition,
  { rows, columns, visibleRows }: GridShape,
): CellPosition | null {
  const far = ctrlKey || metaKey;
  const page = Math.max(1, visibleRows - 1);
  const at = (row: number, column: number): CellPosition => ({ row: within(row, -1, rows - 1), column: within(column, 0, columns - 1) });
  switch (key) {
    case 'ArrowUp':
      return far ? at(0, from.column) : at(from.row - 1, from.column);
    case 'ArrowDown':
      return far ? at(rows - 1, from.column) : at(from.row + 1, from.column);
    case 'ArrowLeft':
      return far ? at(from.row, 0) : at(from.row, from.column - 1);
    case 'ArrowRight':
      return far ? at(from.row, columns - 1) : at(from.row, from.column + 1);
    case 'Home':
      return far ? at(0, 0) : at(from.row, 0);
    case 'End':
      return far ? at(rows - 1, columns - 1) : at(from.row, columns - 1);
    case 'PageUp':
      return at(Math.max(0, from.row - page), from.column);
    case 'PageDown':
      return at(from.row + page, from.column);
    default:
      return null;
  }
}

/** True for a key that types a character and so starts an edit. The space bar ticks and selects, and must not replace a value. */
export const writes = (event: Key & { readonly altKey: boolean }): boolean =>
  event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
