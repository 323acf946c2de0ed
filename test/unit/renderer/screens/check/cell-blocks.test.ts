import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockText } from '../../../../../renderer/format/cell-text.ts';
import { editsOf, parseBlock, repeatedValue, valuesOf } from '../../../../../renderer/screens/check/cell-blocks.ts';
import { CHECK_FIELDS, checkRow } from '../../../../fakes/check-fixtures.ts';

const rows = [checkRow(0), checkRow(1)];
const [first, second] = rows;

describe('copied cells', () => {
  it.each(['=1+1', '+cmd|x', '@SUM(A1)', '-2+3', '\t=1', '\n=1', "'=1"])(
    '%j cannot run as a formula in a spreadsheet program, and comes back as it was',
    (value) => {
      const text = blockText([[value, 'b']]);
      expect(text).toMatch(/^"?'/);
      expect(parseBlock(text)).toEqual([[value, 'b']]);
    },
  );

  it.each(['Ann', '-5', '+1 617 555 0100', "O'Neill", "'quoted'"])('%j is copied as it is', (value) => {
    expect(blockText([[value]])).toBe(value);
  });
});

describe('blocks of cells', () => {
  it('are read back from their text unchanged', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', 'é') });
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 4 })
          .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 })),
        (cells) => {
          fc.pre(cells.at(-1)?.some((value) => value !== '') === true);
          expect(parseBlock(blockText(cells))).toEqual(cells);
        },
      ),
    );
  });

  it('are read as spreadsheet programs write them', () => {
    expect(parseBlock('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(parseBlock('12" pipe\tx')).toEqual([['12" pipe', 'x']]);
  });

  it('are written into the shown columns from the first cell on, only where a value changes', () => {
    const keys = ['city', 'state'];
    const state = second!.values[CHECK_FIELDS.indexOf('state')]!;
    expect(editsOf(rows, keys, CHECK_FIELDS, [['Salem', 'OR', 'too wide'], ['Salem', state], ['too long']])).toEqual([
      { row: first!.row, field: 'city', value: 'Salem' },
      { row: first!.row, field: 'state', value: 'OR' },
      { row: second!.row, field: 'city', value: 'Salem' },
    ]);
  });

  it('omit a column that is not a field', () => {
    expect(valuesOf([first!], ['send', 'constituentId'], CHECK_FIELDS)).toEqual([[first!.values[0]]]);
    expect(editsOf([first!], ['send'], CHECK_FIELDS, [['x']])).toEqual([]);
  });

  it('repeat one value', () => {
    expect(repeatedValue('x', 2, 2)).toEqual([
      ['x', 'x'],
      ['x', 'x'],
    ]);
  });
});
