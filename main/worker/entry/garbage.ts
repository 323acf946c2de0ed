/**
 * Collects garbage at moments that the engine cannot know: between tasks, because a worker thread is reused and its heap would grow from
 * task to task, and after some megabytes of buffers.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { clearCaches } from '../../../shared/base/index.ts';

/** Milliseconds without work after which a thread collects the garbage of the last list. */
const COLLECT_AFTER_MS = 2_000;
/** Milliseconds of work after which a collection, which takes about 20, is worthwhile. */
const LONG_WORK_MS = 1_000;

/**
 * Bytes of new buffers after which unused buffers are freed. The engine would wait for 64 MB in each thread, and the system's allocator
 * would keep the maximum that was in use at once.
 */
const BUFFERS_BYTES = 4 << 20;
/** Bytes of buffers that may remain after that. Above it, a full collection, which takes about 20 milliseconds, also frees old buffers. */
const OLD_BUFFERS_BYTES = 16 << 20;
/** Minimum number of milliseconds between two checks of the buffers. */
const LOOK_EVERY_MS = 5;

type Collect = (options?: { readonly type: 'minor' }) => void;

/** The global function of `--expose-gc`, a flag that the pool sets. It is missing in the main thread, which started earlier. */
let gc = (globalThis as { gc?: Collect }).gc;

function exposedCollect(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
let collectTimer: NodeJS.Timeout | undefined;

/** Milliseconds in which this thread was active since its start. */
const activeMs = () => performance.eventLoopUtilization().active;
/** `activeMs` at the last collection. */
let collectedAt = 0;

let lookedAt = 0;
/** Lowest number of bytes in buffers since the last freeing, and since the last full collection. */
let buffersBefore = Infinity;
let oldBuffersBefore = Infinity;

const bufferBytes = () => getHeapStatistics().external_memory;

/** Frees unused buffers if there are enough new ones. Called at pauses of work that uses many buffers. */
export function freeBuffers(now = performance.now()): void {
  if (now - lookedAt < LOOK_EVERY_MS) return;
  lookedAt = now;
  const present = bufferBytes();
  buffersBefore = Math.min(buffersBefore, present);
  oldBuffersBefore = Math.min(oldBuffersBefore, present);
  if (present <= buffersBefore + BUFFERS_BYTES) return;
  gc ??= exposedCollect();
  gc({ type: 'minor' });
  buffersBefore = bufferBytes();
  // The main thread must not pause for that long.
  if (isMainThread || buffersBefore <= oldBuffersBefore + OLD_BUFFERS_BYTES) return;
  gc();
  buffersBefore = oldBuffersBefore = bufferBytes();
}

function collectGarbage(): void {
  gc?.();
  collectedAt = activeMs();
}

/** Must be called when work starts. Collects the garbage of earlier long work, which would otherwise grow from task to task. */
export function beginWork(): void {
  clearTimeout(collectTimer);
  if (activeMs() - collectedAt > LONG_WORK_MS) collectGarbage();
}

/** Drops cached values of the list that was processed, and collects their memory a little later. */
export function forgetList(): void {
  clearCaches();
  // The engine keeps the last matched text in memory, so match an empty one.
  /^$/.test('');
  collectTimer = setTimeout(collectGarbage, COLLECT_AFTER_MS);
  collectTimer.unref();
}
