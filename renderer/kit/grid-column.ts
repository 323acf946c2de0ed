/** The columns of a grid, and the texts of their cells. */
import type { ReactNode } from 'react';
import type { CellPosition } from './grid-keys.ts';

export type SortDirection = 'ascending' | 'descending';

export interface GridColumn<Row> {
  readonly key: string;
  readonly title: string;
  /** What the column is, for its heading. */
  readonly info?: string;
  /** Width in pixels. */
  readonly width: number;
  /** True for a column that takes a share of the remaining width. */
  readonly grows?: boolean;
  readonly align?: 'left' | 'right';
  /** The whole text of the cell, for screen readers and as the start of an edit. */
  readonly text: (row: Row) => string;
  /** Visible content, when it is more than the text. */
  readonly show?: (row: Row) => ReactNode;
  /** Background of the cell; always together with an icon or a word in `show`, never alone. */
  readonly tone?: (row: Row) => 'warning' | 'error' | 'note' | null;
  /** Set on sortable columns; `none` while the list is sorted by another one. */
  readonly sort?: SortDirection | 'none';
  readonly isEditable?: boolean;
  /** The position for assistive technology, from 0; default: the position in the grid. */
  readonly position?: number;
  /** True for a heading with a menu. */
  readonly hasMenu?: boolean;
  /** True while the rows are filtered by this column. */
  readonly isFiltered?: boolean;
  /** True for a column that the file lacks; its heading has a mark. */
  readonly isMissing?: boolean;
  /** True for a column that is only proposed. */
  readonly isOffered?: boolean;
  /** True for a column that is temporarily moved to the start; its heading has a pin. */
  readonly isPinned?: boolean;
}

/** The fixed column at the left: the row's own number. */
export interface GridRowHeader<Row> {
  readonly title: string;
  readonly width: number;
  readonly text: (row: Row, index: number) => string;
  /** Visible content, when it is more than the text. */
  readonly show?: (row: Row, index: number) => ReactNode;
  /** Visible heading, when it is more than the title. */
  readonly head?: ReactNode;
}

/** A text in a cell that is being edited, or was edited and is being saved. */
export interface CellText extends CellPosition {
  readonly value: string;
}

/** Where the active cell moves after an edit. */
export type AfterEdit = 'down' | 'right' | 'stay';

/** Ends an edit; `value` is null when it was canceled. */
export type LeaveEditor = (value: string | null, after: AfterEdit) => void;
