/** The geometry of a grid's columns: their widths, and which columns are frozen or drawn. */
import { useMemo } from 'react';
import { columnsAt, type Range } from './grid-scroll.ts';
import type { GridColumn } from './grid-column.ts';

const MIN_WIDTH = 48;
const MAX_WIDTH = 640;
/** The largest share of the width for frozen columns. */
const MAX_FROZEN_SHARE = 0.6;

/** A width in pixels that a column can have. */
export const columnWidth = (width: number): number => Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH);

const totalWidth = (widths: readonly number[]): number => widths.reduce((sum, one) => sum + one, 0);

/** The widths of the columns. Growing columns share the remaining width. */
function grownWidths(columns: readonly GridColumn<never>[], width: number): number[] {
  const spare = width - totalWidth(columns.map((column) => column.width));
  const growing = columns.filter(({ grows }) => grows === true).length;
  return columns.map((column) => column.width + (spare > 0 && column.grows === true ? Math.floor(spare / growing) : 0));
}

/**
 * The left edges of the frozen columns. Uses the first choice that needs at most `most` pixels, else the last choice. Only columns at the
 * start can be frozen.
 */
function frozenEdges(
  columns: readonly GridColumn<never>[],
  widths: readonly number[],
  choices: readonly (readonly string[])[],
  left: number,
  most: number,
): number[] {
  const counts = choices.map((keys) =>
    Math.max(
      0,
      columns.findIndex(({ key }) => !keys.includes(key)),
    ),
  );
  const count = counts.find((one) => left + totalWidth(widths.slice(0, one)) <= most) ?? counts.at(-1) ?? 0;
  return widths.slice(0, count).map((_, at) => left + totalWidth(widths.slice(0, at)));
}

export interface ColumnGeometry {
  readonly widths: readonly number[];
  /** The left edges of the frozen columns, which come first. */
  readonly frozen: readonly number[];
  readonly frozenWidth: number;
  /** The drawn columns after the frozen ones, and the width of the skipped columns between them. */
  readonly drawn: Range;
  readonly drawnLeft: number;
  /** Width of all columns, including the row header. */
  readonly width: number;
}

interface Frame {
  /** Keys of frozen columns, one list per choice. */
  readonly frozen: readonly (readonly string[])[];
  readonly headerWidth: number;
  /** Inner width of the grid, and how far it is scrolled. */
  readonly width: number;
  readonly left: number;
}

/** Lengths are pixels. */
export function useColumnGeometry(
  columns: readonly GridColumn<never>[],
  { frozen: choices, headerWidth, width, left }: Frame,
): ColumnGeometry {
  const widths = useMemo(() => grownWidths(columns, width - headerWidth), [columns, width, headerWidth]);
  const frozen = useMemo(
    () => frozenEdges(columns, widths, choices, headerWidth, width * MAX_FROZEN_SHARE),
    [columns, widths, choices, headerWidth, width],
  );
  const frozenWidth = totalWidth(widths.slice(0, frozen.length));
  const free = columnsAt(left, Math.max(0, width - headerWidth - frozenWidth), widths.slice(frozen.length));
  const first = frozen.length + free.first;
  const end = frozen.length + free.end;
  const drawn = useMemo<Range>(() => ({ first, end }), [first, end]);
  return {
    widths,
    frozen,
    frozenWidth,
    drawn,
    drawnLeft: totalWidth(widths.slice(frozen.length, first)),
    width: headerWidth + totalWidth(widths),
  };
}

/** True for a column that is in the document. */
export const isColumnDrawn = (column: number, { frozen, drawn }: ColumnGeometry): boolean =>
  column < frozen.length || (column >= drawn.first && column < drawn.end);

/** The scroll position that shows a column with the least movement; null when it is already visible. */
export function leftShowing(column: number, { widths, frozen, frozenWidth }: ColumnGeometry, box: Element, headerWidth: number) {
  if (column < frozen.length) return null;
  const before = totalWidth(widths.slice(frozen.length, column));
  const own = widths[column] ?? 0;
  const visible = box.clientWidth - headerWidth - frozenWidth;
  if (before < box.scrollLeft) return before;
  return before + own > box.scrollLeft + visible ? before + own - visible : null;
}
