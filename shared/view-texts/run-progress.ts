import type { ProjectView } from '../contract/index.ts';
import { isRunning } from '../project/index.ts';

/** Progress of the running projects together, 0 to 1; null when none runs or the end of their work is not known. */
export function runProgress(projects: readonly ProjectView[]): number | null {
  const fractions = projects.flatMap(({ state, activity }) =>
    isRunning(state) && activity !== null && activity.total !== null && activity.total > 0
      ? [Math.min(1, activity.done / activity.total)]
      : [],
  );
  return fractions.length === 0 ? null : fractions.reduce((sum, fraction) => sum + fraction, 0) / fractions.length;
}

/** The window's title during a run, where the taskbar shows no progress: a percentage and no name of a project. */
export const progressTitle = (fraction: number): string => `${Math.floor(fraction * 100)}% · Screening Desk`;

export const isProgressTitle = (title: string): boolean => /^\d{1,3}% · Screening Desk$/.test(title);
