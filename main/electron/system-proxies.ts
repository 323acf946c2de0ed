/** Proxy types that the service client supports; SOCKS 4 is not one of them. */
const SCHEMES: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https', SOCKS5: 'socks5' };

/**
 * The proxies in a list such as `PROXY one:8080; PROXY two:8080; DIRECT`, from the system settings or a proxy script, in the same order.
 * Null is a direct connection. If no proxy of the list is supported, null is the only entry.
 */
export function parseProxyList(list: string): (string | null)[] {
  const proxies = list.split(';').flatMap((entry) => {
    const [kind = '', address = ''] = entry.trim().split(/\s+/, 2);
    if (kind.toUpperCase() === 'DIRECT') return [null];
    const scheme = SCHEMES[kind.toUpperCase()];
    const url = scheme === undefined ? null : URL.parse(`${scheme}://${address}`);
    return url === null || url.hostname === '' ? [] : [`${scheme}://${address}`];
  });
  return proxies.length === 0 ? [null] : [...new Set(proxies)];
}
