/** Speed and remaining time of an activity, from its most recent samples. */
import type { ScreeningPace } from '../../../shared/contract/index.ts';
import { span } from '../../format/index.ts';

export interface Sample {
  readonly at: number;
  readonly done: number;
}

/** Samples older than this are not used for the current speed. */
const WINDOW_MS = 15_000;
/** Over a shorter time, the speed would be only a guess. */
const LEAST_MS = 1500;

/** Adds a sample. Starts over if the count has decreased. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.done < last.done) return [sample];
  const kept = samples.filter((one) => sample.at - one.at <= WINDOW_MS && one.at < sample.at);
  // Always keep at least two samples, because the speed is measured between them.
  return kept.length === 0 && last !== undefined ? [last, sample] : [...kept, sample];
}

/** Units per second; null while unknown. While the samples cover too short a time, uses the average since the start. */
export function speedOf(samples: readonly Sample[], startedAt: number, now: number): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined) return null;
  const measuredMs = now - first.at;
  if (samples.length > 1 && measuredMs >= LEAST_MS) return (last.done - first.done) / (measuredMs / 1000);
  const totalMs = now - startedAt;
  return totalMs >= LEAST_MS && last.done > 0 ? last.done / (totalMs / 1000) : null;
}

/** "about 58 seconds left"; null while unknown. */
export function timeLeft(left: number, speed: number | null): string | null {
  if (speed === null || speed <= 0) return null;
  const ms = (left / speed) * 1000;
  if (!Number.isFinite(ms) || ms > 86_400_000) return null;
  return ms < 5000 ? 'a few seconds left' : `about ${span(ms)} left`;
}

/** Shortest estimate, because the service is asked for its state only every few seconds. */
const LEAST_ESTIMATE_MS = 10_000;

/** Milliseconds that the service needs for so many rows, at the speed of an earlier screening. */
export const estimatedMs = (rows: number, pace: Pick<ScreeningPace, 'rows' | 'screeningMs'>): number =>
  Math.max(LEAST_ESTIMATE_MS, (rows / Math.max(1, pace.rows)) * pace.screeningMs);

/** "0.9 s", "58 s", "4 min": a duration, as short as possible. */
export function took(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `${Math.max(0.1, Math.round(seconds * 10) / 10).toLocaleString()} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = seconds / 60;
  return minutes < 90 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`;
}
