/**
 * The operating system's keychain through keytar, loaded on first use. Every call has a time limit, and failures are
 * classified because the user can fix most of them.
 */

/** The functions of keytar that are used. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Why the keychain failed. */
export type KeychainProblem = 'turned-off' | 'not-installed' | 'no-session' | 'no-service' | 'no-keyring' | 'locked' | 'timeout' | 'failed';

/** Each problem for the user, as the end of a sentence. */
export const PROBLEM_WORDS: Readonly<Record<KeychainProblem, string>> = {
  'turned-off': 'it is turned off by DESK_KEYCHAIN',
  'not-installed': 'its library is not installed (libsecret on Linux)',
  'no-session': 'this session has no message bus to reach it',
  'no-service': 'no program on this computer provides one',
  'no-keyring': 'it has no keyring yet and could not ask to create one',
  locked: 'it is locked',
  timeout: 'it did not answer in time',
  failed: 'it refused for an unknown reason',
};

export class KeychainError extends Error {
  readonly problem: KeychainProblem;

  constructor(problem: KeychainProblem, options?: ErrorOptions) {
    super(`the keychain cannot be used: ${PROBLEM_WORDS[problem]}`, options);
    this.name = 'KeychainError';
    this.problem = problem;
  }
}

/** keytar throws plain errors without a code; only their text distinguishes them. */
const TEXTS: readonly (readonly [RegExp, KeychainProblem])[] = [
  [/failed to load keytar|libsecret|cannot find (module|package)|err_dlopen/i, 'not-installed'],
  [/autolaunch d-bus|dbus-launch|could not connect|connection refused|connection is closed/i, 'no-session'],
  [/not provided by any|name .* was not provided|has no owner/i, 'no-service'],
  [/object does not exist|no such (interface|secret collection)|no default collection/i, 'no-keyring'],
  [/locked|user interaction is not allowed|prompt .*dismissed|cancel?led/i, 'locked'],
  [/timeout was reached|timed out|noreply/i, 'timeout'],
];

/** Classifies a failure of keytar by its text. */
export function problemOf(error: unknown): KeychainProblem {
  const text = error instanceof Error ? error.message : String(error);
  return TEXTS.find(([pattern]) => pattern.test(text))?.[1] ?? 'failed';
}

/** Stores short secrets by account name. Every function rejects with a KeychainError and nothing else. */
export interface Keychain {
  /** Null means "no such entry" or, on Linux, "locked". Keytar cannot distinguish the two, but `probe` can. */
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  remove(account: string): Promise<void>;
  /** Saves, reads and removes a test entry: resolves when the keychain really stores data. */
  probe(): Promise<void>;
  /** Resolves when the call that timed out has ended; until then, that call can still save its secret. Null if there is no such call. */
  unsettled(): Promise<void> | null;
}

export interface KeychainOptions {
  /** Service name of the entries in the keychain. */
  readonly service: string;
  readonly load?: () => Promise<Keytar>;
  readonly timeoutMs?: number;
}

async function loadKeytar(): Promise<Keytar> {
  // For temporary folders, such as those of tests and demos: their keys would otherwise stay in the keychain forever.
  if (process.env['DESK_KEYCHAIN'] === 'none') throw new KeychainError('turned-off');
  const loaded = await import('keytar');
  // keytar is a CommonJS module: its functions are on the default export.
  return (loaded as unknown as { readonly default: Keytar }).default;
}

/** Creates the keychain; keytar is loaded at the first call. */
export function openKeychain({ service, load = loadKeytar, timeoutMs = 10_000 }: KeychainOptions): Keychain {
  let keytar: Promise<Keytar> | null = null;
  /**
   * Resolves when a call that timed out has ended; null if there is none. Keytar's own limit is 50 s, and each such call blocks a thread.
   */
  let stuck: Promise<void> | null = null;
  /** Calls run one after the other, so that a hanging keychain blocks only one thread. */
  let turn: Promise<unknown> = Promise.resolve();

  async function limited<T>(call: (keytar: Keytar) => Promise<T>): Promise<T> {
    if (stuck !== null) throw new KeychainError('timeout');
    keytar ??= load();
    // The `async` function turns an error that keytar throws synchronously into a rejection.
    const answer = keytar.then(async (loaded) => call(loaded));
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const settled = () => {
        stuck = null;
      };
      stuck = answer.then(settled, settled);
      late.reject(new KeychainError('timeout'));
    }, timeoutMs);
    try {
      return await Promise.race([answer, late.promise]);
    } catch (error) {
      throw error instanceof KeychainError ? error : new KeychainError(problemOf(error), { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  function inTurn<T>(call: (keytar: Keytar) => Promise<T>): Promise<T> {
    const answer = turn.then(() => limited(call));
    turn = answer.catch(() => undefined);
    return answer;
  }

  return {
    get: (account) => inTurn((keytar) => keytar.getPassword(service, account)),
    set: (account, secret) => inTurn((keytar) => keytar.setPassword(service, account, secret)),
    remove: (account) => inTurn(async (keytar) => void (await keytar.deletePassword(service, account))),
    probe: () =>
      inTurn(async (keytar) => {
        const account = `probe-${crypto.randomUUID()}`;
        await keytar.setPassword(service, account, account);
        const kept = await keytar.getPassword(service, account);
        await keytar.deletePassword(service, account);
        if (kept !== account) throw new KeychainError('failed');
      }),
    unsettled: () => stuck,
  };
}
