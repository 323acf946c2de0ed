/** Editing a cell of a grid in place. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { CellPosition } from './grid-keys.ts';
import type { AfterEdit, CellText, GridColumn, LeaveEditor } from './grid-column.ts';

interface EditedCell<Row> {
  readonly active: CellPosition;
  /** Undefined until it is loaded. */
  readonly row: Row | undefined;
  readonly column: GridColumn<Row> | undefined;
  readonly onEdit: ((row: Row, column: string, value: string) => Promise<unknown>) | undefined;
  /** Called when the user leaves the editor, before its focused field is removed and the active cell moves. */
  readonly onLeft: (after: AfterEdit) => void;
}

interface CellEditing {
  /** The text under edit. */
  readonly editing: CellText | null;
  /** The text that is being saved. */
  readonly kept: CellText | null;
  readonly start: (value: string) => void;
  readonly onLeave: LeaveEditor;
}

export function useCellEditing<Row>(cell: EditedCell<Row>): CellEditing {
  const [editing, setEditing] = useState<CellText | null>(null);
  const [kept, setKept] = useState<CellText | null>(null);
  const keep = async (row: Row, column: GridColumn<Row>, value: string) => {
    const own = { ...cell.active, value };
    setKept(own);
    try {
      await cell.onEdit?.(row, column.key, value);
    } catch {
      // The screen that saves the edit shows the error, and the cell shows the old text again.
    }
    // Another cell can have been edited while this one was saved.
    setKept((latest) => (latest === own ? null : latest));
  };
  const leave: LeaveEditor = (value, after) => {
    const { row, column } = cell;
    setEditing(null);
    if (value !== null && row !== undefined && column !== undefined && value !== column.text(row)) void keep(row, column, value);
    cell.onLeft(after);
  };
  // The handler changes with every render; the rows get a stable one so that they need not rerender.
  const latest = useRef(leave);
  useLayoutEffect(() => {
    latest.current = leave;
  });
  return {
    editing,
    kept,
    start: (value) => setEditing({ ...cell.active, value }),
    onLeave: useCallback((value, after) => latest.current(value, after), []),
  };
}
