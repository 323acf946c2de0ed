import { expect, test } from 'vitest';
import { judge } from '../../../bench/judge.ts';
import { BENCHES } from '../../../bench/promises.ts';

const RATIO = { work: 'ours ÷ theirs', of: 'ours.seconds', per: 'theirs.seconds', noise: 'theirs.noise' };
const report = { ours: { seconds: 3 }, theirs: { seconds: 2, noise: 0.111 }, 'list 5': { peakMB: 211 } };

test.each([
  { promise: 1.5, target: 1.2, verdict: 'not reached' },
  { promise: 1.5, target: 1.5, verdict: 'reached' },
  { promise: 1.5, target: null, verdict: 'holds' },
  { promise: 1.49, target: 1.6, verdict: 'fails' },
  { promise: null, target: 1.2, verdict: 'not reached' },
  { promise: null, target: null, verdict: 'not recorded' },
])('a ratio of 1.5 with the promise $promise and the target $target: $verdict', ({ promise, target, verdict }) => {
  const [line] = judge({ figures: [{ ...RATIO, promise, target }], peaks: [] }, report, 5);
  expect(line).toEqual({ work: 'ours ÷ theirs', result: 1.5, promise, target, noise: 0.11, verdict });
});

test.each([
  { recordedMB: { 5: 201 }, promise: 211, verdict: 'holds' },
  { recordedMB: { 5: 200 }, promise: 210, verdict: 'fails' },
  { recordedMB: { 6: 100 }, promise: null, verdict: 'not recorded' },
])('a peak of 211 MB for 5 rows, recorded $recordedMB: $verdict', ({ recordedMB, promise, verdict }) => {
  const [line] = judge({ figures: [], peaks: [{ work: 'peak', of: 'list ROWS.peakMB', recordedMB }] }, report, 5);
  expect(line).toMatchObject({ work: 'peak, MB', result: 211, promise, verdict });
});

test('the promise for a peak counts when it is less than what was recorded', () => {
  const peak = { work: 'peak', of: 'list ROWS.peakMB', recordedMB: { 5: 300 }, promise: 210 };
  expect(judge({ figures: [], peaks: [peak] }, report, 5)[0]).toMatchObject({ promise: 210, verdict: 'fails' });
});

test('a report without a figure is refused', () => {
  expect(() => judge({ figures: [], peaks: [{ work: 'peak', of: 'peakMB', recordedMB: {} }] }, report, 5)).toThrow('no number peakMB');
});

test('every benchmark names its work, and no promise is stricter than its target', () => {
  const all = Object.values(BENCHES).flatMap(({ figures, peaks }) => [...figures, ...peaks]) as readonly {
    work: string;
    promise?: number | null;
    target?: number | null;
  }[];
  expect(new Set(all.map(({ work }) => work)).size).toBe(all.length);
  const strict = all.filter(({ promise, target }) => typeof promise === 'number' && typeof target === 'number' && promise < target);
  expect(strict).toEqual([]);
});
