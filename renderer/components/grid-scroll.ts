/**
 * Scrolls more rows than an element can be high. Chromium limits an element to about 33.5 million pixels, and to half of that at 200 %. The
 * scrolled element stays below that and its position is scaled to the whole list: `place` counts pixels of the list, `scrollTop` pixels of
 * the element.
 */

/** Maximum height of the scrolled element; also well below the limit at 200 %. */
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
export const isStretched = (scale: Scale): boolean => listHeight(scale) > MAX_HEIGHT;

/** The largest place that can be scrolled to. */
export const lastPlace = (scale: Scale): number => Math.max(0, listHeight(scale) - scale.view);

const lastScrollTop = (scale: Scale): number => Math.max(0, scrolledHeight(scale) - scale.view);

const within = (value: number, last: number): number => Math.min(Math.max(0, value), last);

/** The place in the list for a scroll position of the element. */
export function placeAt(scrollTop: number, scale: Scale): number {
  const last = lastScrollTop(scale);
  if (last === 0) return 0;
  return isStretched(scale) ? within(scrollTop / last, 1) * lastPlace(scale) : within(scrollTop, last);
}

/** The scroll position of the element for a place in the list. */
export function scrollTopAt(place: number, scale: Scale): number {
  const last = lastPlace(scale);
  if (last === 0) return 0;
  return isStretched(scale) ? (within(place, last) / last) * lastScrollTop(scale) : within(place, last);
}

/** A place moved by some pixels, clamped to the list. */
export const movedPlace = (place: number, by: number, scale: Scale): number => within(place + by, lastPlace(scale));

export interface Range {
  readonly first: number;
  /** The row after the last one. */
  readonly end: number;
}

/** The rows to render: the visible ones and a few around them. */
export function rowsAt(place: number, scale: Scale, around = 6): Range {
  const first = Math.max(0, Math.floor(place / scale.rowHeight) - around);
  const end = Math.min(scale.rows, Math.ceil((place + scale.view) / scale.rowHeight) + around);
  return { first, end: Math.max(first, end) };
}

/** The place that shows a row with the least movement; unchanged when the row is visible. */
export function placeShowing(row: number, place: number, scale: Scale): number {
  const top = row * scale.rowHeight;
  if (top < place) return within(top, lastPlace(scale));
  if (top + scale.rowHeight > place + scale.view) return within(top + scale.rowHeight - scale.view, lastPlace(scale));
  return place;
}

/** The columns to render, partly visible ones included, as a range like that of rows. */
export function columnsAt(left: number, view: number, widths: readonly number[], around = 240): Range {
  let edge = 0;
  let first = -1;
  let end = 0;
  widths.forEach((width, index) => {
    const right = edge + width;
    if (right >= left - around && edge <= left + view + around) {
      if (first < 0) first = index;
      end = index + 1;
    }
    edge = right;
  });
  return { first: Math.max(0, first), end };
}
