/**
 * The kill matrix: the application is killed at every entry of its journal and at every point of every request, together with all faults
 * of a changing call, and started again. The ledger of the service shows whether the result is right.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KillLane, type Outcome, pointName } from '../kit/kill-lane.ts';
import { drawRun } from '../kit/random-runs.ts';
import { Question } from '../../shared/project/project.ts';
import type { KillPoint } from '../kit/desk-process.ts';
import { FAULTY, PLAIN, type Scenario } from '../kit/fault-scenarios.ts';

/** Kills per fault, spread over the points of the run. The long soak test uses all of them. */
const KILLS_A_FAULT = 4;
const LANES = 2;
/** Random sequences of kills and faults. The soak test has thousands of them, with other seeds. */
const RANDOM_RUNS = 12;
const SEED = 20_240_515;

/** Cells that require a decision, with the reason. Every other cell finishes by itself. */
const MAY_ASK: readonly { readonly cell: RegExp; readonly question: string; readonly why: string }[] = [];

const mayAsk = (label: string) => MAY_ASK.filter(({ cell }) => cell.test(label)).map(({ question }) => question);

let lanes: KillLane[] = [];
const free: KillLane[] = [];
const waiting: ((lane: KillLane) => void)[] = [];
const tally = { points: 0, killed: 0, asked: 0 };

async function withLane<T>(work: (lane: KillLane) => Promise<T>): Promise<T> {
  const lane = free.pop() ?? (await new Promise<KillLane>((take) => waiting.push(take)));
  try {
    return await work(lane);
  } finally {
    const next = waiting.shift();
    if (next === undefined) free.push(lane);
    else next(lane);
  }
}

/** Evenly spread points. */
function spread(points: readonly KillPoint[], count: number): KillPoint[] {
  return Array.from({ length: Math.min(count, points.length) }, (_, index) => points[Math.floor(((index + 0.5) * points.length) / count)]!);
}

const concerns = ({ name }: Scenario, point: KillPoint) => {
  const step = name.split(':')[0]!;
  return point.kind === 'wire'
    ? point.step === step || point.step === 'status' || point.step === 'projects'
    : /failed|looked|intend/.test(point.event);
};

async function kill(scenario: Scenario, points: readonly KillPoint[]): Promise<string[]> {
  const wrong: string[] = [];
  await Promise.all(
    points.map((point) =>
      withLane(async (lane) => {
        const outcome: Outcome = await lane.run(scenario, point);
        tally.points += 1;
        if (outcome.killed) tally.killed += 1;
        if (outcome.report.state.at === 'needs-decision') tally.asked += 1;
        for (const problem of lane.problems(outcome, mayAsk(outcome.label))) wrong.push(`${outcome.label}: ${problem}`);
      }),
    ),
  );
  return wrong;
}

beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: LANES }, () => KillLane.open()));
  free.push(...lanes);
}, 120_000);

afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
});

describe('killed at every point and started again', () => {
  let traced: KillPoint[] = [];

  it('an undisturbed run has the expected points', { timeout: 120_000 }, async () => {
    const both = await Promise.all(lanes.map((lane) => lane.trace(PLAIN)));
    const named = new Map(both.flat().map((point) => [pointName(point), point]));
    traced = [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, point]) => point);
    const names = traced.map(pointName);
    for (const event of [
      'prepared',
      'intend-create',
      'created',
      'intend-add',
      'closing',
      'added',
      'observed',
      'intend-process',
      'started',
      'collected',
    ])
      expect(names).toContain(`journal ${event} 1 before`);
    for (const place of ['head', 'half', 'last', 'whole', 'answered']) expect(names).toContain(`wire add 1 ${place}`);
    expect(traced.length).toBeGreaterThan(70);
  });

  it('a kill without another fault does not change the result', { timeout: 600_000 }, async () => {
    expect(await kill(PLAIN, traced)).toEqual([]);
  });

  it.each(FAULTY)('$name: the results and the charges are right', { timeout: 300_000 }, async (scenario) => {
    const points = await withLane((lane) => lane.trace(scenario));
    const chosen = spread(
      points.filter((point) => concerns(scenario, point)),
      KILLS_A_FAULT,
    );
    expect(await kill(scenario, chosen)).toEqual([]);
  });

  it('repeated kills with several faults at the same time do not lead to wrong charges', { timeout: 600_000 }, async () => {
    const runs = Array.from({ length: RANDOM_RUNS }, (_, number) => drawRun(SEED, number, traced));
    const wrong = await Promise.all(
      runs.map((run) =>
        withLane(async (lane) => {
          const outcome = await lane.runWithKills(run);
          // So many faults may require a decision, but the charges are right.
          return lane.problems(outcome, Question.options).map((problem) => `${outcome.label}: ${problem}`);
        }),
      ),
    );
    expect(wrong.flat()).toEqual([]);
  });

  it('the runs are killed at 150 points or more', () => {
    expect(tally.points).toBeGreaterThanOrEqual(150);
    expect(tally.killed / tally.points).toBeGreaterThan(0.8);
    expect(tally.asked).toBe(0);
  });
});
