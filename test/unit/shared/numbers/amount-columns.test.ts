import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountReadings,
  countAmount,
  isUnclearAmount,
  noAmountEvidence,
  notationOf,
  readAmount,
} from '../../../../shared/numbers/amounts.ts';

function notation(values: readonly string[]) {
  const evidence = noAmountEvidence();
  for (const value of values) countAmount(value, evidence);
  return notationOf(evidence);
}

/** Each value as it is read in its column; null if it is flagged. */
function readColumn(values: readonly string[]): (string | null)[] {
  const found = notation(values) ?? { decimal: 'point' as const, thousandths: false };
  return values.map((value) => (isUnclearAmount(value, found) ? null : readAmount(value, found.decimal ?? 'point')));
}

describe('a column of amounts', () => {
  it.each<[values: string[], read: (string | null)[]]>([
    [
      ['$1,500', '$3,000', '$12,50'],
      ['1500', '3000', null],
    ],
    [
      ['10,000', '2,500', '1,2500'],
      ['10000', '2500', null],
    ],
    [
      ['1.500', '3.000', '12.50'],
      ['1500', '3000', null],
    ],
    [
      ['1.500 €', '750,00 €', '2.250,50 €', '12.50 €'],
      ['1500', '750', '2250.5', null],
    ],
    [
      ['1.234,56', '12,50', '1,500'],
      ['1234.56', '12.5', null],
    ],
    [
      ['1,234.56', '12.50', '1.500'],
      ['1234.56', '12.5', null],
    ],
    [
      ['250', '1200,000', '1,000', '2,000'],
      ['250', null, '1000', '2000'],
    ],
    [
      ['25,00', '1.250,00', '25.00'],
      ['25', '1250', null],
    ],
    [
      ['1,500.00', '2,000.00', '3.500,00'],
      ['1500', '2000', '3500'],
    ],
    [
      ["1'234.50", '1’500', '12.00'],
      ['1234.5', '1500', '12'],
    ],
    [
      ['1 234,50', '1 500', '12,00'],
      ['1234.5', '1500', '12'],
    ],
    [
      ['1.5K', '2K', '1,500'],
      ['1500', '2000', '1500'],
    ],
    [
      ['(1,500.00)', '250-', 'USD 1,500'],
      ['-1500', '-250', '1500'],
    ],
    [
      ['0,50', '0,75', '1,500'],
      ['0.5', '0.75', null],
    ],
    [
      ['1250.000', '75.500', '2000.125'],
      ['1250', '75.5', '2000.125'],
    ],
    [
      ['500', '750', '$1,000'],
      ['500', '750', '1000'],
    ],
    [
      ['12.5', '12,5'],
      [null, null],
    ],
    [
      ['15%', '20', '30'],
      [null, '20', '30'],
    ],
  ])('%j is read as %j', (values, read) => {
    expect(readColumn(values)).toEqual(read);
  });

  it.each<[values: string[], decimal: 'point' | 'comma' | null | undefined, thousandths?: boolean]>([
    [['1,234.50', '20'], 'point'],
    [['1.234,50', '20'], 'comma'],
    [['1.234.567'], 'comma'],
    [['1,234,567'], 'point'],
    [['1200.000 USD', '75.500'], 'point', true],
    [['0.500'], 'point', true],
    [['0,500 €', '1,250'], 'comma', true],
    [['kr 5.000'], 'comma'],
    [['12.000', '123.500', '1.000 kr'], 'comma'],
    [['$1,000', '250'], 'point'],
    [['1.000', '2,500'], null],
    [['1.5', '1,5'], null],
    [['1200,000'], undefined],
    [['20', 'abc', '', '250,--'], undefined],
  ])('%j has the decimal sign %s', (values, decimal, thousandths = false) => {
    expect(notation(values) ?? undefined).toEqual(decimal === undefined ? undefined : { decimal, thousandths });
  });

  it.each([
    ['$12,50', '12.5', '1250'],
    ['1,2500', '1.25', '12500'],
    ['1.500', '1.5', '1500'],
    ['-1.500 €', '-1.5', '-1500'],
    ['1200,000', '1200', '1200000'],
  ])('%s can be %s or %s', (text, asDecimals, asWhole) => {
    expect(amountReadings(text)).toMatchObject({ asDecimals, asWhole });
  });

  it.each(['1500', '1,234.50', '0,50', '1.5K', 'abc', '1.234.567', "1'234.50"])('%s has one reading', (text) => {
    expect(amountReadings(text)).toBeNull();
  });

  it('gives no amount another value because of another row', () => {
    const money = fc.tuple(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.integer({ min: 0, max: 99 }),
      fc.constantFrom('P', 'C', 'G', 'K', 'U', 'S', 'Z'),
    );
    const amount = money.map(([whole, cents, form]) => {
      const fraction = String(cents).padStart(2, '0');
      const group = (sign: string) => String(whole).replaceAll(/\B(?=(\d{3})+$)/g, sign);
      if (form === 'P') return `${group(',')}.${fraction}`;
      if (form === 'C') return `${group('.')},${fraction}`;
      if (form === 'G') return group(',');
      if (form === 'K') return group('.');
      if (form === 'U') return `$${whole},${fraction}`;
      return form === 'S' ? `${whole}.${fraction}` : String(whole);
    });
    let compared = 0;
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 12 }), amount, (values, more) => {
        const before = readColumn(values);
        const after = readColumn([...values, more]);
        for (const [at, value] of before.entries()) {
          if (value === null || after[at] === null) continue;
          compared += 1;
          expect([values[at], after[at]]).toEqual([values[at], value]);
        }
      }),
      { numRuns: 3_000 },
    );
    expect(compared).toBeGreaterThan(1000);
  });
});
