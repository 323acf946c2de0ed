/** What a task sees of its thread when a test runs it in its own: nobody who takes bytes, asks, or judges beside it. */
import type { TaskContext } from '../../main/worker/task.ts';

export const quietContext: TaskContext = {
  signal: new AbortController().signal,
  progress: () => undefined,
  give: () => Promise.resolve(),
  serve: () => Promise.resolve(),
  second() {
    throw new Error('no second thread is at hand');
  },
};
