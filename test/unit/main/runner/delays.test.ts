/** When the service is polled: often while the user watches, rarely over days, and never in step with other computers. */
import { describe, expect, it } from 'vitest';
import { backoffDelay, fetchDelay, MAX_POLL_DELAY_MS, observationDelay, pollDelay } from '../../../../main/runner/delays.ts';

const [LEAST, MIDDLE, MOST] = [() => 0, () => 0.5, () => 1];
const MINUTE = 60_000;

describe('a poll', () => {
  it.each<[kind: 'practice' | 'live', delays: number[]]>([
    ['live', [1_000, 1_500, 2_250, 3_375]],
    ['practice', [300, 450, 675, 1_013]],
  ])('of a %s service follows after a time that grows by half', (kind, delays) => {
    expect(delays.map((_, polls) => pollDelay(polls, kind, MIDDLE))).toEqual(delays);
  });

  it('follows after a minute at the latest, with 10 % jitter', () => {
    expect([LEAST, MIDDLE, MOST].map((random) => pollDelay(100, 'live', random))).toEqual([57_000, MINUTE, MAX_POLL_DELAY_MS]);
  });
});

describe('results that were incomplete', () => {
  it.each<[kind: 'practice' | 'live', delays: number[]]>([
    ['live', [0, 5_000, 10_000, 20_000, 40_000, MINUTE, MINUTE]],
    ['practice', [0, 300, 600, 1_200]],
  ])('of a %s service are fetched immediately, then after a time that doubles up to a minute', (kind, delays) => {
    expect(delays.map((_, tries) => fetchDelay(tries, kind, MIDDLE))).toEqual(delays);
  });

  it('are fetched with 10 % jitter', () => {
    expect([LEAST, MOST].map((random) => fetchDelay(1, 'live', random))).toEqual([4_750, 5_250]);
  });
});

describe('four observations', () => {
  // The last delay is rounded up.
  it.each([MINUTE, 2 * MINUTE])('take a little more than their span of %i ms', (span) => {
    const delays = [0, 1, 2, 3].map((before) => observationDelay(before, span));
    expect(delays).toEqual([0, span / 12, span / 4, (span * 2) / 3 + 101]);
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBe(span + 101);
  });

  it('are followed by one each minute', () => {
    expect([4, 5, 100].map((before) => observationDelay(before, 2 * MINUTE))).toEqual([MINUTE, MINUTE, MINUTE]);
  });
});

it('a temporary failure is followed by a random delay below a limit that doubles from 2 s to a minute', () => {
  expect([0, 1, 2, 5, 50].map((failures) => backoffDelay(failures, MOST))).toEqual([2_500, 4_500, 8_500, 60_500, 60_500]);
  expect([0, 50].map((failures) => backoffDelay(failures, LEAST))).toEqual([500, 500]);
  expect(backoffDelay(0, MIDDLE)).toBe(1_500);
});
