import { describe, expect, it } from 'vitest';
import { positionAfter, writes } from '../../../../renderer/kit/grid-keys.ts';

const shape = { rows: 1_000_000, columns: 10, visibleRows: 20 };
const press = (key: string, ctrlKey = false) => positionAfter({ key, ctrlKey, metaKey: false }, { row: 500, column: 4 }, shape);

describe('grid keys', () => {
  it('move by a cell, a row, a page, or the whole list', () => {
    expect(press('ArrowDown')).toEqual({ row: 501, column: 4 });
    expect(press('ArrowLeft')).toEqual({ row: 500, column: 3 });
    expect(press('Home')).toEqual({ row: 500, column: 0 });
    expect(press('End')).toEqual({ row: 500, column: 9 });
    expect(press('PageDown')).toEqual({ row: 519, column: 4 });
    expect(press('PageUp')).toEqual({ row: 481, column: 4 });
    expect(press('Home', true)).toEqual({ row: 0, column: 0 });
    expect(press('End', true)).toEqual({ row: 999_999, column: 9 });
    expect(press('a')).toBeNull();
  });

  it('stop at the edges, including the header above the first row', () => {
    const from = { row: 0, column: 0 };
    expect(positionAfter({ key: 'ArrowUp', ctrlKey: false, metaKey: false }, from, shape)).toEqual({ row: -1, column: 0 });
    expect(positionAfter({ key: 'PageUp', ctrlKey: false, metaKey: false }, from, shape)).toEqual({ row: 0, column: 0 });
    expect(positionAfter({ key: 'ArrowLeft', ctrlKey: false, metaKey: false }, from, shape)).toEqual(from);
    expect(positionAfter({ key: 'ArrowDown', ctrlKey: false, metaKey: false }, { row: -1, column: 2 }, { ...shape, rows: 0 })).toEqual({
      row: -1,
      column: 2,
    });
  });

  it('character keys start an edit, and commands do not', () => {
    const key = { key: 'a', ctrlKey: false, metaKey: false, altKey: false };
    expect(writes(key)).toBe(true);
    expect(writes({ ...key, ctrlKey: true })).toBe(false);
    expect(writes({ ...key, key: 'Enter' })).toBe(false);
    expect(writes({ ...key, key: ' ' })).toBe(false);
  });
});
