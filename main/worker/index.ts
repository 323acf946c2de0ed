/**
 * The entry of a worker thread: waits for one task, runs it, answers. Each task lies in a file of its own and is loaded when
 * asked for. A task that judges a long list starts the same entry once more, as its second thread.
 */
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { AppError, isErrorCode, type Failure } from '../../shared/errors.ts';
import type { SecondThread } from './check/crew.ts';
import type { FromJudge } from './check/judgethread.ts';
import type { FromWorker, TaskName, ToWorker } from './messages.ts';
import type { Task, TaskContext } from './task.ts';

const TASKS: { readonly [N in TaskName]: () => Promise<Task<N>> } = {
  rows: async () => (await import('./import/inspect.ts')).rows,
  inspect: async () => (await import('./import/inspect.ts')).inspect,
  glance: async () => (await import('./import/glance.ts')).glance,
  load: async () => (await import('./import/load.ts')).load,
  reread: async () => (await import('./import/load.ts')).reread,
  bar: async () => (await import('./check/bar.ts')).bar,
  check: async () => (await import('./check/check.ts')).check,
  remember: async () => (await import('./check/people.ts')).remember,
  query: async () => (await import('./results/query.ts')).query,
  encode: async () => (await import('./send/encode.ts')).encode,
  collect: async () => (await import('./results/collect.ts')).collect,
  derive: async () => (await import('./results/linkedrows.ts')).derive,
  join: async () => (await import('./results/linkedrows.ts')).join,
  export: async () => (await import('./results/export.ts')).exportResults,
};

/** What a second thread is told it is. */
const SECOND = 'second';

/** Progress is reported at most this often, in milliseconds. */
const REPORT_EVERY = 100;

if (parentPort === null) throw new TypeError('the worker entry runs in a worker thread only');
const port = parentPort;
const post = (message: FromWorker, transfer?: ArrayBuffer[]) => {
  port.postMessage(message, transfer ?? []);
};

function failureOf(error: unknown): Failure {
  if (error instanceof AppError) return error.toFailure();
  const code = (error as { code?: unknown } | null)?.code;
  // Readers and writers have error classes of their own, with codes out of the same table.
  if (error instanceof Error && typeof code === 'string' && isErrorCode(code)) return new AppError(code, error.message).toFailure();
  const name = error instanceof Error ? error.name : 'unknown';
  return new AppError('INTERNAL', `Something went wrong while working on the list (${name}). What was kept before is unharmed.`, {
    name,
    // The first frame says where; a message could hold a cell.
    where: error instanceof Error ? (/at .*/.exec(error.stack ?? '')?.[0] ?? '').replaceAll(/\(?file:.*\//g, '') : '',
  }).toFailure();
}

const abort = new AbortController();
let reported = 0;
let wanted: (() => void) | null = null;
let credit = 0;
let inbox: ToWorker[] = [];
let ring: (() => void) | null = null;

function startSecond(): SecondThread {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: SECOND,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  });
  thread.unref();
  return {
    post(message) {
      thread.postMessage(message);
    },
    listen(message, failed) {
      thread.on('message', (sent: FromJudge) => {
        message(sent);
      });
      thread.once('error', failed);
      thread.once('exit', failed);
    },
    end() {
      thread.removeAllListeners();
      thread.on('error', () => undefined);
      void thread.terminate();
    },
  };
}

const context: TaskContext = {
  signal: abort.signal,
  second: startSecond,
  progress(done, total, unit) {
    const now = performance.now();
    if (now - reported < REPORT_EVERY && done !== total) return;
    reported = now;
    post({ type: 'progress', done, total, unit });
  },
  async give(bytes) {
    while (credit === 0) {
      abort.signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        wanted = resolve;
      });
    }
    abort.signal.throwIfAborted();
    credit -= 1;
    const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
    const own = whole ? bytes : new Uint8Array(bytes);
    post({ type: 'bytes', bytes: own }, [own.buffer as ArrayBuffer]);
  },
  async serve({ answer, chunk }) {
    for (;;) {
      if (abort.signal.aborted) return;
      const message = inbox.shift();
      if (message === undefined) {
        await new Promise<void>((resolve) => {
          ring = resolve;
        });
      } else if (message.type === 'chunk') {
        await chunk?.(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength));
        post({ type: 'taken' });
      } else if (message.type === 'ask') {
        try {
          post({ type: 'answered', id: message.id, value: await answer(message.question as never) });
        } catch (error) {
          post({ type: 'refused', id: message.id, failure: failureOf(error) });
        }
      }
    }
  },
};

async function run(name: TaskName, input: never): Promise<void> {
  try {
    const task = (await TASKS[name]()) as Task<TaskName>;
    post({ type: 'done', value: await task(input, context) });
  } catch (error) {
    post({ type: 'failed', failure: failureOf(error) });
  } finally {
    port.close();
  }
}

function take(message: ToWorker): void {
  switch (message.type) {
    case 'start':
      void run(message.name, message.input as never);
      break;
    case 'pull':
      credit += 1;
      wanted?.();
      break;
    case 'cancel':
      abort.abort(new AppError('CLOSING', 'The work was stopped.'));
      wanted?.();
      ring?.();
      break;
    case 'ask':
    case 'chunk':
      inbox.push(message);
      ring?.();
      break;
  }
}

if (workerData === SECOND) {
  const { serveJudge } = await import('./check/judgethread.ts');
  serveJudge(port);
} else port.on('message', take);
