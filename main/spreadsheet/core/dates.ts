/** Converts a sheet's day numbers to calendar dates as ISO text. */
import { CellKind, type CellValue } from './rowblock.ts';

export type DateSystem = 1900 | 1904;

/** Which parts of its number a date format shows. */
export interface DateParts {
  readonly date: boolean;
  readonly time: boolean;
  /** True if the format counts hours, minutes or seconds beyond a day: `[h]:mm`. */
  readonly elapsed: boolean;
  /** Digits of the fraction of a second, 0 to 3. */
  readonly fraction: number;
}

const SECONDS_A_DAY = 86_400;
/** 31 December 9999 in the 1900 system, Excel's last date. */
const LAST_DAY = 2_958_465;
/** Days between the first day of the 1900 system and that of the 1904 system. */
const DAYS_TO_1904 = 1_462;
/** The day number of 29 February 1900, which exists only in the 1900 system. */
const LEAP_BUG = 60;
/** Days from 1 March of year 0 to 30 December 1899, which is day 0 for all day numbers after the leap bug. */
const EPOCH = 693_899;

interface Civil {
  year: number;
  month: number;
  day: number;
}

/** The calendar day `days` days after 1 March of year 0 (proleptic Gregorian), written to `into`. */
function civil(days: number, into: Civil): Civil {
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  into.day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  into.month = shifted < 10 ? shifted + 3 : shifted - 9;
  into.year = yearOfEra + era * 400 + (into.month <= 2 ? 1 : 0);
  return into;
}

const scratch: Civil = { year: 0, month: 0, day: 0 };

/** Calendar day of a whole day number. The caller checks the range and copies the shared result. */
function dayOf(serial: number, system: DateSystem): Civil {
  const day = system === 1904 ? serial + DAYS_TO_1904 : serial;
  if (system === 1900 && day === LEAP_BUG) {
    scratch.year = 1900;
    scratch.month = 2;
    scratch.day = 29;
    return scratch;
  }
  // Before the leap bug, day numbers are one less than the days since 30 December 1899.
  return civil(EPOCH + (system === 1900 && day < LEAP_BUG ? day + 1 : day), scratch);
}

function inRange(serial: number, system: DateSystem): boolean {
  return serial >= 0 && serial < (system === 1904 ? LAST_DAY - DAYS_TO_1904 : LAST_DAY) + 1;
}

const two = (n: number) => (n < 10 ? `0${n}` : String(n));

function isoDay(serial: number, system: DateSystem): string {
  const { year, month, day } = dayOf(serial, system);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** Day numbers below this are cached: all dates up to 2173 (2177 in the 1904 system). */
const DAYS_CACHED = 100_000;

/** Caches the ISO texts of whole day numbers as bytes. */
export class IsoDays {
  /** Ten bytes per day; zeros mean that the day is not cached yet. */
  bytes = Buffer.alloc(0);
  private readonly system: DateSystem;

  constructor(system: DateSystem) {
    this.system = system;
  }

  /** Offset in `bytes` of the day's ten bytes, valid until the next call; -1 when a sheet cannot show the number as a date. */
  at(serial: number): number {
    const at = Math.min(serial, DAYS_CACHED) * 10;
    if (serial < DAYS_CACHED && (this.bytes[at] ?? 0) !== 0) return at;
    if (!inRange(serial, this.system)) return -1;
    if (this.bytes.length === 0) this.bytes = Buffer.alloc((DAYS_CACHED + 1) * 10);
    this.bytes.write(isoDay(serial, this.system), at, 'latin1');
    return at;
  }
}

/** `13:45:00`, with `fraction` digits after the seconds. `units` counts 10^-fraction seconds. */
function clock(units: number, fraction: number): string {
  const scale = 10 ** fraction;
  const seconds = Math.floor(units / scale);
  const rest = units - seconds * scale;
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return fraction === 0 ? text : `${text}.${String(rest).padStart(fraction, '0')}`;
}

/**
 * ISO text of a number with a date format: `2024-01-31`, `2024-01-31T13:45:00`, `13:45:00`, or `49:30:00` for a duration. If the format
 * hides the time, it is kept unless it is midnight. Null if Excel cannot show the number as a date.
 */
export function dateText(serial: number, parts: DateParts, system: DateSystem): CellValue | null {
  const scale = 10 ** parts.fraction;
  if (parts.elapsed) {
    const units = Math.round(Math.abs(serial) * SECONDS_A_DAY * scale);
    if (units > Number.MAX_SAFE_INTEGER) return null;
    return { kind: CellKind.Time, text: (serial < 0 && units > 0 ? '-' : '') + clock(units, parts.fraction) };
  }
  if (!inRange(serial, system)) return null;
  const perDay = SECONDS_A_DAY * scale;
  const units = Math.round(serial * perDay);
  const day = Math.floor(units / perDay);
  const ofDay = units - day * perDay;
  if (!parts.date && day === 0) return { kind: CellKind.Time, text: clock(ofDay, parts.fraction) };
  if (!inRange(day, system)) return null;
  if (ofDay === 0 && !(parts.date && parts.time)) return { kind: CellKind.Date, text: isoDay(day, system) };
  return { kind: CellKind.DateTime, text: `${isoDay(day, system)}T${clock(ofDay, parts.fraction)}` };
}

const ISO = /^(-?\d{4}-\d\d-\d\d)?(?:[T ]?(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * A date cell that is stored as ISO text, in the form of `dateText`; null if it is not an ISO date. The time zone is dropped without
 * conversion, because sheets have no zones and Excel shows the same clock time.
 */
export function isoText(text: string, parts: DateParts | null): CellValue | null {
  const match = ISO.exec(text);
  const [, day, time] = match ?? [];
  if (day === undefined && time === undefined) return null;
  const full = time === undefined ? '' : (time.length === 5 ? `${time}:00` : time).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  if (day === undefined) return { kind: CellKind.Time, text: full };
  const hidesMidnight = full === '00:00:00' && (parts === null || !parts.time);
  if (full === '' || hidesMidnight) return { kind: CellKind.Date, text: day };
  return { kind: CellKind.DateTime, text: `${day}T${full}` };
}
