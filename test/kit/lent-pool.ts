/** Threads that several applications use one after the other. */
import type { RunningTask } from '../../main/platform/ports.ts';
import type { TaskName } from '../../main/worker-protocol/tasks.ts';
import type { WorkerPool } from '../../main/worker/entry/pool.ts';

/**
 * Lends the threads of `pool` to one application, because a thread takes longer to start than most tasks take. Closing the lent pool ends
 * the tasks that were started with it.
 */
export function lentPool({ spawn }: Pick<WorkerPool, 'spawn'>): WorkerPool {
  const running = new Set<Pick<RunningTask<TaskName>, 'cancel' | 'result'>>();
  return {
    spawn(name, input, onProgress) {
      const task = spawn(name, input, onProgress);
      running.add(task);
      void task.result.catch(() => undefined).then(() => running.delete(task));
      return task;
    },
    async close() {
      for (const task of running) task.cancel();
      await Promise.allSettled([...running].map(({ result }) => result));
    },
  };
}
