import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import {
  PLAIN,
  formatNumber,
  formatsOf,
  numberCell,
  parseFormat,
  plainNumber,
} from '../../../../../main/spreadsheet/core/number-format.ts';
import { CellKind } from '../../../../../main/spreadsheet/core/rowblock.ts';

const shown = (value: number, code: string) => formatNumber(value, parseFormat(code), 1900).text;

describe('plain numbers', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [12, '12'],
    [0.1 + 0.2, '0.3'],
    [1.1 * 3, '3.3'],
    [999_999_999_999_999, '999999999999999'],
    [-123_456_789_012_345, '-123456789012345'],
    [1e15, '1000000000000000'],
    [1.5e20, '150000000000000000000'],
    [1e-7, '0.0000001'],
    [-2.5e-10, '-0.00000000025'],
    [1e300, '1E+300'],
    [1.25e-200, '1.25E-200'],
  ])('%f is %s', (value, text) => {
    expect(plainNumber(value)).toBe(text);
  });

  test('have at most 15 significant digits and keep their value', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), (value) => {
        const text = plainNumber(value);
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-14);
        const digits = text.replace(/E.*/, '').replaceAll(/[-.]/g, '').replace(/^0+/, '');
        expect(digits.replace(/0+$/, '').length).toBeLessThanOrEqual(15);
      }),
    );
  });

  test('are taken from the file if they are long whole numbers', () => {
    expect(numberCell('12345678901234567890', PLAIN, 1900)).toEqual({ kind: CellKind.Number, text: '12345678901234567890' });
    expect(numberCell('1.2345678901234567E+19', PLAIN, 1900).text).toBe('12345678901234600000');
  });

  test.each(['', 'abc', '0x10', 'Infinity', 'NaN', '1e999', '1,5', '--1', '1.2.3'])('%j is not a number and stays text', (raw) => {
    expect(numberCell(raw, PLAIN, 1900)).toEqual({ kind: CellKind.Text, text: raw });
  });
});

describe('formats that show digits that the number does not have', () => {
  test.each([
    ['00000', 2139, '02139'],
    ['00000', 123_456, '123456'],
    ['00000', 0, '00000'],
    ['00000', -12, '-00012'],
    ['00000', 2138.6, '02139'],
    ['000-00-0000', 42_069_876, '042-06-9876'],
    ['000\\-00\\-0000', 42_069_876, '042-06-9876'],
    ['00000-0000', 21_390_001, '02139-0001'],
    ['[<=99999]00000;00000-0000', 2139, '02139'],
    ['[<=99999]00000;00000-0000', 21_390_001, '02139-0001'],
    ['[<=9999999]###-####;(###) ###-####', 5_550_142, '555-0142'],
    ['[<=9999999]###-####;(###) ###-####', 6_175_550_142, '(617) 555-0142'],
    ['(###) ###-####', 6_175_550_142, '(617) 555-0142'],
    ['"ID-"0000', 42, 'ID-0042'],
    ['"ID-"0', 42, 'ID-42'],
    ['000 000', 42, '000 042'],
    ['00000;[Red]-00000', -42, '-00042'],
    ['00000;"none"', 5, '00005'],
    ['0000.00', 7.5, '0007.50'],
    ['00.##', 7.5, '07.5'],
    ['00:00', 905, '09:05'],
    ['+44 0000 000000', 2_079_460_123, '+44 2079 460123'],
    ['\\+1\\ (000)\\ 000-0000', 6_175_550_142, '+1 (617) 555-0142'],
  ])('%s shows %f as %s', (code, value, text) => {
    expect(shown(value, code)).toBe(text);
  });

  test('agree with SheetJS', () => {
    fc.assert(
      fc.property(
        fc.nat(999_999_999),
        fc.constantFrom('00000', '000000000', '000-00-0000', '00000-0000', '(000) 000-0000'),
        (value, code) => {
          expect(shown(value, code)).toBe(XLSX.SSF.format(code, value));
        },
      ),
    );
  });

  test('return text if the result is no longer a number', () => {
    expect(formatNumber(2139, parseFormat('00000'), 1900).kind).toBe(CellKind.Text);
    expect(formatNumber(12_345, parseFormat('00000'), 1900).kind).toBe(CellKind.Number);
    expect(formatNumber(1e17, parseFormat('00000'), 1900)).toEqual({ kind: CellKind.Number, text: '100000000000000000' });
  });
});

test('a format with spaces keeps all digits of a long number', () => {
  expect(numberCell('1234567890123456', parseFormat('0000 0000 0000 0000'), 1900).text).toBe('1234567890123456');
});

describe('amounts in several currencies', () => {
  test.each([
    ['"€"#,##0', 1250, '€1250'],
    ['[$€-407] #,##0.00', 1234.5, '€1234.50'],
    ['#,##0.00\\ [$€-407];[Red]-#,##0.00\\ [$€-407]', -1234.5, '-€1234.50'],
    ['_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', 0, '€0'],
    ['#,##0 €', 80, '€80'],
    ['[$£-809]#,##0.00', 0.1 + 0.2, '£0.30'],
    ['[$CA$-1009]#,##0.00', 500, 'CA$500'],
    ['[>=10000000][$₹-4009]##\\,##\\,##0;[$₹-4009]##,##0', 12_345_678, '₹12345678'],
    ['#,##0 "kr"', 300, 'kr 300'],
    ['"EUR" 00', 7, 'EUR 7'],
    ['[$CHF-807] #,##0.00', 99.99, 'CHF 99.99'],
  ])('%j shows %f as %s', (code, value, text) => {
    expect(formatNumber(value, parseFormat(code, true), 1900)).toEqual({ kind: CellKind.Text, text });
  });

  test('are plain numbers if the workbook has one currency', () => {
    const shownIn = (...codes: readonly string[]) =>
      [...formatsOf([0, 44, 170, 171], new Map(codes.map((code, at) => [170 + at, code]))).values()].map(
        (format) => formatNumber(500, format, 1900).text,
      );
    expect(shownIn('"$"#,##0', '[$USD] 0.00')).toEqual(['500', '500', '500', '500']);
    expect(shownIn('"$"#,##0', '"€"#,##0')).toEqual(['500', '$500', '$500', '€500']);
  });

  test('are plain numbers if all are in another currency than dollars', () => {
    const codes = new Map([[170, '[$£-809]#,##0.00']]);
    expect(formatNumber(500, formatsOf([0, 170], codes).get(170)!, 1900)).toEqual({ kind: CellKind.Number, text: '500' });
  });
});

test.each([
  '0',
  '0.00',
  '#,##0',
  '#,##0.00',
  '0%',
  '0.00%',
  '0.00E+00',
  '# ?/?',
  '# ??/??',
  '"$"#,##0.00',
  '$#,##0.00_);[Red]($#,##0.00)',
  '"$"00',
  '[$$-409]#,##0.00',
  '[$USD] #,##0.00',
  '[$€-407] #,##0.00',
  '#,##0 "kr"',
  '"US$"#,##0',
  '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  '#\\ ##0',
  '@',
  ';;;',
  '',
  'General',
  '0" years"',
  '[Blue]0;[Red]-0',
  '0.0,,"M"',
  '???',
  '"unclosed',
  '[unclosed',
  '\\',
])('%j shows the plain number', (code) => {
  expect(formatNumber(1234.5, parseFormat(code), 1900)).toEqual({ kind: CellKind.Number, text: '1234.5' });
});

describe('sections with conditions or without content', () => {
  test.each([
    ['[=0]?;m/d/yyyy', 0, ''],
    ['[=0]?;m/d/yyyy', 45_322, '2024-01-31'],
    ['[=0]"";00000', 0, ''],
    ['[=0]"none";00000', 0, 'none'],
    ['[=0]"none";00000', 2139, '02139'],
    ['[<1]h:mm;m/d/yyyy', 0.5, '12:00:00'],
    ['[<1]h:mm;m/d/yyyy', 45_322, '2024-01-31'],
    ['m/d/yyyy;;', 0, ''],
    ['m/d/yyyy;;', 45_322, '2024-01-31'],
    ['m/d/yyyy;;;@', 0, ''],
    ['0;-0;;@', 0, ''],
    ['0;-0;;@', 7, '7'],
    ['0;-0;;@', -7, '-7'],
    ['0;;', -7, '-7'],
    ['00000;00000;', 0, ''],
    ['General;-General;', 0, ''],
    ['"Yes";"Yes";"No"', 1, 'Yes'],
    ['"Yes";"Yes";"No"', 0, 'No'],
    ['_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)', 0, '0'],
    [';;;', 7, '7'],
  ])('%s shows %f as “%s”', (code, value, text) => {
    expect(shown(value, code)).toBe(text);
  });
});

describe('date formats', () => {
  test.each([
    ['m/d/yyyy', '2024-01-31T13:45:30'],
    ['d-mmm-yy', '2024-01-31T13:45:30'],
    ['mmm-yy', '2024-01-31T13:45:30'],
    ['mm', '2024-01-31T13:45:30'],
    ['[$-409]dddd, mmmm d, yyyy', '2024-01-31T13:45:30'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '2024-01-31T13:45:30'],
    ['yyyy"年"m"月"d"日"', '2024-01-31T13:45:30'],
    ['ge.m.d', '2024-01-31T13:45:30'],
    ['yyyy-mm-dd;@', '2024-01-31T13:45:30'],
    ['m/d/yy h:mm', '2024-01-31T13:45:30'],
    ['h:mm AM/PM', '2024-01-31T13:45:30'],
  ])('%s shows an ISO date and time', (code, text) => {
    expect(shown(45_322 + (13 * 3600 + 45 * 60 + 30) / 86_400, code)).toBe(text);
  });

  test.each([
    ['h:mm', 0.5, '12:00:00'],
    ['mm:ss', 0.5, '12:00:00'],
    ['h:mm:ss AM/PM', 0.75, '18:00:00'],
    ['[h]:mm', 1.5, '36:00:00'],
    ['[mm]:ss', 1.5, '36:00:00'],
    ['[s]', 0.5, '12:00:00'],
    ['mm:ss.0', 0.000_017_361_111, '00:00:01.5'],
    ['m/d/yyyy', 45_322, '2024-01-31'],
    ['m/d/yyyy h:mm', 45_322, '2024-01-31T00:00:00'],
    ['m/d/yyyy', -1, '-1'],
    ['m/d/yyyy', 1e9, '1000000000'],
  ])('%s shows %f as %s', (code, value, text) => {
    expect(shown(value, code)).toBe(text);
  });

  test('are recognized by number alone', () => {
    const codes = new Map([[165, '00000']]);
    const text = (id: number, value: number) => formatNumber(value, formatsOf([id], codes).get(id)!, 1900).text;
    for (const id of [14, 15, 16, 17, 27, 30, 36, 50, 57]) expect(text(id, 45_322)).toBe('2024-01-31');
    expect(text(22, 45_322)).toBe('2024-01-31T00:00:00');
    for (const id of [18, 19, 20, 21, 45]) expect(text(id, 0.5)).toBe('12:00:00');
    expect(text(46, 1.5)).toBe('36:00:00');
    for (const id of [0, 1, 2, 3, 4, 9, 10, 11, 12, 13, 37, 38, 39, 40, 41, 44, 48, 49, 99]) expect(text(id, 0.5)).toBe('0.5');
    expect(text(165, 7)).toBe('00007');
  });
});

test('any text is a valid format, and a format can hide only zeros', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.double({ noNaN: true, noDefaultInfinity: true }), (code, value) => {
      expect(value === 0 || shown(value, code) !== '').toBe(true);
    }),
  );
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('0#?.,;"\\[]<=>-()ymdhsAP/ E+%_*@$')), maxLength: 30 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (code, value) => {
        expect(value === 0 || shown(value, code) !== '').toBe(true);
      },
    ),
  );
});
