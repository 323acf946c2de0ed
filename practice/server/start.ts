/** Starts the service in a worker thread of its own: how the application has its built-in Practice connection. */
import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { StoreUnusable } from '../database.ts';
import type { PracticeServerOptions } from './server.ts';

/** What the worker is given. */
export type WorkerOptions = Omit<PracticeServerOptions, 'storeKey' | 'clock' | 'onDefect'> & { readonly storeKey: Uint8Array | null };

/** What the worker says. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'defect'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string; readonly reason: StoreUnusable['reason'] | null };

export interface StartPracticeOptions extends Omit<PracticeServerOptions, 'token' | 'clock' | 'onDefect'> {
  /** A random one when left out. */
  readonly token?: string | undefined;
  /** The entry of the worker where it is not where `usualEntry` looks for it. */
  readonly entry?: URL | string | undefined;
  /** Called once when the service dies without being closed. */
  readonly onExit?: ((error: Error) => void) | undefined;
  /** Told of every failure that is the service's own fault, while it runs on. */
  readonly onDefect?: ((error: Error) => void) | undefined;
}

export interface StartedPractice {
  readonly baseUrl: string;
  readonly token: string;
  /** Ends the service; resolves when its thread is gone. */
  close(): Promise<void>;
}

/** The service could not be started. `reason` is that of StoreUnusable when its folder is the cause, else null. */
export class PracticeNotStarted extends Error {
  readonly reason: StoreUnusable['reason'] | null;

  constructor(message: string, reason: StoreUnusable['reason'] | null) {
    super(message);
    this.name = 'PracticeNotStarted';
    this.reason = reason;
  }
}

/**
 * Bounds what a list can take of the application's memory. The young generation is held at half of what V8 would give it: a list makes
 * nothing but short-lived objects, and would otherwise keep a hundred megabytes just for them.
 */
const LIMITS = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 192 };

/** The entry beside this file; once this file is part of a bundle, the bundle named worker.mjs in the folder `practice` beside that one's. */
function usualEntry(): URL {
  const entry = import.meta.url.endsWith('.ts') ? './worker.ts' : '../practice/worker.mjs';
  return new URL(entry, import.meta.url);
}

/**
 * Starts the service on a free port of 127.0.0.1 with a token that only the caller knows. Resolves once it answers.
 * Fails with PracticeNotStarted. A death later on is told to `onExit`.
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
  // Not events.once: that rejects with the worker's error, which is told in its own way.
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready') resolve(message.url);
      else if (message.kind === 'defect') onDefect?.(new Error(message.message));
      else reject(new PracticeNotStarted(message.message, message.reason));
    });
    worker.once('exit', () => reject(new PracticeNotStarted(failure?.message ?? 'The practice service ended before it answered.', null)));
  });
  worker.once('exit', () => {
    if (!closing) onExit?.(failure ?? new Error('The practice service ended by itself.'));
  });
  return {
    baseUrl,
    token,
    close: async () => {
      closing = true;
      worker.postMessage('close');
      await exited;
    },
  };
}
