/**
 * After any single fault of any call of the main job, the list has the same results and is paid for once: every fault of the practice
 * service at every step where it can have an effect.
 */
import { describe, expect, it } from 'vitest';
import { setupReadyList } from '../kit/setup-ready-list.ts';
import { faultsOf, JOB } from '../kit/fault-table.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();

describe.each(JOB)('%s', (step) => {
  it.each(faultsOf(step))('%s: the results are the same, and the list is paid for once', async (_name, fault) => {
    expect(readyList.problems(await readyList.run([fault]), plain)).toEqual([]);
  });
});
