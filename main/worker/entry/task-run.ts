/** One task in a worker thread: its queries, its bytes in both directions, its progress and its cancellation. */
import { AppError } from '../../../shared/base/index.ts';
import { failureOf } from '../threads/failure.ts';
import type { FromWorker, TaskName, ToWorker, Work } from '../../worker-protocol/index.ts';
import type { StartHelper } from '../threads/helper-thread.ts';
import type { ServingContext, Task } from '../threads/task-context.ts';
import { freeBuffers } from './garbage.ts';
import { transferable } from './transferable.ts';

/** Milliseconds between two progress reports. */
const REPORT_INTERVAL_MS = 100;

/** The connection from the thread to the pool. */
export interface ThreadPort {
  post(message: FromWorker, transfer?: ArrayBuffer[]): void;
  /** Processes messages that have arrived. Synchronous work needs it to notice that it was canceled. */
  takeMessages(): void;
}

/** Milliseconds until the first progress report of a query. */
const FIRST_REPORT_MS = 50;

/** A query that is being answered. Short queries report no progress. */
class RunningQuery implements Work {
  readonly id: number;
  readonly abort = new AbortController();
  readonly signal: AbortSignal;
  private readonly thread: ThreadPort;
  private reported = performance.now() - REPORT_INTERVAL_MS + FIRST_REPORT_MS;

  /** `task`: aborted when the whole task is canceled. */
  constructor(id: number, task: AbortSignal, thread: ThreadPort) {
    this.id = id;
    this.thread = thread;
    this.signal = AbortSignal.any([task, this.abort.signal]);
  }

  readonly progress: Work['progress'] = (done, total, unit) => {
    const now = performance.now();
    freeBuffers(now);
    if (now - this.reported < REPORT_INTERVAL_MS) return;
    this.reported = now;
    this.thread.post({ type: 'progress', id: this.id, done, total, unit });
    this.thread.takeMessages();
  };
}

const canceledQuery = () => new AppError('CANCELED', 'Canceled. Nothing was changed.');

/** One task, with the messages for it. A message for a task that has ended has no effect, because the next task starts only later. */
export class TaskRun implements ServingContext<TaskName> {
  readonly startHelper: StartHelper;
  private readonly thread: ThreadPort;
  private readonly abort = new AbortController();
  private readonly inbox: Extract<ToWorker, { type: 'ask' | 'chunk' }>[] = [];
  private readonly answering = new Map<number, RunningQuery>();
  private reported = 0;
  private credit = 0;
  private wake: (() => void) | null = null;

  constructor(thread: ThreadPort, startHelper: StartHelper) {
    this.thread = thread;
    this.startHelper = startHelper;
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  readonly progress: ServingContext<TaskName>['progress'] = (done, total, unit) => {
    const now = performance.now();
    freeBuffers(now);
    if (now - this.reported < REPORT_INTERVAL_MS && done !== total) return;
    this.reported = now;
    this.thread.post({ type: 'progress', id: null, done, total, unit });
    this.thread.takeMessages();
  };

  readonly send = async (bytes: Uint8Array): Promise<void> => {
    while (this.credit === 0) {
      this.signal.throwIfAborted();
      await this.nextMessage();
    }
    this.signal.throwIfAborted();
    this.credit -= 1;
    freeBuffers();
    const own = transferable(bytes);
    this.thread.post({ type: 'bytes', bytes: own }, [own.buffer]);
  };

  readonly serve = async (
    answers: Readonly<Record<string, (input: unknown, work: Work) => unknown>>,
    write?: (bytes: Buffer) => void | Promise<void>,
    alongside?: ReadonlySet<string>,
  ): Promise<void> => {
    const pending = new Set<Promise<void>>();
    for (;;) {
      if (this.signal.aborted) {
        await Promise.all(pending);
        return;
      }
      const message = this.inbox.shift();
      if (message === undefined) {
        await this.nextMessage();
      } else if (message.type === 'chunk') {
        const { buffer, byteOffset, byteLength } = message.bytes;
        await write?.(Buffer.from(buffer, byteOffset, byteLength));
        this.thread.post({ type: 'chunkRead', buffer }, [buffer]);
        freeBuffers();
      } else {
        const answered = this.answer(message, answers[message.query]!);
        if (alongside?.has(message.query) === true) {
          pending.add(answered);
          void answered.finally(() => pending.delete(answered));
        } else await answered;
      }
    }
  };

  private async answer({ id, input }: Extract<ToWorker, { type: 'ask' }>, query: (input: unknown, work: Work) => unknown): Promise<void> {
    const work = new RunningQuery(id, this.signal, this.thread);
    this.answering.set(id, work);
    try {
      this.thread.post({ type: 'answered', id, value: await query(input, work) });
    } catch (error) {
      this.thread.post({ type: 'refused', id, failure: failureOf(error) });
    }
    this.answering.delete(id);
  }

  private nextMessage(): Promise<void> {
    return new Promise<void>((resolve) => {
      this.wake = resolve;
    });
  }

  /** Cancels a query, unless it was already answered. */
  private stop(id: number): void {
    this.answering.get(id)?.abort.abort(canceledQuery());
    const at = this.inbox.findIndex((message) => message.type === 'ask' && message.id === id);
    if (at < 0) return;
    this.inbox.splice(at, 1);
    this.thread.post({ type: 'refused', id, failure: canceledQuery().toFailure() });
  }

  receive(message: Extract<ToWorker, { type: 'ask' | 'stop' | 'chunk' | 'pull' | 'cancel' }>): void {
    if (message.type === 'cancel') this.abort.abort(new AppError('CLOSING', 'The work was stopped.'));
    else if (message.type === 'stop') this.stop(message.id);
    else if (message.type === 'pull') this.credit += 1;
    else this.inbox.push(message);
    this.wake?.();
  }

  /** Loads and runs the task. Returns the message that tells the pool how it ended. */
  async toEnd(load: () => Promise<Task<TaskName>>, input: never): Promise<FromWorker> {
    try {
      const task = await load();
      return { type: 'done', value: await task(input, this) };
    } catch (error) {
      return { type: 'failed', failure: failureOf(error) };
    }
  }
}
