import { expect, it } from 'vitest';
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
])('maps %j to %j', (list, proxies) => {
  expect(parseProxyList(list)).toEqual(proxies);
});
