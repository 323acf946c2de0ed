/** Days of a calendar, as ISO texts. All of them are local days; no time zone is involved. */
import { addDays } from '../../../shared/base/index.ts';

/** From 0 for Sunday. */
export const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

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
