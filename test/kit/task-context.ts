/** What a task sees of its thread when a test runs it in its own: nobody who takes bytes or asks. */
import type { TaskContext } from '../../main/worker/threads/task-context.ts';
import { secondHere } from './second-here.ts';

export const quietContext: TaskContext = {
  signal: new AbortController().signal,
  progress: () => undefined,
  send: () => Promise.resolve(),
  serve: () => Promise.resolve(),
  startHelper: secondHere(),
};
