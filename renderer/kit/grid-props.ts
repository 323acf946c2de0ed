/** The properties of a grid, and what a screen can do with it. */
import type { QueryKey } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import type { AppError } from '../../shared/base/index.ts';
import type { CellPosition } from './grid-keys.ts';
import type { LoadRows } from './grid-pages.ts';
import type { GridColumn, GridRowHeader } from './grid-column.ts';

/** A cell by the row's position and the key of its column. */
export interface CellAt {
  readonly row: number;
  readonly key: string;
}

/** A block of cells: the first and the last row, and the keys of its columns as they are shown. */
export interface CellBlock {
  readonly first: number;
  readonly last: number;
  readonly keys: readonly string[];
}

/** What a screen can do with its grid. */
export interface GridHandle {
  /** Activates a cell, scrolls it into view and focuses the grid. */
  readonly goTo: (cell: CellAt) => void;
  /** The same as `goTo`, without moving the focus. */
  readonly show: (cell: CellAt) => void;
  /** Goes to the next or previous issue, as F8 does. */
  readonly nextIssue: (back: boolean) => void;
  readonly focus: () => void;
}

export interface GridProps<Row> {
  /** Accessible name of the grid. */
  readonly label: string;
  /** Cache key of the list: another filter or order needs another key. The old rows stay until the new first page arrives. */
  readonly queryKey: QueryKey;
  readonly load: LoadRows<Row>;
  /** Memoize it: a new array rerenders all rows. */
  readonly columns: readonly GridColumn<Row>[];
  /** Memoize it: a new object rerenders all rows. */
  readonly rowHeader: GridRowHeader<Row>;
  /** Shown when the list has no rows. */
  readonly empty: ReactNode;
  /** Actions next to the failure to load rows. */
  readonly renderFailureActions?: (error: AppError) => ReactNode;
  readonly rowHeight?: number;
  /** Rows in muted text: those that are left out. */
  readonly isMuted?: (row: Row) => boolean;
  /** Where whole rows can be selected: true for a selected one. Memoize it. */
  readonly isTicked?: (row: Row) => boolean;
  /** Shift and a navigation key, where whole rows can be selected: from one index to another one. */
  readonly onExtend?: (from: number, to: number) => void;
  /** Requests another order: a click on a sortable heading, or Enter or Space on it. */
  readonly onSort?: (column: GridColumn<Row>) => void;
  /** Saves an edited cell. The cell shows the new text until this settles, and the old one again if it fails. */
  readonly onEdit?: (row: Row, column: string, value: string) => Promise<unknown>;
  /** Enter or double-click on a cell that is not editable. */
  readonly onOpen?: (row: Row, index: number, column: string) => void;
  /** F8, and with Shift `back`: the next issue after a cell, or null when there is none. */
  readonly onNextIssue?: (from: CellPosition, back: boolean) => Promise<CellPosition | null>;
  /** The keys of the frozen columns, one list per choice. Uses the first list that takes at most 60% of the width, else the last. */
  readonly frozen?: readonly (readonly string[])[];
  /** The menu of a heading, by its button, a right click, or Alt and the arrow down. Call `close` after a choice. */
  readonly renderHeadingMenu?: (column: GridColumn<Row>, close: () => void) => ReactNode;
  /** Saves the width of a column that the user changes. Without it columns keep their widths. */
  readonly onResize?: (column: string, width: number) => void;
  /** True to restore how far a list was scrolled when it was last shown. */
  readonly restoresScroll?: boolean;
  /** The element that describes the active cell. */
  readonly describedBy?: string;
  /** Called with the active cell, and again when its row has loaded or changed. */
  readonly onActive?: (cell: { readonly row: Row; readonly index: number; readonly column: string } | null) => void;
  /** Ctrl C, V and D on the selected cells. */
  readonly onCopy?: (block: CellBlock) => void;
  readonly onPaste?: (block: CellBlock, text: string) => void;
  readonly onFillDown?: (block: CellBlock) => void;
  /** Any other key while a row is active; returns true when it was handled. */
  readonly onKey?: (event: KeyboardEvent, row: Row, index: number, column: string) => boolean;
  readonly ref?: Ref<GridHandle>;
}
