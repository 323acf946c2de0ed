/**
 * Whatever goes wrong once at any call of the main job, the list comes to the same results and is paid for once: every fault
 * of the practice service at every step at which it can have an effect.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Inside } from '../kit/desk-inside.ts';
import type { DeskReport } from '../kit/desk-use.ts';
import { faultsOf, JOB } from '../kit/fault-table.ts';

let inside: Inside;
let plain: DeskReport['scores'] = {};

beforeAll(async () => {
  inside = await Inside.open();
  plain = await inside.reference();
}, 60_000);

afterAll(async () => {
  await inside.close();
});

describe.each(JOB)('%s', (step) => {
  it.each(faultsOf(step))('%s', async (_name, fault) => {
    expect(inside.judge(await inside.run([fault]), plain)).toEqual([]);
  });
});
