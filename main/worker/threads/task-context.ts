/** What a task can use of the thread that runs it. */
import type { Answers, QueryName, TaskName, Tasks, Work } from '../../worker-protocol/index.ts';
import type { StartHelper } from './helper-thread.ts';

export interface TaskContext extends Work {
  /** Transfers bytes to the main thread, and waits until it wants more. The caller can no longer use the buffer. */
  send(bytes: Uint8Array): Promise<void>;
  /** Starts a helper thread for this task. */
  readonly startHelper: StartHelper;
}

/** The context of a task that answers queries. */
export interface ServingContext<N extends TaskName> extends TaskContext {
  /**
   * Answers queries one after another until the task is canceled. `write`: takes the bytes that the main thread writes, which are valid
   * until it resolves. `alongside`: queries that do not block later ones. Waits for their answers at the end.
   */
  serve(answers: Answers<N>, write?: (bytes: Buffer) => void | Promise<void>, alongside?: ReadonlySet<QueryName<N>>): Promise<void>;
}

export type Task<N extends TaskName> = (input: Tasks[N]['input'], context: ServingContext<N>) => Promise<Tasks[N]['output']>;
