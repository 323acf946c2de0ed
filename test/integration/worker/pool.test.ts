/** The threads of the pool, told from inside: a thread of a test's own that says what it was told, and a clock that is set by hand. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunningTask } from '../../../main/platform/ports.ts';
import { createWorkerPool, type WorkerPool } from '../../../main/worker/entry/pool.ts';
import type { ThreadCommand } from '../../kit/pool-entry.ts';

const ENTRY = new URL('../../kit/pool-entry.ts', import.meta.url);
const SILENCE_MS = 120_000;
/** A spare is told to get ready after this long. */
const WAIT_MS = 300;

let pool: WorkerPool;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  pool = createWorkerPool(ENTRY, { silenceMs: SILENCE_MS, sample: 'the sample' });
});
afterEach(async () => {
  await pool.close();
  vi.useRealTimers();
});

/** One task of any name: the thread looks at what it is told alone. */
const tell = (command: ThreadCommand): RunningTask<'query'> => pool.spawn('query', command as never);

/** What the waiting thread was told to get ready with; another one waits afterwards. */
async function readyWith(): Promise<unknown> {
  const samples: unknown = await tell('tell').result;
  await new Promise((turn) => setImmediate(turn));
  return samples;
}

test('a thread that waits is told once to get ready, with the sample', async () => {
  vi.advanceTimersByTime(WAIT_MS - 1);
  expect(await readyWith()).toEqual([]);
  vi.advanceTimersByTime(WAIT_MS * 10);
  expect(await readyWith()).toEqual(['the sample']);
  vi.advanceTimersByTime(WAIT_MS);
  expect(await readyWith()).toEqual(['the sample']);
});

test('it takes no processor from a task that is at work, and is told once that one has ended', async () => {
  const work = tell('stand');
  await new Promise((turn) => setImmediate(turn));
  vi.advanceTimersByTime(WAIT_MS * 10);
  expect(await readyWith()).toEqual([]);
  work.cancel();
  vi.advanceTimersByTime(WAIT_MS);
  expect(await readyWith()).toEqual(['the sample']);
});

test('a task that waits for questions is not at work', async () => {
  const open = tell('serve');
  expect(await open.ask('carriedCorrections', [])).toEqual([]);
  vi.advanceTimersByTime(WAIT_MS);
  expect(await readyWith()).toEqual(['the sample']);
  expect(await open.ask('counts', [])).toEqual([]);
});

test('a task that says nothing for too long is ended, and one that waits for questions is not', async () => {
  const open = tell('serve');
  expect(await open.ask('carriedCorrections', [])).toEqual([]);
  const silent = tell('stand');
  vi.advanceTimersByTime(SILENCE_MS);
  await expect(silent.result).rejects.toMatchObject({ code: 'WORKER_LOST' });
  expect(await open.ask('counts', [])).toEqual([]);
});

test('a task whose thread dies ends as an error, and the next one has a thread of its own', async () => {
  await expect(tell('die').result).rejects.toMatchObject({ code: 'WORKER_LOST' });
  expect(await tell('tell').result).toBeInstanceOf(Array);
});
