/**
 * After any single fault of any call of the main job, the list has the same results and is paid for once: every fault of the practice
 * service at every step where it can have an effect, except those of test/integration/submission/faults.test.ts. The runs mostly wait, so
 * several run at the same time.
 */
import { expect, it } from 'vitest';
import { setupReadyLists } from '../kit/setup-ready-list.ts';
import { faultsOf, JOB } from '../kit/fault-table.ts';

const withList = await setupReadyLists(3);
const plain = await withList((readyList) => readyList.reference());

const FAULTS = JOB.flatMap((step) => faultsOf(step).map(([name, fault]) => ({ step, name, fault })));

it.concurrent.each(FAULTS)('$step: $name: the results are the same, and the list is paid for once', async ({ fault }) => {
  await withList(async (readyList) => {
    expect(readyList.problems(await readyList.run([fault]), plain)).toEqual([]);
  });
});
