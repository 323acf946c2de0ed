/**
 * Records the heap size of every thread of a process in shared memory. Load this file with `--import`: Node then runs it at the start of
 * every thread.
 */
import { readlinkSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
import { getEnvironmentData, isMainThread, setEnvironmentData, threadId, workerData } from 'node:worker_threads';

/** Milliseconds between two measurements of a thread. A thread that is busy measures as soon as it is idle. */
const LOOK_EVERY_MS = 25;
const MAX_THREADS = 64;
const KEY = 'bench.threads';

/** The numbers that a thread writes, in this order; the last three are in bytes. */
const NUMBERS = ['kind', 'task', 'used', 'heap', 'buffers'] as const;
const KINDS = ['main', 'worker', 'helper'] as const;
export type ThreadKind = (typeof KINDS)[number];

/**
 * `task`: the thread's ID on Linux, 0 elsewhere; `used`: live and dead objects; `heap`: memory that V8 holds for objects and compiled code;
 * `buffers`: memory outside the heap that objects own.
 */
export interface ThreadMemory {
  readonly kind: ThreadKind;
  readonly task: number;
  readonly used: number;
  readonly heap: number;
  readonly buffers: number;
}

function table(): Float64Array {
  if (isMainThread && getEnvironmentData(KEY) === undefined)
    setEnvironmentData(KEY, new SharedArrayBuffer(MAX_THREADS * NUMBERS.length * Float64Array.BYTES_PER_ELEMENT));
  return new Float64Array(getEnvironmentData(KEY) as SharedArrayBuffer);
}

/** The last measurement of every running thread. */
export function threads(): ThreadMemory[] {
  const numbers = table();
  const found: ThreadMemory[] = [];
  for (let at = 0; at < numbers.length; at += NUMBERS.length) {
    const [kind, task, used, heap, buffers] = numbers.subarray(at, at + NUMBERS.length);
    if (kind !== 0) found.push({ kind: KINDS[kind! - 1]!, task: task!, used: used!, heap: heap!, buffers: buffers! });
  }
  return found;
}

function taskOfThread(): number {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? 0);
  } catch {
    return 0;
  }
}

const task = taskOfThread();

function look(): void {
  const { used_heap_size: used, total_physical_size: heap, malloced_memory: malloced, external_memory: buffers } = getHeapStatistics();
  const kind = isMainThread ? 1 : workerData === 'helper' ? 3 : 2;
  table().set([kind, task, used, heap + malloced, buffers], (threadId % MAX_THREADS) * NUMBERS.length);
}

look();
setInterval(look, LOOK_EVERY_MS).unref();
process.on('exit', () => table().fill(0, (threadId % MAX_THREADS) * NUMBERS.length, ((threadId % MAX_THREADS) + 1) * NUMBERS.length));
