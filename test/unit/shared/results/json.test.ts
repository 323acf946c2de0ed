/** Every number keeps its digits, because a long one is often an ID. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooDeep, parseAnswer, parseJson, WrittenNumber } from '../../../../shared/results/json.ts';
import { readInteger, readNumber, readText } from '../../../../shared/results/json-values.ts';

it.each([
  '12345678901234567',
  '-12345678901234567',
  '[12345678901234567,12345678901234568]',
  '{"id":98765432109876543210,"n":7}',
  '9007199254740993',
  '[0.12345678901234567,12345678901234567.5,1e20,12345678901234567E1,1e400,-0,0.0000001,1.50,[1.0],-2.10]',
  '{"a":"1.50, 2.0 ","b":[{"c":1.050}]}',
  '"12345678901234567"',
])('%s keeps its digits', (text) => {
  expect(JSON.stringify(parseJson(text))).toBe(text);
});

it('any number keeps its digits, wherever it is', () => {
  const digits = (max: number) => fc.string({ unit: fc.constantFrom(...'0012345678990'.split('')), minLength: 1, maxLength: max });
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      digits(22),
      fc.option(digits(22), { nil: '' }),
      fc.option(fc.tuple(fc.constantFrom('e', 'E+', 'e-'), fc.nat(30)), { nil: null }),
    )
    .map(
      ([sign, whole, fraction, power]) =>
        `${sign}${whole.replace(/^0+(?=\d)/, '')}${fraction === '' ? '' : `.${fraction}`}${power === null ? '' : power.join('')}`,
    );
  const place = fc.constantFrom<(one: string) => string>(
    (one) => one,
    (one) => `[${one},${one}]`,
    (one) => `{"a":{"b":${one}},"c":"${one}, x"}`,
  );
  fc.assert(
    fc.property(number, place, (one, put) => {
      expect(JSON.stringify(parseJson(put(one)))).toBe(put(one));
    }),
    { numRuns: 3000 },
  );
});

it('numbers that JavaScript writes in the same way stay numbers', () => {
  expect(parseJson('[9007199254740991,-9007199254740991,1234567890123456,1.5,0.30000000000000004,0,-1,100,10.05]')).toEqual([
    9_007_199_254_740_991,
    -9_007_199_254_740_991,
    1_234_567_890_123_456,
    1.5,
    0.1 + 0.2,
    0,
    -1,
    100,
    10.05,
  ]);
});

it('a number with other digits is read as a text with all of them, and as a number where it is one', () => {
  const read = (text: string) => {
    const value = parseJson(text);
    expect(value).toBeInstanceOf(WrittenNumber);
    return [readText(value), readNumber(value), readInteger(value)];
  };
  // A count or an amount that a double cannot represent exactly counts as missing.
  expect(read('12345678901234567')).toEqual(['12345678901234567', null, null]);
  expect(read('1250.50')).toEqual(['1250.50', 1250.5, null]);
  expect(read('3.0')).toEqual(['3.0', 3, 3]);
  expect(read('1e400')).toEqual(['1e400', null, null]);
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

describe('an answer that is read as a whole', () => {
  it.each([
    ['{"a":NaN,"b":1.50}', '{"a":"NaN","b":1.50}'],
    ['[-Infinity,007,+5,.5,undefined,12345678901234567]', '["-Infinity","007","+5",".5","undefined",12345678901234567]'],
    [`{status: "it's NaN, 007", ok: True}`, `{"status":"it's NaN, 007","ok":"True"}`],
    ['{"text":"a\tb\n","n":null,"deep":[true,[NaN]]}', String.raw`{"text":"a\tb\n","n":null,"deep":[true,["NaN"]]}`],
  ])('keeps a word that is no JSON as a text: %s', (text, json) => {
    expect(JSON.stringify(parseAnswer(text))).toBe(json);
  });

  it.each(['{"a":NaN', '[NaN,', 'NaN', 'busy', '{"a":"b', '{"a" "b"}', '{"a":not known}', '{"a":1,}'])('%s is refused', (text) => {
    expect(() => parseAnswer(text)).toThrow(SyntaxError);
  });

  it.each(['{"id":"p\u0000r"}', '{"id":12\u000034}', '["a\u001Bb",NaN]'])(
    'damaged by a control character is refused, and not read as another value: %j',
    (text) => {
      expect(() => parseAnswer(text)).toThrow(SyntaxError);
    },
  );

  it.each<[what: string, text: string]>([
    ['quotes without an end', `{"a":"${String.raw`\"`.repeat(1_000_000)}`],
    ['a text without an end that ends with a backslash', `[NaN,"${'x'.repeat(1_000_000)}\\`],
    ['other words', `[${'x,'.repeat(2_000_000)}`],
  ])('costs no more time for each character when it is long: %s', { timeout: 15_000 }, (_what, text) => {
    expect(() => parseAnswer(text)).toThrow(SyntaxError);
  });

  it('that is JSON is the same', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.stringify(parseAnswer(text))).toBe(JSON.stringify(parseJson(text)));
      }),
    );
  });
});
