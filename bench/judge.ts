/** Compares the report of a benchmark with its promises. */

/** Path of a value in a report: keys joined by dots. `ROWS` stands for the number of rows of the run. */
type Path = string;

export interface Figure {
  readonly work: string;
  readonly of: Path;
  /** Path of the divisor, a value of the same report. */
  readonly per?: Path;
  /** The limit: a run that exceeds it fails. Null: nothing is promised yet. */
  readonly promise: number | null;
  /** The goal. A run that exceeds it does not fail. */
  readonly target: number | null;
  /** Path of the baseline's noise: the difference between its slowest and fastest run, divided by the median. */
  readonly noise?: Path;
}

/** Peak memory of one process. It may exceed the megabytes recorded for the same number of rows by `PEAK_MARGIN`. */
export interface Peak {
  readonly work: string;
  readonly of: Path;
  readonly recordedMB: Readonly<Record<number, number>>;
  /** The limit for any number of rows. */
  readonly promise?: number;
  readonly target?: number;
}

export interface Promises {
  readonly figures: readonly Figure[];
  readonly peaks: readonly Peak[];
}

export const PEAK_MARGIN = 1.05;

export type Verdict = 'holds' | 'fails' | 'not reached' | 'reached' | 'not recorded';

export interface Line {
  readonly work: string;
  readonly result: number;
  readonly promise: number | null;
  readonly target: number | null;
  readonly noise: number | null;
  readonly verdict: Verdict;
}

/** @throws Error when the report has no such number */
function valueAt(report: unknown, path: Path, rows: number): number {
  let value = report;
  for (const key of path.replaceAll('ROWS', String(rows)).split('.')) value = (value as Record<string, unknown> | null | undefined)?.[key];
  if (typeof value !== 'number') throw new Error(`the report has no number ${path}`);
  return value;
}

function verdictOf(result: number, promise: number | null, target: number | null): Verdict {
  if (promise !== null && result > promise) return 'fails';
  if (target !== null) return result <= target ? 'reached' : 'not reached';
  return promise === null ? 'not recorded' : 'holds';
}

/** Rounds to the printed digits, so that a printed result that equals its promise never fails. */
const printed = (value: number): number => Number(value.toFixed(value < 100 ? 2 : 0));

/** One line for each figure and each peak. @throws Error when the report lacks one of them */
export function judge({ figures, peaks }: Promises, report: unknown, rows: number): Line[] {
  return [
    ...figures.map(({ work, of, per, promise, target, noise }): Line => {
      const value = valueAt(report, of, rows);
      const result = printed(per === undefined ? value : value / valueAt(report, per, rows));
      const verdict = verdictOf(result, promise, target);
      return { work, result, promise, target, noise: noise === undefined ? null : printed(valueAt(report, noise, rows)), verdict };
    }),
    ...peaks.map(({ work, of, recordedMB, promise: most = null, target = null }): Line => {
      const result = printed(valueAt(report, of, rows));
      const recorded = recordedMB[rows];
      const limits = [most, recorded === undefined ? null : Math.round(recorded * PEAK_MARGIN)].filter((limit) => limit !== null);
      const promise = limits.length === 0 ? null : Math.min(...limits);
      return { work: `${work}, MB`, result, promise, target, noise: null, verdict: verdictOf(result, promise, target) };
    }),
  ];
}
