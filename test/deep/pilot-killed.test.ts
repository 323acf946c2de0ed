/** A pilot and its rest are killed in between and restarted: each person is paid for once, and their results are merged. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KillLane } from '../kit/kill-lane.ts';
import { type KillPoint, pointName } from '../kit/kill-points.ts';
import type { Scenario } from '../kit/fault-scenarios.ts';
import { randomOf } from '../kit/random.ts';

const PEOPLE = 37;
const PILOT: Scenario = { name: 'a pilot and its rest', faults: [], pilot: PEOPLE };
const COMPARED: Scenario = { ...PILOT, name: 'a pilot in two settings and its rest', isCompared: true };
/** The number of runs of each test. A slow computer makes half of them; the others only while BUDGET, in milliseconds, lasts. */
const RUNS = 6;
const BUDGET = 10_000;
const SEED = 20_261_127;

let lane: KillLane;
let points: readonly KillPoint[] = [];

beforeAll(async () => {
  lane = await KillLane.open('copies');
  points = await lane.trace(PILOT);
});

afterAll(async () => {
  await lane.close();
});

it('has the entries and requests of two screenings', () => {
  const names = points.map(pointName);
  for (const name of ['journal send 2 after', 'journal joined 1 before', 'wire create 2 answered', 'wire process 2 whole'])
    expect(names).toContain(name);
});

it('pays for exactly the people of a pilot twice when two settings are compared, whenever it is killed', async () => {
  const random = randomOf(SEED + 1);
  const traced = await lane.trace(COMPARED);
  expect(traced.map(pointName)).toContain('journal send 3 after');
  // From the confirmation of the comparison until its results have arrived.
  const second = traced.filter(({ occurrence }) => occurrence === 2);
  const wrong: string[] = [];
  let killed = 0;
  const end = performance.now() + BUDGET;
  for (let run = 0; run < RUNS && (run < RUNS / 2 || performance.now() < end); run++) {
    const first = second.filter(({ kind }) => kind === (run % 2 === 0 ? 'journal' : 'wire'));
    const kills = [first, second].map((some) => some[Math.floor(random() * some.length)]!);
    const outcome = await lane.runWithKills({ scenario: COMPARED, kills, folder: null });
    if (outcome.killed) killed += 1;
    for (const problem of await lane.pilotProblems(outcome, PEOPLE, true)) wrong.push(`${outcome.label}: ${problem}`);
  }
  expect(wrong).toEqual([]);
  expect(killed).toBeGreaterThanOrEqual(RUNS / 2 - 1);
});

it('pays for each person once, whenever it is killed', async () => {
  const random = randomOf(SEED);
  const from = (some: readonly KillPoint[]) => some[Math.floor(random() * some.length)]!;
  const wrong: string[] = [];
  let killed = 0;
  const end = performance.now() + BUDGET;
  for (let run = 0; run < RUNS && (run < RUNS / 2 || performance.now() < end); run++) {
    // The pilot and the rest in turn, with both kinds of points in turn; then any of the remaining points.
    const first = points.filter(
      ({ kind, occurrence }) => occurrence === (run % 2 === 0 ? 2 : 1) && kind === (run % 4 < 2 ? 'journal' : 'wire'),
    );
    const outcome = await lane.runWithKills({ scenario: PILOT, kills: [from(first), from(points)], folder: null });
    if (outcome.killed) killed += 1;
    for (const problem of await lane.pilotProblems(outcome, PEOPLE)) wrong.push(`${outcome.label}: ${problem}`);
  }
  expect(wrong).toEqual([]);
  expect(killed).toBeGreaterThanOrEqual(RUNS / 2 - 1);
});
