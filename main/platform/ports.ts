/** What the application needs from its environment, as types only. Hosts pass in the real implementations, tests their own. */
import type { SecureContext } from 'node:tls';
import type { Paper } from '../../shared/base/index.ts';
import type { CallOptions, CallProgress } from '../../shared/contract/index.ts';
import type { PolicyState } from '../../shared/policy/index.ts';
import type { LogEvent } from './log-events.ts';
import type { AnswerOf, AskOf, QueryName, TaskName, Tasks } from '../worker-protocol/index.ts';

/** Time, so that tests can control it. `now`: milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Milliseconds of a monotonic clock, for measuring durations. */
  elapsed(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Stores secrets. `keychain`: in the keychain of the operating system; `key-file`: in a 0600 file in the data folder, see `notice`. */
export interface Secrets {
  readonly kind: 'keychain' | 'key-file';
  /** A sentence for the user if secrets are stored less safely than they should be; otherwise null. */
  readonly notice: string | null;
  /**
   * The 32-byte data key of this installation, created on first use.
   * @throws KEYCHAIN_LOCKED when the keychain does not answer
   */
  dataKey(): Promise<Buffer>;
  /**
   * The token of a connection, or null. Only the keychain stores it. Without a keychain, it is kept for the session, and returned only for
   * the origin for which it was given. `origin`: that of the connection's address, which another program may have changed.
   */
  token(connectionId: string, origin: string): Promise<string | null>;
  /** True if a token was given for this run, and it is not known yet for which connection. No connection gets it until then. */
  readonly hasFreeToken: boolean;
  /** Uses the token that was given for this run for this connection only, unless it is for another one. Without such a token: nothing. */
  bindSessionToken(connectionId: string): void;
  setToken(connectionId: string, token: string, origin: string): Promise<'kept' | 'session'>;
  removeToken(connectionId: string): Promise<void>;
  /** What `keepProxyPassword` stored for a proxy, or null. `proxy`: its URL without a user. */
  proxyPassword(proxy: string): Promise<string | null>;
  /** Stores a text for a proxy in the keychain. False without a keychain, because it is not stored anywhere else. */
  keepProxyPassword(proxy: string, text: string): Promise<boolean>;
  removeProxyPassword(proxy: string): Promise<void>;
}

/** Where to write a result: chosen by the user or the command line, or a spool file that the page downloads. */
export interface SaveTarget {
  readonly path: string;
  /** The target's name, for the user. */
  readonly shown: string;
  /** The single-use token with which the page downloads the finished file from the host; null for other hosts. */
  readonly download: string | null;
}

/** The desktop around the application. */
export interface Host {
  readonly kind: 'electron' | 'loopback' | 'cli' | 'test';
  /** Asks where to save; null when the user cancels. */
  saveTarget(suggestedName: string): Promise<SaveTarget | null>;
  /**
   * Removes finished files that are waiting in a folder of the program until the page downloads them. Null for hosts that save files
   * directly in the user's folders.
   */
  readonly removeUnfetched: (() => Promise<void>) | null;
  /** Shows a finished file in its folder. Does nothing without a desktop. */
  reveal(path: string): void;
  /** What the desktop itself can show; the page shows the rest. `notifications` becomes false when one could not be shown. */
  readonly desktop: { readonly progress: boolean; readonly notifications: boolean };
  /** True where `reveal` shows a file in its folder. */
  readonly showsFolders: boolean;
  /** Copies a text to the clipboard; false if that is not possible. */
  copy(text: string): Promise<boolean>;
  /** The page as a PDF, as it would print, with its structure for screen readers; null if the page prints by itself. */
  readonly pagePdf: ((paper: Paper) => Promise<Uint8Array>) | null;
  /** Opens a web address in the browser. `page`: the page must do it, in a new tab. `failed`: nothing could open it. */
  openAddress(address: string): Promise<'opened' | 'page' | 'failed'>;
  /**
   * Shows a notification if the window is in the background. It must never name a person. Resolves once `desktop` says whether it was
   * shown.
   */
  notify(title: string, body: string): Promise<void>;
  /** Shows progress from 0 to 1 in the taskbar; null clears it. */
  showProgress(fraction: number | null): void;
  /** Keeps the computer awake until the returned function is called. Use it only while data is being transferred. */
  keepAwake(): () => void;
  /** Calls the listener after sleep, and when the computer goes online. Returns a function that ends this. */
  onWake(listener: () => void): () => void;
}

/** How requests leave the computer: directly or through a proxy, and with which certificates. */
export interface Network {
  /** Options for the connection to `origin`; the service client creates and owns the connection. */
  connect(origin: string): Promise<NetworkRoute>;
  /**
   * Called after each request to `origin`. `asking`: the URL, as `connect` returned it, of a proxy that requires a user name and password
   * or refuses the ones in its URL, so that nothing was sent; otherwise null. `hasAnswered`: whether the origin answered.
   */
  after?(origin: string, asking: string | null, hasAnswered: boolean): void;
}

export interface NetworkRoute {
  /** The ways to the origin in order, never empty: the URL of a proxy, or null for a direct connection. */
  readonly proxies: readonly (string | null)[];
  /** The trusted certificates; null for Node's own. */
  readonly trust: SecureContext | null;
}

/** A task running in a worker thread. */
export interface RunningTask<N extends TaskName> {
  /** Resolves with the task's answer; rejects with an AppError. */
  readonly result: Promise<Tasks[N]['output']>;
  /** Bytes that the task produces, read one buffer at a time (back-pressure). Only `encode` and `rows` produce any. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Passes a copy of the bytes to the task. Resolves when the task wants more. Only `collect` accepts any. */
  write(chunk: Uint8Array): Promise<void>;
  /** Asks a running task; rejects with an AppError. */
  ask<K extends QueryName<N>>(query: K, input: AskOf<N, K>, options?: CallOptions): Promise<AnswerOf<N, K>>;
  /** Stops the task. `result` rejects with CLOSING once the task has closed its files, within seconds. */
  cancel(): void;
}

export type SpawnWorker = <N extends TaskName>(
  name: N,
  input: Tasks[N]['input'],
  onProgress?: (progress: CallProgress) => void,
) => RunningTask<N>;

export interface RunningPractice {
  readonly baseUrl: string;
  readonly token: string;
  /** Removes the service's copy of all projects whose names end with one of `markers`. Charges remain. */
  removeProjects(markers: readonly string[]): Promise<void>;
  /** Raises the balance to `credits`. Does not lower it. */
  refill(credits: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts the embedded practice service; `storeKey` encrypts its stored data. `onExit`: called once when it ends without `close`. */
export type StartPractice = (options: {
  readonly dataDir: string;
  readonly storeKey: Buffer;
  readonly onExit: (error: Error) => void;
}) => Promise<RunningPractice>;

/** Accepts row numbers, rule codes and step names; never personal data, never a token. */
export interface Log {
  info(event: LogEvent, details?: Readonly<Record<string, string | number | boolean | null>>): void;
  error(event: LogEvent, error: unknown, details?: Readonly<Record<string, string | number | boolean | null>>): void;
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
  /** The policy of this computer's administrator. */
  readonly policy: PolicyState;
  /** The folder with the product's sample workbooks. */
  readonly samplesDir: string;
  /** The file with the licenses of the software that the installed program contains. It can be missing in development. */
  readonly noticesFile: string;
  /** True when the program starts again after it ended unexpectedly, which the page then says. */
  readonly restarted?: boolean;
}
