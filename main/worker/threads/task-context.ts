/** A task's view of the thread that runs it. */
import type { TaskMap, TaskName } from '../../worker-protocol/tasks.ts';
import type { StartHelper } from './helper-thread.ts';

export interface TaskContext {
  readonly signal: AbortSignal;
  /** Reports progress, at most ten times a second. */
  progress(done: number, total: number | null, unit: 'bytes' | 'rows'): void;
  /** Transfers bytes to the main thread and waits until it wants more. The caller loses the buffer. */
  send(bytes: Uint8Array): Promise<void>;
  /** Starts a helper thread for this task. */
  readonly startHelper: StartHelper;
  /** Answers questions one after the other until the task is canceled. `chunk` takes the bytes that the main thread writes. */
  serve(handlers: {
    readonly answer: (question: never) => unknown;
    readonly chunk?: (bytes: Buffer) => void | Promise<void>;
  }): Promise<void>;
}

export type Task<N extends TaskName> = (input: TaskMap[N]['input'], context: TaskContext) => Promise<TaskMap[N]['output']>;
