/**
 * The kill matrix: the application is killed at every entry of its journal and at every place of every request, beside
 * everything that can go wrong with a changing call, and started again. The service's own ledger is the judge.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Lane, type Outcome, pointName } from '../kit/desk-lane.ts';
import { drawLife } from '../kit/desk-lives.ts';
import { Question } from '../../shared/project/project.ts';
import type { KillPoint } from '../kit/desk-process.ts';
import { FAULTY, PLAIN, type Scenario } from '../kit/desk-scenarios.ts';

/** Kills beside one fault: spread over what the run passes. The long soak takes all of them. */
const KILLS_A_FAULT = 4;
const LANES = 2;
/** Lives drawn at random. The soak has thousands of them, by other seeds. */
const LIVES = 12;
const SEED = 20_240_515;

/** Cells that end in a question to a person, with the reason. Every other cell finishes unaided. */
const MAY_ASK: readonly { readonly cell: RegExp; readonly question: string; readonly why: string }[] = [];

const mayAsk = (label: string) => MAY_ASK.filter(({ cell }) => cell.test(label)).map(({ question }) => question);

let lanes: Lane[] = [];
const free: Lane[] = [];
const waiting: ((lane: Lane) => void)[] = [];
const tally = { points: 0, killed: 0, asked: 0 };

async function withLane<T>(work: (lane: Lane) => Promise<T>): Promise<T> {
  const lane = free.pop() ?? (await new Promise<Lane>((take) => waiting.push(take)));
  try {
    return await work(lane);
  } finally {
    const next = waiting.shift();
    if (next === undefined) free.push(lane);
    else next(lane);
  }
}

/** Points that tell most: those of the call that goes wrong and what comes after it, evenly spread. */
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
        for (const sentence of lane.judge(outcome, mayAsk(outcome.label))) wrong.push(`${outcome.label}: ${sentence}`);
      }),
    ),
  );
  return wrong;
}

beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: LANES }, () => Lane.open()));
  free.push(...lanes);
}, 120_000);

afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
});

describe('killed at every point and started again', () => {
  let traced: KillPoint[] = [];

  it('passes the points that are meant, unharmed', { timeout: 120_000 }, async () => {
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
      'looked',
      'intend-process',
      'started',
      'collected',
    ])
      expect(names).toContain(`journal ${event} 1 before`);
    for (const place of ['head', 'half', 'last', 'whole', 'answered']) expect(names).toContain(`wire add 1 ${place}`);
    expect(traced.length).toBeGreaterThan(70);
  });

  it('nothing else goes wrong', { timeout: 600_000 }, async () => {
    expect(await kill(PLAIN, traced)).toEqual([]);
  });

  it.each(FAULTY)('$name', { timeout: 300_000 }, async (scenario) => {
    const points = await withLane((lane) => lane.trace(scenario));
    const chosen = spread(
      points.filter((point) => concerns(scenario, point)),
      KILLS_A_FAULT,
    );
    expect(await kill(scenario, chosen)).toEqual([]);
  });

  it('again and again, with several things going wrong at once', { timeout: 600_000 }, async () => {
    const lives = Array.from({ length: LIVES }, (_, number) => drawLife(SEED, number, traced));
    const wrong = await Promise.all(
      lives.map((life) =>
        withLane(async (lane) => {
          const outcome = await lane.live(life);
          // so much at once may well be a question; the money is right all the same
          return lane.judge(outcome, Question.options).map((sentence) => `${outcome.label}: ${sentence}`);
        }),
      ),
    );
    expect(wrong.flat()).toEqual([]);
  });

  it('was killed at 150 points at least', () => {
    expect(tally.points).toBeGreaterThanOrEqual(150);
    expect(tally.killed / tally.points).toBeGreaterThan(0.8);
    expect(tally.asked).toBe(0);
  });
});
