/** Times of the next calls to the service, in milliseconds: pure functions, so that tests cover days of waiting in a table. */
import { EVIDENCE_NEEDED } from '../../shared/project/project.ts';

/** The longest wait between two polls, including jitter. */
export const MOST_WAIT_MS = 63_000;

/**
 * The wait before a poll: 1 s × 1.5 up to a minute, with 10 % jitter, because a short list finishes while the user
 * watches. Shorter for the practice service.
 */
export function nextPoll(polls: number, kind: 'practice' | 'live', random: () => number): number {
  const first = kind === 'practice' ? 300 : 1_000;
  const base = Math.min(first * 1.5 ** polls, 60_000);
  return Math.round(base * (0.95 + 0.1 * random()));
}

/**
 * The wait before results that were incomplete `tries` times are fetched again: 5 s × 2 up to a minute, with 10 %
 * jitter; shorter for the practice service.
 */
export function nextFetch(tries: number, kind: 'practice' | 'live', random: () => number): number {
  if (tries === 0) return 0;
  const first = kind === 'practice' ? 300 : 5_000;
  return Math.round(Math.min(first * 2 ** (tries - 1), 60_000) * (0.95 + 0.1 * random()));
}

const SHARES = [0, 1 / 12, 1 / 3, 1];

/** The wait before the observation that follows `looks` earlier ones; the fourth is at the end of the span at the latest. */
export function nextLook(looks: number, span: number): number {
  if (looks === 0) return 0;
  const share = SHARES[looks];
  if (share === undefined) return EVIDENCE_NEEDED.spanMs;
  return Math.ceil((share - SHARES[looks - 1]!) * span) + (looks === SHARES.length - 1 ? 100 : 0);
}

/** The wait after `failures` temporary failures: full jitter under a ceiling that doubles from 2 s to a minute. */
export function backoffDelay(failures: number, random: () => number): number {
  return Math.round(500 + random() * Math.min(60_000, 2_000 * 2 ** failures));
}
