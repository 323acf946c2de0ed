/** Days of a calendar, as ISO texts. All of them are local days; no time zone is involved. */

const DAY_MS = 86_400_000;

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const addDays = (day: string, days: number): string => dayAt(timeOf(day) + days * DAY_MS);

/** The same day of another month, or its last day when that month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayAt(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** From 0 for Sunday. */
export const weekday = (day: string): number => new Date(timeOf(day)).getUTCDay();

/** The weeks that show a day's month, each from Sunday to Saturday. Days of the neighboring months complete the first and the last one. */
export function weeksOf(day: string): readonly (readonly string[])[] {
  const month = day.slice(0, 7);
  let start = addDays(`${month}-01`, -weekday(`${month}-01`));
  const weeks: string[][] = [];
  do {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(start, at)));
    start = addDays(start, 7);
  } while (start.startsWith(month));
  return weeks;
}
