/**
 * A policy changes while the program is killed: after the next start nothing that it forbids leaves the computer, and once it allows the
 * service again, the list is paid for once.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Policy } from '../../shared/policy/policy.ts';
import { KillLane } from '../kit/kill-lane.ts';
import { type KillPoint, pointName } from '../kit/kill-points.ts';

const ELSEWHERE: Policy = { version: 1, allowedAddresses: ['https://screening.example.org'] };

const POINTS: readonly KillPoint[] = [
  { kind: 'journal', event: 'intend-create', occurrence: 1, at: 'after' },
  { kind: 'wire', step: 'create', occurrence: 1, at: 'answered' },
  { kind: 'wire', step: 'add', occurrence: 1, at: 'half' },
  { kind: 'journal', event: 'intend-process', occurrence: 1, at: 'after' },
  { kind: 'wire', step: 'process', occurrence: 1, at: 'answered' },
  { kind: 'wire', step: 'profiles', occurrence: 1, at: 'answered' },
];

let lane: KillLane;

beforeAll(async () => {
  lane = await KillLane.open('processes');
});

afterAll(async () => {
  await lane.close();
});

it.each(POINTS.map((point) => ({ name: pointName(point), point })))(
  'waits without a request when it is killed at $name, and is paid for once',
  async ({ point }) => {
    const outcome = await lane.runUnderPolicy(point, ELSEWHERE);
    expect(outcome.killed).toBe(true);
    expect(outcome.requests).toBe(0);
    expect(outcome.under.state.at).toBe('paused');
    expect(outcome.report.state.at).toBe('done');
    expect(lane.problems(outcome)).toEqual([]);
  },
);
