import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateSerial, dateTimeSerial, isPlainNumber, timeSerial } from '../../../../../main/spreadsheet/core/workbook-values.ts';

const plain = (text: string): boolean => {
  const bytes = Buffer.from(`<${text}>`, 'latin1');
  return isPlainNumber(bytes, 1, bytes.length - 1);
};

describe('plain numbers', () => {
  test('every fraction as JavaScript writes it is one', () => {
    expect(plain('-1094380639721132.2')).toBe(true);
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
        (value) => plain(String(value)),
      ),
    );
  });

  test.each([
    '0',
    '7',
    '-7',
    '10',
    '0.5',
    '-0.50',
    '123456789012345',
    '12345.6789012345',
    '0.30000000000000004',
    '1.1000000000000001',
    '12345.67890000000000000',
    '1e5',
    '1E+5',
    '-1.5e-10',
    '100000000000000000000',
    '0.1e308',
  ])('“%s” is a plain number', (text) => {
    expect(plain(text)).toBe(true);
  });

  test.each([
    '12345.678901234567890',
    '0.1234567890123456789',
    '',
    '-',
    '+1',
    '007',
    '-01',
    '.5',
    '5.',
    '1,000',
    '1 000',
    ' 1',
    '1 ',
    '1e',
    '1e+',
    'e5',
    '1e400',
    '0x10',
    'NaN',
    'Infinity',
    '$5',
    '5%',
    '1-2',
    '--1',
    '1.2.3',
    '١٢',
    '1234567890123456',
    '4111111111111111',
    '9'.repeat(400),
    `0.${'1'.repeat(400)}`,
  ])('“%s” is not a plain number', (text) => {
    expect(plain(text)).toBe(false);
  });

  test('a number that JavaScript writes is plain, except a whole number of more than 15 digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = String(value);
        expect(plain(text)).toBe(!/^-?\d{16,}$/.test(text) || /^-?\d{1,15}0+$/.test(text));
      }),
    );
  });
});

describe('dates as serial numbers', () => {
  test.each([
    ['1900-03-01', 61],
    ['1962-04-30', 22766],
    ['1970-01-01', 25569],
    ['2000-02-29', 36585],
    ['2024-12-31', 45657],
    ['9999-12-31', 2958465],
  ])('%s is %d', (text, serial) => {
    expect(dateSerial(text)).toBe(serial);
  });

  test.each([
    '',
    '1900-02-28',
    '1899-12-31',
    '0001-01-01',
    '2023-02-29',
    '1900-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-1-1',
    '24-01-01',
    '2024/01/01',
    '2024-01-01 ',
    '2024-01-01T00:00:00',
    '01/02/2024',
    'today',
    '10000-01-01',
    '2024-04-31',
  ])('%j stays text', (text) => {
    expect(dateSerial(text)).toBeNaN();
  });

  test('every day from 1900 to 9999 has its serial number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 61, max: 2_958_465 }), (serial) => {
        expect(dateSerial(new Date((serial - 25_569) * 86_400_000).toISOString().slice(0, 10))).toBe(serial);
      }),
    );
  });

  test.each([
    ['2024-05-01T00:00', 45413],
    ['2024-05-01T12:00:00', 45413.5],
    ['2024-05-01 12:00', 45413.5],
    ['2024-05-01T06:00:00.000Z', 45413.25],
    ['2024-05-01T06:00:00+02:00', 45413 + 4 / 24],
    ['2024-05-01T23:00:00-0530', 45414 + 4.5 / 24],
    ['2024-05-01T00:00:00.5', 45413 + 0.5 / 86_400],
  ])('%s is %d', (text, serial) => {
    expect(dateTimeSerial(text)).toBeCloseTo(serial, 9);
  });

  test.each([
    '2024-05-01',
    '2024-05-01T',
    '2024-05-01T24:00',
    '2024-05-01T9:30',
    '2024-05-01T09:60',
    '2024-05-01T09:30:60',
    '2024-05-01X09:30',
    '2024-02-30T09:30',
    '1899-05-01T09:30',
    '2024-05-01T09:30 PM',
    '2024-05-01T125:00',
  ])('%j stays text', (text) => {
    expect(dateTimeSerial(text)).toBeNaN();
  });

  test.each([
    ['00:00:00', 0],
    ['9:30', 9.5 / 24],
    ['13:45:30', (13 * 3600 + 45 * 60 + 30) / 86_400],
    ['26:15:00', 26.25 / 24],
    ['00:00:00.25', 0.25 / 86_400],
  ])('the time %s is %d of a day', (text, serial) => {
    expect(timeSerial(text)).toBeCloseTo(serial, 12);
  });

  test.each(['', 'noon', '9', '9:5', '-01:00', '09:30Z', '09:30:61'])('%j is not a time', (text) => {
    expect(timeSerial(text)).toBeNaN();
  });
});
