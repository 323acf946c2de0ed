/**
 * The secrets of an installation: its data key, the token of each connection, and passwords of proxies. Implements the `Secrets` port of
 * the hosts.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/base/index.ts';
import { type Clock, type Secrets, sha256Of } from '../platform/index.ts';
import { findDataKey, type HeldKey } from './data-key.ts';
import { type Keychain, KeychainError, type Keytar, openKeychain } from './keychain.ts';
import { keychainFailure, missingFrom } from './keychain-failures.ts';
import { keychainAccount, SecretFiles, type SecretsState } from './secret-files.ts';
import { SecretsLock } from './secrets-lock.ts';
import { tokenFrom } from './session-token.ts';

/**
 * A token for this run only, from `DESK_TOKEN` or standard input. It takes precedence over saved tokens and is never
 * saved.
 */
export interface SessionToken {
  readonly token?: string | undefined;
  /** The connection that the token is for, which may be set later. Until then, no connection gets the token. */
  connectionId?: string | undefined;
}

export interface SecretsOptions {
  readonly dataDir: string;
  readonly session?: SessionToken;
  /**
   * False when the data folder already holds encrypted donor data: a missing data key is then an error, and is never replaced by a new one.
   * Default: true unless the folder holds projects.
   */
  readonly mayCreate?: () => boolean;
  /** Service name of the entries in the keychain. */
  readonly service?: string;
  /** Replaces keytar, for tests. */
  readonly loadKeytar?: () => Promise<Keytar>;
  readonly timeoutMs?: number;
  /** Called if the data key is not there after a second, because the keychain may be asking its user. */
  readonly onWait?: () => void;
  /** Replaces the boot ID of this computer, for tests. */
  readonly computerStart?: () => string | null;
  /** Replaces the system clock, for tests. */
  readonly clock?: Pick<Clock, 'elapsed' | 'wait'>;
}

/** Time limit for a keychain that asks its user to unlock it or, on macOS after an update, whether the program may read it. */
export const KEYCHAIN_WAIT_MS = 120_000;

/** A keychain that does not ask its user answers within this time. */
const SILENT_MS = 1000;

/** Opens the secrets of a data folder. Does not fail if the data key is not available: `dataKey()` tries again, and then throws. */
export async function createSecrets(options: SecretsOptions): Promise<Secrets> {
  const secrets = new DataFolderSecrets(options);
  try {
    await secrets.dataKey();
    await secrets.finishRemovals();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return secrets;
}

/** True when there is a project in the data folder. */
function holdsProjects(dataDir: string): boolean {
  return existsSync(join(dataDir, 'projects')) && readdirSync(join(dataDir, 'projects')).length > 0;
}

/** The ID of this boot on Linux. Null elsewhere, where keychains survive restarts. */
function startOfThisComputer(): string | null {
  if (process.platform !== 'linux') return null;
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Without an ID, no restart is detected, so the key file is kept. That is the safe side.
    return 'unknown';
  }
}

class DataFolderSecrets implements Secrets {
  private readonly files: SecretFiles;
  private readonly lock: SecretsLock;
  private readonly keychain: Keychain;
  private session: SessionToken;
  /** The origin of the connection that got the token of the session first. No other origin of it gets the token. */
  private sessionOrigin: { readonly of: string; readonly origin: string } | null = null;
  private readonly mayCreate: () => boolean;
  private readonly computerStart: () => string | null;
  private readonly onWait: () => void;
  /** Tokens that the keychain did not accept, with the origins for which they were given. They last until the program ends. */
  private readonly tokens = new Map<string, { readonly token: string; readonly origin: string }>();
  private held: HeldKey | null = null;
  private finding: Promise<HeldKey> | null = null;
  private failure: string | null = null;

  constructor(options: SecretsOptions) {
    const {
      dataDir,
      session = {},
      mayCreate = () => !holdsProjects(dataDir),
      service = 'Screening Desk',
      computerStart = startOfThisComputer,
      onWait = () => undefined,
    } = options;
    this.files = new SecretFiles(dataDir);
    this.keychain = openKeychain({
      service,
      ...(options.loadKeytar && { load: options.loadKeytar }),
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    });
    this.lock = new SecretsLock(dataDir, { clock: options.clock, unsettled: () => this.keychain.unsettled() });
    this.session = session;
    this.mayCreate = mayCreate;
    this.computerStart = computerStart;
    this.onWait = onWait;
  }

  get kind(): Secrets['kind'] {
    return this.held?.kind ?? 'keychain';
  }

  get notice(): string | null {
    return this.held === null ? this.failure : this.held.notice;
  }

  async dataKey(): Promise<Buffer> {
    // A copy: the caller may wipe it.
    if (this.held !== null) return Buffer.from(this.held.key);
    this.finding ??= this.lock
      .exclusively(() =>
        findDataKey({ files: this.files, keychain: this.keychain, mayCreate: this.mayCreate, computerStart: this.computerStart }),
      )
      .finally(() => {
        this.finding = null;
      });
    const timer = setTimeout(this.onWait, SILENT_MS);
    try {
      this.held = await this.finding;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return Buffer.from(this.held.key);
  }

  /** @throws as `kept`; TOKEN_MISSING for an entry that cannot be sent. */
  async token(connectionId: string, origin: string): Promise<string | null> {
    const own = this.tokens.get(connectionId);
    const given = own?.origin === origin ? own.token : this.sessionToken(connectionId, origin);
    if (given !== null) return given;
    const kept = await this.kept(connectionId, 'The token of this connection');
    // Another program, or the user, may have changed the entry.
    return kept === null ? null : tokenFrom(kept, 'The entry of this connection in the keychain');
  }

  /**
   * The recorded entry; null if none is recorded. `what`: a name for the entry, as the subject of a sentence.
   * @throws KEYCHAIN_LOCKED or KEYCHAIN_UNAVAILABLE when a recorded entry cannot be read.
   */
  private async kept(id: string, what: string): Promise<string | null> {
    const state = this.files.readState();
    if (!state.tokens.includes(id)) return null;
    const kept = await this.keychain.get(keychainAccount(state, `token:${id}`)).catch((error: unknown) => {
      throw keychainFailure(error, what);
    });
    if (kept === null) throw await missingFrom(this.keychain, what);
    return kept;
  }

  private sessionToken(connectionId: string, origin: string): string | null {
    const { token } = this.session;
    if (token === undefined || token === '') return null;
    if (this.session.connectionId !== connectionId) return null;
    // The terminal can name another connection than the one that a running list has used first.
    if (this.sessionOrigin?.of !== connectionId) this.sessionOrigin = { of: connectionId, origin };
    return this.sessionOrigin.origin === origin ? token : null;
  }

  get hasFreeToken(): boolean {
    const { token, connectionId } = this.session;
    return token !== undefined && token !== '' && connectionId === undefined;
  }

  bindSessionToken(connectionId: string): void {
    this.session.connectionId ??= connectionId;
  }

  /** When the user sets or removes a token, the token given for this run no longer applies. */
  private forgetForSession(connectionId: string): void {
    this.tokens.delete(connectionId);
    if (this.session.connectionId === connectionId) this.session = {};
  }

  async setToken(connectionId: string, token: string, origin: string): Promise<'kept' | 'session'> {
    this.forgetForSession(connectionId);
    if (await this.keep(connectionId, token)) return 'kept';
    this.tokens.set(connectionId, { token, origin });
    return 'session';
  }

  /** Saves an entry in the keychain. False if the keychain did not accept it. */
  private async keep(id: string, text: string): Promise<boolean> {
    try {
      await this.change(async (state) => {
        await this.keychain.set(keychainAccount(state, `token:${id}`), text);
        return { tokens: [...without(state.tokens, id), id], removals: without(state.removals, id) };
      });
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
      return false;
    }
    return true;
  }

  async removeToken(connectionId: string): Promise<void> {
    this.forgetForSession(connectionId);
    await this.remove(connectionId);
  }

  private async remove(id: string): Promise<void> {
    await this.change((state) => {
      if (!state.tokens.includes(id)) return null;
      return { tokens: without(state.tokens, id), removals: [...without(state.removals, id), id] };
    });
    await this.finishRemovals();
  }

  async proxyPassword(proxy: string): Promise<string | null> {
    return await this.kept(proxyEntry(proxy), 'The password of the proxy');
  }

  async keepProxyPassword(proxy: string, text: string): Promise<boolean> {
    return await this.keep(proxyEntry(proxy), text);
  }

  async removeProxyPassword(proxy: string): Promise<void> {
    await this.remove(proxyEntry(proxy));
  }

  /** Removes pending entries from the keychain. If that fails, the next start tries again. */
  async finishRemovals(): Promise<void> {
    if (this.files.readState().removals.length === 0) return;
    try {
      await this.change(async (state) => {
        for (const id of state.removals) await this.keychain.remove(keychainAccount(state, `token:${id}`));
        return { removals: [] };
      });
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error;
    }
  }

  /** Changes the recorded state under the lock that all programs share. */
  private async change(work: (state: SecretsState) => Partial<SecretsState> | null | Promise<Partial<SecretsState>>): Promise<void> {
    await this.lock.exclusively(async () => {
      const state = this.files.readState();
      const changes = await work(state);
      if (changes !== null) this.files.writeState({ ...state, ...changes });
    });
  }
}

/** The name of a proxy's entry. It is a hash, so that it does not show the proxy's address. */
const proxyEntry = (proxy: string): string => `proxy-${sha256Of(proxy)}`;

function without(list: readonly string[], value: string): string[] {
  return list.filter((one) => one !== value);
}
