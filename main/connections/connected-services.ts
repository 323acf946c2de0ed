/** The service behind each connection: the client that calls it, the test of address and token, the proxies on the way, and its time. */
import { type ConnectionView, type CreditsView, type Input } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { MAX_RECORDS } from '../../shared/fields/index.ts';
import type { Network } from '../platform/index.ts';
import { ServiceClient, withoutWords } from '../service/index.ts';
import { type ConnectionRow, withAccount } from '../store/app-database/index.ts';
import type { ConnectionStore, ConnectionsDeps } from './connection-store.ts';
import type { Connections } from './connections.ts';
import { PRACTICE } from './practice-service.ts';
import { ProxySignIn } from './proxy-sign-in.ts';

export class ConnectedServices {
  private readonly store: ConnectionStore;
  private readonly connections: Connections;
  private readonly deps: ConnectionsDeps;
  private readonly liveNetwork: Network;
  /** User names and passwords of proxies. */
  readonly proxy: ProxySignIn;
  /** The time that a service reported in its last test since the program started, with `clock.elapsed()` at that moment. */
  private readonly servedAt = new Map<string, { readonly at: number; readonly elapsed: number }>();

  constructor(store: ConnectionStore, connections: Connections) {
    const { deps } = store;
    this.store = store;
    this.connections = connections;
    this.deps = deps;
    this.proxy = new ProxySignIn({ ...deps, network: deps.policy.network(deps.network) });
    this.liveNetwork = this.proxy.network();
  }

  /**
   * A client for the connection.
   * @throws POLICY_INVALID; POLICY_REFUSED; TOKEN_MISSING; KEYCHAIN_LOCKED when the token cannot be read now.
   */
  async client(id: string, network = this.liveNetwork): Promise<ServiceClient> {
    const row = this.store.row(id);
    this.deps.policy.assertConnection(row);
    const { timeouts } = row.settings;
    if (row.kind === 'practice') {
      const { baseUrl, token } = await this.deps.practice.start();
      return new ServiceClient({ baseUrl, version: row.version, token, timeouts }, this.deps.network, this.deps.clock);
    }
    this.connections.placeSessionToken();
    const token = await this.store.tokens.of(row);
    // While the keychain took its time, another program may have moved the connection, and the token may be for the new address.
    if (this.store.row(id).baseUrl !== row.baseUrl) return await this.client(id, network);
    return new ServiceClient({ baseUrl: row.baseUrl, version: row.version, token, timeouts }, network, this.deps.clock);
  }

  /**
   * Tests address and token with the credits call, and stores the outcome.
   * @throws what the call throws.
   */
  async test(id: string, network = this.liveNetwork): Promise<ConnectionView> {
    const { baseUrl, version } = this.store.row(id);
    const token = this.store.tokens.versionOf(id);
    const client = await this.client(id, network);
    const { clock } = this.deps;
    const begun = clock.elapsed();
    /**
     * The connection; null if its address, version or token has changed during the call, because the answer says nothing about the new
     * ones.
     */
    const tested = () => {
      const row = this.store.row(id);
      return row.baseUrl === baseUrl && row.version === version && this.store.tokens.versionOf(id) === token ? row : null;
    };
    const outcome = (failure: NonNullable<ConnectionRow['lastTest']>['failure']) => ({
      at: clock.now(),
      ms: clock.elapsed() - begun,
      failure,
    });
    try {
      const { organization, ...credits } = await client.credits(AbortSignal.timeout(60_000));
      const row = tested();
      if (row === null) return this.store.view(this.store.row(id));
      if (client.servedAt !== null) this.servedAt.set(id, { at: client.servedAt, elapsed: clock.elapsed() });
      this.store.history.add(id, { remaining: credits.remaining, at: credits.readAt });
      const lastTest = outcome(null);
      return this.store.save({ ...row, ...withAccount(row, { baseUrl, organization }), testedAt: lastTest.at, lastTest, credits });
    } catch (error) {
      const isAnswer = error instanceof AppError && error.code !== 'CLOSING';
      const row = tested();
      if (row !== null) this.store.save({ ...row, testedAt: null, lastTest: isAnswer ? outcome(withoutWords(error)) : null });
      throw error;
    }
  }

  async credits(id: string): Promise<CreditsView> {
    return (await this.test(id)).credits ?? { remaining: null, raw: null, readAt: this.deps.clock.now() };
  }

  /**
   * Refills the practice service for the longest list it accepts, and reads its balance.
   * @throws SERVICE_UNREACHABLE.
   */
  async refillPractice(): Promise<ConnectionView> {
    await this.deps.practice.refill(MAX_RECORDS);
    return await this.test(PRACTICE);
  }

  /**
   * The current time in milliseconds since 1970: this computer's time or the service's time according to its last test, whichever is
   * earlier. A clock that is ahead would make screenings look older than they are.
   */
  now(id: string): number {
    const { clock } = this.deps;
    const served = this.servedAt.get(id);
    return served === undefined ? clock.now() : Math.min(clock.now(), served.at + clock.elapsed() - served.elapsed);
  }

  /**
   * Signs in to the proxy that asks for a user name and password, by testing a connection that goes through it.
   * @throws NOT_NOW when no proxy asks; PROXY_SIGN_IN when the proxy refuses them; what `test` throws when the service does not answer.
   */
  async signInToProxy({ user, password, keep }: Input<'app.signInToProxy'>): Promise<{ kept: boolean }> {
    const { origin } = this.proxy;
    const through = this.store.list().find(({ kind, baseUrl }) => kind === 'live' && new URL(baseUrl).origin === origin);
    if (through === undefined) throw new AppError('NOT_NOW', 'No proxy asks for a user name and password.');
    const kept = await this.proxy.signIn({ user, password }, keep, (network) => this.test(through.id, network));
    return { kept };
  }

  /**
   * Forgets the passwords of the proxies on the way to a connection.
   * @throws NOT_FOUND; POLICY_REFUSED.
   */
  async forgetProxies(id: string): Promise<Record<string, never>> {
    await this.proxy.forget(new URL(this.store.row(id).baseUrl).origin);
    return {};
  }
}
