import { describe, expect, it } from 'vitest';
import {
  isDecimalPoint,
  provenDecimal,
  readAmount,
  readCount,
  readPlainAmount,
  usualDecimal,
} from '../../../../shared/transforms/amounts.ts';

describe('a plain amount', () => {
  it.each<[text: string, value: number]>([
    ['0', 0],
    ['5', 5],
    ['120', 120],
    ['987654321', 987_654_321],
    ['999999999999999', 999_999_999_999_999],
    ['0.1', 0.1],
    ['0.0625', 0.0625],
    ['12.5', 12.5],
    ['1234.56', 1234.56],
    ['123456789.1234', 123_456_789.1234],
  ])('%s is %d', (text, value) => {
    expect(readPlainAmount(text)).toBe(value);
  });

  it.each([
    '',
    '.',
    '.5',
    '5.',
    '1.0',
    '1.10',
    '1..5',
    '1.2.3',
    '00',
    '05',
    '00.5',
    '-1',
    '+1',
    '1,000',
    '1.23456',
    '1234567890.12345',
    '12345678901234.56',
    '1a',
    'a',
    ' 1',
    '1 ',
    '1/2',
    '1:2',
  ])('%j is not a plain amount', (text) => {
    expect(readPlainAmount(text)).toBe(-1);
  });
});

it('a point before three digits separates thousands when the decimal sign is a comma', () => {
  expect(['1.234', '12.345', '1.23', '1234', '1.2345'].map((text) => isDecimalPoint(text, 'comma'))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(['1.234', '1.23'].map((text) => isDecimalPoint(text, 'point'))).toEqual([true, true]);
});

describe('an amount', () => {
  it.each<[text: string, plain: string]>([
    // US notation.
    ['$5', '5'],
    ['$0', '0'],
    ['$05', '5'],
    ['$1,234', '1234'],
    ['$12,345', '12345'],
    ['$123,456', '123456'],
    ['$1,234,567.80', '1234567.8'],
    ['$123456789012345', '123456789012345'],
    ['1.2000', '1.2'],
    ['1.2345', '1.2345'],
    ['000123', '123'],
    ['$90.09', '90.09'],
    ['10.00', '10'],
    // With currencies.
    ['500 kr.', '500'],
    ['Fr. 20', '20'],
    ['20 euro', '20'],
    ['1 dollar', '1'],
    ['NZ$5', '5'],
    ['R$5', '5'],
    ['₹1,00,000', '100000'],
    ['฿5', '5'],
    // Signs.
    ['- 5', '-5'],
    ['5 -', '-5'],
    ['−5', '-5'],
    ['–5', '-5'],
    ['5–', '-5'],
    ['+ 5', '5'],
    ['( 5 )', '-5'],
    ['USD (5)', '-5'],
    ['-5 .–', '-5'],
    ['1 234\u00A0567', '1234567'],
    [' (5) ', '-5'],
    ['(USD 5)', '-5'],
    ['USD (5)', '-5'],
    ['-5 .–', '-5'],
    ['$( 5 )', '-5'],
    ['(0)', '0'],
    ['250.-', '250'],
    ['250,-', '250'],
    ['250.–', '250'],
    ['250,—', '250'],
    ['-250.--', '-250'],
    // Thousands and millions.
    ['5k', '5000'],
    ['5 K.', '5000'],
    ['5m', '5000000'],
    ['5MM', '5000000'],
    ['5 mio', '5000000'],
    ['5 mil', '5000000'],
    ['5b', '5000000000'],
    ['5bn', '5000000000'],
    ['0.5k', '500'],
    ['.5k', '500'],
    ['1.234k', '1234'],
    ['1,234k', '1234'],
    ['1.23456789k', '1234.57'],
    ['0.0001m', '100'],
    // Powers of ten, as spreadsheets write them.
    ['1e5', '100000'],
    ['1E+5', '100000'],
    ['1.25e3', '1250'],
    ['1,25e3', '1250'],
    ['2.5e-1', '0.25'],
    ['5e-1', '0.5'],
    ['5e-2', '0.05'],
    ['1.5e-3', '0.0015'],
    ['1e0', '1'],
    ['1e14', '100000000000000'],
    // Rounded to cents beyond four decimals.
    ['0.12345', '0.12'],
    ['0.12500', '0.125'],
    ['0.12551', '0.13'],
    ['1.99999', '2'],
    ['9.99500001', '10'],
    ['0.005000001', '0.01'],
    ['0.004999999', '0'],
    ['10.10000001', '10.1'],
    ['20.00000001', '20'],
    ['-0.00000001', '0'],
    ['999999999999.99999', '1000000000000'],
    // Digits in groups.
    ['1 234 567', '1234567'],
    ['1 234 567.5', '1234567.5'],
    ['12,34,567', '1234567'],
    ['1.234.567,89', '1234567.89'],
    ['0.123', '0.123'],
    ['0,12', '0.12'],
    ['1234,5', '1234.5'],
    ['1234,567', '1234.567'],
    ['12345.678', '12345.678'],
    [',5', '0.5'],
    ['5,', '5'],
    ['5.', '5'],
    ['1,000.', '1000'],
    ['00', '0'],
    ['00.50', '0.5'],
    ['0,000', '0'],
    ['1,234,000', '1234000'],
    [`${' '.repeat(20)}5${' '.repeat(20)}`, '5'],
    [`${' '.repeat(47)}5`, '5'],
  ])('%j is %s', (text, plain) => {
    expect(readAmount(text, 'point')).toBe(plain);
  });

  it.each<[text: string, plain: string]>([
    ['1.234', '1234'],
    ['12.345,6', '12345.6'],
    ['1.23', '1.23'],
    ['1.2345', '1.2345'],
    ['1,234', '1.234'],
    ['1234.567', '1234.567'],
    ['1.000', '1000'],
    ['100.000', '100000'],
    ['0.123', '0.123'],
    ['1.234k', '1234'],
    ['5', '5'],
    ['5.00', '5'],
  ])('%j is %s with a decimal comma', (text, plain) => {
    expect(readAmount(text, 'comma')).toBe(plain);
  });

  it.each([
    '1234,567,890',
    ',123,456',
    '1,,234',
    '1, 234.5.6',
    '1 23',
    '1 234,567 890',
    "1'23",
    "1,234'567 890",
    '1 2345',
    '5)',
    '(5',
    '$(55',
    '$55)',
    ')5(',
    '(',
    '5.--5',
    'AA1',
    "1'234 567",
    '(-5)',
    '(5-)',
    '-5-',
    '5-5',
    '5k5',
    '1 2 k',
    'k',
    'e5',
    '12e3',
    '1e100',
    '1e15',
    '1.5e5x',
    'x1e5',
    '9999999999999999',
    '99999999999999999.999999',
    '12345678901234.56',
    '$',
    'USD',
    '. ',
    ',',
    '$$',
    'abc 5',
    '5 / 6',
    '5%',
    `${' '.repeat(48)}5`,
  ])('%j is not an amount', (text) => {
    expect(readAmount(text, 'point')).toBeNull();
  });
});

describe('a count', () => {
  it.each<[text: string, plain: string]>([
    ['1 gift', '1'],
    ['2 gifts', '2'],
    ['3 Donations', '3'],
    ['1 donation', '1'],
    ['4 times', '4'],
    ['5 x', '5'],
    ['1,000 gifts', '1000'],
    ['6.00', '6'],
  ])('%j is %s', (text, plain) => {
    expect(readCount(text)).toBe(plain);
  });

  it('can have 48 characters with its unit, and no more', () => {
    expect([`5${'gifts'.padStart(47)}`, `5${'gifts'.padStart(48)}`].map(readCount)).toEqual(['5', null]);
  });

  it.each(['2.5 gifts', 'gifts', '5 gifts each', '5 xs', '5x5', `${' '.repeat(48)}5`, `${'5 gift'.padEnd(48)}s`])(
    '%j is not a count',
    (text) => {
      expect(readCount(text)).toBeNull();
    },
  );
});

describe('the decimal sign in the amounts of a column', () => {
  it.each<[ReturnType<typeof provenDecimal>, string[]]>([
    ['point', ['1.5']],
    ['comma', ['1,5']],
    ['point', ['1.2345']],
    ['comma', ['5,', '7']],
    ['point', ['.5']],
    ['comma', [',5']],
    ['point', ['1,000,000']],
    ['comma', ['1.000.000']],
    ['point', ['12,345.678']],
    ['comma', ['12.345,678']],
    ['point', ['$1234.500']],
    ['comma', ['0,500 €']],
    // A tie means a point.
    ['point', ['1.5', '1,5']],
    ['comma', ['1.5', '1,5', '2,5']],
    [null, ['1.000', '1,000']],
    [null, ['abc', '']],
  ])('is proven to be %s: %j', (sign, values) => {
    expect(provenDecimal(values)).toBe(sign);
  });

  it.each<[ReturnType<typeof usualDecimal>, string[]]>([
    ['comma', ['12.000', '123.500', '1.000 kr']],
    ['point', ['12,000', '123,500']],
    ['comma', ['USD 1.000,']],
    ['comma', ['1.000.']],
    [null, ['1.000,50']],
    [null, ['1.000.50']],
    [null, ['1.0000']],
    [null, ['1.00']],
    [null, ['0.500']],
    [null, ['1234.000']],
    [null, []],
  ])('is suggested to be %s: %j', (sign, values) => {
    expect(usualDecimal(values)).toBe(sign);
  });
});
