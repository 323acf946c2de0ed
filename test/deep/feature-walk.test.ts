/**
 * Random orders of the features around a screening, over several lists and two connections of one account, with restarts, jumps of the
 * clock, faults of the service and a second program in between. After each step, the service's own records are compared with what the
 * program stores.
 */
import { expect, it } from 'vitest';
import { Walk } from '../kit/feature-walk.ts';
import { localTasks } from '../kit/local-tasks.ts';
import { TestDesk } from '../kit/test-desk.ts';
import { WalkJudge } from '../kit/walk-judge.ts';
import { stepsOf, takeStep } from '../kit/walk-steps.ts';

/** WALKS and WALK_SEED set the number of walks and the seed of the first. A failure prints its seed and its steps. */
const WALKS = Number(process.env['WALKS'] ?? 10);
const SEED = Number(process.env['WALK_SEED'] ?? 3000);
const STEPS = 60;

it.each(Array.from({ length: WALKS }, (_, at) => SEED + at))('walk %i', { timeout: 600_000 }, async (seed) => {
  const desk = await TestDesk.start(localTasks);
  const walk = new Walk(desk, seed);
  const steps = stepsOf(walk);
  const judge = new WalkJudge(walk);
  try {
    await walk.addSecond();
    await walk.importList().catch((error: unknown) => {
      walk.refusedWith(error);
    });
    await walk.idle();
    await steps['send']![1]();
    for (let n = 0; n < STEPS; n++) {
      await takeStep(walk, steps);
      await judge.check();
    }
    await desk.practice.client.clearFaults();
    await walk.closeOther();
    await walk.idle();
    await judge.check();
    expect(await desk.charged()).toBeGreaterThan(0);
  } catch (error) {
    throw new Error(`walk ${seed}:\n${walk.done.join('\n')}`, { cause: error });
  } finally {
    await walk.closeOther().catch(() => undefined);
    await desk.close();
  }
});
