/** A task context for tests on their own thread, without a receiver of bytes or queries. */
import type { TaskName } from '../../main/worker-protocol/tasks.ts';
import type { ServingContext } from '../../main/worker/threads/task-context.ts';
import { localHelpers } from './local-helpers.ts';

export const quietContext: ServingContext<TaskName> = {
  signal: new AbortController().signal,
  progress: () => undefined,
  send: () => Promise.resolve(),
  serve: () => Promise.resolve(),
  startHelper: localHelpers(),
};
