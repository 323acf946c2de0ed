/** Runs tasks on the thread of the test and can delay the measuring of lists, which keeps a sent list at "preparing". */
import type { SpawnWorker } from '../../main/platform/ports.ts';
import type { Tasks } from '../../main/worker-protocol/tasks.ts';
import { localTasks } from './local-tasks.ts';

/** A list whose measuring is delayed. `release` and `fail` also work before its measuring begins. */
class HeldList {
  private readonly gate = Promise.withResolvers<void>();
  /** The measuring of the list waits for this. */
  readonly passed = this.gate.promise;

  constructor() {
    this.passed.catch(() => undefined);
  }

  /** Lets the list continue. */
  release(): void {
    this.gate.resolve();
  }

  /** Makes the measuring of the list fail. */
  fail(error: Error): void {
    this.gate.reject(error);
  }
}

export class HeldMeasuring {
  private readonly next: HeldList[] = [];

  readonly spawn: SpawnWorker = (name, input, onProgress) => {
    const task = localTasks(name, input, onProgress);
    if (name !== 'encode' || (input as Tasks['encode']['input']).mode !== 'measure') return task;
    const held = this.next.shift();
    return held === undefined ? task : { ...task, result: held.passed.then(() => task.result) };
  };

  /** Delays the next list that is measured; several calls delay that many lists, in turn. Call it before the list is sent. */
  hold(): HeldList {
    const held = new HeldList();
    this.next.push(held);
    return held;
  }
}
