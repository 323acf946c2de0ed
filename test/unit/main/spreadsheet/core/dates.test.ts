import { describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { IsoDays, dateText, isoText, type DateParts } from '../../../../../main/spreadsheet/core/dates.ts';
import { CellKind } from '../../../../../main/spreadsheet/core/rowblock.ts';

const parts = (has: Partial<DateParts>): DateParts => ({ date: false, time: false, elapsed: false, fraction: 0, ...has });
const DAY = parts({ date: true });
const BOTH = parts({ date: true, time: true });
const TIME = parts({ time: true });

describe('day numbers', () => {
  test.each([
    [0, '1899-12-31'],
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [60, '1900-02-29'],
    [61, '1900-03-01'],
    [36_526, '2000-01-01'],
    [45_351, '2024-02-29'],
    [2_958_465, '9999-12-31'],
  ])('%i is %s', (serial, iso) => {
    expect(dateText(serial, DAY, 1900)).toEqual({ kind: CellKind.Date, text: iso });
  });

  test.each([
    [0, '1904-01-01'],
    [59, '1904-02-29'],
    [43_889, '2024-02-29'],
    [2_957_003, '9999-12-31'],
  ])('%i is %s, counted from 1904', (serial, iso) => {
    expect(dateText(serial, DAY, 1904)).toEqual({ kind: CellKind.Date, text: iso });
  });

  test.each([-1, 2_958_466, 1e300])('%d is not a date', (serial) => {
    expect(dateText(serial, DAY, 1900)).toBeNull();
    expect(new IsoDays(1900).at(serial)).toBe(-1);
  });

  test('a fraction of a day before the first day is not a date', () => {
    expect(dateText(-0.5, DAY, 1900)).toBeNull();
  });

  test('match the dates that SheetJS shows, from 1900 to 2300', () => {
    const serials = Array.from({ length: 1600 }, (_, i) => (i < 100 ? i + 1 : (i - 98) * 97));
    for (const system of [1900, 1904] as const) {
      const days = new IsoDays(system);
      const shown = serials.map((serial) => XLSX.SSF.format('yyyy-mm-dd', serial, { date1904: system === 1904 }));
      const quick = serials.map((serial) => {
        const at = days.at(serial);
        return days.bytes.toString('latin1', at, at + 10);
      });
      expect(quick).toEqual(shown);
      expect(serials.map((serial) => dateText(serial, DAY, system)?.text)).toEqual(shown);
    }
  });

  test('are the same when requested again', () => {
    const days = new IsoDays(1900);
    const read = (serial: number) => {
      const at = days.at(serial);
      return days.bytes.toString('latin1', at, at + 10);
    };
    expect([read(45_322), read(200_000), read(45_322), read(200_001)]).toEqual(['2024-01-31', '2447-07-30', '2024-01-31', '2447-07-31']);
  });
});

describe('times', () => {
  test.each([
    [45_322.572916666664, BOTH, '2024-01-31T13:45:00'],
    [45_322, BOTH, '2024-01-31T00:00:00'],
    [45_322.5, DAY, '2024-01-31T12:00:00'],
    [45_322.999999, BOTH, '2024-02-01T00:00:00'],
    [45_322.000001, DAY, '2024-01-31'],
    [0.5729166666666666, TIME, '13:45:00'],
    [0, TIME, '00:00:00'],
    [0.9999999, TIME, '1900-01-01'],
    [2.25, parts({ time: true, elapsed: true }), '54:00:00'],
    [-0.25, parts({ time: true, elapsed: true }), '-06:00:00'],
    [0.5000057870370371, parts({ time: true, fraction: 1 }), '12:00:00.5'],
    [45_322.25, TIME, '2024-01-31T06:00:00'],
  ])('%f is %s', (serial, shown, text) => {
    expect(dateText(serial, shown, 1900)?.text).toBe(text);
  });
});

describe('ISO texts', () => {
  test.each([
    ['2024-01-31', null, CellKind.Date, '2024-01-31'],
    ['2024-01-31T13:45:00', null, CellKind.DateTime, '2024-01-31T13:45:00'],
    ['2024-01-31T13:45:00.500Z', null, CellKind.DateTime, '2024-01-31T13:45:00.5'],
    ['2024-01-31 13:45', null, CellKind.DateTime, '2024-01-31T13:45:00'],
    ['2024-01-31T13:45:00+02:00', null, CellKind.DateTime, '2024-01-31T13:45:00'],
    ['2024-01-31T00:00:00', DAY, CellKind.Date, '2024-01-31'],
    ['2024-01-31T00:00:00', BOTH, CellKind.DateTime, '2024-01-31T00:00:00'],
    ['T13:45', null, CellKind.Time, '13:45:00'],
    ['13:45:07', null, CellKind.Time, '13:45:07'],
  ])('%s is a date or time', (text, shown, kind, iso) => {
    expect(isoText(text, shown)).toEqual({ kind, text: iso });
  });

  test.each(['', 'T', '31.01.2024', '2024-1-3', 'yesterday', '45322'])('%j is not a date or time', (text) => {
    expect(isoText(text, null)).toBeNull();
  });
});
