/** Plain texts of numbers, dates and times as the values that a workbook stores for them. */

/** Digits that survive in a workbook, whose numbers are doubles shown with fifteen of them. */
const EXACT_DIGITS = 15;
const DAY_MS = 86_400_000;
/** Serial of 1970-01-01. */
const EPOCH_SERIAL = 25_569;
/** 1900-03-01: before it, Excel counts a 29th of February that never was, and other programs do not. */
const FIRST_SERIAL = 61;
/** 10000-01-01, the first day that Excel does not know. */
const END_SERIAL = 2_958_466;

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

/** Position after the digits that begin at `at`. */
function afterDigits(bytes: Uint8Array, at: number, end: number): number {
  let to = at;
  while (to < end && isDigit(bytes[to]!)) to += 1;
  return to;
}

/** True for a whole number whose last digits a workbook would lose: an account or card number, not a quantity. */
function losesDigits(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start <= EXACT_DIGITS) return false;
  let last = end;
  while (last > start && bytes[last - 1] === 0x30) last -= 1;
  return last - start > EXACT_DIGITS;
}

/**
 * True when the ASCII bytes are a plain decimal number that a workbook holds as it is: digits without a leading zero, an
 * optional minus, fraction and exponent. Whole numbers of more than fifteen digits are not: they are better kept as text.
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
    if (at === end) return at - start < 300;
  }
  if ((bytes[at]! | 0x20) !== 0x65) return false;
  const sign = bytes[at + 1];
  const exponent = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1;
  at = afterDigits(bytes, exponent, end);
  if (at === exponent || at !== end || end - start > 300) return false;
  return Number.isFinite(Number(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')));
}

/** The number of the digits `text[start..end)`, or -1 when something else is among them. */
function digits(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (!isDigit(unit)) return -1;
    value = value * 10 + unit - 0x30;
  }
  return end > start ? value : -1;
}

/** Days of the text's first ten characters, `YYYY-MM-DD`, counted as Excel does; NaN when they are no such date. */
function days(text: string): number {
  if (text.length < 10 || text[4] !== '-' || text[7] !== '-') return Number.NaN;
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  // Years below 100 mean 19xx to Date.UTC; they are out of range anyway.
  if (year < 1900 || month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN;
  if (day > 28 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) return Number.NaN;
  return Date.UTC(year, month - 1, day) / DAY_MS + EPOCH_SERIAL;
}

const inRange = (serial: number) => (serial >= FIRST_SERIAL && serial < END_SERIAL ? serial : Number.NaN);

/** Serial of an ISO date (`1962-04-30`); NaN for anything else, and for days before 1900-03-01 or after 9999. */
export function dateSerial(text: string): number {
  return text.length === 10 ? inRange(days(text)) : Number.NaN;
}

/** Hours, minutes, seconds with a fraction of any length, and what an ISO text may add of the time zone. */
const CLOCK = /^(\d{1,4}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?$/;

/** Milliseconds of a clock reading or NaN. With a zone: those of the same moment in UTC. */
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
 * Serial of an ISO date-time (`2024-05-01T09:30`, with seconds, a fraction and a zone if need be; `T` may be a blank). A
 * workbook knows no zones: a text that names one is written as the same moment in UTC. NaN as in `dateSerial`.
 */
export function dateTimeSerial(text: string): number {
  const day = days(text);
  if (Number.isNaN(day) || (text[10] !== 'T' && text[10] !== ' ')) return Number.NaN;
  const hour = digits(text, 11, 13);
  if (hour < 0 || hour > 23 || text[13] !== ':') return Number.NaN;
  return inRange(day + clock(text.slice(11), true) / DAY_MS);
}

/** Part of a day of a time or duration (`9:30`, `26:15:00.5`); NaN for anything else. */
export function timeSerial(text: string): number {
  return clock(text, false) / DAY_MS;
}
