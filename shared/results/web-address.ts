/** Web addresses in the answers of a service: which of them a browser may open, and how their host is shown. */

/** An address that may be opened. */
export interface WebAddress {
  /** The whole address as the browser gets it: the host in ASCII, other characters encoded. */
  readonly href: string;
  /** The host with its port, in ASCII: an internationalized name is shown as punycode, so that no letter looks like another one. */
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
/** Characters below the space and invisible or reordering ones, with which an address looks like another one. */
const HIDDEN = /[\s\p{Cc}\p{Cf}\\]/u;

/** Names and numbers of this computer and its network. No public service has a page there. */
const isLocal = (hostname: string): boolean =>
  hostname.startsWith('[') ||
  /^[\d.]+$/.test(hostname) ||
  !hostname.includes('.') ||
  /\.(local|localhost|internal|home\.arpa)$/.test(hostname);

/**
 * The address in a text; null when a browser must not open it: another scheme than https or http, a user name or a password, hidden
 * characters, or a host on this computer or network. `ownHost`: the host of the service itself, which may be such a one.
 */
export function webAddress(text: string, ownHost: string | null, parse: ParseUrl): WebAddress | null {
  if (text.length > LONGEST || HIDDEN.test(text) || !/^https?:\/\//i.test(text)) return null;
  const url = parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  // A name is complete with a dot at its end, and names the same computer.
  if (isLocal(url.hostname.replace(/\.$/, '')) && url.host !== ownHost) return null;
  return { href: url.href, host: url.host };
}
