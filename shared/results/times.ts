/** Reads times in answers of the service. The interface does not specify their form. */
const DAY_FIRST_OR_LAST = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})\b/;
/** A day, or a text that begins with a day or month name. `Date.parse` accepts other texts as dates, too. */
const DATE = /^(\d|sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[^]*\d{4}|^\d{4}/i;
/** Smaller numbers are not times. This is 2001 in seconds. */
const LEAST_SECONDS = 1_000_000_000;
const LEAST_MILLISECONDS = 100_000_000_000;

/** The latest time that a `Date` can represent. */
const LAST = 8_640_000_000_000_000;

const sure = (time: number): number | null => (Math.abs(time) <= LAST ? time : null);

/** Reads a day with an ambiguous order of day and month. Returns the later reading, so that nothing appears older than it is. */
function laterOf(first: number, second: number, year: number): number | null {
  const readings = [
    [first, second],
    [second, first],
  ].flatMap(([month, day]) => (month! <= 12 && day! <= 31 ? [new Date(year, month! - 1, day).getTime()] : []));
  return readings.length === 0 ? null : Math.max(...readings);
}

function timeOfNumber(value: number): number | null {
  if (value >= 19_000_101 && value <= 29_991_231) {
    const text = String(value);
    return sure(Date.parse(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`));
  }
  if (value < LEAST_SECONDS) return null;
  return sure(value < LEAST_MILLISECONDS ? value * 1000 : value);
}

/** Milliseconds since 1970, from a number of seconds or milliseconds, or from a date text. Null when the value is not clearly a time. */
export function readTime(value: unknown): number | null {
  if (typeof value === 'number') return timeOfNumber(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const digits = /^(?:\/Date\()?(\d{8,})(?:\.\d+)?(?:[-+]\d{4})?(?:\)\/)?$/.exec(text)?.[1];
  if (digits !== undefined) return timeOfNumber(Number(digits));
  const day = DAY_FIRST_OR_LAST.exec(text);
  if (day !== null) return laterOf(Number(day[1]), Number(day[2]), Number(day[3]));
  return DATE.test(text) ? sure(Date.parse(text)) : null;
}
