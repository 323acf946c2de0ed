import { assert, double, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columnsAt,
  isStretched,
  lastPlace,
  movedPlace,
  placeAt,
  placeShowing,
  rowsAt,
  type Scale,
  scrolledHeight,
  scrollTopAt,
  MAX_HEIGHT,
} from '../../../../renderer/components/grid-scroll.ts';

const list = (rows: number, view = 600): Scale => ({ rowHeight: 30, rows, view });

describe('the scrolled element', () => {
  it('is as high as its list, but not higher than Chromium allows at 200 %', () => {
    expect(scrolledHeight(list(1000))).toBe(30_000);
    expect(isStretched(list(1000))).toBe(false);
    expect(scrolledHeight(list(1_000_000))).toBe(MAX_HEIGHT);
    expect(MAX_HEIGHT).toBeLessThan(33_554_428 / 2);
  });

  it('shows the first row at its top and the last row at its end, even for a higher list', () => {
    for (const scale of [list(1000), list(1_000_000), list(1_048_576, 333)]) {
      expect(placeAt(0, scale)).toBe(0);
      const end = placeAt(scrolledHeight(scale) - scale.view, scale);
      expect(end).toBeCloseTo(lastPlace(scale));
      expect(rowsAt(end, scale).end).toBe(scale.rows);
    }
  });

  it('does not scroll when every row is visible', () => {
    expect(lastPlace(list(3))).toBe(0);
    expect(placeAt(0, list(3))).toBe(0);
    expect(scrollTopAt(0, list(3))).toBe(0);
  });

  it('maps a position back to its place', () => {
    assert(
      property(
        integer({ min: 1, max: 2_000_000 }),
        integer({ min: 60, max: 2000 }),
        double({ min: 0, max: 1, noNaN: true }),
        (rows, view, share) => {
          const scale = list(rows, view);
          const place = share * lastPlace(scale);
          expect(placeAt(scrollTopAt(place, scale), scale)).toBeCloseTo(place, 3);
        },
      ),
    );
  });
});

describe('rows to render', () => {
  it('include the visible ones and stay within the list', () => {
    assert(
      property(
        integer({ min: 0, max: 2_000_000 }),
        integer({ min: 60, max: 2000 }),
        double({ min: 0, max: 1, noNaN: true }),
        (rows, view, share) => {
          const scale = list(rows, view);
          const place = share * lastPlace(scale);
          const { first, end } = rowsAt(place, scale);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(rows);
          expect(first * scale.rowHeight).toBeLessThanOrEqual(place);
          expect(end * scale.rowHeight).toBeGreaterThanOrEqual(Math.min(place + view, rows * scale.rowHeight));
        },
      ),
    );
  });

  it('are few, even for a long list', () => {
    const { first, end } = rowsAt(15_000_000, list(1_000_000));
    expect(end - first).toBeLessThan(40);
  });
});

describe('scrolling', () => {
  it('moves a scaled list by exactly one row for one row of the wheel', () => {
    const scale = list(1_000_000);
    expect(movedPlace(12_345, 30, scale)).toBe(12_375);
    expect(movedPlace(10, -300, scale)).toBe(0);
    expect(movedPlace(lastPlace(scale) - 5, 300, scale)).toBe(lastPlace(scale));
  });

  it('shows a row with the least movement', () => {
    const scale = list(1000);
    expect(placeShowing(5, 0, scale)).toBe(0);
    expect(placeShowing(5, 300, scale)).toBe(150);
    expect(placeShowing(40, 300, scale)).toBe(41 * 30 - 600);
    expect(placeShowing(999, 0, scale)).toBe(lastPlace(scale));
  });
});

describe('columns to render', () => {
  it('are the visible ones and their neighbors', () => {
    const widths = Array.from({ length: 100 }, () => 100);
    expect(columnsAt(0, 500, widths, 0)).toEqual({ first: 0, end: 6 });
    const { first, end } = columnsAt(5000, 500, widths);
    expect(first).toBeLessThanOrEqual(48);
    expect(end).toBeGreaterThanOrEqual(57);
    expect(end - first).toBeLessThan(16);
  });
});
