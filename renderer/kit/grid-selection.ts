/** The active cell of a grid and the block of cells that is selected with it. */
import { useState } from 'react';
import type { CellPosition } from './grid-keys.ts';
import type { CellBlock } from './grid-props.ts';
import type { Range } from './grid-scroll.ts';
import type { GridColumn } from './grid-column.ts';

const corner = (a: CellPosition, b: CellPosition, pick: (x: number, y: number) => number): CellPosition => ({
  row: pick(a.row, b.row),
  column: pick(a.column, b.column),
});

export interface CellSelection {
  /** Row -1 is the headings. */
  readonly active: CellPosition;
  /** Key of the last active column, which the list may not show now; null before a column was active. */
  readonly key: string | null;
  /** Whether several cells are selected. */
  readonly isBlock: boolean;
  readonly block: CellBlock;
  /** The selected columns of a row; null for a row outside the block, or without a block. */
  readonly columnsIn: (row: number) => Range | null;
  /** Activates a cell. Stores the key of its column, so that the column stays active when columns move. */
  readonly activate: (row: number, key: string | null) => void;
  /** Begins a block at the active cell, unless there is one. */
  readonly begin: () => void;
  readonly clear: () => void;
}

/** `rows`: number of rows of the list. */
export function useCellSelection(columns: readonly GridColumn<never>[], rows: number): CellSelection {
  const [chosen, setChosen] = useState<{ readonly row: number; readonly key: string | null }>({ row: 0, key: null });
  const [anchor, setAnchor] = useState<CellPosition | null>(null);
  const active: CellPosition = {
    row: Math.min(chosen.row, rows - 1),
    column: Math.max(
      0,
      columns.findIndex(({ key }) => key === chosen.key),
    ),
  };
  const top = anchor === null ? active : corner(anchor, active, Math.min);
  const bottom = anchor === null ? active : corner(anchor, active, Math.max);
  const selected = anchor === null ? null : { first: top.column, end: bottom.column + 1 };
  return {
    active,
    key: chosen.key,
    isBlock: anchor !== null,
    block: {
      first: Math.max(0, top.row),
      last: bottom.row,
      keys: columns.slice(top.column, bottom.column + 1).map(({ key }) => key),
    },
    columnsIn: (row) => (row >= top.row && row <= bottom.row ? selected : null),
    activate: (row, key) => setChosen({ row, key }),
    begin: () => {
      if (anchor === null && active.row >= 0) setAnchor(active);
    },
    clear: () => setAnchor(null),
  };
}
