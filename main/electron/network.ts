/** The network settings of the system: its proxy for an address, and the certificates it trusts. */
import { getCACertificates } from 'node:tls';
import type { Session } from 'electron';
import type { Log, Network } from '../platform/ports.ts';

/** Proxy types that the service client supports; SOCKS 4 is not one of them. */
const SCHEMES: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https', SOCKS5: 'socks5' };

/**
 * The first usable proxy of a list such as `PROXY proxy:8080; DIRECT`, from the system settings or a proxy script; null for a direct
 * connection.
 */
export function proxyOf(list: string): string | null {
  for (const entry of list.split(';')) {
    const [kind = '', address = ''] = entry.trim().split(/\s+/, 2);
    if (kind.toUpperCase() === 'DIRECT') return null;
    const scheme = SCHEMES[kind.toUpperCase()];
    const url = scheme === undefined ? null : URL.parse(`${scheme}://${address}`);
    if (url !== null && url.hostname !== '') return `${scheme}://${address}`;
  }
  return null;
}

/** The certificates that the system trusts. An organization's own authority is among them, but not in Node's list. */
function systemCertificates(log: Log): readonly string[] {
  try {
    return getCACertificates('system');
  } catch (error) {
    log.error('system certificates cannot be read', error);
    return [];
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

export function createNetwork(session: Pick<Session, 'resolveProxy'>, log: Log): Network {
  let certificates: readonly string[] | null = null;
  return {
    connect: async (origin) => {
      // the built-in practice service
      if (LOOPBACK.test(new URL(origin).hostname)) return { proxy: null, ca: [] };
      certificates ??= systemCertificates(log);
      return { proxy: proxyOf(await session.resolveProxy(origin)), ca: certificates };
    },
  };
}
