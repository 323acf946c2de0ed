/** Starts one worker thread per task, keeps one ready, and ends those that stop responding. */
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/base/errors.ts';
import type { RunningTask, SpawnWorker } from '../../platform/ports.ts';
import type { FromWorker, ToWorker } from '../../worker-protocol/frames.ts';
import type { Tasks, TaskName } from '../../worker-protocol/tasks.ts';

/** A task that is silent for this long is ended: a hung or exploding file becomes an error and does not freeze the program. */
const SILENCE_MS = 120_000;
/**
 * Buffers outside the heap count toward the next full collection. A small heap is collected over and over while a long list passes through;
 * a large one keeps dead objects. New heaps begin with this many megabytes.
 */
setFlagsFromString('--initial-old-space-size=48');
/** Milliseconds without any busy task after which the spare thread warms up. */
const WARM_UP_AFTER_MS = 300;
/** Buffers that a task may produce before the reader takes them. */
const BUFFERS_AHEAD = 2;

export interface WorkerPool {
  readonly spawn: SpawnWorker;
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly silenceMs?: number;
  /** Path of a list that a spare thread reads once, so that the user's first list is not the first one the thread reads. */
  readonly sample?: string;
}

/** `entry` is the worker's program. */
export function createWorkerPool(entry: URL, { silenceMs = SILENCE_MS, sample }: PoolOptions = {}): WorkerPool {
  const live = new Set<Worker>();
  /** For each task, whether it is working and not waiting for a query or for the reader of its bytes. */
  const tasks = new Set<() => boolean>();
  let closed = false;
  let spare: Worker | null = null;
  let readying: NodeJS.Timeout | undefined;

  const start = (): Worker => {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 24 } });
    live.add(worker);
    worker.once('exit', () => live.delete(worker));
    return worker;
  };

  const startSpare = () => {
    const worker = start();
    spare = worker;
    // A spare thread that dies before it has a task must not end the program.
    worker.on('error', () => {
      if (spare === worker) spare = null;
    });
    worker.unref();
    clearInterval(readying);
    readying = setInterval(() => {
      if ([...tasks].some((isAtWork) => isAtWork())) return;
      clearInterval(readying);
      worker.postMessage({ type: 'ready', sample: sample ?? null } satisfies ToWorker);
    }, WARM_UP_AFTER_MS);
    readying.unref();
  };

  const take = (): Worker => {
    const worker = spare ?? start();
    spare = null;
    clearInterval(readying);
    worker.removeAllListeners('error');
    worker.ref();
    setImmediate(() => {
      if (!closed && spare === null) startSpare();
    });
    return worker;
  };

  const spawn: SpawnWorker = (name, input, onProgress) => {
    const worker = take();
    const { task, isAtWork } = attach<typeof name>(worker, silenceMs, onProgress);
    tasks.add(isAtWork);
    worker.once('exit', () => tasks.delete(isAtWork));
    worker.postMessage({ type: 'start', name, input } satisfies ToWorker);
    return task;
  };

  startSpare();
  return {
    spawn,
    async close() {
      closed = true;
      clearInterval(readying);
      await Promise.all([...live].map((worker) => worker.terminate()));
    },
  };
}

function attach<N extends TaskName>(
  worker: Worker,
  silenceMs: number,
  onProgress: ((progress: { done: number; total: number | null; unit: 'bytes' | 'rows' }) => void) | undefined,
): { readonly task: RunningTask<N>; readonly isAtWork: () => boolean } {
  const send = (message: ToWorker, transfer: ArrayBuffer[] = []) => {
    worker.postMessage(message, transfer);
  };
  const pendingQueries = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const arrived: Uint8Array[] = [];
  let lastQuery = 0;
  let writeWaiters: (() => void)[] = [];
  let unread = 0;
  let wake: (() => void) | null = null;
  let ended: { error: Error | null } | null = null;
  let watchdog: NodeJS.Timeout | undefined;
  let busy = 1;
  let pulls = 0;
  let received = 0;

  const { promise: result, resolve, reject } = Promise.withResolvers<Tasks[N]['output']>();
  // Callers that only read bytes or ask queries see the failure there; the result must not also be an unhandled rejection.
  result.catch(() => undefined);

  /** False for a task that waits for a query or for the reader of its bytes. */
  const isAtWork = () => ended === null && (busy !== 0 || unread !== 0 || pendingQueries.size !== 0) && (pulls === 0 || pulls !== received);

  const alive = () => {
    clearTimeout(watchdog);
    // A waiting task may be silent without limit.
    if (!isAtWork()) return;
    watchdog = setTimeout(() => {
      finish(
        new AppError(
          'WORKER_LOST',
          'Reading or checking the list stood still and was stopped. What was kept before is unharmed; try again.',
        ),
      );
    }, silenceMs);
    watchdog.unref();
  };

  const finish = (error: Error | null, value?: Tasks[N]['output']) => {
    if (ended !== null) return;
    ended = { error };
    clearTimeout(watchdog);
    if (error === null) resolve(value as Tasks[N]['output']);
    else reject(error);
    for (const waiter of pendingQueries.values()) waiter.reject(error ?? new AppError('CLOSING', 'The work has ended.'));
    pendingQueries.clear();
    for (const waiter of writeWaiters) waiter();
    writeWaiters = [];
    wake?.();
    void worker.terminate();
  };

  worker.on('message', (message: FromWorker) => {
    switch (message.type) {
      case 'progress':
        onProgress?.({ done: message.done, total: message.total, unit: message.unit });
        break;
      case 'answered':
        pendingQueries.get(message.id)?.resolve(message.value);
        pendingQueries.delete(message.id);
        busy = 0;
        break;
      case 'refused':
        pendingQueries.get(message.id)?.reject(AppError.from(message.failure));
        pendingQueries.delete(message.id);
        busy = 0;
        break;
      case 'chunkRead':
        unread -= 1;
        writeWaiters.shift()?.();
        break;
      case 'bytes':
        arrived.push(message.bytes);
        received += 1;
        wake?.();
        break;
      case 'done':
        finish(null, message.value as Tasks[N]['output']);
        break;
      case 'failed':
        finish(AppError.from(message.failure));
        break;
    }
    if (ended === null) alive();
  });
  worker.on('error', (cause) => {
    const full = (cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
    finish(
      full
        ? new AppError(
            'FILE_TOO_LARGE',
            'This file needs more memory than is safe to give it. Save it as XLSX or CSV and try again.',
            {},
            { cause },
          )
        : new AppError(
            'WORKER_LOST',
            'Working on the list ended unexpectedly. What was kept before is unharmed; try again.',
            {},
            { cause },
          ),
    );
  });
  worker.on('exit', () => {
    finish(new AppError('WORKER_LOST', 'Working on the list ended unexpectedly. What was kept before is unharmed; try again.'));
  });
  alive();

  const task: RunningTask<N> = {
    result,
    bytes: {
      async *[Symbol.asyncIterator]() {
        const pull = () => {
          pulls += 1;
          send({ type: 'pull' });
          alive();
        };
        for (let i = 0; i < BUFFERS_AHEAD; i++) pull();
        for (;;) {
          const next = arrived.shift();
          if (next !== undefined) {
            pull();
            yield next;
          } else if (ended !== null) {
            if (ended.error !== null) throw ended.error;
            return;
          } else {
            await new Promise<void>((ring) => {
              wake = ring;
            });
          }
        }
      },
    },
    async write(chunk) {
      if (ended !== null) throw ended.error ?? new AppError('CLOSING', 'The work has ended.');
      unread += 1;
      const whole = chunk.byteOffset === 0 && chunk.byteLength === chunk.buffer.byteLength;
      const own = whole ? chunk : new Uint8Array(chunk);
      send({ type: 'chunk', bytes: own }, [own.buffer as ArrayBuffer]);
      alive();
      while (unread > BUFFERS_AHEAD && ended === null) await new Promise<void>((taken) => writeWaiters.push(taken));
    },
    ask(query, input) {
      if (ended !== null) return Promise.reject(ended.error ?? new AppError('CLOSING', 'The work has ended.'));
      const id = ++lastQuery;
      const answer = Promise.withResolvers<unknown>();
      pendingQueries.set(id, answer);
      send({ type: 'ask', id, query: query as string, input });
      alive();
      return answer.promise as never;
    },
    cancel() {
      if (ended !== null) return;
      send({ type: 'cancel' });
      finish(new AppError('CLOSING', 'The work was stopped.'));
    },
  };
  return { task, isAtWork };
}
