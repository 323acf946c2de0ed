/** Calendar days as texts, YYYY-MM-DD: they sort by time, and no time zone changes them. */

const DAY_MS = 86_400_000;

/** The day some months later, or the last day of that month if it is shorter. `months` may be negative. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(first.getTime() + (Math.min(date, days) - 1) * DAY_MS).toISOString().slice(0, 10);
}

/** Whole months from one day to a later one. */
export function wholeMonths(from: string, to: string): number {
  const [[fromYear, fromMonth], [toYear, toMonth]] = [from, to].map((day) => day.split('-').map(Number)) as [number[], number[]];
  const months = (toYear! - fromYear!) * 12 + toMonth! - fromMonth!;
  return addMonths(from, months) > to ? months - 1 : months;
}

/** A day as a number of days since 1970, and back. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
export const dayOfNumber = (days: number): string => new Date(days * DAY_MS).toISOString().slice(0, 10);
