/** Starts the service in a worker thread, for the application's built-in Practice connection. */
import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { StoreUnusable } from '../database.ts';
import type { PracticeServerOptions } from './server.ts';

export type WorkerOptions = Omit<PracticeServerOptions, 'storeKey' | 'clock' | 'onDefect'> & { readonly storeKey: Uint8Array | null };

/**
 * A command to the thread, which answers commands in order with `done`. `close` ends the thread. `remove` removes the projects with these
 * markers. `refill` raises the balance.
 */
export type WorkerCommand = 'close' | { readonly remove: readonly string[] } | { readonly refill: number };

export type WorkerMessage =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'done'; readonly failure: string | null }
  | { readonly kind: 'defect'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string; readonly reason: StoreUnusable['reason'] | null };

export interface StartPracticeOptions extends Omit<PracticeServerOptions, 'token' | 'clock' | 'onDefect'> {
  /** Default: a random token. */
  readonly token?: string | undefined;
  /** The worker's entry file. Default: see `usualEntry`. */
  readonly entry?: URL | string | undefined;
  /** Called once when the service dies without `close`. */
  readonly onExit?: ((error: Error) => void) | undefined;
  /** Called for every failure of the service itself while it runs. */
  readonly onDefect?: ((error: Error) => void) | undefined;
}

export interface StartedPractice {
  readonly baseUrl: string;
  readonly token: string;
  /** Removes the stored data of projects whose name ends with one of `markers`. Keeps their charges. */
  removeProjects(markers: readonly string[]): Promise<void>;
  /** Raises the balance to `credits`; does not lower a higher one. */
  refill(credits: number): Promise<void>;
  /** Ends the service; resolves when its thread has exited. */
  close(): Promise<void>;
}

/** The service did not start. `reason`: the reason of the StoreUnusable error when the folder is the cause, otherwise null. */
export class PracticeNotStarted extends Error {
  readonly reason: StoreUnusable['reason'] | null;

  constructor(message: string, reason: StoreUnusable['reason'] | null) {
    super(message);
    this.name = 'PracticeNotStarted';
    this.reason = reason;
  }
}

/**
 * Limits the memory of a list upload. The young generation gets half of V8's default: a list creates only short-lived objects, which would
 * otherwise occupy 100 MB.
 */
const LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 192 };

/** The worker file in this folder; in a bundle, the built worker in the bundle's parent folder. */
function usualEntry(): URL {
  const entry = import.meta.url.endsWith('.ts') ? './worker.ts' : '../practice/worker.mjs';
  return new URL(entry, import.meta.url);
}

/**
 * Starts the service on a free port of 127.0.0.1 and resolves when it accepts calls; `onExit` reports a later death.
 * @throws PracticeNotStarted when it cannot start
 */
export async function startPractice({ entry, onExit, onDefect, ...options }: StartPracticeOptions): Promise<StartedPractice> {
  const token = options.token ?? randomBytes(32).toString('base64url');
  const workerData: WorkerOptions = { ...options, token, storeKey: options.storeKey ?? null };
  const worker = new Worker(entry ?? usualEntry(), {
    workerData,
    name: 'practice',
    resourceLimits: LIMITS,
  });
  let closing = false;
  let failure: Error | null = null;
  worker.once('error', (error: Error) => {
    failure = error;
  });
  // events.once would also reject with the worker's error, which is reported separately.
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const baseUrl = await new Promise<string>((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready') resolve(message.url);
      else if (message.kind === 'defect') onDefect?.(new Error(message.message));
      else if (message.kind === 'failed') reject(new PracticeNotStarted(message.message, message.reason));
    });
    worker.once('exit', () => reject(new PracticeNotStarted(failure?.message ?? 'The practice service ended before it answered.', null)));
  });
  worker.once('exit', () => {
    if (!closing) onExit?.(failure ?? new Error('The practice service ended by itself.'));
  });
  // One command after the other, so that each gets its own answer.
  let last: Promise<void> = Promise.resolve();
  const run = (command: WorkerCommand) =>
    new Promise<void>((resolve, reject) => {
      const onMessage = (message: WorkerMessage) => {
        if (message.kind !== 'done') return;
        worker.off('message', onMessage);
        if (message.failure === null) resolve();
        else reject(new Error(message.failure));
      };
      worker.on('message', onMessage);
      void exited.then(() => reject(new Error('The practice service has ended.')));
      worker.postMessage(command);
    });
  const runAfterOthers = (command: WorkerCommand): Promise<void> => {
    const done = last.then(() => run(command));
    last = done.catch(() => undefined);
    return done;
  };
  return {
    baseUrl,
    token,
    removeProjects: (markers) => runAfterOthers({ remove: markers }),
    refill: (credits) => runAfterOthers({ refill: credits }),
    close: async () => {
      closing = true;
      worker.postMessage('close' satisfies WorkerCommand);
      await exited;
    },
  };
}
