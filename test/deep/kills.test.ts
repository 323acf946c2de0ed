/**
 * The kill matrix: the application is killed at every entry of its journal and at every point of every request that leaves a state of its
 * own, and also after each fault of a changing call, and started again. The ledger of the service shows whether the result is right. Most
 * kills leave a copy of the folder from that moment, which is all that a killed process leaves; some end a process.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KillLane, type Outcome } from '../kit/kill-lane.ts';
import { lend } from '../kit/lend.ts';
import { drawRun } from '../kit/random-runs.ts';
import { Question } from '../../shared/project/project-shapes.ts';
import { FAULTY, PLAIN, type Scenario } from '../kit/fault-scenarios.ts';
import { type KillPoint, pointName } from '../kit/kill-points.ts';
import { differentPoints, type PointCounts, pointsAfterFault, traceAll, type TracedPoints } from '../kit/scenario-points.ts';

/** Kills per fault, spread over the journal entries and the requests after the fault. The soak test draws from all points. */
const KILLS_A_FAULT: PointCounts = { journal: 2, wire: 2 };
const LANES = 2;
/** Random sequences of kills and faults; the first ones also kill processes. The soak test has thousands of them, with other seeds. */
const RANDOM_RUNS = 12;
const WITH_PROCESSES = 4;
const SEED = 20_240_515;

/** Cells that may require a decision, with the reason. All other cells must finish without one. */
const MAY_ASK: readonly { readonly cell: RegExp; readonly question: Question; readonly why: string }[] = [
  {
    cell: /^process: 502 and not acted on × (journal intend-process|wire process) 1 /,
    question: 'start-unclear',
    why: 'the kill loses the answer to the first start and the fault that of its repetition; only a person starts a third time',
  },
];

const mayAsk = (label: string) => MAY_ASK.filter(({ cell }) => cell.test(label)).map(({ question }) => question);

let lanes: KillLane[] = [];
const free: KillLane[] = [];
const withLane = lend(free);
const tally = { points: 0, killed: 0, asked: 0 };

/** Evenly spread points. */
function spread(points: readonly KillPoint[], count: number): KillPoint[] {
  return Array.from({ length: Math.min(count, points.length) }, (_, index) => points[Math.floor(((index + 0.5) * points.length) / count)]!);
}

async function kill(scenario: Scenario, points: readonly KillPoint[]): Promise<string[]> {
  const wrong: string[] = [];
  await Promise.all(
    points.map((point) =>
      withLane(async (lane) => {
        const outcome: Outcome = await lane.run(scenario, point);
        tally.points += 1;
        if (outcome.killed) tally.killed += 1;
        if (outcome.report.state.at === 'needs-decision' && mayAsk(outcome.label).length === 0) tally.asked += 1;
        for (const problem of lane.problems(outcome, mayAsk(outcome.label))) wrong.push(`${outcome.label}: ${problem}`);
      }),
    ),
  );
  return wrong;
}

let traced: TracedPoints = new Map();
const pointsWith = (scenario: Scenario) => traced.get(scenario) ?? [];

beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: LANES }, () => KillLane.open('copies')));
  traced = await traceAll(lanes);
  free.push(...lanes);
}, 600_000);

afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
});

describe('killed at every point and started again', () => {
  it('every request of an undisturbed run has the expected points', () => {
    const names = pointsWith(PLAIN).map(pointName);
    for (const place of ['head', 'half', 'last', 'whole', 'answered']) expect(names).toContain(`wire add 1 ${place}`);
  });

  it('a kill without another fault does not change the result', { timeout: 1_800_000 }, async () => {
    expect(await kill(PLAIN, differentPoints(pointsWith(PLAIN)))).toEqual([]);
  });

  it.each(FAULTY)('$name: the results and the charges are right', async (scenario) => {
    const after = differentPoints(pointsAfterFault(scenario, pointsWith(scenario)));
    const chosen = (['journal', 'wire'] as const).flatMap((kind) =>
      spread(
        after.filter((point) => point.kind === kind),
        KILLS_A_FAULT[kind],
      ),
    );
    expect(chosen).toHaveLength(KILLS_A_FAULT.journal + KILLS_A_FAULT.wire);
    expect(await kill(scenario, chosen)).toEqual([]);
  });

  async function randomRun(lane: KillLane, number: number): Promise<string[]> {
    const outcome = await lane.runWithKills(drawRun(SEED, number, traced));
    // With so many faults a decision may be required, but the charges must be right.
    return lane.problems(outcome, Question.options).map((problem) => `${outcome.label}: ${problem}`);
  }

  it('repeated kills with several faults at the same time cause no wrong charges', async () => {
    const runs = Array.from({ length: RANDOM_RUNS }, (_, number) => withLane((lane) => randomRun(lane, number)));
    expect((await Promise.all(runs)).flat()).toEqual([]);
  });

  it('neither do they when the kills end a process with its threads', async () => {
    const lane = await KillLane.open('processes');
    try {
      await lane.trace(PLAIN);
      for (let number = 0; number < WITH_PROCESSES; number++) expect(await randomRun(lane, number)).toEqual([]);
    } finally {
      await lane.close();
    }
  });

  it('the runs are killed at 150 points or more', () => {
    expect(tally.points).toBeGreaterThanOrEqual(150);
    expect(tally.killed / tally.points).toBeGreaterThan(0.8);
    expect(tally.asked).toBe(0);
  });
});
