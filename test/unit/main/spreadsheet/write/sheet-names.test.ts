import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { uniqueSheetName } from '../../../../../main/spreadsheet/write/sheet-names.ts';
import { nastyText } from '../../../../kit/nasty-text.ts';

const names = (...wanted: string[]): string[] => {
  const taken = new Set<string>();
  return wanted.map((name) => uniqueSheetName(name, taken));
};

test.each([
  [
    ['Scores', 'Errors'],
    ['Scores', 'Errors'],
  ],
  [
    ['Scores', 'Scores', 'SCORES'],
    ['Scores', 'Scores (2)', 'SCORES (3)'],
  ],
  [['a/b\\c?d*e[f]g:h'], ['a b c d e f g h']],
  [["'quoted'"], ['quoted']],
  [["O'Neill"], ["O'Neill"]],
  [
    ['', '  ', '\u0000'],
    ['Sheet', 'Sheet (2)', 'Sheet (3)'],
  ],
  [['History'], ['History 1']],
  [
    ['x'.repeat(40), 'x'.repeat(40)],
    ['x'.repeat(31), `${'x'.repeat(27)} (2)`],
  ],
  [[`${'x'.repeat(30)}😀`], ['x'.repeat(30)]],
  [['Gala \uD800'], ['Gala \uFFFD']],
])('%j become %j', (wanted, given) => {
  expect(names(...wanted)).toEqual(given);
});

test('every name fits, and no two are the same to Excel', () => {
  fc.assert(
    fc.property(fc.array(nastyText(), { maxLength: 12 }), (wanted) => {
      const given = names(...wanted, ...wanted);
      expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(given.length);
      for (const name of given) {
        expect(name).toMatch(/^[^\\/?*[\]:]{1,31}$/);
        expect(Buffer.from(name).every((byte) => byte >= 0x20)).toBe(true);
        expect(name).not.toMatch(/^'|'$/);
        expect(name.isWellFormed()).toBe(true);
      }
    }),
  );
});
