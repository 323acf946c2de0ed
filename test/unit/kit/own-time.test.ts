import { expect, it } from 'vitest';
import { withinOwnTime } from '../../kit/own-time.ts';

it('a job that never ends is reported after its limit', async () => {
  const never = new Promise<never>(() => undefined);
  await expect(withinOwnTime(never, 20, () => 'too long')).rejects.toThrow('too long');
});

it('a job that ends within its limit gives its result', async () => {
  await expect(withinOwnTime(Promise.resolve(7), 60_000, () => 'too long')).resolves.toBe(7);
});
