/**
 * Entry of a worker thread: waits for one task, runs it and answers. Each task is a file of its own, loaded on demand. A task on a long
 * list starts the same entry again as its helper thread.
 */
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { AppError } from '../../../shared/base/errors.ts';
import { failureOf } from '../threads/failure.ts';
import type { FromWorker, HelperName, ToWorker } from '../../worker-protocol/frames.ts';
import type { TaskName } from '../../worker-protocol/tasks.ts';
import type { StartHelper } from '../threads/helper-thread.ts';
import type { ServingContext, Task } from '../threads/task-context.ts';

const TASKS: { readonly [N in TaskName]: () => Promise<Task<N>> } = {
  rows: async () => (await import('../import/inspect.ts')).rows,
  inspect: async () => (await import('../import/inspect.ts')).inspect,
  preview: async () => (await import('../import/preview-file.ts')).previewFile,
  load: async () => (await import('../import/load.ts')).load,
  reread: async () => (await import('../import/load.ts')).reread,
  importSuppressionList: async () => (await import('../tasks/import-suppression-list.ts')).importSuppressionList,
  check: async () => (await import('../tasks/check.ts')).check,
  indexScreening: async () => (await import('../prior/recent-screenings.ts')).indexScreening,
  query: async () => (await import('../query/open-project.ts')).query,
  encode: async () => (await import('../submit/encode.ts')).encode,
  collect: async () => (await import('../results/collect.ts')).collect,
  deriveRows: async () => (await import('../results/derive-rows.ts')).deriveRows,
  mergeResults: async () => (await import('../results/merge-results.ts')).mergeResults,
  export: async () => (await import('../export/export.ts')).exportResults,
};

/** What a helper thread serves, by its name. */
const HELPERS: { readonly [N in HelperName]: () => Promise<(port: MessagePort) => void> } = {
  checker: async () => (await import('../check/row-checker-thread.ts')).serveRowChecker,
  scores: async () => (await import('../results/score-thread.ts')).serveScores,
};

/** Milliseconds between two progress reports. */
const REPORT_INTERVAL_MS = 100;

if (parentPort === null) throw new TypeError('the worker entry runs in a worker thread only');
const port = parentPort;
const post = (message: FromWorker, transfer?: ArrayBuffer[]) => {
  port.postMessage(message, transfer ?? []);
};

const abort = new AbortController();
/** Aborts the warm-up when the thread gets its task. */
const warmUpAbort = new AbortController();
let reported = 0;
let resumeSend: (() => void) | null = null;
let credit = 0;
let inbox: ToWorker[] = [];
let wake: (() => void) | null = null;

const startHelper: StartHelper = (name) => {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: name,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  });
  thread.unref();
  return {
    post(message) {
      thread.postMessage(message);
    },
    listen(message, failed) {
      thread.on('message', message);
      thread.once('error', failed);
      thread.once('exit', failed);
    },
    end() {
      thread.removeAllListeners();
      thread.on('error', () => undefined);
      void thread.terminate();
    },
  };
};

const context: ServingContext<TaskName> = {
  signal: abort.signal,
  startHelper,
  progress(done, total, unit) {
    const now = performance.now();
    if (now - reported < REPORT_INTERVAL_MS && done !== total) return;
    reported = now;
    post({ type: 'progress', done, total, unit });
  },
  async send(bytes) {
    while (credit === 0) {
      abort.signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        resumeSend = resolve;
      });
    }
    abort.signal.throwIfAborted();
    credit -= 1;
    const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
    const own = whole ? bytes : new Uint8Array(bytes);
    post({ type: 'bytes', bytes: own }, [own.buffer as ArrayBuffer]);
  },
  async serve(answers: Readonly<Record<string, (input: unknown) => unknown>>, write) {
    for (;;) {
      if (abort.signal.aborted) return;
      const message = inbox.shift();
      if (message === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else if (message.type === 'chunk') {
        await write?.(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength));
        post({ type: 'chunkRead' });
      } else if (message.type === 'ask') {
        try {
          post({ type: 'answered', id: message.id, value: await answers[message.query]!(message.input) });
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

/**
 * Loads the task for which the user waits the longest: the import of a dropped file. A failure here would occur again there and be reported
 * there.
 */
async function prepare(sample: string | null): Promise<void> {
  try {
    await TASKS.load();
    if (sample === null || warmUpAbort.signal.aborted) return;
    const { warmUp } = await import('../import/warm-up.ts');
    await warmUp(sample, warmUpAbort.signal);
  } catch {
    // No one is waiting for the warm-up.
  }
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
    case 'pull':
      credit += 1;
      resumeSend?.();
      break;
    case 'cancel':
      abort.abort(new AppError('CLOSING', 'The work was stopped.'));
      resumeSend?.();
      wake?.();
      break;
    case 'ask':
    case 'chunk':
      inbox.push(message);
      wake?.();
      break;
  }
}

if (typeof workerData === 'string') {
  const serve = await HELPERS[workerData as HelperName]();
  serve(port);
} else {
  port.on('message', onMessage);
}
