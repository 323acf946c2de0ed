/** What a task sees of the thread that runs it. */
import type { TaskMap, TaskName } from '../../worker-protocol/tasks.ts';
import type { StartHelper } from './helper-thread.ts';

export interface TaskContext {
  readonly signal: AbortSignal;
  /** Reports how far it is, at most some times a second. */
  progress(done: number, total: number | null, unit: 'bytes' | 'rows'): void;
  /** Hands bytes to main and waits until it wants more. The buffer is given away. */
  give(bytes: Uint8Array): Promise<void>;
  /** Starts a second thread beside this one. */
  readonly second: StartHelper;
  /** Answers questions as they come, one after the other, until the task is cancelled. `chunk` takes the bytes that main writes. */
  serve(handlers: {
    readonly answer: (question: never) => unknown;
    readonly chunk?: (bytes: Buffer) => void | Promise<void>;
  }): Promise<void>;
}

export type Task<N extends TaskName> = (input: TaskMap[N]['input'], context: TaskContext) => Promise<TaskMap[N]['output']>;
