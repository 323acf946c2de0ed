/** A session of queries ends when nobody has asked for a while, and never while somebody waits for an answer. */
import { afterEach, expect, it, vi } from 'vitest';
import type { Clock, RunningTask, SpawnWorker } from '../../../../main/platform/ports.ts';
import { QuerySessions, type QueriedProject } from '../../../../main/projects/query-sessions.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a long query is answered, and the session ends two minutes after the answer', async () => {
  vi.useFakeTimers();
  const answer = Promise.withResolvers<unknown>();
  const result = Promise.withResolvers<never>();
  const cancel = vi.fn<() => void>(() => {
    answer.reject(new Error('stopped'));
    result.reject(new Error('stopped'));
  });
  const task = { result: result.promise, ask: () => answer.promise, cancel } as unknown as RunningTask<'query'>;
  const sessions = new QuerySessions((() => task) as SpawnWorker, { now: () => Date.now() } as Clock);
  const project: QueriedProject = { id: 'list', request: () => ({ file: { path: '/nonexistent' } }) as never, changes: 0 };

  const asked = sessions.ask(project, 'summary', null);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(cancel).not.toHaveBeenCalled();
  answer.resolve('a page');
  await expect(asked).resolves.toBe('a page');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(cancel).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect(cancel).toHaveBeenCalledOnce();
  await sessions.close();
});

it('a third project ends the session that nobody waits for, and no query', async () => {
  const canceled: string[] = [];
  const answer = Promise.withResolvers<unknown>();
  const spawn = (_: unknown, { file }: { readonly file: { readonly path: string } }) => ({
    result: new Promise<never>(() => {}),
    ask: () => (file.path === '/nonexistent/long' ? answer.promise : Promise.resolve('a page')),
    cancel: () => canceled.push(file.path),
  });
  let now = 0;
  const sessions = new QuerySessions(spawn as unknown as SpawnWorker, { now: () => ++now } as Clock);
  const ask = (id: string) =>
    sessions.ask({ id, request: () => ({ file: { path: `/nonexistent/${id}` } }) as never, changes: 0 }, 'summary', null);
  const long = ask('long');
  await ask('second');
  await ask('third');
  expect(canceled).toEqual(['/nonexistent/second']);
  answer.resolve('the long page');
  await expect(long).resolves.toBe('the long page');
});
