/**
 * Reads the date notations of lists as calendar days: ISO with and without a time, `1/31/2024`, `31.01.24`, `Jan 31, 2024`, `31 January
 * 2024`, `20240131`, and the day numbers of Excel. Drops the time of day and the time zone, because a gift only has a day.
 */
import { z } from 'zod';

export const DateOrder = z.enum(['ymd', 'mdy', 'dmy']);
export type DateOrder = z.infer<typeof DateOrder>;

/**
 * The result of `readDate`: a packed day (`year * 10000 + month * 100 + day`) with the bits of `DATE`, or one of `NO_DATE`,
 * which are negative.
 */
export type DateReading = number;

const DAY_MASK = (1 << 27) - 1;

/** Remarks on a date, as bits above the packed day. */
export const DATE = {
  /** The order was unknown and day and month could be swapped. */
  ambiguous: 1 << 27,
  /** The year had two digits: as in spreadsheets, 00 to 29 are 2000 to 2029, and 30 to 99 are 1930 to 1999. */
  twoDigitYear: 1 << 28,
  /** An Excel day number. */
  serial: 1 << 29,
} as const;

export const NO_DATE = { unreadable: -1, impossible: -2, none: -3 } as const;

/** The packed day without its remarks. */
export const dayOf = (reading: DateReading): number => reading & DAY_MASK;

/** Longer texts are not dates. */
const MAX_TEXT = 60;

const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

function pack(year: number, month: number, day: number, remarks: number): DateReading {
  if (month < 1 || month > 12 || day < 1 || year < 1 || year > 9999) return NO_DATE.impossible;
  if (day > MONTH_DAYS[month - 1]! || (month === 2 && day === 29 && !isLeap(year))) return NO_DATE.impossible;
  return (year * 10_000 + month * 100 + day) | remarks;
}

const pad2 = (value: number): string => (value < 10 ? `0${value}` : `${value}`);
const MONTH_AND_DAY: readonly string[] = Array.from({ length: 13 * 32 }, (_, index) => `-${pad2(index >> 5)}-${pad2(index & 31)}`);
const YEARS: readonly string[] = Array.from({ length: 400 }, (_, index) => String(1800 + index));

/** A packed day as `YYYY-MM-DD`. */
export function formatDay(reading: DateReading): string {
  const packed = reading & DAY_MASK;
  const day = packed % 100;
  const rest = (packed - day) / 100;
  const month = rest % 100;
  const year = (rest - month) / 100;
  const text = YEARS[year - 1800] ?? String(year).padStart(4, '0');
  return text + MONTH_AND_DAY[(month << 5) | day]!;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** True when the rest of the text is empty or a time of day: `T13:45:00Z`, ` 00:00`, `, 1:45 PM`, `+02:00`. */
function isTimeFrom(text: string, at: number): boolean {
  const length = text.length;
  while (at < length && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 44)) at++;
  if (at >= length) return true;
  if ((text.charCodeAt(at) | 32) === 116) at++;
  let digits = 0;
  let colons = 0;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) digits++;
    else if (code === 58) colons++;
    else if (code === 32 || code === 46 || code === 43 || code === 45) continue;
    else {
      // am, pm, a.m., z, utc, gmt, est, pdt
      const letter = code | 32;
      if (
        letter !== 97 &&
        letter !== 112 &&
        letter !== 109 &&
        letter !== 122 &&
        letter !== 117 &&
        letter !== 116 &&
        letter !== 99 &&
        letter !== 100 &&
        letter !== 101 &&
        letter !== 115 &&
        letter !== 103
      )
        return false;
    }
  }
  return digits >= 1 && digits <= 16 && colons >= 1;
}

const completeYear = (year: number): number => (year < 30 ? 2000 + year : 1900 + year);

/** Three numbers in the order of the text, with the number of digits of each. */
function fromNumbers(
  a: number,
  aDigits: number,
  b: number,
  c: number,
  cDigits: number,
  order: DateOrder | null,
  dotted: boolean,
): DateReading {
  if (aDigits === 4) return pack(a, b, c, 0);
  if (cDigits !== 4 && cDigits > 2) return NO_DATE.unreadable;
  if (order === 'ymd' && aDigits <= 2 && cDigits <= 2) return pack(completeYear(a), b, c, DATE.twoDigitYear);
  let remarks = 0;
  let year = c;
  if (cDigits <= 2) {
    year = completeYear(c);
    remarks = DATE.twoDigitYear;
  }
  if (a > 12 && b <= 12) {
    // Without a known order, 24-01-31 can begin with the year.
    if (order === null && cDigits <= 2 && !dotted && a > 31) return pack(completeYear(a), b, c, DATE.twoDigitYear);
    return pack(year, b, a, remarks);
  }
  if (b > 12 && a <= 12) return pack(year, a, b, remarks);
  if (order === 'dmy') return pack(year, b, a, remarks);
  if (order === 'mdy') return pack(year, a, b, remarks);
  // Countries that use points put the day first.
  if (dotted) return pack(year, b, a, remarks);
  return pack(year, a, b, a === b ? remarks : remarks | DATE.ambiguous);
}

/** The packed day of a date in the record's form, `2024-01-31`; negative for any other text. */
export function readPlainDate(text: string): DateReading {
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return NO_DATE.unreadable;
  let packed = 0;
  for (let at = 0; at < 10; at++) {
    if (at === 4 || at === 7) continue;
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return NO_DATE.unreadable;
    packed = packed * 10 + digit;
  }
  const day = packed % 100;
  const month = ((packed - day) / 100) % 100;
  if (day >= 1 && day <= 28 && month >= 1 && month <= 12 && packed >= 10_000) return packed;
  return pack(Math.floor(packed / 10_000), month, day, 0);
}

/** The packed day of `YYYY-MM-DD`, without a check. */
export const packedDay = (date: string): number => Number(date.replaceAll('-', ''));

/** Day numbers of Excel's 1900 system. Only from 1927 to 2119, because smaller numbers are years or counts. */
function fromSerial(serial: number): DateReading {
  if (serial < 10_000 || serial > 80_000) return NO_DATE.unreadable;
  const date = new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000);
  return pack(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), DATE.serial);
}

/**
 * `order` decides only where a text allows two readings (`03/04/2021`). With null, the month comes first and the
 * reading is marked ambiguous.
 */
export function readDate(text: string, order: DateOrder | null): DateReading {
  const length = text.length;
  if (length < 5) return NO_DATE.unreadable;
  let at = 0;
  let first = 0;
  while (at < length && at < 9) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) break;
    first = first * 10 + code - 48;
    at++;
  }
  const firstDigits = at;
  if (firstDigits === 0 || firstDigits > 8) return readWords(text, order);
  if (at === length) {
    if (firstDigits === 8) {
      const reading = pack(Math.floor(first / 10_000), Math.floor(first / 100) % 100, first % 100, 0);
      return reading > 0 && first >= 17_000_000 && first < 22_000_000 ? reading : NO_DATE.unreadable;
    }
    return firstDigits === 5 ? fromSerial(first) : NO_DATE.unreadable;
  }
  const separator = text.charCodeAt(at);
  if (separator !== 47 && separator !== 45 && separator !== 46) return readWords(text, order);
  if (firstDigits === 5 && separator === 46) return onlyDigitsFrom(text, at + 1) ? fromSerial(first) : NO_DATE.unreadable;
  if (firstDigits > 2 && firstDigits !== 4) return NO_DATE.unreadable;
  at++;
  // A blank after the point: 31. 1. 2024
  while (text.charCodeAt(at) === 32) at++;
  const secondStart = at;
  let second = 0;
  while (at < length && isDigit(text.charCodeAt(at)) && at - secondStart < 3) second = second * 10 + text.charCodeAt(at++) - 48;
  const secondDigits = at - secondStart;
  if (secondDigits === 0) return readWords(text, order);
  if (secondDigits > 2 || text.charCodeAt(at) !== separator) return NO_DATE.unreadable;
  at++;
  while (text.charCodeAt(at) === 32) at++;
  const thirdStart = at;
  let third = 0;
  while (at < length && isDigit(text.charCodeAt(at)) && at - thirdStart < 5) third = third * 10 + text.charCodeAt(at++) - 48;
  const thirdDigits = at - thirdStart;
  if (thirdDigits === 0 || thirdDigits > 4 || thirdDigits === 3) return NO_DATE.unreadable;
  if (firstDigits === 4 && thirdDigits > 2) return NO_DATE.unreadable;
  // A point at the end: 2024. 01. 31.
  if (separator === 46 && at + 1 === length && text.charCodeAt(at) === 46) at++;
  if (at < length && !isTimeFrom(text, at)) return NO_DATE.unreadable;
  return fromNumbers(first, firstDigits, second, third, thirdDigits, order, separator === 46);
}

function onlyDigitsFrom(text: string, at: number): boolean {
  for (; at < text.length; at++) if (!isDigit(text.charCodeAt(at))) return false;
  return true;
}

/** Prefixes of month names in English, German, French, Spanish, Italian, Portuguese and Dutch. The longest match decides. */
const MONTH_STARTS: readonly (readonly [string, number])[] = [
  ['jan', 1], ['ene', 1], ['jän', 1], ['gen', 1],
  ['feb', 2], ['fév', 2], ['fev', 2],
  ['mar', 3], ['mär', 3], ['mrz', 3], ['maer', 3], ['maa', 3],
  ['apr', 4], ['avr', 4], ['abr', 4],
  ['may', 5], ['mai', 5], ['mag', 5], ['mei', 5],
  ['jun', 6], ['juin', 6], ['giu', 6],
  ['jul', 7], ['juil', 7], ['lug', 7],
  ['aug', 8], ['aoû', 8], ['aou', 8], ['ago', 8],
  ['sep', 9], ['set', 9],
  ['oct', 10], ['okt', 10], ['ott', 10], ['out', 10],
  ['nov', 11],
  ['dec', 12], ['dez', 12], ['déc', 12], ['dic', 12],
]; // prettier-ignore

const MONTH_NAME =
  /^(?:jan(?:uary|uar|vier)?|j[äa]n(?:ner)?|ene(?:ro)?|feb(?:ruary|ruar|rero)?|f[ée]v(?:rier)?|mar(?:ch|s|zo)?|m[äa]r(?:z)?|mrz|maerz|apr(?:il)?|avr(?:il)?|abr(?:il)?|may(?:o)?|mai|june?|juni|juin|junio|july?|juli|juil(?:let)?|julio|aug(?:ust)?|ao[uû]t?|ago(?:sto)?|sept?(?:ember|embre|iembre)?|oct(?:ober|obre|ubre)?|okt(?:ober)?|nov(?:ember|embre|iembre)?|dec(?:ember)?|dez(?:ember)?|d[ée]c(?:embre)?|dic(?:iembre)?|gennaio|januari|janeiro|febbraio|februari|fevereiro|maart|março|aprile|maggio|maio|mei|giugno|junho|luglio|julho|augustus|settembre|setembro|ottobre|outubro|novembro|dicembre|dezembro)$/;

/** 1 to 12 for the name of a month in lower case, 0 for another word. */
export function monthOf(word: string): number {
  if (!MONTH_NAME.test(word)) return 0;
  let month = 0;
  let longest = 0;
  for (const [start, number] of MONTH_STARTS) {
    if (start.length > longest && word.startsWith(start)) {
      month = number;
      longest = start.length;
    }
  }
  return month;
}

const WEEKDAY =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|urs|ur)?(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|mo|di|mi|do|fr|sa|so|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo)$/;
const FILLER = new Set(['of', 'de', 'del', 'the', 'on', 'le', 'el', 'am', 'den', 'der', 'st', 'nd', 'rd', 'th', 'er', 'ème', 'eme']);

/** Dates that JavaScript and Java write: `Wed Jan 31 2024 00:00:00 GMT-0500 (Eastern Standard Time)`, `Wed Jan 31 00:00:00 EST 2024`. */
const OF_PROGRAMS =
  /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (?:(\d{4}) )?\d{2}:\d{2}:\d{2}(?: (?:[A-Z]{2,5})?(?:[+-]\d{4})?)?(?: (\d{4}))?(?: \([^()]{0,60}\))?$/;
const LONGEST_OF_PROGRAMS = 120;
/** A day and its time as SAS and Oracle write them: `31JAN2024:08:15:30`, `31-JAN-24 12.00.00.000000000 AM -05:00`. */
const OF_DATABASES =
  /^(\d{1,2}-?[A-Za-z]{3}-?(?:\d{4}|\d{2}))(?::\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?|,? \d{1,2}\.\d\d\.\d\d(?:\.\d{1,9})?(?: [AP]M)?(?: [A-Za-z/_]{1,32}| [+-]\d\d?:\d\d)?)$/i;

/** Dates with the month as a word, in any order of day and year; rare enough for regular expressions. */
function readWords(source: string, order: DateOrder | null): DateReading {
  const [, monthName, dayNumber, before, after] = OF_PROGRAMS.exec(source.length > LONGEST_OF_PROGRAMS ? '' : source) ?? [];
  const [, day] = OF_DATABASES.exec(source.length > LONGEST_OF_PROGRAMS ? '' : source) ?? [];
  const text = monthName === undefined ? (day ?? source) : `${dayNumber} ${monthName} ${before ?? after ?? ''}`;
  if (text.length > MAX_TEXT) return NO_DATE.unreadable;
  let month = 0;
  const numbers: number[] = [];
  const digits: number[] = [];
  const pattern = /(\d+)|(\p{L}+)|([\s,./-])|(.)/gu;
  let match = pattern.exec(text);
  for (; match !== null; match = pattern.exec(text)) {
    const [, number, word, , other] = match;
    if (number !== undefined) {
      if (numbers.length === 2) {
        if (month !== 0 && isTimeFrom(text, match.index)) break;
        return NO_DATE.unreadable;
      }
      numbers.push(Number(number));
      digits.push(number.length);
    } else if (word !== undefined) {
      const lower = word.toLowerCase();
      const found = monthOf(lower);
      if (found !== 0 && month === 0) month = found;
      else if (!(WEEKDAY.test(lower) && numbers.length === 0) && !FILLER.has(lower)) {
        if (numbers.length === 2 && month !== 0 && isTimeFrom(text, match.index)) break;
        return NO_DATE.unreadable;
      }
    } else if (other !== undefined && other !== "'" && other !== '’') return NO_DATE.unreadable;
  }
  if (month === 0 || numbers.length !== 2) return NO_DATE.unreadable;
  const [a, b] = numbers as [number, number];
  const [aDigits, bDigits] = digits as [number, number];
  if (aDigits === 4 && bDigits <= 2) return pack(a, month, b, 0);
  if (aDigits > 2) return NO_DATE.unreadable;
  if (bDigits === 4) return pack(b, month, a, 0);
  if (bDigits > 2) return NO_DATE.unreadable;
  if (order === 'ymd') return pack(completeYear(a), month, b, DATE.twoDigitYear);
  return pack(completeYear(b), month, a, DATE.twoDigitYear);
}

/** A date text as `YYYY-MM-DD`, or null when it cannot be read. Used for previews of cells. */
export function toIsoDate(text: string, order: DateOrder | null): string | null {
  const reading = readDate(text.trim(), order);
  return reading < 0 ? null : formatDay(reading);
}
