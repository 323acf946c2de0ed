/**
 * User names and passwords of proxies: asked for when a proxy answers 407, kept in memory or in the keychain, and sent to that proxy
 * only (ADR 74).
 */
import { AppError } from '../../shared/base/index.ts';
import type { AppView } from '../../shared/contract/index.ts';
import type { DomainEventBus } from '../events/index.ts';
import type { Network, Secrets } from '../platform/index.ts';

/** A proxy that waits for a user name and password, and the origin that it is the way to. */
interface Asking {
  /** Its URL without a user. */
  readonly proxy: string;
  readonly origin: string;
  /** It refused a user name and password. */
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

/** The URL of a proxy without a user. */
function withoutUser(proxy: string): string {
  const url = new URL(proxy);
  return `${url.protocol}//${url.host}`;
}

const userPart = ({ user, password }: Entered): string => `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;

/** The URL of a proxy with a user and password in place of its own. */
const withUser = (proxy: string, part: string): string => withoutUser(proxy).replace('//', () => `//${part}`);

export class ProxySignIn {
  private readonly deps: ProxySignInDeps;
  /** User name and password, encoded as in a URL, by the URL of the proxy without them. */
  private readonly known = new Map<string, string>();
  /** URLs of proxies with a user name and password of their own, such as those of an environment variable, which the proxy refused. */
  private readonly refusedUrls = new Set<string>();
  private asking: Asking | null = null;

  constructor(deps: ProxySignInDeps) {
    this.deps = deps;
  }

  /** What the page asks for; null when no proxy waits. */
  view(): AppView['proxy'] {
    return this.asking === null ? null : { address: new URL(this.asking.proxy).host, refused: this.asking.refused };
  }

  /** The origin whose proxy waits for a user name and password; null without one. */
  get origin(): string | null {
    return this.asking?.origin ?? null;
  }

  /** The network, and whether its proxies need a sign-in. */
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
   * True when the keychain keeps it.
   * @throws what `tryOut` throws; NOT_NOW when no proxy waits.
   */
  async signIn(entered: Entered, keep: boolean, tryOut: (network: Network) => Promise<unknown>): Promise<boolean> {
    const { asking } = this;
    if (asking === null) throw new AppError('NOT_NOW', 'No proxy asks for a user name and password.');
    const part = userPart(entered);
    // The name and the password are separated by the first colon.
    if (entered.user.includes(':')) throw new AppError('INPUT_INVALID', 'A user name of a proxy has no colon.');
    let hasAnswered = false;
    const userOf = (proxy: string) => Promise.resolve(proxy === asking.proxy ? part : null);
    const network = this.networkWith(userOf, (_origin, _asking, answered) => {
      hasAnswered ||= answered;
    });
    try {
      await tryOut(network);
    } catch (error) {
      // What the service itself answers is not about the proxy.
      if (!hasAnswered) throw error;
    }
    this.known.set(asking.proxy, part);
    // Another proxy can have asked in the meantime, and still waits.
    if (this.asking?.proxy === asking.proxy) this.setAsking(null);
    this.deps.events.emit('proxy.passed', null);
    if (keep) return await this.deps.secrets.keepProxyPassword(asking.proxy, part);
    await this.deps.secrets.removeProxyPassword(asking.proxy);
    return false;
  }

  /** Forgets what is kept for the proxies on the way to an origin. */
  async forget(origin: string): Promise<void> {
    for (const proxy of (await this.deps.network.connect(origin)).proxies) {
      if (proxy === null || !URL.canParse(proxy)) continue;
      this.known.delete(withoutUser(proxy));
      await this.deps.secrets.removeProxyPassword(withoutUser(proxy));
    }
  }

  private async userOf(proxy: string): Promise<string | null> {
    // A keychain that cannot be read leaves the question to the user.
    return this.known.get(proxy) ?? (await this.deps.secrets.proxyPassword(proxy).catch(() => null));
  }

  private networkWith(userOf: (proxy: string) => Promise<string | null>, after: NonNullable<Network['after']>): Network {
    const { network } = this.deps;
    const completed = async (proxy: string | null) => {
      // Only these proxies have a sign-in of HTTP. A malformed URL is refused where it is used.
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

  /** What a proxy refused is forgotten at once: an account may be locked after a few wrong passwords. */
  private wasAsked(origin: string, url: string): void {
    const proxy = withoutUser(url);
    const refused = new URL(url).username !== '';
    if (refused) {
      this.known.delete(proxy);
      this.refusedUrls.add(url);
      // It stays in the keychain if that fails, and is refused once more by the next program.
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
