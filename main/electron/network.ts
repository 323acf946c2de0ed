/** How requests leave the computer: through the proxy that the system names for an address, trusting what the system trusts. */
import { getCACertificates } from 'node:tls';
import type { Session } from 'electron';
import type { Log, Network } from '../platform/ports.ts';

/** The kinds of proxy that the service client can speak to; SOCKS 4 is not among them. */
const SCHEMES: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https', SOCKS5: 'socks5' };

/**
 * The first usable proxy of a list such as `PROXY proxy:8080; DIRECT`, which Chromium has from the system's settings or
 * from a script of the organisation; null for a direct way.
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

/** The certificates that the system trusts: an organisation's own authority is there and not in node's list. */
function systemCertificates(log: Log): readonly string[] {
  try {
    return getCACertificates('system');
  } catch (error) {
    log.error('system certificates cannot be read', error);
    return [];
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** The network as the system has it set up. */
export function createNetwork(session: Pick<Session, 'resolveProxy'>, log: Log): Network {
  let certificates: readonly string[] | null = null;
  return {
    connect: async (origin) => {
      // the practice service of this computer
      if (LOOPBACK.test(new URL(origin).hostname)) return { proxy: null, ca: [] };
      certificates ??= systemCertificates(log);
      return { proxy: proxyOf(await session.resolveProxy(origin)), ca: certificates };
    },
  };
}
