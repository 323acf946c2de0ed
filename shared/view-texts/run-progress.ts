import type { Activity, ProjectView } from '../contract/index.ts';
import { isRunning } from '../project/index.ts';

/** The combined progress of the running projects, from 0 to 1; null when none runs, or when the amount of work is not known. */
export function runProgress(projects: readonly ProjectView[]): number | null {
  const fractions = projects.flatMap(({ state, activity }) =>
    isRunning(state) && activity !== null && activity.total !== null && activity.total > 0
      ? [Math.min(1, activity.done / activity.total)]
      : [],
  );
  return fractions.length === 0 ? null : fractions.reduce((sum, fraction) => sum + fraction, 0) / fractions.length;
}

/** The title of the window during a run, if the taskbar cannot show progress. Does not name the project. */
export const progressTitle = (fraction: number): string => `${Math.floor(fraction * 100)}% · Screening Desk`;

export const isProgressTitle = (title: string): boolean => /^\d{1,3}% · Screening Desk$/.test(title);

/** No estimate is made before this share of the work, and this many milliseconds. */
const LEAST_KNOWN = { share: 0.05, ms: 2000 };

/** Milliseconds until an activity ends at its average speed so far; null while that is not known. `now`: milliseconds since 1970. */
export function remainingMs({ done, total, startedAt }: Pick<Activity, 'done' | 'total' | 'startedAt'>, now: number): number | null {
  const passed = now - startedAt;
  if (total === null || done >= total || done / total < LEAST_KNOWN.share || passed < LEAST_KNOWN.ms) return null;
  return (passed / done) * (total - done);
}
