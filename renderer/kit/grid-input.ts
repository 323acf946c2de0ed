/** Handles the keys and the pointer in a grid. */
import type { KeyboardEvent } from 'react';
import { columnWidth } from './grid-geometry.ts';
import { type CellPosition, type GridShape, positionAfter, writes } from './grid-keys.ts';
import type { GridProps } from './grid-props.ts';
import type { CellSelection } from './grid-selection.ts';
import type { GridColumn } from './grid-column.ts';

/** Pixels by which a key changes the width of a column. */
const WIDTH_STEP = 16;

/** The cell in which an event happened; row -1 is the headings. */
export function cellOf(target: EventTarget): CellPosition | null {
  if (!(target instanceof Element)) return null;
  const column = target.closest('[data-column]')?.getAttribute('data-column');
  if (column == null) return null;
  return { row: Number(target.closest('[data-row]')?.getAttribute('data-row') ?? -1), column: Number(column) };
}

/** The row whose tick was clicked. */
export function tickedRow(target: EventTarget): number | null {
  if (!(target instanceof HTMLInputElement)) return null;
  const row = target.closest('[data-row]')?.getAttribute('data-row');
  return row == null ? null : Number(row);
}

/** Shows the whole of a truncated text while the pointer rests on it. */
export function titleWhereCut(target: EventTarget): void {
  const text = target instanceof HTMLElement ? target.closest<HTMLElement>('.grid-text') : null;
  if (text !== null) text.title = text.scrollWidth > text.clientWidth ? (text.textContent ?? '') : '';
}

interface GridInput<Row> {
  readonly props: Omit<GridProps<Row>, 'ref'>;
  readonly shape: GridShape;
  readonly selection: CellSelection;
  /** The row and the column of the active cell; undefined until it is loaded. */
  readonly row: Row | undefined;
  readonly column: GridColumn<Row> | undefined;
  /** The width of the active column in pixels. */
  readonly width: number;
  readonly goTo: (cell: CellPosition) => void;
  /** Opens the menu of the active column. */
  readonly openHeading: () => void;
  readonly sortBy: (column: GridColumn<Row> | undefined) => void;
  /** Begins to edit the active cell with a text; null when it cannot be edited. */
  readonly edit: ((value: string) => void) | null;
  readonly nextIssue: (back: boolean) => void;
}

/** Enter, F2 and a double click: edits the active cell, or opens its row. */
export function openCell<Row>({ props, selection, row, column, edit }: GridInput<Row>): void {
  if (row === undefined) return;
  if (edit !== null && column !== undefined) edit(column.text(row));
  else props.onOpen?.(row, selection.active.row, column?.key ?? '');
}

function onRowKey<Row>(event: KeyboardEvent, input: GridInput<Row>, row: Row): boolean {
  const { props, selection, column, edit } = input;
  if (props.onKey?.(event, row, selection.active.row, column?.key ?? '') === true) return true;
  if ((event.key === 'Enter' && !event.altKey && !event.ctrlKey && !event.metaKey) || event.key === 'F2') {
    openCell(input);
    return true;
  }
  if (event.key === ' ' && props.onEdit !== undefined) return true;
  const written = event.key === 'Delete' ? '' : writes(event) ? event.key : null;
  if (edit === null || written === null) return false;
  selection.clear();
  edit(written);
  return true;
}

/** Handles Ctrl C and Ctrl D. Ctrl V arrives as a paste event with the text. */
function onBlockKey<Row>(event: KeyboardEvent, { props, shape, selection }: GridInput<Row>): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || shape.rows === 0 || selection.active.row < 0) return false;
  const key = event.key.toLowerCase();
  const act = key === 'c' ? props.onCopy : key === 'd' ? props.onFillDown : undefined;
  act?.(selection.block);
  return act !== undefined;
}

function onWidthKey<Row>(event: KeyboardEvent, { props, column, width }: GridInput<Row>): boolean {
  const step = event.key === 'ArrowLeft' ? -WIDTH_STEP : event.key === 'ArrowRight' ? WIDTH_STEP : 0;
  if (!event.altKey || step === 0 || props.onResize === undefined || column === undefined) return false;
  props.onResize(column.key, columnWidth(width + step));
  return true;
}

function onArrow<Row>(event: KeyboardEvent, to: CellPosition, { props, selection, goTo }: GridInput<Row>): void {
  const { active } = selection;
  const isLonger = event.shiftKey && props.onCopy !== undefined;
  if (isLonger) selection.begin();
  else selection.clear();
  goTo(isLonger ? { ...to, row: Math.max(0, to.row) } : to);
  if (event.shiftKey && active.row >= 0 && to.row >= 0 && to.row !== active.row) props.onExtend?.(active.row, to.row);
}

/** Handles a key; returns true when it was handled. */
export function onGridKey<Row>(event: KeyboardEvent, input: GridInput<Row>): boolean {
  const { props, shape, selection, row, column } = input;
  const { active } = selection;
  if (onBlockKey(event, input) || onWidthKey(event, input)) return true;
  if (event.key === 'Escape' && selection.isBlock) {
    selection.clear();
    return true;
  }
  if (event.key === 'ArrowDown' && event.altKey && props.renderHeadingMenu !== undefined && column?.hasMenu === true) {
    input.openHeading();
    return true;
  }
  const to = positionAfter(event, active, shape);
  if (to !== null) {
    onArrow(event, to, input);
    return true;
  }
  if (event.key === 'F8' && props.onNextIssue !== undefined) {
    input.nextIssue(event.shiftKey);
    return true;
  }
  if (active.row < 0) {
    const isSort = (event.key === 'Enter' || event.key === ' ') && !event.ctrlKey && !event.metaKey && column?.sort !== undefined;
    if (isSort) input.sortBy(column);
    return isSort;
  }
  return row !== undefined && onRowKey(event, input, row);
}
