/** Calendar days as texts, YYYY-MM-DD: they sort by time, and no time zone changes them. */

export const DAY_MS = 86_400_000;

/** The local day of a time in milliseconds since 1970. */
export function localDay(at: number): string {
  const then = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
}

/** A day as a number of days since 1970, and back. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
export const dayOfNumber = (days: number): string => new Date(days * DAY_MS).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayOfNumber(dayNumber(day) + days);

/** The day some months later, or the last day of that month if it is shorter. `months` may be negative. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOfNumber(Date.UTC(year, month - 1 + months, Math.min(date, last)) / DAY_MS);
}

/** Whole months from one day to a later one. */
export function wholeMonths(from: string, to: string): number {
  const [[fromYear, fromMonth], [toYear, toMonth]] = [from, to].map((day) => day.split('-').map(Number)) as [number[], number[]];
  const months = (toYear! - fromYear!) * 12 + toMonth! - fromMonth!;
  return addMonths(from, months) > to ? months - 1 : months;
}
