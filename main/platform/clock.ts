/** The real clock, for all hosts. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './ports.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  async wait(ms, signal) {
    signal?.throwIfAborted();
    try {
      await delay(Math.min(ms, 2_147_483_647), undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};
