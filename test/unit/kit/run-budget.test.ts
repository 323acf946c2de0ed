import { assert, asyncProperty, nat, property } from 'fast-check';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';

const ENDLESS = { numRuns: 1_000_000_000 };

it('properties that do not reach their number of runs end within the time limit of their test', { timeout: 1_500 }, async () => {
  let runs = 0;
  const one = asyncProperty(nat(), async () => {
    await setTimeout(1);
    runs += 1;
  });
  await assert(one, ENDLESS);
  expect(runs).toBeGreaterThan(0);
});

it('a failure is found within the budget', { timeout: 10_000 }, () => {
  let runs = 0;
  const fails = property(nat(), () => ++runs < 100);
  expect(() => assert(fails, ENDLESS)).toThrow('Property failed');
});
