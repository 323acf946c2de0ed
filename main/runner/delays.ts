/**
 * Delays before the next calls to the service, in milliseconds. Pure functions, so that tests can cover days of
 * waiting.
 */
import { EVIDENCE_NEEDED } from '../../shared/project/index.ts';

/** The longest wait between two polls, including jitter. */
export const MAX_POLL_DELAY_MS = 63_000;

/**
 * Before a poll: 1 s at first, because the user watches a short list finish, then 1.5 times longer each time, up to a minute, with 10 %
 * jitter. Shorter for the practice service.
 */
export function pollDelay(polls: number, kind: 'practice' | 'live', random: () => number): number {
  const first = kind === 'practice' ? 300 : 1_000;
  const base = Math.min(first * 1.5 ** polls, 60_000);
  return Math.round(base * (0.95 + 0.1 * random()));
}

/**
 * Before results that were incomplete `tries` times are fetched again: 5 s, then twice as long each time, up to a minute, with 10 % jitter.
 * Shorter for the practice service.
 */
export function fetchDelay(tries: number, kind: 'practice' | 'live', random: () => number): number {
  if (tries === 0) return 0;
  const first = kind === 'practice' ? 300 : 5_000;
  return Math.round(Math.min(first * 2 ** (tries - 1), 60_000) * (0.95 + 0.1 * random()));
}

/** When the first four observations are made, as fractions of the span. */
const SHARES = [0, 1 / 12, 1 / 3, 1];

/** Before the next observation, after `before` earlier ones. The fourth observation comes just after the end of the span. */
export function observationDelay(before: number, span: number): number {
  if (before === 0) return 0;
  const share = SHARES[before];
  if (share === undefined) return EVIDENCE_NEEDED.spanMs;
  return Math.ceil((share - SHARES[before - 1]!) * span) + (before === SHARES.length - 1 ? 100 : 0);
}

/** After `failures` temporary failures: a random delay below a limit that doubles from 2 s to a minute (full jitter). */
export function backoffDelay(failures: number, random: () => number): number {
  return Math.round(500 + random() * Math.min(60_000, 2_000 * 2 ** failures));
}
