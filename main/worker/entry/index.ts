/**
 * Entry of a worker thread: runs one task after the other until it is asked to exit. Each task is a file of its own, loaded on demand.
 * A task on a long list starts the same entry again as its helper thread.
 */
import { MessageChannel, type MessagePort, parentPort, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads';
import { AppError } from '../../../shared/base/errors.ts';
import { clearCaches } from '../../../shared/base/caches.ts';
import { failureOf } from '../threads/failure.ts';
import type { FromWorker, HelperName, ToWorker } from '../../worker-protocol/frames.ts';
import type { TaskName, Work } from '../../worker-protocol/tasks.ts';
import type { StartHelper } from '../threads/helper-thread.ts';
import type { ServingContext, Task } from '../threads/task-context.ts';

const TASKS: { readonly [N in TaskName]: () => Promise<Task<N>> } = {
  certificates: async () => (await import('../tasks/certificates.ts')).certificates,
  rows: async () => (await import('../import/inspect.ts')).rows,
  inspect: async () => (await import('../import/inspect.ts')).inspect,
  preview: async () => (await import('../import/preview-file.ts')).previewFile,
  load: async () => (await import('../import/load.ts')).load,
  reread: async () => (await import('../import/load.ts')).reread,
  importSuppressionList: async () => (await import('../tasks/import-suppression-list.ts')).importSuppressionList,
  check: async () => (await import('../tasks/check.ts')).check,
  indexScreening: async () => (await import('../prior/recent-screenings.ts')).indexScreening,
  findPerson: async () => (await import('../prior/find-person.ts')).findPerson,
  query: async () => (await import('../query/open-project.ts')).query,
  encode: async () => (await import('../submit/encode.ts')).encode,
  collect: async () => (await import('../results/collect.ts')).collect,
  writeList: async () => (await import('../results/profile-list.ts')).writeList,
  listProfiles: async () => (await import('../results/profile-list.ts')).listProfiles,
  deriveRows: async () => (await import('../results/derive-rows.ts')).deriveRows,
  mergeResults: async () => (await import('../results/merge-results.ts')).mergeResults,
  orderJoin: async () => (await import('../results/order-join.ts')).orderJoin,
  export: async () => (await import('../export/export.ts')).exportResults,
  exportProfiles: async () => (await import('../export/export-profiles.ts')).exportProfiles,
};

/** What a helper thread serves, by its name. */
const HELPERS: { readonly [N in HelperName]: () => Promise<(port: MessagePort) => void> } = {
  checker: async () => (await import('../check/row-checker-thread.ts')).serveRowChecker,
  scores: async () => (await import('../results/score-thread.ts')).serveScores,
};

/** To a helper thread. The messages of one use pass through a port of their own, which its user closes. */
type ToHelper = { readonly type: 'serve'; readonly name: HelperName; readonly port: MessagePort } | { readonly type: 'exit' };

/** Milliseconds between two progress reports. */
const REPORT_INTERVAL_MS = 100;
/** Milliseconds without work after which a thread collects its garbage: rows of the last list. */
const COLLECT_AFTER_MS = 500;
/** Milliseconds of work after which a collection, which takes some 20, is worth its time. */
const LONG_WORK_MS = 250;
/** Workers' data of a helper thread. */
const HELPER = 'helper';

if (parentPort === null) throw new TypeError('the worker entry runs in a worker thread only');
const port = parentPort;
const post = (message: FromWorker, transfer?: ArrayBuffer[]) => {
  port.postMessage(message, transfer ?? []);
};

/** The global of `--expose-gc`, which the pool sets. */
const { gc } = globalThis as { gc?: () => void };
let collecting: NodeJS.Timeout | undefined;

/** When the work began whose garbage is not collected yet, in milliseconds of `performance.now()`; null for none. */
let workSince: number | null = null;

function collect(): void {
  workSince = null;
  gc?.();
}

/** Begins work. Collects what long work before it left: the engine alone would let it grow from task to task. */
function beginWork(): void {
  clearTimeout(collecting);
  const now = performance.now();
  if (workSince !== null && now - workSince > LONG_WORK_MS) collect();
  workSince ??= now;
}

/** Drops the values of a list that has been worked on, and soon their memory. */
function forgetList(): void {
  clearCaches();
  // The engine keeps the text that was matched last.
  /^$/.test('');
  collecting = setTimeout(collect, COLLECT_AFTER_MS);
  collecting.unref();
}

/** Helper threads without work; at most one is kept. */
const idleHelpers: Worker[] = [];

function newHelper(): Worker {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: HELPER,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  });
  thread.unref();
  // Its port closes with it, which its user notices.
  thread.on('error', () => undefined);
  thread.once('exit', () => {
    const at = idleHelpers.indexOf(thread);
    if (at >= 0) idleHelpers.splice(at, 1);
  });
  return thread;
}

const startHelper: StartHelper = (name) => {
  const thread = idleHelpers.pop() ?? newHelper();
  const { port1, port2 } = new MessageChannel();
  thread.postMessage({ type: 'serve', name, port: port2 } satisfies ToHelper, [port2]);
  return {
    post(message) {
      port1.postMessage(message);
    },
    listen(message, lost) {
      port1.on('message', message);
      port1.once('close', lost);
    },
    end() {
      port1.removeAllListeners();
      port1.close();
      // Its number is negative once it has ended.
      if (thread.threadId < 0) return;
      if (idleHelpers.length === 0) idleHelpers.push(thread);
      else thread.postMessage({ type: 'exit' } satisfies ToHelper);
    },
  };
};

/** A query that is being answered. Short ones report nothing: the first report is due after an interval. */
class RunningQuery implements Work {
  readonly id: number;
  readonly abort = new AbortController();
  readonly signal: AbortSignal;
  private reported = performance.now();

  /** `task`: aborted when the whole task is canceled. */
  constructor(id: number, task: AbortSignal) {
    this.id = id;
    this.signal = AbortSignal.any([task, this.abort.signal]);
  }

  readonly progress: Work['progress'] = (done, total, unit) => {
    const now = performance.now();
    if (now - this.reported < REPORT_INTERVAL_MS) return;
    this.reported = now;
    post({ type: 'progress', id: this.id, done, total, unit });
    takeMessages();
  };
}

const canceledQuery = () => new AppError('CANCELED', 'Canceled. Nothing was changed.');

/** Processes messages that have arrived. Synchronous work would not notice otherwise that it was canceled. */
function takeMessages(): void {
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) onMessage(next.message as ToWorker);
}

/** One task with what arrives for it. Messages for a task that has ended find none, because the next one starts only afterwards. */
class Run implements ServingContext<TaskName> {
  readonly startHelper = startHelper;
  private readonly abort = new AbortController();
  private readonly inbox: Extract<ToWorker, { type: 'ask' | 'chunk' }>[] = [];
  private readonly answering = new Map<number, RunningQuery>();
  private reported = 0;
  private credit = 0;
  private wake: (() => void) | null = null;

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  readonly progress: ServingContext<TaskName>['progress'] = (done, total, unit) => {
    const now = performance.now();
    if (now - this.reported < REPORT_INTERVAL_MS && done !== total) return;
    this.reported = now;
    post({ type: 'progress', id: null, done, total, unit });
    takeMessages();
  };

  readonly send = async (bytes: Uint8Array): Promise<void> => {
    while (this.credit === 0) {
      this.signal.throwIfAborted();
      await this.message();
    }
    this.signal.throwIfAborted();
    this.credit -= 1;
    const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
    const own = whole ? bytes : new Uint8Array(bytes);
    post({ type: 'bytes', bytes: own }, [own.buffer as ArrayBuffer]);
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
        await this.message();
      } else if (message.type === 'chunk') {
        await write?.(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength));
        post({ type: 'chunkRead' });
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
    const work = new RunningQuery(id, this.signal);
    this.answering.set(id, work);
    try {
      post({ type: 'answered', id, value: await query(input, work) });
    } catch (error) {
      post({ type: 'refused', id, failure: failureOf(error) });
    }
    this.answering.delete(id);
  }

  private message(): Promise<void> {
    return new Promise<void>((resolve) => {
      this.wake = resolve;
    });
  }

  /** A query that was already answered keeps its answer. */
  private stop(id: number): void {
    this.answering.get(id)?.abort.abort(canceledQuery());
    const at = this.inbox.findIndex((message) => message.type === 'ask' && message.id === id);
    if (at < 0) return;
    this.inbox.splice(at, 1);
    post({ type: 'refused', id, failure: canceledQuery().toFailure() });
  }

  take(message: Extract<ToWorker, { type: 'ask' | 'stop' | 'chunk' | 'pull' | 'cancel' }>): void {
    if (message.type === 'cancel') this.abort.abort(new AppError('CLOSING', 'The work was stopped.'));
    else if (message.type === 'stop') this.stop(message.id);
    else if (message.type === 'pull') this.credit += 1;
    else this.inbox.push(message);
    this.wake?.();
  }

  /** Runs the task and returns how it ended, for the pool. */
  async toEnd(name: TaskName, input: never): Promise<FromWorker> {
    try {
      const task = (await TASKS[name]()) as Task<TaskName>;
      return { type: 'done', value: await task(input, this) };
    } catch (error) {
      return { type: 'failed', failure: failureOf(error) };
    }
  }
}

let running: Run | null = null;
let isLeaving = false;
/** Aborts the warm-up when the thread gets a task. */
let warmUpAbort = new AbortController();

async function run(name: TaskName, input: never): Promise<void> {
  beginWork();
  running = new Run();
  const ended = await running.toEnd(name, input);
  running = null;
  forgetList();
  // The pool may start the next task once it has this message.
  post(ended);
  if (isLeaving) leave();
}

/**
 * Loads the task for which the user waits the longest: the import of a dropped file. A failure here would occur again there and be reported
 * there.
 */
async function prepare(sample: string | null): Promise<void> {
  const { signal } = (warmUpAbort = new AbortController());
  try {
    await TASKS.load();
    if (sample === null || signal.aborted) return;
    const { warmUp } = await import('../import/warm-up.ts');
    await warmUp(sample, signal);
  } catch {
    // No one is waiting for the warm-up.
  }
}

/** Closes what keeps this thread and its helper alive. */
function leave(): void {
  for (const thread of idleHelpers.splice(0)) {
    thread.ref();
    thread.postMessage({ type: 'exit' } satisfies ToHelper);
  }
  port.close();
}

function onMessage(message: ToWorker): void {
  switch (message.type) {
    case 'ready':
      void prepare(message.sample);
      break;
    case 'start':
      warmUpAbort.abort();
      void run(message.name, message.input as never);
      break;
    case 'exit':
      isLeaving = true;
      warmUpAbort.abort();
      if (running === null) leave();
      else running.take({ type: 'cancel' });
      break;
    default:
      running?.take(message);
  }
}

async function onHelperMessage(message: ToHelper): Promise<void> {
  if (message.type === 'exit') {
    port.close();
    return;
  }
  beginWork();
  message.port.once('close', forgetList);
  (await HELPERS[message.name]())(message.port);
}

if (workerData === HELPER) port.on('message', (message: ToHelper) => void onHelperMessage(message));
else port.on('message', onMessage);
