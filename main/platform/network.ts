/** How requests leave the computer, for every host: through which proxies, and which certificates they trust. */
import { setTimeout as delay } from 'node:timers/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Log, Network, SpawnWorker } from './ports.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** macOS asks a system service about each certificate, which may take most of a minute. */
const CERTIFICATES_WAIT_MS = 60_000;

/** The trusted certificates; null for those of Node alone. */
export type Trust = () => Promise<SecureContext | null>;

/**
 * Loads the trusted certificates in a thread at the first call. Calls wait for them at most `waitMs`. Without them,
 * connections trust only those of Node, and the failure is logged.
 */
export function systemTrust(spawn: SpawnWorker, log: Log, waitMs = CERTIFICATES_WAIT_MS): Trust {
  let context: SecureContext | null = null;
  const load = async () => {
    try {
      const ca = await spawn('certificates', null).result;
      if (ca.length === 0) throw new Error('there is no certificate');
      context = createSecureContext({ ca });
    } catch (error) {
      log.error('certificates cannot be read', error);
    }
  };
  const wait = async () => {
    const isLate = await Promise.race([load(), delay(waitMs, true, { ref: false })]);
    if (isLate === true) log.error('certificates are slow', null);
  };
  let waiting: Promise<void> | null = null;
  return async () => {
    await (waiting ??= wait());
    return context;
  };
}

/**
 * `proxiesOf`: the proxies for an origin in their order, null for a direct connection. This computer is always direct.
 */
export function createNetwork(proxiesOf: (origin: string) => Promise<readonly (string | null)[]>, trust: Trust): Network {
  return {
    async connect(origin) {
      if (isLoopback(new URL(origin).hostname)) return { proxies: [null], trust: null };
      const [proxies, trusted] = await Promise.all([proxiesOf(origin), trust()]);
      return { proxies, trust: trusted };
    },
  };
}

/** True when NO_PROXY names the host: `*`, the host itself, or a parent domain. */
export function bypassesProxy(host: string, noProxy: string): boolean {
  return noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const name = entry
        .replace(/^\*?\./, '')
        .replace(/:\d+$/, '')
        .toLowerCase();
      return entry === '*' || host.toLowerCase() === name || host.toLowerCase().endsWith(`.${name}`);
    });
}

/**
 * The proxy in the environment variables, for hosts without a browser engine. Its URL may hold a user and a password.
 */
export function environmentProxies(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): (origin: string) => Promise<readonly (string | null)[]> {
  return (origin) => {
    const named = environment['HTTPS_PROXY'] ?? environment['https_proxy'] ?? environment['ALL_PROXY'] ?? environment['all_proxy'] ?? '';
    const without = environment['NO_PROXY'] ?? environment['no_proxy'] ?? '';
    if (named === '' || bypassesProxy(new URL(origin).hostname, without)) return Promise.resolve([null]);
    return Promise.resolve([named.includes('://') ? named : `http://${named}`]);
  };
}
