/** Decides which web addresses in answers of a service a browser may open, and how their host is shown. */

/** An address that may be opened. */
export interface WebAddress {
  /** The whole address as the browser gets it: the host in ASCII, other characters encoded. */
  readonly href: string;
  /** The host with its port, in ASCII. Internationalized names are in punycode, so that no letter looks like another one. */
  readonly host: string;
}

/** The standard parser of the platform, `URL.parse`. */
type ParseUrl = (text: string) => {
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
  readonly host: string;
  readonly href: string;
} | null;

const LONGEST = 2048;
/** Control, invisible and reordering characters, which can make an address look like another one. */
const HIDDEN = /[\s\p{Cc}\p{Cf}\\]/u;

/** True for host names and IP addresses of this computer and its network. */
const isLocal = (hostname: string): boolean =>
  hostname.startsWith('[') ||
  /^[\d.]+$/.test(hostname) ||
  !hostname.includes('.') ||
  /\.(local|localhost|internal|home\.arpa)$/.test(hostname);

/**
 * The address in a text; null if a browser must not open it, because of a scheme other than https or http, a user name or password, hidden
 * characters, or a host on this computer or network. `ownHost`: the host of the service, which may be such a host.
 */
export function webAddress(text: string, ownHost: string | null, parse: ParseUrl): WebAddress | null {
  if (text.length > LONGEST || HIDDEN.test(text) || !/^https?:\/\//i.test(text)) return null;
  const url = parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  // A trailing dot is allowed in a host name and does not change its meaning.
  if (isLocal(url.hostname.replace(/\.$/, '')) && url.host !== ownHost) return null;
  return { href: url.href, host: url.host };
}
