import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainAmount, readAmount, readCount, type DecimalSign } from '../../../../shared/numbers/amounts.ts';

describe('readAmount', () => {
  it.each<[string, string]>([
    ['250', '250'],
    ['0', '0'],
    ['0.5', '0.5'],
    ['1250.00', '1250'],
    ['1250.50', '1250.5'],
    ['$1,234.50', '1234.5'],
    ['$4,810,002.13', '4810002.13'],
    ['(250.00)', '-250'],
    ['($1,250.00)', '-1250'],
    ['$(1,250.00)', '-1250'],
    ['-250', '-250'],
    ['250-', '-250'],
    ['-$250.10', '-250.1'],
    ['$-250', '-250'],
    ['+250', '250'],
    ['1.234,56 €', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1 234,56', '1234.56'],
    ['1\u00A0234,56', '1234.56'],
    ['1\u202F234,5', '1234.5'],
    ["1'234.50", '1234.5'],
    ['CHF 1’234.50', '1234.5'],
    ['12,5', '12.5'],
    ['12,50', '12.5'],
    ['USD 500', '500'],
    ['500 USD', '500'],
    ['US$500', '500'],
    ['C$500', '500'],
    ['£20', '20'],
    ['€ 20,00', '20'],
    ['kr 1 200', '1200'],
    ['1.5K', '1500'],
    ['$2.5M', '2500000'],
    ['1,5k', '1500'],
    ['10 k', '10000'],
    ['1.2E+05', '120000'],
    ['1,23,456.00', '123456'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['.5', '0.5'],
    ['250,--', '250'],
    ['007', '7'],
    ['-0.00', '0'],
    ['41325.500000000004', '41325.5'],
    ['0.30000000000000004', '0.3'],
    ['19.999999999', '20'],
    ['123456789012345', '123456789012345'],
    ['1234', '1234'],
    ['12.345', '12.345'],
    ['0,345', '0.345'],
    ['500 dollars', '500'],
  ])('%j is %s', (text, plain) => {
    expect(readAmount(text, 'point')).toBe(plain);
  });

  it.each<[string, DecimalSign, string]>([
    ['1,234', 'point', '1234'],
    ['1,234', 'comma', '1.234'],
    ['1.234', 'point', '1.234'],
    ['1.234', 'comma', '1234'],
    ['$1,234', 'comma', '1.234'],
    ['1.234,50', 'point', '1234.5'],
    ['1,234.50', 'comma', '1234.5'],
  ])('%s with the decimal sign %s is %s', (text, decimal, plain) => {
    expect(readAmount(text, decimal)).toBe(plain);
  });

  it.each([
    '',
    'abc',
    '1,2,3',
    '12/31/2024',
    '10%',
    '1.2.3',
    '$',
    '--5',
    '(-5)',
    '12 apples',
    '781-555-0142',
    '1234567890123456',
    '5 5',
    'NaN',
    'Infinity',
    '1e99',
    '1,23.4,5',
    '1,2345.00',
    '0x10',
    '١٢',
  ])('%j is not an amount', (text) => {
    expect(readAmount(text, 'point')).toBeNull();
  });

  it('returns JSON numbers, for any amount in any notation', () => {
    const amount = fc.tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 99 }));
    fc.assert(
      fc.property(amount, fc.boolean(), ([whole, cents], negative) => {
        const value = (negative ? -1 : 1) * Number(`${whole}.${String(cents).padStart(2, '0')}`);
        const plain = JSON.stringify(value === 0 ? 0 : value);
        const fraction = String(cents).padStart(2, '0');
        const group = (sign: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, sign);
        const sign = negative ? '-' : '';
        const texts: [string, DecimalSign][] = [
          [`${sign}${whole}.${fraction}`, 'point'],
          [`${sign}$${group(',')}.${fraction}`, 'point'],
          [`${sign}${group('.')},${fraction} €`, 'comma'],
          [`${sign}${group(' ')},${fraction}`, 'comma'],
          [`${sign}${group("'")}.${fraction}`, 'point'],
          [negative ? `(${group(',')}.${fraction})` : `USD ${group(',')}.${fraction}`, 'point'],
        ];
        for (const [text, decimal] of texts) expect([text, readAmount(text, decimal)]).toEqual([text, plain]);
      }),
    );
  });

  it('returns null or a text that a JSON number holds exactly, and does not change its own result', () => {
    const near = fc.stringMatching(/^[-($]?[0-9][0-9.,' ]{0,12}[)kM%]?$/);
    fc.assert(
      fc.property(near, fc.constantFrom('point' as const, 'comma' as const), (text, decimal) => {
        const plain = readAmount(text, decimal);
        if (plain === null) return;
        expect(JSON.stringify(Number(plain))).toBe(plain);
        expect(readAmount(plain, 'point')).toBe(plain);
      }),
    );
  });
});

describe('isPlainAmount', () => {
  it.each(['0', '7', '12.5', '0.25', '41325.5', '999999999999999'])('%s has the form of the record', (text) => {
    expect(isPlainAmount(text)).toBe(true);
  });
  it.each(['', '00', '01', '1.', '.5', '1.0', '1.50', '1,5', '-1', '1.23456', '1e3', '1234567890123456'])(
    '%j does not have the form of the record',
    (text) => {
      expect(isPlainAmount(text)).toBe(false);
    },
  );
});

describe('readCount', () => {
  it.each<[string, string]>([
    ['27', '27'],
    ['0', '0'],
    ['1,234', '1234'],
    ['27.0', '27'],
    ['27.00', '27'],
    ['12 gifts', '12'],
    ['3x', '3'],
    ['-4', '-4'],
    ['012', '12'],
  ])('%s is %s', (text, plain) => {
    expect(readCount(text)).toBe(plain);
  });
  it.each(['2.5', 'many', '', '1/2', '12 apples'])('%j is not a count', (text) => {
    expect(readCount(text)).toBeNull();
  });
});

describe('zero in the accounting format', () => {
  it.each(['$ -', ' $ -   ', '$-', '- €', '$ –'])('%j is 0', (text) => {
    expect(readAmount(text, 'point')).toBe('0');
  });
  it.each(['-', ' - ', '(-)', '$', '- -'])('%j is not 0', (text) => {
    expect(readAmount(text, 'point')).toBeNull();
  });
});
