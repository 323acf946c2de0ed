/** Runs tasks in worker threads. A thread runs one task after another. It is terminated only when it stops responding. */
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError, codeOf } from '../../../shared/base/index.ts';
import type { CallProgress } from '../../../shared/contract/index.ts';
import type { SpawnWorker } from '../../platform/index.ts';
import type { FromWorker, TaskName, Tasks, ToWorker } from '../../worker-protocol/index.ts';
import { PoolTask, type TaskEnd } from './pool-task.ts';

/** Milliseconds after which a silent task is ended, so that a file that hangs becomes an error and does not freeze the program. */
const SILENCE_MS = 120_000;
/** Milliseconds within which a canceled task must end, and a thread that was asked to exit must exit. */
const END_MS = 5_000;
/** Milliseconds without work after which idle threads warm up. */
const WARM_UP_AFTER_MS = 300;
/** Milliseconds after which an idle thread ends if there is another one. It uses 20 MB, and takes about 50 milliseconds to start again. */
const IDLE_MS = 10_000;

export interface WorkerPool {
  readonly spawn: SpawnWorker;
  /** Asks all threads to exit, and terminates those that do not. Resolves within seconds. */
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly silenceMs?: number;
  readonly endMs?: number;
  /** Path of a list that idle threads read once to warm up, so that the user's first list is not slower. */
  readonly sample?: string;
  /** False: the first thread is started with the first task. */
  readonly startsEarly?: boolean;
}

/** Tasks that start a helper thread for a long list. */
const HELPED: ReadonlySet<TaskName> = new Set(['load', 'reread', 'check', 'collect']);
/** Tasks that work on a whole list. Each thread permanently keeps the memory that such work once needed, because of the C library. */
const LONG: ReadonlySet<TaskName> = new Set([...HELPED, 'encode', 'export', 'census', 'planDraft']);

interface Thread {
  readonly worker: Worker;
  task: PoolTask<TaskName> | null;
  isWarm: boolean;
  /** True once the thread has had a task with a helper thread, which it keeps. */
  hasHelper: boolean;
  /** Ends the thread when it has not been used for a while. */
  idleTimer: NodeJS.Timeout | undefined;
  /** Terminates the thread if it does not exit by itself. */
  exitTimer: NodeJS.Timeout | undefined;
}

const lost = (cause?: unknown) =>
  new AppError('WORKER_LOST', 'Working on the list ended unexpectedly. Everything saved before is unchanged. Try again.', {}, { cause });

function failureOfThread(cause: unknown): AppError {
  if (codeOf(cause) !== 'ERR_WORKER_OUT_OF_MEMORY') return lost(cause);
  const message = 'This file needs more memory than is safe to give it. Save it as XLSX or CSV and try again.';
  return new AppError('FILE_TOO_LARGE', message, {}, { cause });
}

/** Returns the pool that `create` makes, or an existing pool of an earlier program in the same process. */
export type PoolOf = (create: () => WorkerPool) => WorkerPool;

/** `entry`: the program of the worker. */
export function createWorkerPool(
  entry: URL,
  { silenceMs = SILENCE_MS, endMs = END_MS, sample, startsEarly = true }: PoolOptions = {},
): WorkerPool {
  const threads = new Set<Thread>();
  /** The most recently used thread is last. */
  const idle: Thread[] = [];
  let isClosing = false;
  let warmingUp: NodeJS.Timeout | undefined;

  const send = ({ worker }: Thread, message: ToWorker, transfer: readonly ArrayBuffer[] = []) => worker.postMessage(message, transfer);

  const start = (): Thread => {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 24 } });
    const thread: Thread = { worker, task: null, isWarm: false, hasHelper: false, idleTimer: undefined, exitTimer: undefined };
    threads.add(thread);
    worker.on('message', (message: FromWorker) => thread.task?.receive(message));
    // A crash of an idle thread must not end the program.
    worker.on('error', (cause) => thread.task?.finish(failureOfThread(cause)));
    worker.once('exit', () => {
      clearTimeout(thread.idleTimer);
      clearTimeout(thread.exitTimer);
      threads.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
      thread.task?.finish(lost());
    });
    return thread;
  };

  const retire = (thread: Thread) => {
    send(thread, { type: 'exit' });
    thread.exitTimer = setTimeout(() => void thread.worker.terminate(), endMs);
    thread.exitTimer.unref();
  };

  const keep = (thread: Thread) => {
    thread.worker.unref();
    idle.push(thread);
    thread.idleTimer = setTimeout(() => {
      const isOnly = [...threads].every((other) => other === thread || other.exitTimer !== undefined);
      if (isOnly) return;
      idle.splice(idle.indexOf(thread), 1);
      retire(thread);
    }, IDLE_MS);
    thread.idleTimer.unref();
    warmUpSoon();
  };

  const warmUpSoon = () => {
    clearInterval(warmingUp);
    if (idle.every(({ isWarm }) => isWarm)) return;
    warmingUp = setInterval(() => {
      if ([...threads].some(({ task }) => task?.isAtWork === true)) return;
      clearInterval(warmingUp);
      for (const thread of idle.filter(({ isWarm }) => !isWarm)) {
        thread.isWarm = true;
        send(thread, { type: 'warmUp', sample: sample ?? null });
      }
    }, WARM_UP_AFTER_MS);
    warmingUp.unref();
  };

  /** Takes back a thread whose task has ended. */
  const release = (thread: Thread, end: TaskEnd) => {
    thread.task = null;
    if (isClosing || !threads.has(thread)) return;
    if (end === 'reusable') keep(thread);
    else if (end === 'doubtful') retire(thread);
    else void thread.worker.terminate();
  };

  const spawn: SpawnWorker = <N extends TaskName>(name: N, input: Tasks[N]['input'], onProgress?: (progress: CallProgress) => void) => {
    const isLong = LONG.has(name);
    // If possible, all long work uses the same thread with its helper, because each takes tens of megabytes. Queries about whole columns
    // use the last idle thread, because its memory is free again. So does work for which no thread fits: index -1 is the last one.
    const at = name === 'query' ? -1 : idle.findLastIndex(({ hasHelper }) => hasHelper === isLong);
    const [thread = start()] = idle.splice(at, 1);
    clearTimeout(thread.idleTimer);
    thread.hasHelper ||= HELPED.has(name);
    thread.worker.ref();
    thread.isWarm ||= name === 'load';
    const task = new PoolTask<N>({
      silenceMs,
      endMs,
      onProgress,
      send: (message, transfer) => send(thread, message, transfer),
      ended: (end) => release(thread, end),
    });
    thread.task = task as unknown as PoolTask<TaskName>;
    send(thread, { type: 'start', name, input });
    return task.handle;
  };

  if (startsEarly) keep(start());
  return {
    spawn,
    async close() {
      isClosing = true;
      clearInterval(warmingUp);
      const ends = [...threads].map(async (thread) => {
        const exit = new Promise((resolve) => thread.worker.once('exit', resolve));
        thread.worker.ref();
        thread.task?.handle.cancel();
        if (thread.exitTimer === undefined) retire(thread);
        await exit;
      });
      // A thread inside a system call cannot end before the call returns.
      await Promise.race([Promise.all(ends), delay(endMs + 1_000, null, { ref: false })]);
    },
  };
}
