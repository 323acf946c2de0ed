/** A task's view of the thread that runs it. */
import type { Answers, QueryName, TaskName, Tasks, Work } from '../../worker-protocol/index.ts';
import type { StartHelper } from './helper-thread.ts';

export interface TaskContext extends Work {
  /** Transfers bytes to the main thread and waits until it wants more. The caller loses the buffer. */
  send(bytes: Uint8Array): Promise<void>;
  /** Starts a helper thread for this task. */
  readonly startHelper: StartHelper;
}

/** The context of a task that answers queries. */
export interface ServingContext<N extends TaskName> extends TaskContext {
  /**
   * Answers queries one after the other until the task is canceled. `write` takes the bytes that the main thread writes; they are
   * valid until it resolves. `alongside`: the queries that do not keep those after them waiting; their answers are waited for at the end.
   */
  serve(answers: Answers<N>, write?: (bytes: Buffer) => void | Promise<void>, alongside?: ReadonlySet<QueryName<N>>): Promise<void>;
}

export type Task<N extends TaskName> = (input: Tasks[N]['input'], context: ServingContext<N>) => Promise<Tasks[N]['output']>;
