/** The proxies that the system names for an address. */

/** Proxy types that the service client supports; SOCKS 4 is not one of them. */
const SCHEMES: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https', SOCKS5: 'socks5' };

/**
 * The ways of a list such as `PROXY one:8080; PROXY two:8080; DIRECT`, from the system settings or a proxy script, in its order; null is
 * a direct connection. A list without a usable way is a direct connection too.
 */
export function proxiesOf(list: string): (string | null)[] {
  const ways = list.split(';').flatMap((entry) => {
    const [kind = '', address = ''] = entry.trim().split(/\s+/, 2);
    if (kind.toUpperCase() === 'DIRECT') return [null];
    const scheme = SCHEMES[kind.toUpperCase()];
    const url = scheme === undefined ? null : URL.parse(`${scheme}://${address}`);
    return url === null || url.hostname === '' ? [] : [`${scheme}://${address}`];
  });
  return ways.length === 0 ? [null] : [...new Set(ways)];
}
