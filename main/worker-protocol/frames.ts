/** The messages between main and a worker thread. */
import type { Failure } from '../../shared/base/index.ts';
import type { TaskName } from './tasks.ts';

/** The helper threads that a task can start. */
export type HelperName = 'checker' | 'scores';

export type ToWorker =
  /** No task yet: the thread may warm up for an import, with the sample list if there is one. */
  | { readonly type: 'warmUp'; readonly sample: string | null }
  | { readonly type: 'start'; readonly name: TaskName; readonly input: unknown }
  | { readonly type: 'ask'; readonly id: number; readonly query: string; readonly input: unknown }
  /** Cancels a query that is answered or waits. */
  | { readonly type: 'stop'; readonly id: number }
  | { readonly type: 'chunk'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'pull' }
  | { readonly type: 'cancel' }
  /** The thread cancels its task and ends by itself. */
  | { readonly type: 'exit' };

export type FromWorker =
  /** `id`: the query that is answered; null for the task. */
  | {
      readonly type: 'progress';
      readonly id: number | null;
      readonly done: number;
      readonly total: number | null;
      readonly unit: 'bytes' | 'rows';
    }
  | { readonly type: 'answered'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refused'; readonly id: number; readonly failure: Failure }
  /** `buffer`: that of the chunk, for a later one. */
  | { readonly type: 'chunkRead'; readonly buffer: ArrayBuffer }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** The task has let go of everything that it had opened, and the thread can take another one. */
  | { readonly type: 'done'; readonly value: unknown }
  | { readonly type: 'failed'; readonly failure: Failure };
