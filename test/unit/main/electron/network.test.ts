import { describe, expect, it, vi } from 'vitest';
import { createNetwork, proxyOf } from '../../../../main/electron/network.ts';
import type { Log } from '../../../../main/platform/ports.ts';

vi.mock('node:tls', () => ({
  getCACertificates: (kind: string) => {
    if (kind !== 'system') throw new Error('only the system’s');
    return ['-----BEGIN CERTIFICATE-----'];
  },
}));

const log: Log = { info: () => undefined, error: () => undefined };

describe('proxyOf', () => {
  it.each([
    ['DIRECT', null],
    ['', null],
    ['PROXY proxy.example:8080', 'http://proxy.example:8080'],
    ['PROXY proxy.example:8080; DIRECT', 'http://proxy.example:8080'],
    ['DIRECT; PROXY proxy.example:8080', null],
    ['HTTPS proxy.example:443', 'https://proxy.example:443'],
    ['SOCKS5 proxy.example:1080', 'socks5://proxy.example:1080'],
    ['SOCKS proxy.example:1080; PROXY proxy.example:8080', 'http://proxy.example:8080'],
    ['QUIC proxy.example:443; HTTPS proxy.example:443', 'https://proxy.example:443'],
    ['proxy proxy.example:8080', 'http://proxy.example:8080'],
    ['PROXY [::1]:8080', 'http://[::1]:8080'],
    ['PROXY  proxy.example:8080 ;DIRECT', 'http://proxy.example:8080'],
    ['PROXY', null],
    ['PROXY :8080', null],
    ['nonsense', null],
  ])('maps %j to %j', (list, proxy) => {
    expect(proxyOf(list)).toBe(proxy);
  });
});

describe('the network', () => {
  it('asks the system about each address, and trusts the system certificates', async () => {
    const asked: string[] = [];
    const network = createNetwork(
      {
        resolveProxy: async (url) => {
          asked.push(url);
          return 'PROXY proxy.example:8080';
        },
      },
      log,
    );
    expect(await network.connect('https://service.example')).toEqual({
      proxy: 'http://proxy.example:8080',
      ca: ['-----BEGIN CERTIFICATE-----'],
    });
    expect(asked).toEqual(['https://service.example']);
  });

  it.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'http://[::1]:4000'])(
    'connects directly to this computer: %s',
    async (origin) => {
      const network = createNetwork({ resolveProxy: () => Promise.resolve('PROXY proxy.example:8080') }, log);
      expect(await network.connect(origin)).toEqual({ proxy: null, ca: [] });
    },
  );
});
