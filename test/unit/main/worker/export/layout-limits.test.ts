/** The values that the columns of a layout do not accept, by position: the limits of one column never apply to another. */
import { expect, it } from 'vitest';
import { textCell } from '../../../../../main/worker/export/layout-lines.ts';
import { LayoutLimits } from '../../../../../main/worker/export/layout-limits.ts';

const linesOf = (...lines: (readonly string[])[]) => lines.map((texts) => ({ cells: texts.map(textCell) }));
const limits = new LayoutLimits([
  { title: 'ID' },
  { title: 'Code', most: 3 },
  { title: 'Rating', known: ['High', 'Low'] },
  { title: 'Note', most: 5, known: ['Board'] },
]);

it('a text may fill its column', () => {
  expect(limits.tooLong(linesOf(['a long ID', 'abc', 'Unlimited', 'Board']))).toEqual([]);
  expect(limits.tooLong(linesOf(['1', 'abcd', 'High', 'Boards'], ['2', '', 'Low', 'Trustee']))).toEqual([
    { title: 'Code', text: 'abcd', most: 3 },
    { title: 'Note', text: 'Boards', most: 5 },
    { title: 'Note', text: 'Trustee', most: 5 },
  ]);
});

it('an empty cell is no word, and spaces around a word do not count', () => {
  expect(limits.unknown(linesOf(['Other', 'Other', '', ' '], ['', '', ' High ', 'Board']))).toEqual([]);
  expect(limits.unknown(linesOf(['1', '', 'high', 'Trustee']))).toEqual([
    { title: 'Rating', word: 'high' },
    { title: 'Note', word: 'Trustee' },
  ]);
});

it('columns without limits take everything', () => {
  const free = new LayoutLimits([{ title: 'ID' }, { title: 'Code' }]);
  const lines = linesOf(['x'.repeat(1_000), 'any word']);
  expect([free.tooLong(lines), free.unknown(lines)]).toEqual([[], []]);
});
