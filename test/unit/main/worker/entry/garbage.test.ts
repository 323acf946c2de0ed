import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const GARBAGE = new URL('../../../../../main/worker/entry/garbage.ts', import.meta.url).href;
const MEGABYTE = 1024 ** 2;

/** How many bytes the buffers of a new process grow at most while 4,000 buffers of 64 KB pass through it. */
function growth(frees: boolean): number {
  const program = `
    import { getHeapStatistics } from 'node:v8';
    import { freeBuffers } from ${JSON.stringify(GARBAGE)};
    const before = getHeapStatistics().external_memory;
    let most = 0;
    for (let at = 0; at < 4000; at++) {
      Buffer.allocUnsafeSlow(64 * 1024);
      // Ten milliseconds pass between two calls.
      if (${frees}) freeBuffers(performance.now() + at * 10);
      most = Math.max(most, getHeapStatistics().external_memory - before);
    }
    console.log(most);`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }));
}

test('buffers that pass through a thread do not pile up', () => {
  expect(growth(true)).toBeLessThan(24 * MEGABYTE);
  expect(growth(false)).toBeGreaterThan(24 * MEGABYTE);
});

/** How often a new process collects everything when tasks begin: after waiting for a second and a half, and after working for as long. */
function collections(): { readonly afterWaiting: number; readonly afterWork: number } {
  const program = `
    import { setTimeout as wait } from 'node:timers/promises';
    let collected = 0;
    globalThis.gc = () => (collected += 1);
    const { beginWork } = await import(${JSON.stringify(GARBAGE)});
    await wait(1);
    beginWork();
    await wait(1500);
    beginWork();
    const afterWaiting = collected;
    for (const began = performance.now(); performance.now() - began < 1500; );
    await wait(1);
    beginWork();
    console.log(JSON.stringify({ afterWaiting, afterWork: collected }));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })) as ReturnType<
    typeof collections
  >;
}

test('the garbage of long work is collected when the next task begins, and the time between tasks does not count as work', () => {
  expect(collections()).toEqual({ afterWaiting: 0, afterWork: 1 });
});
