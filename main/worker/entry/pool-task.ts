/** One task of the pool from its caller's point of view: its result, its queries, its bytes in both directions, and its cancellation. */
import { AppError } from '../../../shared/base/index.ts';
import type { CallOptions, CallProgress } from '../../../shared/contract/index.ts';
import type { RunningTask } from '../../platform/index.ts';
import type { FromWorker, TaskName, Tasks, ToWorker } from '../../worker-protocol/index.ts';
import { freeBuffers } from './garbage.ts';

/** Number of buffers that a task may produce before they are read. */
const BUFFERS_AHEAD = 2;
/** Size of the buffers for chunks that a task reads. Almost all chunks of an answer fit, so that the buffers can be reused. */
const CHUNK_BYTES = 384 * 1024;

/** The state of a thread after its task: it can take the next task, it must exit, or it does not respond and is terminated. */
export type TaskEnd = 'reusable' | 'doubtful' | 'hung';

interface PoolTaskDeps {
  readonly silenceMs: number;
  readonly endMs: number;
  readonly onProgress: ((progress: CallProgress) => void) | undefined;
  readonly send: (message: ToWorker, transfer?: readonly ArrayBuffer[]) => void;
  /** Called exactly once. */
  readonly ended: (end: TaskEnd) => void;
}

const canceled = () => new AppError('CLOSING', 'The work was stopped.');

/** The caller of a query. */
interface WaitingQuery extends Pick<CallOptions, 'onProgress'> {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One task from its caller's point of view. */
export class PoolTask<N extends TaskName> {
  readonly handle: RunningTask<N>;
  private readonly deps: PoolTaskDeps;
  private readonly result = Promise.withResolvers<Tasks[N]['output']>();
  private readonly queries = new Map<number, WaitingQuery>();
  private readonly arrived: Uint8Array[] = [];
  /** Buffers that can be reused for chunks. */
  private readonly spare: ArrayBuffer[] = [];
  private lastQuery = 0;
  private writeWaiters: (() => void)[] = [];
  private unread = 0;
  private wake: (() => void) | null = null;
  private end: { readonly error: Error | null } | null = null;
  private isCanceled = false;
  /** Ends a task that is silent for too long, or that does not end after it was canceled. */
  private watchdog: NodeJS.Timeout | undefined;
  private isBusy = true;
  private pulls = 0;
  private received = 0;

  constructor(deps: PoolTaskDeps) {
    this.deps = deps;
    const { promise: result } = this.result;
    // Callers that only read bytes or ask queries get the failure there, so it must not also be an unhandled rejection.
    result.catch(() => undefined);
    this.handle = {
      result,
      bytes: { [Symbol.asyncIterator]: () => this.bytes() },
      write: (chunk) => this.write(chunk),
      ask: (query, input, options) => this.ask(query as string, input, options) as never,
      cancel: () => this.cancel(),
    };
    this.watch();
  }

  /** False for a task that waits for queries, or for its bytes to be read. */
  get isAtWork(): boolean {
    if (this.end !== null) return false;
    return (this.isBusy || this.unread !== 0 || this.queries.size !== 0) && (this.pulls === 0 || this.pulls !== this.received);
  }

  private watch(): void {
    if (this.isCanceled) return;
    clearTimeout(this.watchdog);
    // A task that waits may be silent without limit.
    if (!this.isAtWork) return;
    const message = 'Reading or checking the list stopped responding, so it was stopped. Everything saved before is unchanged. Try again.';
    this.watchdog = setTimeout(() => this.finish(new AppError('WORKER_LOST', message), 'hung'), this.deps.silenceMs);
    this.watchdog.unref();
  }

  /** Only the first call has an effect. */
  finish(error: Error | null, end: TaskEnd = 'doubtful', value?: Tasks[N]['output']): void {
    if (this.end !== null) return;
    this.end = { error };
    clearTimeout(this.watchdog);
    // Before the caller continues, the thread must be free or known to be lost.
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
        this.spare.push(message.buffer);
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
        // After an unexpected error, the thread may be in an inconsistent state.
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
        freeBuffers();
        yield next;
      } else if (this.end !== null) {
        if (this.end.error !== null) throw this.end.error;
        return;
      } else {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
    }
  }

  /** Does nothing after the task has ended, because the thread may already run another task. */
  private send(message: ToWorker, transfer?: readonly ArrayBuffer[]): void {
    if (this.end !== null) return;
    this.deps.send(message, transfer);
    this.watch();
  }

  /** A returned buffer if the bytes fit, otherwise a new one. */
  private bufferFor(bytes: number): ArrayBuffer {
    const spare = this.spare.pop();
    return spare !== undefined && spare.byteLength >= bytes ? spare : new ArrayBuffer(Math.max(bytes, CHUNK_BYTES));
  }

  private async write(chunk: Uint8Array): Promise<void> {
    if (this.end !== null) throw this.closed();
    this.unread += 1;
    const buffer = this.bufferFor(chunk.length);
    const bytes = new Uint8Array(buffer, 0, chunk.length);
    bytes.set(chunk);
    this.send({ type: 'chunk', bytes }, [buffer]);
    freeBuffers();
    while (this.unread > BUFFERS_AHEAD && this.end === null) await new Promise<void>((resolve) => this.writeWaiters.push(resolve));
  }

  private async ask(query: string, input: unknown, { signal, onProgress }: CallOptions = {}): Promise<unknown> {
    if (this.end !== null || this.isCanceled) throw this.closed();
    signal?.throwIfAborted();
    const id = ++this.lastQuery;
    const answer = Promise.withResolvers<unknown>();
    this.queries.set(id, { resolve: answer.resolve, reject: answer.reject, onProgress });
    this.send({ type: 'ask', id, query, input });
    const stop = () => this.send({ type: 'stop', id });
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
