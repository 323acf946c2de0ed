import { UnsupportedProxy } from '../platform/index.ts';

/** Proxy types that the service client supports. */
const SCHEMES: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https', SOCKS5: 'socks5' };
/** Other types in such lists. `SOCKS` is SOCKS 4. */
const UNSUPPORTED: Readonly<Record<string, string>> = { SOCKS: 'SOCKS 4', SOCKS4: 'SOCKS 4', QUIC: 'QUIC' };

/**
 * The proxies in a list such as `PROXY one:8080; PROXY two:8080; DIRECT`, from the system settings or a proxy script, in the same order.
 * Null is a direct connection, and the only entry for a list without any proxy, as in the browser engine.
 * @throws UnsupportedProxy when the list has neither a supported proxy nor a direct connection: the network requires a proxy
 */
export function parseProxyList(list: string): (string | null)[] {
  let unsupported: string | null = null;
  const proxies = list.split(';').flatMap((entry) => {
    const [kind = '', address = ''] = entry.trim().split(/\s+/, 2);
    if (kind.toUpperCase() === 'DIRECT') return [null];
    if (address !== '') unsupported ??= UNSUPPORTED[kind.toUpperCase()] ?? null;
    const scheme = SCHEMES[kind.toUpperCase()];
    const url = scheme === undefined ? null : URL.parse(`${scheme}://${address}`);
    return url === null || url.hostname === '' ? [] : [`${scheme}://${address}`];
  });
  if (proxies.length === 0 && unsupported !== null) throw new UnsupportedProxy(unsupported);
  return proxies.length === 0 ? [null] : [...new Set(proxies)];
}
