/**
 * After any single fault of any call of the main job, the list has the same results and is paid for once: every fault of the practice
 * service at every step where it can have an effect.
 */
import { describe, expect, it } from 'vitest';
import { insideOfFile } from '../kit/inside-of-file.ts';
import { faultsOf, JOB } from '../kit/fault-table.ts';

const inside = await insideOfFile();
const plain = await inside.reference();

describe.each(JOB)('%s', (step) => {
  it.each(faultsOf(step))('%s: the results are the same, and the list is paid for once', async (_name, fault) => {
    expect(inside.judge(await inside.run([fault]), plain)).toEqual([]);
  });
});
