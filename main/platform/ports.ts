/** What the application needs of the world around it: types only. The hosts hand in the real ones, the tests their own. */
import type { Dispatcher } from 'undici';
import type { CollectAnswer, PartSoFar } from '../worker-protocol/results.ts';
import type { TaskMap, TaskName } from '../worker-protocol/tasks.ts';
import type { QueryAnswers } from '../worker-protocol/queries.ts';

/** Time, so that tests can move it. Milliseconds since 1970 and milliseconds to wait. */
export interface Clock {
  now(): number;
  /** Milliseconds since some moment, by a clock that nobody sets: for measuring how long something took. */
  elapsed(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted before. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Where secrets lie. `keychain`: the vault of the operating system; `key-file`: a 0600 file beside the data, see `notice`. */
export interface Secrets {
  readonly kind: 'keychain' | 'key-file';
  /** A sentence for the user when secrets are kept less safely than they should be, else null. */
  readonly notice: string | null;
  /** The 32-byte data key of this installation; made on first use. Ends in KEYCHAIN_LOCKED when the vault answers no more. */
  dataKey(): Promise<Buffer>;
  /** The token of a connection, or null. Never written anywhere but to the keychain; without one it is kept for the session. */
  token(connectionId: string): Promise<string | null>;
  setToken(connectionId: string, token: string): Promise<'kept' | 'session'>;
  removeToken(connectionId: string): Promise<void>;
}

/** A place to write a result to: chosen by the person, by the command line, or a spool file that the page downloads. */
export interface SaveTarget {
  readonly path: string;
  /** How the place is named to the person. */
  readonly shown: string;
  /** Set when the page fetches the finished file from the host by this single-use token. */
  readonly download: string | null;
}

/** The desktop around the application. */
export interface Host {
  readonly kind: 'electron' | 'loopback' | 'cli' | 'test';
  /** Asks where to save; null when the person thinks better of it. */
  saveTarget(suggestedName: string): Promise<SaveTarget | null>;
  /** Shows a finished file in its folder; a host without a desktop does nothing. */
  reveal(path: string): void;
  /** A note for a window that is not in front: never holds a person's name. */
  notify(title: string, body: string): void;
  /** 0 to 1 for the taskbar, null to clear it. */
  showProgress(fraction: number | null): void;
  /** Keeps the computer awake until the returned function is called; only while bytes move. */
  keepAwake(): () => void;
  /** Calls back after sleep and on coming online. Returns an unsubscribe. */
  onWake(listener: () => void): () => void;
}

/** How requests leave the computer: direct, through a proxy, with the system's certificates. */
export interface Network {
  /** Options for the connection to `origin`: an undici dispatcher's maker, so that the service client owns its life. */
  connect(origin: string): Promise<NetworkRoute>;
}

export interface NetworkRoute {
  /** Proxy to go through, or null. */
  readonly proxy: string | null;
  /** Certificates trusted beside node's own, in PEM. */
  readonly ca: readonly string[];
  /** A dispatcher in place of the client's own: for tests. */
  readonly dispatcher?: Dispatcher;
}

/** What a question is answered with. */
export type AnswerTo<Q> = Q extends { readonly ask: infer A }
  ? A extends keyof QueryAnswers
    ? QueryAnswers[A]
    : A extends 'settle'
      ? CollectAnswer
      : A extends 'so-far' | 'end'
        ? PartSoFar
        : null
  : never;

/** A task running in a worker thread. */
export interface RunningTask<N extends TaskName> {
  /** Resolves with the task's answer; rejects with an AppError. */
  readonly result: Promise<TaskMap[N]['output']>;
  /** Bytes that the task produces, pulled one buffer at a time (back-pressure). Only `encode` produces any. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Hands bytes to the task (the buffer is given away); resolves when it wants more. Only `collect` takes any. */
  write(chunk: Uint8Array): Promise<void>;
  /** Puts a question to a task that answers them; rejects with an AppError. */
  ask<Q extends TaskMap[N]['question']>(question: Q): Promise<AnswerTo<Q>>;
  /** Ends the task at once; `result` rejects with CLOSING unless it was done. */
  cancel(): void;
}

export type SpawnWorker = <N extends TaskName>(
  name: N,
  input: TaskMap[N]['input'],
  onProgress?: (progress: TaskProgress) => void,
) => RunningTask<N>;

/** How far a task is. `total` is null when it cannot be known. */
export interface TaskProgress {
  readonly done: number;
  readonly total: number | null;
  readonly unit: 'bytes' | 'rows';
}

export interface RunningPractice {
  readonly baseUrl: string;
  readonly token: string;
  close(): Promise<void>;
}

/** Starts the embedded practice service; `storeKey` encrypts what it keeps. */
export type StartPractice = (options: { readonly dataDir: string; readonly storeKey: Buffer }) => Promise<RunningPractice>;

/** Takes row numbers, rule codes and step names: never a person's data, never a token. */
export interface Log {
  info(event: string, details?: Readonly<Record<string, string | number | boolean | null>>): void;
  error(event: string, error: unknown, details?: Readonly<Record<string, string | number | boolean | null>>): void;
}

export interface Ports {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly host: Host;
  readonly network: Network;
  readonly spawnWorker: SpawnWorker;
  readonly startPractice: StartPractice;
  readonly log: Log;
  /** Folder of the sample workbooks that ship with the product. */
  readonly samplesDir: string;
}
