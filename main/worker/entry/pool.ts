/** Runs tasks in worker threads. A thread serves one task after the other; it is terminated only when it stops responding. */
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../shared/base/errors.ts';
import type { AskOptions, RunningTask, SpawnWorker, TaskProgress } from '../../platform/ports.ts';
import type { FromWorker, ToWorker } from '../../worker-protocol/frames.ts';
import type { Tasks, TaskName } from '../../worker-protocol/tasks.ts';

/** A task that is silent for this long is ended: a hung or exploding file becomes an error and does not freeze the program. */
const SILENCE_MS = 120_000;
/** Milliseconds in which a canceled task ends, and a thread that was asked to exit. */
const END_MS = 5_000;
/** Idle threads that are kept. */
const MAX_IDLE = 2;
/**
 * Buffers outside the heap count toward the next full collection. A small heap is collected over and over while a long list passes through;
 * a large one keeps dead objects. New heaps begin with this many megabytes.
 */
setFlagsFromString('--initial-old-space-size=48');
/** For threads that collect the garbage of a list. */
setFlagsFromString('--expose-gc');
/** Milliseconds without any busy task after which idle threads warm up. */
const WARM_UP_AFTER_MS = 300;
/** Milliseconds without an idle thread after which a spare one starts. Short tasks end before that, and their thread takes the next one. */
const SPARE_AFTER_MS = 250;
/** Buffers that a task may produce before the reader takes them. */
const BUFFERS_AHEAD = 2;

export interface WorkerPool {
  readonly spawn: SpawnWorker;
  /** Asks all threads to exit, terminates those that do not, and resolves within seconds. */
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly silenceMs?: number;
  readonly endMs?: number;
  /** Path of a list that an idle thread reads once, so that the user's first list is not the first one the thread reads. */
  readonly sample?: string;
}

interface Thread {
  readonly worker: Worker;
  run: Run<TaskName> | null;
  isWarm: boolean;
  /** Ends it when it does not exit by itself. */
  exitTimer: NodeJS.Timeout | undefined;
}

const lost = (cause?: unknown) =>
  new AppError('WORKER_LOST', 'Working on the list ended unexpectedly. What was kept before is unchanged. Try again.', {}, { cause });

function failureOfThread(cause: unknown): AppError {
  if ((cause as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return lost(cause);
  const message = 'This file needs more memory than is safe to give it. Save it as XLSX or CSV and try again.';
  return new AppError('FILE_TOO_LARGE', message, {}, { cause });
}

/** `entry` is the worker's program. */
export function createWorkerPool(entry: URL, { silenceMs = SILENCE_MS, endMs = END_MS, sample }: PoolOptions = {}): WorkerPool {
  const threads = new Set<Thread>();
  /** The one that was used last is at the end. */
  const idle: Thread[] = [];
  let isClosing = false;
  let warmingUp: NodeJS.Timeout | undefined;
  let startingSpare: NodeJS.Timeout | undefined;

  const send = ({ worker }: Thread, message: ToWorker, transfer: readonly ArrayBuffer[] = []) => {
    worker.postMessage(message, transfer);
  };

  const start = (): Thread => {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 24 } });
    const thread: Thread = { worker, run: null, isWarm: false, exitTimer: undefined };
    threads.add(thread);
    worker.on('message', (message: FromWorker) => {
      thread.run?.receive(message);
    });
    // An idle thread that dies must not end the program.
    worker.on('error', (cause) => thread.run?.finish(failureOfThread(cause)));
    worker.once('exit', () => {
      clearTimeout(thread.exitTimer);
      threads.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
      thread.run?.finish(lost());
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
    if (idle.length > MAX_IDLE) retire(idle.shift()!);
    warmUpSoon();
  };

  const warmUpSoon = () => {
    clearInterval(warmingUp);
    if (idle.every(({ isWarm }) => isWarm)) return;
    warmingUp = setInterval(() => {
      if ([...threads].some(({ run }) => run?.isAtWork === true)) return;
      clearInterval(warmingUp);
      for (const thread of idle.filter(({ isWarm }) => !isWarm)) {
        thread.isWarm = true;
        send(thread, { type: 'ready', sample: sample ?? null });
      }
    }, WARM_UP_AFTER_MS);
    warmingUp.unref();
  };

  /** Takes back a thread whose task has ended. */
  const release = (thread: Thread, end: RunEnd) => {
    thread.run = null;
    if (isClosing || !threads.has(thread)) return;
    if (end === 'reusable') keep(thread);
    else if (end === 'doubtful') retire(thread);
    else void thread.worker.terminate();
  };

  const startSpareSoon = () => {
    clearTimeout(startingSpare);
    startingSpare = setTimeout(() => {
      if (!isClosing && idle.length === 0) keep(start());
    }, SPARE_AFTER_MS);
    startingSpare.unref();
  };

  const spawn: SpawnWorker = <N extends TaskName>(name: N, input: Tasks[N]['input'], onProgress?: (progress: TaskProgress) => void) => {
    const thread = idle.pop() ?? start();
    thread.worker.ref();
    thread.isWarm ||= name === 'load';
    const run = new Run<N>({
      silenceMs,
      endMs,
      onProgress,
      send: (message, transfer) => send(thread, message, transfer),
      ended: (end) => release(thread, end),
    });
    thread.run = run as unknown as Run<TaskName>;
    send(thread, { type: 'start', name, input });
    if (idle.length === 0) startSpareSoon();
    return run.task;
  };

  keep(start());
  return {
    spawn,
    async close() {
      isClosing = true;
      clearInterval(warmingUp);
      clearTimeout(startingSpare);
      const ends = [...threads].map(async (thread) => {
        const exit = new Promise((resolve) => thread.worker.once('exit', resolve));
        thread.worker.ref();
        thread.run?.task.cancel();
        if (thread.exitTimer === undefined) retire(thread);
        await exit;
      });
      // A thread inside a call of the system ends only after it.
      await Promise.race([Promise.all(ends), delay(endMs + 1_000, null, { ref: false })]);
    },
  };
}

/** The state of a thread after its task: it takes the next one, exits, or does not respond and is terminated. */
type RunEnd = 'reusable' | 'doubtful' | 'hung';

interface RunDeps {
  readonly silenceMs: number;
  readonly endMs: number;
  readonly onProgress: ((progress: TaskProgress) => void) | undefined;
  readonly send: (message: ToWorker, transfer?: readonly ArrayBuffer[]) => void;
  /** Called once. */
  readonly ended: (end: RunEnd) => void;
}

const canceled = () => new AppError('CLOSING', 'The work was stopped.');

/** The caller of a query. */
interface WaitingQuery extends Pick<AskOptions, 'onProgress'> {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One task in a thread. */
class Run<N extends TaskName> {
  readonly task: RunningTask<N>;
  private readonly deps: RunDeps;
  private readonly result = Promise.withResolvers<Tasks[N]['output']>();
  private readonly queries = new Map<number, WaitingQuery>();
  private readonly arrived: Uint8Array[] = [];
  private lastQuery = 0;
  private writeWaiters: (() => void)[] = [];
  private unread = 0;
  private wake: (() => void) | null = null;
  private end: { readonly error: Error | null } | null = null;
  private isCanceled = false;
  /** Ends a task that is silent, or that does not end after it was canceled. */
  private watchdog: NodeJS.Timeout | undefined;
  private isBusy = true;
  private pulls = 0;
  private received = 0;

  constructor(deps: RunDeps) {
    this.deps = deps;
    const { promise: result } = this.result;
    // Callers that only read bytes or ask queries see the failure there; the result must not also be an unhandled rejection.
    result.catch(() => undefined);
    this.task = {
      result,
      bytes: { [Symbol.asyncIterator]: () => this.bytes() },
      write: (chunk) => this.write(chunk),
      ask: (query, input, options) => this.ask(query as string, input, options) as never,
      cancel: () => this.cancel(),
    };
    this.watch();
  }

  /** False for a task that waits for a query or for the reader of its bytes. */
  get isAtWork(): boolean {
    if (this.end !== null) return false;
    return (this.isBusy || this.unread !== 0 || this.queries.size !== 0) && (this.pulls === 0 || this.pulls !== this.received);
  }

  private watch(): void {
    if (this.isCanceled) return;
    clearTimeout(this.watchdog);
    // A waiting task may be silent without limit.
    if (!this.isAtWork) return;
    const message = 'Reading or checking the list stopped responding and was ended. What was kept before is unchanged. Try again.';
    this.watchdog = setTimeout(() => this.finish(new AppError('WORKER_LOST', message), 'hung'), this.deps.silenceMs);
    this.watchdog.unref();
  }

  /** A second call has no effect. */
  finish(error: Error | null, end: RunEnd = 'doubtful', value?: Tasks[N]['output']): void {
    if (this.end !== null) return;
    this.end = { error };
    clearTimeout(this.watchdog);
    // The thread is free, or known to be lost, before the caller goes on.
    this.deps.ended(end);
    if (error === null) this.result.resolve(value as Tasks[N]['output']);
    else this.result.reject(error);
    for (const waiter of this.queries.values()) waiter.reject(this.closed());
    this.queries.clear();
    for (const waiter of this.writeWaiters.splice(0)) waiter();
    this.wake?.();
  }

  private closed(): Error {
    return this.end?.error ?? new AppError('CLOSING', 'The work has ended.');
  }

  receive(message: FromWorker): void {
    switch (message.type) {
      case 'progress': {
        const onProgress = message.id === null ? this.deps.onProgress : this.queries.get(message.id)?.onProgress;
        onProgress?.({ done: message.done, total: message.total, unit: message.unit });
        break;
      }
      case 'answered':
        this.queries.get(message.id)?.resolve(message.value);
        this.queries.delete(message.id);
        this.isBusy = false;
        break;
      case 'refused':
        this.queries.get(message.id)?.reject(AppError.from(message.failure));
        this.queries.delete(message.id);
        this.isBusy = false;
        break;
      case 'chunkRead':
        this.unread -= 1;
        this.writeWaiters.shift()?.();
        break;
      case 'bytes':
        this.arrived.push(message.bytes);
        this.received += 1;
        this.wake?.();
        break;
      case 'done':
        this.finish(this.isCanceled ? canceled() : null, 'reusable', message.value as Tasks[N]['output']);
        break;
      case 'failed': {
        const error = AppError.from(message.failure);
        // After a defect, nobody knows what the task has left behind.
        this.finish(this.isCanceled ? canceled() : error, error.code === 'INTERNAL' ? 'doubtful' : 'reusable');
        break;
      }
    }
    if (this.end === null) this.watch();
  }

  private async *bytes(): AsyncGenerator<Uint8Array> {
    const pull = () => {
      this.pulls += 1;
      this.send({ type: 'pull' });
    };
    for (let i = 0; i < BUFFERS_AHEAD; i++) pull();
    for (;;) {
      const next = this.arrived.shift();
      if (next !== undefined) {
        pull();
        yield next;
      } else if (this.end !== null) {
        if (this.end.error !== null) throw this.end.error;
        return;
      } else {
        await new Promise<void>((ring) => {
          this.wake = ring;
        });
      }
    }
  }

  /** The thread may belong to another task once this one has ended. */
  private send(message: ToWorker, transfer?: readonly ArrayBuffer[]): void {
    if (this.end !== null) return;
    this.deps.send(message, transfer);
    this.watch();
  }

  private async write(chunk: Uint8Array): Promise<void> {
    if (this.end !== null) throw this.closed();
    this.unread += 1;
    const whole = chunk.byteOffset === 0 && chunk.byteLength === chunk.buffer.byteLength;
    const own = whole ? chunk : new Uint8Array(chunk);
    this.send({ type: 'chunk', bytes: own }, [own.buffer as ArrayBuffer]);
    while (this.unread > BUFFERS_AHEAD && this.end === null) await new Promise<void>((taken) => this.writeWaiters.push(taken));
  }

  private async ask(query: string, input: unknown, { signal, onProgress }: AskOptions = {}): Promise<unknown> {
    if (this.end !== null || this.isCanceled) throw this.closed();
    signal?.throwIfAborted();
    const id = ++this.lastQuery;
    const answer = Promise.withResolvers<unknown>();
    this.queries.set(id, { resolve: answer.resolve, reject: answer.reject, onProgress });
    this.send({ type: 'ask', id, query, input });
    const stop = () => {
      this.send({ type: 'stop', id });
    };
    signal?.addEventListener('abort', stop);
    try {
      return await answer.promise;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  private cancel(): void {
    if (this.end !== null || this.isCanceled) return;
    this.send({ type: 'cancel' });
    this.isCanceled = true;
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.finish(canceled(), 'hung'), this.deps.endMs);
    this.watchdog.unref();
  }
}
