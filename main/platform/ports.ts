/** What the application needs from its environment; types only. Hosts pass in the real ones, tests their own. */
import type { SecureContext } from 'node:tls';
import type { Paper } from '../../shared/base/index.ts';
import type { CallOptions, CallProgress } from '../../shared/contract/index.ts';
import type { PolicyState } from '../../shared/policy/index.ts';
import type { LogEvent } from './log-events.ts';
import type { AnswerOf, AskOf, QueryName, TaskName, Tasks } from '../worker-protocol/index.ts';

/** Time, so that tests can move it. Milliseconds since 1970, and milliseconds to wait. */
export interface Clock {
  now(): number;
  /** Milliseconds of a monotonic clock, for measuring durations. */
  elapsed(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Stores secrets. `keychain`: that of the operating system; `key-file`: a 0600 file in the data folder, see `notice`.
 */
export interface Secrets {
  readonly kind: 'keychain' | 'key-file';
  /** A sentence for the user when secrets are stored less safely than they should be, else null. */
  readonly notice: string | null;
  /**
   * The 32-byte data key of this installation, created on first use.
   * @throws KEYCHAIN_LOCKED when the keychain does not answer
   */
  dataKey(): Promise<Buffer>;
  /** The token of a connection, or null. Only the keychain stores it; without one it lasts for the session. */
  token(connectionId: string): Promise<string | null>;
  setToken(connectionId: string, token: string): Promise<'kept' | 'session'>;
  removeToken(connectionId: string): Promise<void>;
  /** What `keepProxyPassword` kept for a proxy, or null. `proxy`: its URL without a user. */
  proxyPassword(proxy: string): Promise<string | null>;
  /** Keeps a text for a proxy in the keychain. False without one: nothing else stores it. */
  keepProxyPassword(proxy: string, text: string): Promise<boolean>;
  removeProxyPassword(proxy: string): Promise<void>;
}

/** Where to write a result: chosen by the user, by the command line, or a spool file that the page downloads. */
export interface SaveTarget {
  readonly path: string;
  /** Name of the target for the user. */
  readonly shown: string;
  /** The single-use token with which the page downloads the finished file from the host; else null. */
  readonly download: string | null;
}

/** The desktop around the application. */
export interface Host {
  readonly kind: 'electron' | 'loopback' | 'cli' | 'test';
  /** Asks where to save; null when the user cancels. */
  saveTarget(suggestedName: string): Promise<SaveTarget | null>;
  /** Removes finished files that wait in a folder of the program until the page downloads them. Null where files go to the folders of the user. */
  readonly removeUnfetched: (() => Promise<void>) | null;
  /** Shows a finished file in its folder; does nothing without a desktop. */
  reveal(path: string): void;
  /**
   * What the desktop shows by itself; the page shows the rest. `notifications` is false once one could not be shown.
   */
  readonly desktop: { readonly progress: boolean; readonly notifications: boolean };
  /** True where `reveal` shows a file in its folder. */
  readonly showsFolders: boolean;
  /** Puts a text on the clipboard; false when that is not possible. */
  copy(text: string): Promise<boolean>;
  /** The page as it prints, as a PDF with its structure for screen readers; null where the page prints for itself. */
  readonly pagePdf: ((paper: Paper) => Promise<Uint8Array>) | null;
  /** Opens a web address in the browser. `page`: the page must do it, in a new tab. `failed`: nothing opens it. */
  openAddress(address: string): Promise<'opened' | 'page' | 'failed'>;
  /**
   * A notification for a window in the background; never names a person. Resolves once `desktop` says whether it was
   * shown.
   */
  notify(title: string, body: string): Promise<void>;
  /** 0 to 1 for the taskbar, null to clear it. */
  showProgress(fraction: number | null): void;
  /** Keeps the computer awake until the returned function is called; only while bytes move. */
  keepAwake(): () => void;
  /** Calls the listener after sleep and when the computer goes online. Returns an unsubscribe function. */
  onWake(listener: () => void): () => void;
}

/** How requests leave the computer: directly or through a proxy, and with which certificates. */
export interface Network {
  /** Options for the connection to `origin`; the service client creates and owns the connection. */
  connect(origin: string): Promise<NetworkRoute>;
  /**
   * Called after each request to `origin`. `asking`: the URL, as `connect` gave it, of a proxy that requires a user name and password or
   * refuses those in its URL, so that nothing was sent; else null. `hasAnswered`: the origin answered.
   */
  after?(origin: string, asking: string | null, hasAnswered: boolean): void;
}

export interface NetworkRoute {
  /** The ways to the origin in their order, never empty: the URL of a proxy, or null for a direct connection. */
  readonly proxies: readonly (string | null)[];
  /** What to trust; null for Node's own certificates. */
  readonly trust: SecureContext | null;
}

/** A task running in a worker thread. */
export interface RunningTask<N extends TaskName> {
  /** Resolves with the task's answer; rejects with an AppError. */
  readonly result: Promise<Tasks[N]['output']>;
  /**
   * Bytes that the task produces, pulled one buffer at a time (back-pressure). Only `encode` and `rows` produce any.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Passes a copy of the bytes to the task; resolves when it wants more. Only `collect` takes any. */
  write(chunk: Uint8Array): Promise<void>;
  /** Asks a running task; rejects with an AppError. */
  ask<K extends QueryName<N>>(query: K, input: AskOf<N, K>, options?: CallOptions): Promise<AnswerOf<N, K>>;
  /** Stops the task. `result` rejects with CLOSING once the task has let go of its files, within seconds. */
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
  /** Removes the service's copy of the projects whose name ends with one of `markers`. Charges stay. */
  removeProjects(markers: readonly string[]): Promise<void>;
  /** Raises the balance to `credits`; a higher one stays. */
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
  /** Of the administrator of this computer. */
  readonly policy: PolicyState;
  /** Folder of the sample workbooks that ship with the product. */
  readonly samplesDir: string;
  /** The licenses of the software that the installed program contains; the file can be missing in development. */
  readonly noticesFile: string;
  /** True when the program starts again after it ended unexpectedly, which the page then says. */
  readonly restarted?: boolean;
}
