/**
 * User names and passwords of proxies. The user is asked when a proxy answers 407. They are kept in memory or in the keychain, and sent to
 * that proxy only (ADR 74).
 */
import { AppError } from '../../shared/base/index.ts';
import type { AppView } from '../../shared/contract/index.ts';
import type { DomainEventBus } from '../events/index.ts';
import type { Network, Secrets } from '../platform/index.ts';

/** A proxy that is waiting for a user name and password, with the origin that is reached through it. */
interface Asking {
  /** Its URL without a user. */
  readonly proxy: string;
  readonly origin: string;
  /** True if the proxy refused a user name and password. */
  readonly refused: boolean;
}

interface Entered {
  readonly user: string;
  readonly password: string;
}

interface ProxySignInDeps {
  readonly network: Network;
  readonly secrets: Pick<Secrets, 'proxyPassword' | 'keepProxyPassword' | 'removeProxyPassword'>;
  readonly events: DomainEventBus;
}

/** The URL of a proxy without its user and password. */
function withoutUser(proxy: string): string {
  const url = new URL(proxy);
  return `${url.protocol}//${url.host}`;
}

const userPart = ({ user, password }: Entered): string => `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;

/** The URL of a proxy with this user and password instead of its own. */
const withUser = (proxy: string, part: string): string => withoutUser(proxy).replace('//', () => `//${part}`);

export class ProxySignIn {
  private readonly deps: ProxySignInDeps;
  /** User name and password, encoded as in a URL, by the proxy's URL without them. */
  private readonly known = new Map<string, string>();
  /** Proxy URLs whose own user name and password the proxy refused, such as those of an environment variable. */
  private readonly refusedUrls = new Set<string>();
  private asking: Asking | null = null;

  constructor(deps: ProxySignInDeps) {
    this.deps = deps;
  }

  /** What the page asks the user; null if no proxy is waiting. */
  view(): AppView['proxy'] {
    return this.asking === null ? null : { address: new URL(this.asking.proxy).host, refused: this.asking.refused };
  }

  /** The origin whose proxy is waiting for a user name and password; null if there is none. */
  get origin(): string | null {
    return this.asking?.origin ?? null;
  }

  /** The network with the known passwords. It notices when a proxy asks for a sign-in, and when this is no longer needed. */
  network(): Network {
    return this.networkWith(
      (proxy) => this.userOf(proxy),
      (origin, asking) => {
        if (asking !== null) this.wasAsked(origin, asking);
        else if (this.asking?.origin === origin) this.setAsking(null);
      },
    );
  }

  /**
   * Makes one request with what the user entered, and keeps it if the proxy accepts it. `keep`: in the keychain, not only in memory.
   * Returns whether it is in the keychain.
   * @throws what `tryOut` throws; NOT_NOW when no proxy is waiting.
   */
  async signIn(entered: Entered, keep: boolean, tryOut: (network: Network) => Promise<unknown>): Promise<boolean> {
    const { asking } = this;
    if (asking === null) throw new AppError('NOT_NOW', 'No proxy asks for a user name and password.');
    const part = userPart(entered);
    // The first colon separates the name from the password.
    if (entered.user.includes(':')) throw new AppError('INPUT_INVALID', 'The user name of a proxy cannot contain a colon.');
    let hasAnswered = false;
    const userOf = (proxy: string) => Promise.resolve(proxy === asking.proxy ? part : null);
    const network = this.networkWith(userOf, (_origin, _asking, answered) => {
      hasAnswered ||= answered;
    });
    try {
      await tryOut(network);
    } catch (error) {
      // If the service itself answered, the proxy has accepted the sign-in.
      if (!hasAnswered) throw error;
    }
    this.known.set(asking.proxy, part);
    // Another proxy may have asked in the meantime, and is still waiting.
    if (this.asking?.proxy === asking.proxy) this.setAsking(null);
    this.deps.events.emit('proxy.passed', null);
    if (keep) return await this.deps.secrets.keepProxyPassword(asking.proxy, part);
    await this.deps.secrets.removeProxyPassword(asking.proxy);
    return false;
  }

  /** Forgets the passwords of the proxies on the way to an origin. */
  async forget(origin: string): Promise<void> {
    for (const proxy of (await this.deps.network.connect(origin)).proxies) {
      if (proxy === null || !URL.canParse(proxy)) continue;
      this.known.delete(withoutUser(proxy));
      await this.deps.secrets.removeProxyPassword(withoutUser(proxy));
    }
  }

  private async userOf(proxy: string): Promise<string | null> {
    // If the keychain cannot be read, the user is asked.
    return this.known.get(proxy) ?? (await this.deps.secrets.proxyPassword(proxy).catch(() => null));
  }

  private networkWith(userOf: (proxy: string) => Promise<string | null>, after: NonNullable<Network['after']>): Network {
    const { network } = this.deps;
    const completed = async (proxy: string | null) => {
      // Only HTTP proxies have this kind of sign-in. A malformed URL is refused later, when it is used.
      if (proxy === null || !/^https?:/.test(proxy) || !URL.canParse(proxy)) return proxy;
      const part = await userOf(withoutUser(proxy));
      if (part !== null) return withUser(proxy, part);
      return this.refusedUrls.has(proxy) ? withoutUser(proxy) : proxy;
    };
    return {
      async connect(origin) {
        const { proxies, trust } = await network.connect(origin);
        return { proxies: await Promise.all(proxies.map(completed)), trust };
      },
      after,
    };
  }

  /** Forgets a refused password at once, because an account may be locked after a few wrong ones. */
  private wasAsked(origin: string, url: string): void {
    const proxy = withoutUser(url);
    const refused = new URL(url).username !== '';
    if (refused) {
      this.known.delete(proxy);
      this.refusedUrls.add(url);
      // If removing it fails, it stays in the keychain, and the proxy refuses it again in the next program.
      void this.deps.secrets.removeProxyPassword(proxy).catch(() => undefined);
    }
    this.setAsking({ proxy, origin, refused: refused || (this.asking?.proxy === proxy && this.asking.refused) });
  }

  private setAsking(asking: Asking | null): void {
    const before = this.asking;
    this.asking = asking;
    if (before?.proxy !== asking?.proxy || before?.refused !== asking?.refused) this.deps.events.emit('proxy.changed', null);
  }
}
