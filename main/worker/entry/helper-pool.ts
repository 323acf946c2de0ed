/** The helper threads of a worker thread, which run the same program. One idle helper is kept for the next task. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { HelperName } from '../../worker-protocol/index.ts';
import type { StartHelper } from '../threads/helper-thread.ts';

/** The `workerData` of a helper thread. */
export const HELPER = 'helper';

/** Messages to a helper thread. Each use has its own message port, which the user of the thread closes. */
export type ToHelper = { readonly type: 'serve'; readonly name: HelperName; readonly port: MessagePort } | { readonly type: 'exit' };

export class HelperPool {
  private readonly entry: URL;
  /** Idle helper threads, at most one. */
  private readonly idle: Worker[] = [];

  /** `entry`: the program of a worker thread. */
  constructor(entry: URL) {
    this.entry = entry;
  }

  private newHelper(): Worker {
    const thread = new Worker(this.entry, {
      workerData: HELPER,
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
    });
    thread.unref();
    // The user of the thread notices a failure, because the port closes.
    thread.on('error', () => undefined);
    thread.once('exit', () => {
      const at = this.idle.indexOf(thread);
      if (at >= 0) this.idle.splice(at, 1);
    });
    return thread;
  }

  readonly start: StartHelper = (name) => {
    const thread = this.idle.pop() ?? this.newHelper();
    const { port1, port2 } = new MessageChannel();
    thread.postMessage({ type: 'serve', name, port: port2 } satisfies ToHelper, [port2]);
    return {
      post(message) {
        port1.postMessage(message);
      },
      listen(message, lost) {
        port1.on('message', message);
        port1.once('close', lost);
      },
      end: () => {
        port1.removeAllListeners();
        port1.close();
        this.release(thread);
      },
    };
  };

  private release(thread: Worker): void {
    // The thread ID is negative after the thread has ended.
    if (thread.threadId < 0) return;
    if (this.idle.length === 0) this.idle.push(thread);
    else thread.postMessage({ type: 'exit' } satisfies ToHelper);
  }

  /** Asks the idle threads to exit. They keep the worker thread alive until then. A later task can start a new one. */
  close(): void {
    for (const thread of this.idle.splice(0)) {
      thread.ref();
      thread.postMessage({ type: 'exit' } satisfies ToHelper);
    }
  }
}
