/** Tasks on the thread of the test that can hold back the measuring of lists, so that a sent list stays at "preparing". */
import type { SpawnWorker } from '../../main/platform/ports.ts';
import type { Tasks } from '../../main/worker-protocol/tasks.ts';
import { localTasks } from './local-tasks.ts';

export class HeldMeasuring {
  private gate: PromiseWithResolvers<void> | null = null;

  readonly spawn: SpawnWorker = (name, input, onProgress) => {
    const task = localTasks(name, input, onProgress);
    const { gate } = this;
    const isMeasuring = name === 'encode' && (input as Tasks['encode']['input']).mode === 'measure';
    return isMeasuring && gate !== null ? { ...task, result: gate.promise.then(() => task.result) } : task;
  };

  /** Lists are measured only after `release`, or fail with the error of `fail`. */
  hold(): void {
    this.gate = Promise.withResolvers<void>();
  }

  release(): void {
    this.gate?.resolve();
    this.gate = null;
  }

  /** The list that is held back goes on, and the next one is held: nothing can pass between the two. */
  releaseAndHoldNext(): void {
    this.release();
    this.hold();
  }

  fail(error: Error): void {
    this.gate?.reject(error);
    this.gate = null;
  }
}
