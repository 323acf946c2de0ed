/**
 * Runs tasks on this thread, for tests with many short runs, where starting threads would take most of the time. Tests with the application
 * in a separate process cover the threads.
 */
import type { RunningTask, SpawnWorker } from '../../main/platform/ports.ts';
import type { CallOptions, CallProgress } from '../../shared/contract/index.ts';
import { check } from '../../main/worker/tasks/check.ts';
import { collect } from '../../main/worker/collect/collect.ts';
import { exportProfiles } from '../../main/worker/export/export-profiles.ts';
import { exportResults } from '../../main/worker/export/export.ts';
import { census, planDraft } from '../../main/worker/plan/tasks.ts';
import { diagnose } from '../../main/worker/diagnose/diagnose.ts';
import { encode } from '../../main/worker/submit/encode.ts';
import { listProfiles, writeList } from '../../main/worker/results/profile-list.ts';
import { deriveRows } from '../../main/worker/result-file/derive-rows.ts';
import { mergeResults } from '../../main/worker/result-file/merge-results.ts';
import { orderJoin } from '../../main/worker/collect/order-join.ts';
import { previewFile } from '../../main/worker/import/preview-file.ts';
import { gifts } from '../../main/worker/gifts/gifts.ts';
import { load, reread } from '../../main/worker/import/load.ts';
import type { TaskName, Work } from '../../main/worker-protocol/tasks.ts';
import { indexScreening } from '../../main/worker/prior/recent-screenings.ts';
import { erasePlaces } from '../../main/worker/people/erase-places.ts';
import { findEverywhere } from '../../main/worker/people/find-everywhere.ts';
import { proof } from '../../main/worker/write-back/proof-store.ts';
import { query } from '../../main/worker/query/open-project.ts';
import type { ServingContext, Task } from '../../main/worker/threads/task-context.ts';
import { AppError } from '../../shared/base/errors.ts';
import { localHelpers } from './local-helpers.ts';

const TASKS: { readonly [N in TaskName]?: Task<N> } = {
  diagnose,
  load,
  reread,
  preview: previewFile,
  check,
  gifts,
  encode,
  collect,
  query,
  indexScreening,
  census,
  planDraft,
  findEverywhere,
  erasePlaces,
  deriveRows,
  writeList,
  listProfiles,
  mergeResults,
  orderJoin,
  export: exportResults,
  exportProfiles,
  proof,
};

/** A task that answers queries. */
interface Served {
  readonly answers: Readonly<Record<string, (input: unknown, work: Work) => unknown>>;
  readonly write: ((bytes: Buffer) => void | Promise<void>) | undefined;
}

/** A running task with its messages. */
class LocalTask {
  readonly abort = new AbortController();
  readonly result: Promise<unknown>;
  private readonly served = Promise.withResolvers<Served>();
  private chunk = Promise.withResolvers<Uint8Array | null>();
  private taken = Promise.withResolvers<void>();

  constructor(name: TaskName, input: unknown, onProgress: ((progress: CallProgress) => void) | undefined) {
    const task = TASKS[name] as Task<TaskName> | undefined;
    if (task === undefined) throw new TypeError(`the task ${name} is not run here`);
    const { signal } = this.abort;
    const stopped = new Promise<never>((_, fail) => {
      signal.addEventListener('abort', () => {
        fail(signal.reason as Error);
      });
    });
    stopped.catch(() => undefined);
    const context: ServingContext<TaskName> = {
      signal,
      startHelper: localHelpers(),
      progress: (done, total, unit) => onProgress?.({ done, total, unit }),
      send: async (bytes) => {
        signal.throwIfAborted();
        this.chunk.resolve(bytes);
        await Promise.race([this.taken.promise, stopped]);
      },
      serve: async (answers, write) => {
        this.served.resolve({ answers, write });
        await stopped.catch(() => undefined);
      },
    };
    const run = async () => {
      // A thread receives a copy and starts asynchronously.
      const given = structuredClone(input) as never;
      await Promise.resolve();
      return await task(given, context);
    };
    this.result = Promise.race([run(), stopped]);
    this.result
      .catch((error: unknown) => {
        this.served.reject(error);
      })
      .finally(() => {
        this.chunk.resolve(null);
      });
    this.served.promise.catch(() => undefined);
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const chunk = await this.chunk.promise;
      if (chunk === null) {
        await this.result;
        return;
      }
      yield chunk;
      this.chunk = Promise.withResolvers();
      const { taken } = this;
      this.taken = Promise.withResolvers();
      taken.resolve();
    }
  }

  async write(chunk: Uint8Array): Promise<void> {
    await (await this.served.promise).write?.(Buffer.from(chunk));
  }

  async ask(query: string, input: unknown, { signal, onProgress }: CallOptions = {}): Promise<unknown> {
    const { answers } = await this.served.promise;
    const work: Work = {
      signal: signal === undefined ? this.abort.signal : AbortSignal.any([this.abort.signal, signal]),
      progress: (done, total, unit) => onProgress?.({ done, total, unit }),
    };
    return await answers[query]!(structuredClone(input), work);
  }

  cancel(): void {
    this.abort.abort(new AppError('CLOSING', 'The work was stopped.'));
  }
}

export const localTasks: SpawnWorker = (name, input, onProgress) => {
  const running = new LocalTask(name, input, onProgress);
  const task = {
    result: running.result,
    bytes: running.bytes(),
    write: (chunk: Uint8Array) => running.write(chunk),
    ask: (query: string, input: unknown, options?: CallOptions) => running.ask(query, input, options),
    cancel: () => {
      running.cancel();
    },
  };
  return task as unknown as RunningTask<typeof name>;
};
