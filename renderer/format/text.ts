/** Numbers, dates and texts that several screens share, in the user's locale; the data itself never depends on it. */
import type { Activity, ProjectView } from '../../shared/contract/index.ts';
import type { Step } from '../navigation/index.ts';

const numbers = new Intl.NumberFormat();
const oneDecimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const clockWithSeconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const longDayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' });
export const mediumDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const wholeDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });

/** A number in the user's locale: 18,432. */
export const number = (value: number): string => numbers.format(value);

/** A number that may have a fraction, with one decimal place. */
export const decimal = (value: number): string => oneDecimal.format(value);

/** 0 to 1 as a percentage. An incomplete value is never shown as 100%, and a started one never as 0%. */
export function percent(fraction: number): string {
  if (fraction > 0.99 && fraction < 1) return percents.format(0.99);
  if (fraction > 0 && fraction < 0.01) return percents.format(0.01);
  return percents.format(fraction);
}

/** "1 row", "412 rows". */
export const count = (value: number, one: string, many = `${one}s`): string => `${number(value)} ${value === 1 ? one : many}`;

const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** A size as file managers show it: 6.1 MB. */
export function bytes(value: number): string {
  let amount = value;
  let unit = 0;
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit++;
  }
  return `${unit === 0 ? number(Math.round(amount)) : decimal(amount)} ${UNITS[unit]}`;
}

/** 9:02 AM, or as usual in the user's locale. */
export const time = (at: number): string => clock.format(at);

/** 9:02:53 AM. */
export const timeWithSeconds = (at: number): string => clockWithSeconds.format(at);

/** November 19, 2026. */
export const day = (at: number): string => wholeDay.format(at);

/** November 19; with the year if it is not the current one. */
export const dayWithoutYear = (at: number): string =>
  new Date(at).getFullYear() === new Date().getFullYear() ? longDayAndMonth.format(at) : wholeDay.format(at);

/** The day of an ISO date in the user's locale; any other text unchanged. */
export function dayText(isoDay: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(isoDay) ? new Date(`${isoDay}T00:00`).getTime() : Number.NaN;
  return Number.isNaN(at) ? isoDay : day(at);
}

const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** When something changed, as short as possible: just now, today with the time, yesterday, a day, a day with its year. */
export function when(at: number, now: number = Date.now()): string {
  if (now - at < 60_000) return 'Just now';
  const days = Math.round((startOfDay(now) - startOfDay(at)) / 86_400_000);
  if (days <= 0) return `Today ${time(at)}`;
  if (days === 1) return 'Yesterday';
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? dayAndMonth.format(at) : mediumDay.format(at);
}

/** As `when`, within a sentence. */
export const whenWithin = (at: number, now?: number): string =>
  when(at, now).replace(/^(?:Just|Today|Yesterday)\b/, (word) => word.toLowerCase());

/** A duration in one unit: 58 seconds, 4 minutes, 2 hours. */
export function span(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 90) return count(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? count(minutes, 'minute') : count(Math.round(minutes / 60), 'hour');
}

/** A list of names: "E", "E and Q", "E, Q and R". */
export const listed = (names: readonly string[], last = 'and'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;

/** A value for display; "(blank)" for an empty one. */
export const shownValue = (value: string): string => (value === '' ? '(blank)' : value);

export const STEP_NAMES: Readonly<Record<Step, string>> = {
  file: 'File',
  columns: 'Columns',
  check: 'Check',
  cost: 'Cost & send',
  progress: 'Progress',
  results: 'Results',
};

/** The progress of an activity in numbers; null without an activity or numbers. */
export function progressOf(activity: Pick<Activity, 'done' | 'total' | 'unit'> | null): string | null {
  if (activity === null || activity.total === 0) return null;
  if (activity.unit === 'none' || activity.total === null)
    return activity.done > 0 && activity.unit === 'rows' ? count(activity.done, 'row') : null;
  if (activity.unit === 'bytes') return `${percent(activity.done / Math.max(1, activity.total))} of ${bytes(activity.total)}`;
  return `${number(activity.done)} of ${count(activity.total, 'row')}`;
}

/** The source of the project: the file, and its sheet if the user needs to know it. */
export function sourceLine(project: ProjectView): string {
  const { file, sheet } = project;
  if (sheet === null) return `${file.name}, ${bytes(file.bytes)}`;
  const named = sheet.name === '' || /\.(csv|tsv|txt)$/i.test(file.name) ? '' : `, sheet “${sheet.name}”`;
  return `${file.name}${named}, ${count(sheet.rows, 'row')}`;
}
