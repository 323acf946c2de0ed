/** The forms of addresses in the policy of an administrator, and which addresses they allow. */

const NAME = String.raw`[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*`;
const HOST = String.raw`(?:${NAME}|\[[0-9a-f:.]+\])`;
const PORT = String.raw`(?::\d{1,5})?`;
const LOOPBACK = String.raw`http://(?:localhost|127\.0\.0\.1|\[::1\])${PORT}`;

/** `https://host`, `https://*.domain` for all hosts below a domain, each with an optional port; http only on this computer. */
export const ALLOWED_ADDRESS = new RegExp(String.raw`^(?:https://(?:\*\.)?${HOST}${PORT}|${LOOPBACK})$`, 'i');

/** The address of a service, with an optional path. */
export const SERVICE_ADDRESS = new RegExp(String.raw`^(?:https://${HOST}${PORT}|${LOOPBACK})(?:/[\w.~%/-]*)?$`, 'i');

/** Must not contain a user and password, because every user of the computer can read the policy. */
export const PROXY = new RegExp(String.raw`^(?:direct|(?:https?|socks5)://${HOST}${PORT})$`, 'i');

/** The origin of an address as URL.origin writes it. */
const originOf = (address: string): string => {
  const [, origin = ''] = /^(\w+:\/\/[^/]+)/.exec(address.toLowerCase()) ?? [];
  return origin.replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2');
};

/** True when an entry of the policy names the origin of the address. */
export function isAllowedAddress(allowed: readonly string[], address: string): boolean {
  const origin = originOf(address);
  return allowed.some((entry) => {
    const wanted = originOf(entry);
    if (!wanted.startsWith('https://*.')) return origin === wanted;
    return origin.startsWith('https://') && origin.endsWith(wanted.slice('https://*'.length));
  });
}
