/** Converts texts of numbers, dates and times to the values that a workbook stores for them. */

/** Excel stores numbers as doubles and shows 15 significant digits. */
const EXACT_DIGITS = 15;
const DAY_MS = 86_400_000;
/** 1900-03-01. Before this day, Excel's day numbers include 29 February 1900, which did not exist; other programs count without it. */
const FIRST_SERIAL = 61;
/** 10000-01-01, the first day after Excel's last date. */
const END_SERIAL = 2_958_466;

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

/** Offset of the first byte from `at` that is not a digit. */
function afterDigits(bytes: Uint8Array, at: number, end: number): number {
  let to = at;
  while (to < end && isDigit(bytes[to]!)) to += 1;
  return to;
}

/** True for a whole number with more than 15 significant digits: an account or card number, which a workbook would round. */
function losesDigits(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= EXACT_DIGITS) return false;
  let last = end;
  while (last > start && bytes[last - 1] === 0x30) last -= 1;
  return last - start > EXACT_DIGITS;
}

/** A double keeps this many digits only if they are its nearest decimal. More digits are always lost. */
const MAX_DIGITS = 17;

/** True if a number with a fraction or an exponent has more digits than a double keeps. */
function losesFraction(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= EXACT_DIGITS + 1) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
  const digits = digitsOf(text);
  if (digits.length <= EXACT_DIGITS) return false;
  if (digits.length > MAX_DIGITS) return true;
  const value = Number(text);
  // The shortest text of a double may differ from its rounded text: 1094380639721132.2 is stored as 132.25, which rounds to 132.3.
  return digitsOf(String(value)) !== digits && digitsOf(value.toPrecision(digits.length)) !== digits;
}

/** The significant digits of a number, without zeros at both ends. */
const digitsOf = (text: string): string => text.replace(/e.*$/i, '').replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');

/**
 * True if the ASCII bytes are a decimal number that a workbook stores without change: no leading zero; a minus sign, fraction and exponent
 * are allowed. Numbers that would lose digits must stay texts.
 */
export function isPlainNumber(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] === 0x2d ? start + 1 : start;
  let at = afterDigits(bytes, first, end);
  if (at === first || (bytes[first] === 0x30 && at > first + 1)) return false;
  if (at === end) return !losesDigits(bytes, first, end) && at - first < 300;
  if (bytes[at] === 0x2e) {
    const fraction = at + 1;
    at = afterDigits(bytes, fraction, end);
    if (at === fraction) return false;
    if (at === end) return at - start < 300 && !losesFraction(bytes, first, end);
  }
  if ((bytes[at]! | 0x20) !== 0x65) return false;
  const sign = bytes[at + 1];
  const exponent = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1;
  at = afterDigits(bytes, exponent, end);
  if (at === exponent || at !== end || end - start > 300 || losesFraction(bytes, first, end)) return false;
  return Number.isFinite(Number(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')));
}

/** The value of the digits in `bytes[start..end)`, or -1 when any byte is not a digit. */
function digits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (!isDigit(byte)) return -1;
    value = value * 10 + byte - 0x30;
  }
  return value;
}

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Days before each month in a common year. */
const DAYS_BEFORE = MONTH_DAYS.map((_, month) => MONTH_DAYS.slice(0, month).reduce((sum, days) => sum + days, 0));
/** Days from 1 January of year 0 (Gregorian) to Excel's day 0, counted back from March 1900. */
const DAY_ZERO = 693_959;

/** Excel's day number of the ten ASCII bytes `YYYY-MM-DD` at `start`; NaN when they are not a valid date. */
function days(bytes: Uint8Array, start: number): number {
  if (bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d) return Number.NaN;
  const year = digits(bytes, start, start + 4);
  const month = digits(bytes, start + 5, start + 7);
  const day = digits(bytes, start + 8, start + 10);
  if (year < 1900 || month < 1 || month > 12 || day < 1) return Number.NaN;
  const leap = isLeap(year);
  if (day > MONTH_DAYS[month - 1]! + (leap && month === 2 ? 1 : 0)) return Number.NaN;
  const before = year - 1;
  const yearDays = year * 365 + ((before / 4) | 0) - ((before / 100) | 0) + ((before / 400) | 0) + 1;
  return yearDays + DAYS_BEFORE[month - 1]! + (leap && month > 2 ? 1 : 0) + day - 1 - DAY_ZERO;
}

const scratch = new Uint8Array(10);

/** The first ten characters as bytes, with 0 for characters beyond ASCII. */
function firstTen(text: string): Uint8Array {
  for (let at = 0; at < 10; at += 1) {
    const unit = text.charCodeAt(at);
    scratch[at] = unit < 0x80 ? unit : 0;
  }
  return scratch;
}

const inRange = (serial: number) => (serial >= FIRST_SERIAL && serial < END_SERIAL ? serial : Number.NaN);

/** Like `dateSerial`, for ASCII bytes. */
export function dateSerialOf(bytes: Uint8Array, start: number, end: number): number {
  return end - start === 10 ? inRange(days(bytes, start)) : Number.NaN;
}

/** Excel's day number of an ISO date (`1962-04-30`); NaN for other texts, for days before 1900-03-01 and for years after 9999. */
export function dateSerial(text: string): number {
  return text.length === 10 ? inRange(days(firstTen(text), 0)) : Number.NaN;
}

/** Hours, minutes, optional seconds with a fraction, and an optional ISO time zone. */
const CLOCK = /^(\d{1,4}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Milliseconds of a clock time, converted to UTC when it has a zone; NaN for other texts. */
function clock(text: string, zoneAllowed: boolean): number {
  const parts = CLOCK.exec(text);
  if (parts === null) return Number.NaN;
  const [, hours, minutes, seconds = '0', fraction = '0', zone] = parts;
  if (Number(minutes) > 59 || Number(seconds) > 59) return Number.NaN;
  const ms = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Math.round(Number(`0.${fraction}`) * 1000);
  if (zone === undefined) return ms;
  if (!zoneAllowed) return Number.NaN;
  if (zone === 'Z') return ms;
  const shift = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return ms - (zone.startsWith('-') ? -shift : shift) * 60_000;
}

/**
 * Excel's day number of an ISO date-time (`2024-05-01T09:30`; a space may replace `T`); NaN as in `dateSerial`.
 * Workbooks have no time zones, so a text with a zone is converted to UTC.
 */
export function dateTimeSerial(text: string): number {
  const day = days(firstTen(text), 0);
  if (Number.isNaN(day) || (text[10] !== 'T' && text[10] !== ' ')) return Number.NaN;
  // `clock` also accepts durations, which may have more digits or exceed 23 hours.
  if (text[13] !== ':' || text.slice(11, 13) > '23') return Number.NaN;
  return inRange(day + clock(text.slice(11), true) / DAY_MS);
}

/** A time or duration (`9:30`, `26:15:00.5`) as a fraction of a day; NaN for other texts. */
export function timeSerial(text: string): number {
  return clock(text, false) / DAY_MS;
}
