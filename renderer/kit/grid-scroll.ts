/**
 * Scrolls lists that are higher than an element can be. Chromium limits an element to about 33.5 million pixels, and to half of that at
 * 200% zoom. The scrolled element is lower than this, and its position is scaled to the whole list: `offset` is in pixels of the list,
 * `scrollTop` in pixels of the element.
 */

/** Maximum height of the scrolled element, well below the limit at 200% zoom. */
export const MAX_HEIGHT = 8_000_000;

export interface Scale {
  readonly rowHeight: number;
  readonly rows: number;
  /** Visible height, without the header. */
  readonly view: number;
}

const listHeight = ({ rows, rowHeight }: Scale): number => rows * rowHeight;

export const scrolledHeight = (scale: Scale): number => Math.min(MAX_HEIGHT, listHeight(scale));

/** True when the list is higher than the element, so that positions are scaled. */
export const isScaled = (scale: Scale): boolean => listHeight(scale) > MAX_HEIGHT;

/** The largest offset that can be scrolled to. */
export const maxOffset = (scale: Scale): number => Math.max(0, listHeight(scale) - scale.view);

const maxScrollTop = (scale: Scale): number => Math.max(0, scrolledHeight(scale) - scale.view);

const within = (value: number, last: number): number => Math.min(Math.max(0, value), last);

/** The offset in the list for a scroll position of the element. */
export function offsetAt(scrollTop: number, scale: Scale): number {
  const last = maxScrollTop(scale);
  if (last === 0) return 0;
  return isScaled(scale) ? within(scrollTop / last, 1) * maxOffset(scale) : within(scrollTop, last);
}

/** The scroll position of the element for an offset in the list. */
export function scrollTopAt(offset: number, scale: Scale): number {
  const last = maxOffset(scale);
  if (last === 0) return 0;
  return isScaled(scale) ? (within(offset, last) / last) * maxScrollTop(scale) : within(offset, last);
}

/** An offset moved by some pixels, clamped to the list. */
export const movedOffset = (offset: number, by: number, scale: Scale): number => within(offset + by, maxOffset(scale));

export interface Range {
  readonly first: number;
  /** The row after the last one. */
  readonly end: number;
}

/** Rows rendered above and below the visible ones. */
const ROWS_AROUND = 6;

/** The rows to render: the visible ones and a few around them. */
export function rowsAt(offset: number, scale: Scale): Range {
  const first = Math.max(0, Math.floor(offset / scale.rowHeight) - ROWS_AROUND);
  const end = Math.min(scale.rows, Math.ceil((offset + scale.view) / scale.rowHeight) + ROWS_AROUND);
  return { first, end: Math.max(first, end) };
}

/** The offset that shows a row with the least movement; unchanged when the row is visible. A view below a row's height shows its top. */
export function offsetShowing(row: number, offset: number, scale: Scale): number {
  const top = row * scale.rowHeight;
  // Before the first layout the view has no height.
  if (top < offset || scale.view < scale.rowHeight) return within(top, maxOffset(scale));
  if (top + scale.rowHeight > offset + scale.view) return within(top + scale.rowHeight - scale.view, maxOffset(scale));
  return offset;
}

/** Pixels to the left and right of the visible part in which columns are rendered too. */
const PIXELS_AROUND = 240;

/** The columns to render, including partly visible ones. `left`, `view` and `widths` are pixels. */
export function columnsAt(left: number, view: number, widths: readonly number[]): Range {
  let edge = 0;
  let first = -1;
  let end = 0;
  widths.forEach((width, index) => {
    const right = edge + width;
    if (right >= left - PIXELS_AROUND && edge <= left + view + PIXELS_AROUND) {
      if (first < 0) first = index;
      end = index + 1;
    }
    edge = right;
  });
  return { first: Math.max(0, first), end };
}
