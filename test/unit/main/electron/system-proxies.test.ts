import { expect, it } from 'vitest';
import { ServiceClient } from '../../../../main/service/client.ts';
import { createNetwork } from '../../../../main/platform/network.ts';
import { fastClock } from '../../../kit/test-ports.ts';
import { parseProxyList } from '../../../../main/electron/system-proxies.ts';

it.each([
  ['DIRECT', [null]],
  ['', [null]],
  ['PROXY proxy.example:8080', ['http://proxy.example:8080']],
  ['PROXY proxy.example:8080; DIRECT', ['http://proxy.example:8080', null]],
  ['PROXY one:8080; PROXY two:8080;PROXY one:8080', ['http://one:8080', 'http://two:8080']],
  ['DIRECT; PROXY proxy.example:8080', [null, 'http://proxy.example:8080']],
  ['HTTPS proxy.example:443', ['https://proxy.example:443']],
  ['SOCKS5 proxy.example:1080', ['socks5://proxy.example:1080']],
  ['SOCKS proxy.example:1080; PROXY proxy.example:8080', ['http://proxy.example:8080']],
  ['QUIC proxy.example:443; HTTPS proxy.example:443', ['https://proxy.example:443']],
  ['proxy proxy.example:8080', ['http://proxy.example:8080']],
  ['PROXY [::1]:8080', ['http://[::1]:8080']],
  ['PROXY  proxy.example:8080 ;DIRECT', ['http://proxy.example:8080', null]],
  ['PROXY', [null]],
  ['PROXY :8080', [null]],
  ['nonsense', [null]],
  ['SOCKS proxy.example:1080; DIRECT', [null]],
  ['SOCKS', [null]],
])('maps %j to %j', (list, proxies) => {
  expect(parseProxyList(list)).toEqual(proxies);
});

it.each([
  ['SOCKS proxy.example:1080', 'SOCKS 4'],
  ['SOCKS4 proxy.example:1080; SOCKS other.example:1080', 'SOCKS 4'],
  ['QUIC proxy.example:443', 'QUIC'],
])('does not connect directly if the only proxies are unsupported: %j', async (list, type) => {
  const network = createNetwork(
    () => Promise.resolve().then(() => parseProxyList(list)),
    () => Promise.resolve(null),
  );
  const address = { baseUrl: 'https://service.invalid', version: '20240515', token: 'secret-token' };
  const outcome = await new ServiceClient(address, network, fastClock(1_000)).process('7', AbortSignal.timeout(10_000));
  const message = expect.stringContaining(`a proxy of the type ${type}`) as string;
  expect(outcome).toMatchObject({ outcome: 'not-sent', failure: { code: 'PROXY_UNSUPPORTED', message } });
});
