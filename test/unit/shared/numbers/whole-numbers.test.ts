import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromScientific, isCutNumber, isFloat, withoutDecimals } from '../../../../shared/numbers/whole-numbers.ts';

it.each([
  ['1.00000123E+8', '100000123'],
  ['1.23456789e+08', '123456789'],
  ['1,00000123E+8', '100000123'],
  ['1.0000012300E+8', '100000123'],
  ['1.5E+1', '15'],
  ['1.23457E+15', ''],
  ['1.234567890123457e+16', ''],
  ['1.23E+5', ''],
  ['1E+15', ''],
  ['12E5', null],
  ['1E5', null],
  ['1.55E+1', null],
  ['E-100', null],
  ['100', null],
])('%s has the digits %s', (text, digits) => {
  expect(fromScientific(text)).toBe(digits);
});

it.each(['123.0', '123456789.0', '7.00'])('%s is a float', (text) => {
  expect([isFloat(text), withoutDecimals(text)]).toEqual([true, text.split('.')[0]]);
});
it.each(['123', '1001.1', 'A.0', '1.0.0', '12.10'])('%s is no float', (text) => {
  expect([isFloat(text), withoutDecimals(text)]).toEqual([false, text]);
});

it.each([
  ['12345678901234600', true],
  ['1234567890123450', true],
  ['1234567890123456', false],
  ['123456789012345', false],
  ['100000000000000', false],
  ['00000000000000000', false],
])('%s is cut: %s', (text, isCut) => {
  expect(isCutNumber(text)).toBe(isCut);
});

it('restores every whole number that a program wrote in scientific notation with all of its digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 999_999_999_999_999 }), (whole) => {
      const text = whole.toExponential();
      const mantissa = text.slice(0, text.indexOf('e'));
      const padded = `${mantissa.includes('.') ? mantissa : `${mantissa}.`}${'0'.repeat(15)}${text.slice(text.indexOf('e'))}`;
      expect(fromScientific(padded)).toBe(String(whole));
    }),
  );
});
