import { expect, it } from 'vitest';
import { systemClock } from '../../../../main/platform/clock.ts';

it('the clock stops waiting when the wait is aborted', async () => {
  const stop = new AbortController();
  const waiting = systemClock.wait(3_000_000_000, stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await systemClock.wait(0);
});
