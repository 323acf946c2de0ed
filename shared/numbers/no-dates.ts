/** Detects texts in date columns that are not complete dates: zeros, words, and dates without a day. */
import { dayOf, monthOf, readDate } from './dates.ts';

/** Longer texts are sentences. */
const MAX_TEXT = 30;

/** Zeros in every part, with or without a time: `0`, `00/00/0000`, `0000-00-00 00:00:00`, `0/0/00`. */
const ONLY_ZEROS = /^[0\s/.:T-]*0[0\s/.:TZ-]*$/;
/** The zero days of Excel and Access, of SQL Server, and of .NET. */
const ZERO_DAYS: ReadonlySet<number> = new Set([18_991_230, 18_991_231, 19_000_101, 17_530_101, 10_101]);
/** Excel's day 0, which it shows as January 0, 1900. */
const EXCEL_ZERO =
  /^(?:0?1[/.-]0?0[/.-](?:1900|00)|0?0[/.-]0?1[/.-](?:1900|00)|1900-01-00.*|0?0?[ -]?jan[ -](?:00,? )?(?:1900|00)|jan(?:uary)? 0+,? 1900)$/i;
const NO_DATE_WORDS =
  /^(?:never|no|nil|no dates?|no gifts?|no date on file|not applicable|not known|not given|date unknown|undated|missing)$/i;

/** True for a text that means "no date": zeros, the zero day of a database, or words. */
export function isNoDate(text: string): boolean {
  if (text.length > MAX_TEXT) return false;
  if (ONLY_ZEROS.test(text) || EXCEL_ZERO.test(text) || NO_DATE_WORDS.test(text)) return true;
  const day = readDate(text, null);
  return day > 0 && ZERO_DAYS.has(dayOf(day));
}

const YEAR = '(?:1[89]|20)\\d\\d';
const ABOUT =
  '(?:c(?:a|irca)?\\.?|~|about|around|abt\\.?|before|after|since|early|mid|late|fy|cy|spring|summer|fall|autumn|winter|h[12]|[qt][1-4]|[1-4]q)';
/** A year with or without words such as "about", a span of years, or a quarter: `2019`, `FY 2019`, `2019/20`, `Q3 2019`. */
const YEAR_ALONE = new RegExp(
  `^(?:${ABOUT}[\\s-]*){0,2}(?:${YEAR}(?:\\s?[-/–]\\s?(?:\\d\\d|${YEAR}))?|'\\d\\d|(?<=[fc]y[\\s-]*)\\d\\d)s?\\??(?:[\\s-]*${ABOUT})?$`,
  'i',
);
/** A month and a year in digits, in any order: `03/2019`, `2019-03`, `201903`. */
const MONTH_AND_YEAR = new RegExp(`^(?:(?:0?[1-9]|1[0-2])\\s?[/.-]\\s?${YEAR}|${YEAR}(?:\\s?[/.-]\\s?(?:0?[1-9]|1[0-2])|0[1-9]|1[0-2]))$`);
/** A year with a month or a day of zero: `2019-05-00`, `00/05/2019`, `20190500`. */
const ZERO_PART = new RegExp(
  `^(?:0?0[/.-]\\d\\d?[/.-]${YEAR}|\\d\\d?[/.-]0?0[/.-]${YEAR}|${YEAR}[/.-](?:\\d\\d?[/.-]0?0|0?0[/.-]\\d\\d?)|${YEAR}\\d\\d00|${YEAR}00\\d\\d)$`,
);
const MONTH_WORD = /^(?:\d{4}[\s,/-]*)?(?:(?:early|mid|late|about)[\s-]+)?(\p{L}+)\.?,?(?:[\s/-]*(?:of |de |del )?(?:\d{4}|'?\d\d))?$/iu;

/** True for a date without its day: a year, a month and a year, a season, or a day of zero. */
export function isPartialDate(text: string): boolean {
  if (text.length > MAX_TEXT) return false;
  if (YEAR_ALONE.test(text) || MONTH_AND_YEAR.test(text) || ZERO_PART.test(text)) return true;
  const word = MONTH_WORD.exec(text)?.[1];
  return word !== undefined && monthOf(word.toLowerCase()) !== 0;
}
