import { describe, expect, it } from 'vitest';
import { estimatedMs, type Sample, speedOf, timeLeft, took, withSample } from '../../../../../renderer/screens/progress/run-rate.ts';

const steady = (seconds: number, aSecond: number): readonly Sample[] => {
  let samples: readonly Sample[] = [];
  for (let second = 0; second <= seconds; second++) samples = withSample(samples, { at: second * 1000, done: second * aSecond });
  return samples;
};

describe('the speed of a counting activity', () => {
  it('is that of the last seconds', () => {
    const slow = steady(30, 1000);
    expect(speedOf(slow, 0, 30_000)).toBe(1000);
    let fast = slow;
    for (let second = 1; second <= 20; second++) fast = withSample(fast, { at: 30_000 + second * 1000, done: 30_000 + second * 9000 });
    expect(speedOf(fast, 0, 50_000)).toBe(9000);
  });

  it('decreases while nothing changes', () => {
    const samples = steady(10, 1000);
    expect(speedOf(samples, 0, 20_000)).toBe(500);
  });

  it('is not derived from one moment, but from all work before it', () => {
    expect(speedOf([{ at: 0, done: 0 }], 0, 500)).toBeNull();
    expect(speedOf([{ at: 10_000, done: 5000 }], 0, 10_000)).toBe(500);
    expect(speedOf([], 0, 10_000)).toBeNull();
  });

  it('restarts when the count decreases', () => {
    expect(withSample(steady(10, 1000), { at: 11_000, done: 5 })).toEqual([{ at: 11_000, done: 5 }]);
  });

  it('keeps the first and last sample of a moment', () => {
    let samples: readonly Sample[] = [{ at: 0, done: 0 }];
    for (const done of [10, 20, 30]) samples = withSample(samples, { at: 0, done });
    for (const done of [40, 50]) samples = withSample(samples, { at: 2000, done });
    expect(speedOf(samples, 0, 2000)).toBeGreaterThan(0);
    expect(samples.length).toBeLessThan(4);
  });
});

describe('the remaining time', () => {
  it('has one unit, and is missing when it would be a guess', () => {
    expect(timeLeft(58_000, 1000)).toBe('about 58 seconds left');
    expect(timeLeft(600_000, 1000)).toBe('about 10 minutes left');
    expect(timeLeft(2000, 1000)).toBe('a few seconds left');
    expect(timeLeft(2000, null)).toBeNull();
    expect(timeLeft(2000, 0)).toBeNull();
    expect(timeLeft(1e12, 1)).toBeNull();
  });
});

describe('the duration of a step', () => {
  it('is as short as possible', () => {
    expect([20, 900, 58_000, 240_000, 10_800_000].map(took)).toEqual(['0.1 s', '0.9 s', '58 s', '4 min', '3 h']);
  });
});

describe('the estimate of a screening', () => {
  it('follows the rows of the last one, and is never below ten seconds', () => {
    expect(estimatedMs(18_000, { rows: 9000, screeningMs: 120_000 })).toBe(240_000);
    expect(estimatedMs(10, { rows: 9000, screeningMs: 120_000 })).toBe(10_000);
    expect(estimatedMs(30, { rows: 0, screeningMs: 2000 })).toBe(60_000);
  });
});
