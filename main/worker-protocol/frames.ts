/** The messages between main and a worker thread. */
import type { Failure } from '../../shared/base/index.ts';
import type { TaskName } from './tasks.ts';

/** The helper threads that a task can start. */
export type HelperName = 'checker' | 'scores';

export type ToWorker =
  /** The thread has no task yet. It may warm up for an import, with the sample list if there is one. */
  | { readonly type: 'warmUp'; readonly sample: string | null }
  | { readonly type: 'start'; readonly name: TaskName; readonly input: unknown }
  | { readonly type: 'ask'; readonly id: number; readonly query: string; readonly input: unknown }
  /** Cancels a query that is running or waiting. */
  | { readonly type: 'stop'; readonly id: number }
  | { readonly type: 'chunk'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'pull' }
  | { readonly type: 'cancel' }
  /** The thread cancels its task and exits. */
  | { readonly type: 'exit' };

export type FromWorker =
  /** `id`: the query that this answers; null for the task itself. */
  | {
      readonly type: 'progress';
      readonly id: number | null;
      readonly done: number;
      readonly total: number | null;
      readonly unit: 'bytes' | 'rows';
    }
  | { readonly type: 'answered'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refused'; readonly id: number; readonly failure: Failure }
  /** `buffer`: the buffer of the chunk, to be reused for a later chunk. */
  | { readonly type: 'chunkRead'; readonly buffer: ArrayBuffer }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** The task has released everything that it opened, so the thread can take another task. */
  | { readonly type: 'done'; readonly value: unknown }
  | { readonly type: 'failed'; readonly failure: Failure };
