/** How requests leave the computer, for all hosts: through which proxies, and which certificates are trusted. */
import { BlockList, isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Log, Network, SpawnWorker } from './ports.ts';

/** Also matches a fully qualified name, which ends with a dot. */
const LOOPBACK = /^(localhost\.?|127(\.\d{1,3}){3}\.?|\[::1\])$/i;

export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/** macOS asks a system service about each certificate, which can take most of a minute. */
const CERTIFICATES_WAIT_MS = 60_000;

/** The trusted certificates; null for Node's own certificates only. */
export type Trust = () => Promise<SecureContext | null>;

/**
 * Loads the trusted certificates in a thread at the first call. Calls wait for them at most `waitMs`. Until they are loaded, or if loading
 * fails, connections trust only Node's own certificates; this is logged. `extra`: certificates as PEM that are always trusted.
 */
export function systemTrust(spawn: SpawnWorker, log: Log, extra: readonly string[] = [], waitMs = CERTIFICATES_WAIT_MS): Trust {
  let context = extra.length === 0 ? null : createSecureContext({ ca: [...rootCertificates, ...extra] });
  const load = async () => {
    try {
      const ca = await spawn('certificates', null).result;
      if (ca.length === 0) throw new Error('there is no certificate');
      context = createSecureContext({ ca: [...ca, ...extra] });
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

/** `proxiesOf`: the proxies for an origin in order, null for a direct connection. Connections to this computer are always direct. */
export function createNetwork(proxiesOf: (origin: string) => Promise<readonly (string | null)[]>, trust: Trust): Network {
  return {
    async connect(origin) {
      if (isLoopback(new URL(origin).hostname)) return { proxies: [null], trust: null };
      const [proxies, trusted] = await Promise.all([proxiesOf(origin), trust()]);
      return { proxies, trust: trusted };
    },
  };
}

const withoutDots = (name: string) =>
  name
    .replace(/^\*?\.+/, '')
    .replace(/\.$/, '')
    .toLowerCase();

/**
 * True if NO_PROXY contains the host, with the rules of curl: `*` alone, the host, a parent domain, or an address range. An entry with a
 * port applies only to that port.
 */
export function bypassesProxy(origin: string, noProxy: string): boolean {
  const { hostname, port, protocol } = new URL(origin);
  const host = withoutDots(hostname.replace(/^\[|\]$/g, ''));
  const family = isIP(host);
  const target = port || (protocol === 'https:' ? '443' : '80');
  return noProxy.split(/[\s,]+/).some((entry) => {
    if (entry === '' || entry === '*') return entry === '*';
    const [, bracketed, named, given] = /^(?:\[([^\]]*)\]|([^:]*|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? [];
    if (given !== undefined && Number(given) !== Number(target)) return false;
    const text = bracketed ?? named ?? entry;
    if (family !== 0) return namesAddress(host, family, text);
    const name = withoutDots(text);
    return name !== '' && (host === name || host.endsWith(`.${name}`));
  });
}

/** True when an entry is this IP address or a range that holds it. */
function namesAddress(address: string, family: number, entry: string): boolean {
  const [network = '', bits] = entry.split('/');
  if (isIP(network) !== family) return false;
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  const length = bits === undefined ? (family === 6 ? 128 : 32) : Number(bits);
  try {
    const list = new BlockList();
    list.addSubnet(network, length, kind);
    return list.check(address, kind);
  } catch {
    return false;
  }
}

/** The first variable that is not empty, in the order of curl. */
function firstOf(environment: Readonly<Record<string, string | undefined>>, names: readonly string[]) {
  for (const name of names) {
    const text = environment[name]?.trim() ?? '';
    if (text !== '') return { name, text };
  }
  return null;
}

/** @throws MalformedProxy */
function proxyUrl(name: string, text: string): string {
  // A password may have a percent sign of its own, which curl takes as it is.
  const address = (text.includes('://') ? text : `http://${text}`).replaceAll(/%(?![\da-f]{2})/gi, '%25');
  const url = URL.parse(address);
  if (url === null || url.hostname === '' || !/^(https?|socks5?h?):$/.test(url.protocol)) throw new MalformedProxy(name);
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    throw new MalformedProxy(name);
  }
  return address;
}

/**
 * Thrown if an environment variable is not a valid address of a proxy. The error never contains the value, which may include a password.
 */
export class MalformedProxy extends Error {
  /** The name of the variable. */
  readonly variable: string;

  constructor(variable: string) {
    super(`The variable ${variable} does not hold the address of a proxy.`);
    this.name = 'MalformedProxy';
    this.variable = variable;
  }
}

/** Thrown if a network requires a proxy of a type that the service client cannot use, such as “SOCKS 4”. */
export class UnsupportedProxy extends Error {
  readonly type: string;

  constructor(type: string) {
    super(`A proxy of the type ${type} is not supported.`);
    this.name = 'UnsupportedProxy';
    this.type = type;
  }
}

/**
 * The proxies from environment variables in lower or upper case, for hosts without a browser engine. A URL may contain a user and a
 * password. The returned function rejects with MalformedProxy.
 */
export function environmentProxies(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): (origin: string) => Promise<readonly (string | null)[]> {
  return async (origin) => {
    const named = firstOf(environment, ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']);
    const without = firstOf(environment, ['no_proxy', 'NO_PROXY']);
    if (named === null || (without !== null && bypassesProxy(origin, without.text))) return [null];
    return [proxyUrl(named.name, named.text)];
  };
}
