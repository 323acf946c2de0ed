/** A task context for tests on their own thread, without a receiver of bytes or queries. */
import type { TaskContext } from '../../main/worker/threads/task-context.ts';
import { secondHere } from './second-here.ts';

export const quietContext: TaskContext = {
  signal: new AbortController().signal,
  progress: () => undefined,
  send: () => Promise.resolve(),
  serve: () => Promise.resolve(),
  startHelper: secondHere(),
};
