import { getHeapStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { freeBuffers } from '../../../../../main/worker/entry/garbage.ts';

const MEGABYTE = 1024 ** 2;
const CHUNK = 64 * 1024;

test('buffers that pass through a thread do not pile up', () => {
  const before = getHeapStatistics().external_memory;
  let most = 0;
  for (let at = 0; at < 1000; at++) {
    Buffer.allocUnsafeSlow(CHUNK);
    // Ten milliseconds between two looks.
    freeBuffers(performance.now() + at * 10);
    most = Math.max(most, getHeapStatistics().external_memory - before);
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(8 * MEGABYTE);
});
