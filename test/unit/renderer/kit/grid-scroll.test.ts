import { assert, double, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columnsAt,
  isScaled,
  maxOffset,
  movedOffset,
  offsetAt,
  offsetShowing,
  rowsAt,
  type Scale,
  scrolledHeight,
  scrollTopAt,
  MAX_HEIGHT,
} from '../../../../renderer/kit/grid-scroll.ts';

const list = (rows: number, view = 600): Scale => ({ rowHeight: 30, rows, view });

describe('the scrolled element', () => {
  it('is as high as its list, but not higher than Chromium allows at 200 %', () => {
    expect(scrolledHeight(list(1000))).toBe(30_000);
    expect(isScaled(list(1000))).toBe(false);
    expect(scrolledHeight(list(1_000_000))).toBe(MAX_HEIGHT);
    expect(MAX_HEIGHT).toBeLessThan(33_554_428 / 2);
  });

  it('shows the first row at its top and the last row at its end, even for a higher list', () => {
    for (const scale of [list(1000), list(1_000_000), list(1_048_576, 333)]) {
      expect(offsetAt(0, scale)).toBe(0);
      const end = offsetAt(scrolledHeight(scale) - scale.view, scale);
      expect(end).toBeCloseTo(maxOffset(scale));
      expect(rowsAt(end, scale).end).toBe(scale.rows);
    }
  });

  it('does not scroll when every row is visible', () => {
    expect(maxOffset(list(3))).toBe(0);
    expect(offsetAt(0, list(3))).toBe(0);
    expect(scrollTopAt(0, list(3))).toBe(0);
  });

  it('maps a position back to its offset', () => {
    assert(
      property(
        integer({ min: 1, max: 2_000_000 }),
        integer({ min: 60, max: 2000 }),
        double({ min: 0, max: 1, noNaN: true }),
        (rows, view, share) => {
          const scale = list(rows, view);
          const offset = share * maxOffset(scale);
          expect(offsetAt(scrollTopAt(offset, scale), scale)).toBeCloseTo(offset, 3);
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
          const offset = share * maxOffset(scale);
          const { first, end } = rowsAt(offset, scale);
          expect(first).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(rows);
          expect(first * scale.rowHeight).toBeLessThanOrEqual(offset);
          expect(end * scale.rowHeight).toBeGreaterThanOrEqual(Math.min(offset + view, rows * scale.rowHeight));
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
    expect(movedOffset(12_345, 30, scale)).toBe(12_375);
    expect(movedOffset(10, -300, scale)).toBe(0);
    expect(movedOffset(maxOffset(scale) - 5, 300, scale)).toBe(maxOffset(scale));
  });

  it('shows a row with the least movement', () => {
    const scale = list(1000);
    expect(offsetShowing(5, 0, scale)).toBe(0);
    expect(offsetShowing(5, 300, scale)).toBe(150);
    expect(offsetShowing(40, 300, scale)).toBe(41 * 30 - 600);
    expect(offsetShowing(999, 0, scale)).toBe(maxOffset(scale));
  });

  it('shows a row at the top of a view without a height, as before the first layout', () => {
    expect([0, 5].map((row) => offsetShowing(row, 0, list(1000, 0)))).toEqual([0, 150]);
  });
});

describe('columns to render', () => {
  it('are the visible ones and their neighbors', () => {
    const widths = Array.from({ length: 100 }, () => 100);
    expect(columnsAt(0, 500, widths)).toEqual({ first: 0, end: 8 });
    const { first, end } = columnsAt(5000, 500, widths);
    expect(first).toBeLessThanOrEqual(48);
    expect(end).toBeGreaterThanOrEqual(57);
    expect(end - first).toBeLessThan(16);
  });
});
