/** Integers that a JavaScript number cannot hold keep their digits, because they are often IDs. */
import { describe, expect, it } from 'vitest';
import { isTooDeep, parseJson } from '../../../../shared/results/json.ts';

it.each<[text: string, value: unknown]>([
  ['12345678901234567', '12345678901234567'],
  ['-12345678901234567', '-12345678901234567'],
  ['[12345678901234567,12345678901234568]', ['12345678901234567', '12345678901234568']],
  ['{"id":98765432109876543210,"n":7}', { id: '98765432109876543210', n: 7 }],
  // Exact integers stay numbers, and so do all other values.
  ['9007199254740991', 9_007_199_254_740_991],
  ['-9007199254740991', -9_007_199_254_740_991],
  ['9007199254740993', '9007199254740993'],
  [
    '[1234567890123456,1.5,true,null,"1234567890123456789",{"a":2}]',
    [1_234_567_890_123_456, 1.5, true, null, '1234567890123456789', { a: 2 }],
  ],
  // Fractions and powers are amounts, not IDs.
  ['[12345678901234567,0.12345678901234567]', ['12345678901234567', Number('0.12345678901234567')]],
  ['[12345678901234567,12345678901234567.5]', ['12345678901234567', Number('12345678901234567.5')]],
  ['[12345678901234567,1e20]', ['12345678901234567', 1e20]],
  ['[12345678901234567,12345678901234567e1]', ['12345678901234567', Number('12345678901234567e1')]],
  ['[12345678901234567,0.5,-1,"x"]', ['12345678901234567', 0.5, -1, 'x']],
  ['1e20', 1e20],
  ['"12345678901234567"', '12345678901234567'],
])('%s', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});

it.each(['', '{', '[1,]', '12345678901234567x'])('%j is not JSON', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

describe('an answer is too deep', () => {
  const MOST = 2_500;
  const nested = (depth: number, [open, close]: readonly [string, string] = ['[', ']']) => open.repeat(depth) + close.repeat(depth);

  it.each<[is: boolean, what: string, text: string]>([
    [false, 'arrays at the limit', nested(MOST)],
    [true, 'arrays beyond it', nested(MOST + 1)],
    [true, 'objects beyond it', nested(MOST + 1, ['{"a":', '}'])],
    [true, 'both together beyond it', nested(MOST / 2 + 1, ['[{"a":', '}]'])],
    [false, 'many arrays next to each other', `[${'[],'.repeat(2 * MOST)}[]]`],
    [false, 'many objects next to each other', `[${'{},'.repeat(2 * MOST)}{}]`],
    [false, 'many signs in a text', `"${'['.repeat(3 * MOST)}${'{'.repeat(3 * MOST)}"`],
    [false, 'an escaped quote in a text', `["\\"${'['.repeat(3 * MOST)}"${','.repeat(2 * MOST)}]`],
    [false, 'an escaped backslash at the end of a text', `["\\\\",${'[],'.repeat(2 * MOST)}"${'['.repeat(3 * MOST)}"]`],
    [true, 'arrays after an escaped quote', `["\\"",${nested(MOST + 1)}]`],
    [true, 'arrays after a text with signs that close', `["${']'.repeat(MOST)}",${nested(MOST + 1)}]`],
    [false, 'nothing', ''],
  ])('%s: %s', (is, _what, text) => {
    expect(isTooDeep(text)).toBe(is);
  });
});
