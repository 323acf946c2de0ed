/**
 * Collects garbage at the moments that the engine does not know: between tasks, because a worker thread stays and its heap would grow from
 * task to task, and after some megabytes of buffers.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { clearCaches } from '../../../shared/base/index.ts';

/** Milliseconds without work after which a thread collects its garbage: rows of the last list. */
const COLLECT_AFTER_MS = 2_000;
/** Milliseconds of work after which a collection, which takes some 20, is worth its time. */
const LONG_WORK_MS = 1_000;

/**
 * Bytes of new buffers after which those without a use are freed. The engine waits for 64 MB in each thread, and the system's allocator
 * keeps for itself what was in use at once.
 */
const BUFFERS_BYTES = 4 << 20;
/** Bytes of buffers that stay after that, until a full collection, which takes some 20 milliseconds, looks for those that are old. */
const OLD_BUFFERS_BYTES = 16 << 20;
/** Milliseconds between two looks at the buffers. */
const LOOK_EVERY_MS = 5;

type Collect = (options?: { readonly type: 'minor' }) => void;

/** The global of `--expose-gc`, which the pool sets. The main thread began before. */
let gc = (globalThis as { gc?: Collect }).gc;

function exposedCollect(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
let collectTimer: NodeJS.Timeout | undefined;

/** Milliseconds for which this thread has not been idle since its start. */
const activeMs = () => performance.eventLoopUtilization().active;
/** `activeMs` at the last collection. */
let collectedAt = 0;

let lookedAt = 0;
/** Bytes of buffers after the last look, and after the last full collection, that had the fewest. */
let buffersBefore = Infinity;
let oldBuffersBefore = Infinity;

const bufferBytes = () => getHeapStatistics().external_memory;

/** Frees buffers without a use once enough new ones exist. Call it where work on many buffers pauses. */
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
  // The main thread must not pause for so long.
  if (isMainThread || buffersBefore <= oldBuffersBefore + OLD_BUFFERS_BYTES) return;
  gc();
  buffersBefore = oldBuffersBefore = bufferBytes();
}

function collectGarbage(): void {
  gc?.();
  collectedAt = activeMs();
}

/** Begins work. Collects what long work before it left: the engine alone would let it grow from task to task. */
export function beginWork(): void {
  clearTimeout(collectTimer);
  if (activeMs() - collectedAt > LONG_WORK_MS) collectGarbage();
}

/** Drops the values of a list that has been worked on, and soon their memory. */
export function forgetList(): void {
  clearCaches();
  // The engine keeps the text that was matched last.
  /^$/.test('');
  collectTimer = setTimeout(collectGarbage, COLLECT_AFTER_MS);
  collectTimer.unref();
}
