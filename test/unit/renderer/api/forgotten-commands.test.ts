/** The input of a command leaves the cache together with its page if it can name a person. */
import { MutationObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../../renderer/api/queries.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each(['people.export', 'people.neverScreen'])('%s is forgotten when its page is left', async (name) => {
  const queries = createQueryClient();
  const command = new MutationObserver(queries, { mutationKey: [name], mutationFn: () => Promise.resolve(null) });
  const leave = command.subscribe(() => undefined);
  await command.mutate(undefined);
  expect(queries.getMutationCache().getAll()).toHaveLength(1);
  leave();
  await vi.advanceTimersByTimeAsync(1);
  expect(queries.getMutationCache().getAll()).toEqual([]);
});
