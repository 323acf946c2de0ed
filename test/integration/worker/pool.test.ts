/** The threads of the pool: the thread of a test reports what it received, and the test moves the clock. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunningTask } from '../../../main/platform/ports.ts';
import { createWorkerPool, type WorkerPool } from '../../../main/worker/entry/pool.ts';
import type { ThreadAnswer, ThreadCommand } from '../../kit/pool-entry.ts';
import { eventually } from '../../kit/eventually.ts';

const ENTRY = new URL('../../kit/pool-entry.ts', import.meta.url);
const SILENCE_MS = 120_000;
const END_MS = 5_000;
/** An idle thread warms up after this time. */
const WAIT_MS = 300;
/** An idle thread ends after this time if there is another one. */
const IDLE_MS = 10_000;

let pool: WorkerPool;
let started = 0;
let ended = 0;
const onWorker = (worker: { once(event: 'exit', listener: () => void): void }) => {
  started += 1;
  worker.once('exit', () => (ended += 1));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  started = 0;
  ended = 0;
  process.on('worker', onWorker);
  pool = createWorkerPool(ENTRY, { silenceMs: SILENCE_MS, endMs: END_MS, sample: 'the sample' });
});
afterEach(async () => {
  await pool.close();
  process.off('worker', onWorker);
  vi.useRealTimers();
});

/** One task with any name: the thread reads only its input. */
const run = (command: ThreadCommand): RunningTask<'query'> => pool.spawn('query', command as never);
const answer = async (): Promise<ThreadAnswer> => (await run('tell').result) as unknown as ThreadAnswer;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** The samples that the next thread received while it was idle. */
const readyWith = async () => (await answer()).samples;

test('an idle thread warms up once, with the sample', async () => {
  vi.advanceTimersByTime(WAIT_MS - 1);
  expect(await readyWith()).toEqual([]);
  vi.advanceTimersByTime(WAIT_MS * 10);
  expect(await readyWith()).toEqual(['the sample']);
  vi.advanceTimersByTime(WAIT_MS * 10);
  expect(await readyWith()).toEqual(['the sample']);
});

test('a query reports its progress and is canceled separately, and a later one is answered', async () => {
  const work = run('serve');
  const abort = new AbortController();
  const reports: unknown[] = [];
  const held = work.ask('check.page', 'hold' as never, {
    signal: abort.signal,
    onProgress: (progress) => {
      reports.push(progress);
      abort.abort();
    },
  });
  await expect(held).rejects.toMatchObject({ code: 'CANCELED' });
  expect(reports).toEqual([{ done: 1, total: 9, unit: 'rows' }]);
  expect(await work.ask('check.page', 'next' as never)).toBe('next');
  await expect(work.ask('check.page', 'late' as never, { signal: AbortSignal.abort(new Error('too late')) })).rejects.toThrow('too late');
  work.cancel();
  await expect(work.result).rejects.toMatchObject({ code: 'CLOSING' });
});

test('an idle thread does not warm up while a task runs, but afterwards', async () => {
  const work = run('wait');
  await turn();
  vi.advanceTimersByTime(WAIT_MS * 10);
  expect(await readyWith()).toEqual([]);
  work.cancel();
  await expect(work.result).rejects.toMatchObject({ code: 'CLOSING' });
  vi.advanceTimersByTime(WAIT_MS);
  expect(await readyWith()).toEqual(['the sample']);
});

test('a task that waits for queries does not count as running', async () => {
  const open = run('serve');
  expect(await open.ask('suggestions', [])).toEqual([]);
  expect(await readyWith()).toEqual([]);
  vi.advanceTimersByTime(WAIT_MS);
  expect(await readyWith()).toEqual(['the sample']);
  expect(await open.ask('suggestions', [])).toEqual([]);
});

test('fifty tasks in a row use one thread, even while a long task runs in another', async () => {
  const threads = async () => {
    const used = new Set<number>();
    for (let at = 0; at < 50; at++) {
      used.add((await answer()).thread);
      await turn();
      vi.advanceTimersByTime(IDLE_MS / 10);
    }
    return used.size;
  };
  expect(await threads()).toBe(1);
  const open = run('serve');
  expect(await open.ask('suggestions', [])).toEqual([]);
  expect(await threads()).toBe(1);
  expect(started).toBe(2);
  expect(ended).toBe(0);
});

test('an idle thread ends after a while if another one works, and the last one stays', async () => {
  const open = run('serve');
  expect(await open.ask('suggestions', [])).toEqual([]);
  await answer();
  expect(started).toBe(2);
  vi.advanceTimersByTime(IDLE_MS - 1);
  await turn();
  expect(ended).toBe(0);
  vi.advanceTimersByTime(1);
  await eventually(() => expect(ended).toBe(1));
  open.cancel();
  await expect(open.result).rejects.toMatchObject({ code: 'CLOSING' });
  vi.advanceTimersByTime(IDLE_MS * 2);
  await answer();
  expect({ started, ended }).toEqual({ started: 2, ended: 1 });
});

test('the first thread can start with the first task', async () => {
  await pool.close();
  started = 0;
  pool = createWorkerPool(ENTRY, { startsEarly: false });
  await turn();
  expect(started).toBe(0);
  const open = run('serve');
  expect(await open.ask('suggestions', [])).toEqual([]);
  expect(started).toBe(1);
});

test('tasks at the same time have one thread each, and one of the threads stays', async () => {
  const open = Array.from({ length: 4 }, () => run('serve'));
  for (const task of open) await task.ask('suggestions', []);
  for (const task of open) task.cancel();
  for (const task of open) await expect(task.result).rejects.toMatchObject({ code: 'CLOSING' });
  vi.advanceTimersByTime(IDLE_MS);
  await eventually(() => expect(started - ended).toBe(1));
});

test('the thread of a canceled task serves the next one', async () => {
  const { thread } = await answer();
  const open = run('serve');
  await open.ask('suggestions', []);
  open.cancel();
  await expect(open.result).rejects.toMatchObject({ code: 'CLOSING' });
  await expect(open.ask('suggestions', [])).rejects.toMatchObject({ code: 'CLOSING' });
  expect((await answer()).thread).toBe(thread);
});

test('a task that does not end after its cancellation is terminated, and so is a task without messages for too long', async () => {
  for (const [ms, code] of [
    [END_MS, 'CLOSING'],
    [SILENCE_MS, 'WORKER_LOST'],
  ] as const) {
    const before = ended;
    const hung = run('hang');
    await turn();
    if (code === 'CLOSING') hung.cancel();
    vi.advanceTimersByTime(ms);
    await expect(hung.result).rejects.toMatchObject({ code });
    await eventually(() => expect(ended).toBe(before + 1));
    expect(await readyWith()).toBeInstanceOf(Array);
  }
});

test('chunks of any size reach the task, and a few buffers carry all of them', async () => {
  const open = run('serve');
  const sizes = [10, 200_000, 65_536, 1, 0, ...Array<number>(600).fill(65_536)];
  const source = new Uint8Array(200_000);
  const before = process.memoryUsage().arrayBuffers;
  for (const [at, size] of sizes.entries()) await open.write(source.subarray(0, size).fill(at % 251));
  const kept = process.memoryUsage().arrayBuffers - before;
  expect(await open.ask('check.page', 'sizes' as never)).toEqual(sizes.map((size, at) => [size, size * (at % 251)]));
  expect(kept).toBeLessThan(16 * 1024 ** 2);
});

test('long work uses the same thread and its helper again, and questions the one that was used last', async () => {
  const threadOf = async (name: 'load' | 'encode' | 'collect' | 'export' | 'query') =>
    ((await pool.spawn(name, 'tell' as never).result) as unknown as ThreadAnswer).thread;
  const open = run('serve');
  const first = await threadOf('load');
  open.cancel();
  await expect(open.result).rejects.toMatchObject({ code: 'CLOSING' });
  expect(await threadOf('query')).not.toBe(first);
  for (const name of ['encode', 'collect', 'export'] as const) expect(await threadOf(name)).toBe(first);
  expect(await threadOf('query')).toBe(first);
});

test('a task that waits for queries is not terminated for a lack of messages', async () => {
  const open = run('serve');
  expect(await open.ask('suggestions', [])).toEqual([]);
  vi.advanceTimersByTime(SILENCE_MS * 2);
  expect(await open.ask('suggestions', [])).toEqual([]);
});

test('the next task has another thread after a defect or a crash of the thread', async () => {
  for (const [command, code] of [
    ['break', 'INTERNAL'],
    ['die', 'WORKER_LOST'],
  ] as const) {
    const { thread } = await answer();
    await expect(run(command).result).rejects.toMatchObject({ code });
    expect((await answer()).thread).not.toBe(thread);
  }
});
