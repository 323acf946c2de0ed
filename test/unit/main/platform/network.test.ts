/** Which proxies and certificates a connection gets, and when. */
import { describe, expect, it, vi } from 'vitest';
import { bypassesProxy, createNetwork, environmentProxies, systemTrust, type Trust } from '../../../../main/platform/network.ts';
import type { Log, SpawnWorker } from '../../../../main/platform/ports.ts';
import { certificates } from '../../../../main/worker/tasks/certificates.ts';
import { quietContext } from '../../../kit/task-context.ts';
import { selfSigned } from '../../../kit/self-signed.ts';

const nothingMore: Trust = () => Promise.resolve(null);

describe('proxies', () => {
  it.each([
    ['api.example.org.', 'example.org', true],
    ['api.example.org', 'example.org.', true],
    ['api.example.org', 'example.org:443', true],
    ['api.example.org', 'example.org:8443', false],
    ['api.example.org:8443', 'example.org:8443', true],
    ['api.example.org:8443', 'example.org:443', false],
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '10.0.0.0/8', true],
    ['11.1.2.3', '10.0.0.0/8', false],
    ['10.1.2.3', '2.3', false],
    ['[fd00::1]', 'fd00::1', true],
    ['[fd00::1]', '[fd00::1]:443', true],
    ['[fd00::1]', '[fd00::1]:80', false],
    ['[fd00::1]', 'fd00::/8', true],
    ['api.example.org', '', false],
    ['api.example.org', '*', true],
    ['api.example.org', 'example.org', true],
    ['api.example.org', '.example.org', true],
    ['api.example.org', '*.example.org', true],
    ['api.example.org', 'other.org, API.example.org:443', true],
    ['badexample.org', 'example.org', false],
    ['example.org.evil', 'example.org', false],
  ])('%s with NO_PROXY “%s”: %s', (host, noProxy, expected) => {
    expect(bypassesProxy(`https://${host}`, noProxy)).toBe(expected);
  });

  it('come from the environment and are never used for this computer', async () => {
    const network = createNetwork(environmentProxies({ HTTPS_PROXY: 'proxy:3128', NO_PROXY: 'inside.example' }), nothingMore);
    const proxies = async (origin: string) => (await network.connect(origin)).proxies;
    expect(await proxies('https://api.example.org')).toEqual(['http://proxy:3128']);
    expect(await proxies('https://inside.example')).toEqual([null]);
    for (const own of ['http://127.0.0.1:8787', 'http://localhost:1', 'https://localhost.', 'http://[::1]:1'])
      expect(await proxies(own)).toEqual([null]);
    const none = createNetwork(environmentProxies({}), nothingMore);
    expect((await none.connect('https://api.example.org')).proxies).toEqual([null]);
  });
});

it.each([
  [{ https_proxy: 'lower:1', HTTPS_PROXY: 'upper:1' }, 'http://lower:1'],
  [{ https_proxy: '', HTTPS_PROXY: 'upper:1' }, 'http://upper:1'],
  [{ all_proxy: 'socks5://all:1' }, 'socks5://all:1'],
  [{ HTTPS_PROXY: 'upper:1', no_proxy: 'example.org' }, null],
  [{ HTTPS_PROXY: 'upper:1', no_proxy: 'other.org', NO_PROXY: 'example.org' }, 'http://upper:1'],
  [{ HTTPS_PROXY: 'upper:1', NO_PROXY: 'example.org:8443' }, 'http://upper:1'],
])('the proxy of %j is %s', async (environment, expected) => {
  expect(await environmentProxies(environment)('https://api.example.org')).toEqual([expected]);
});

it('a percent sign in the password of a proxy stands for itself, and one that cannot be read names its variable', async () => {
  const [url] = await environmentProxies({ HTTPS_PROXY: 'http://ann:100%@proxy:1' })('https://api.example.org');
  expect(decodeURIComponent(new URL(url!).password)).toBe('100%');
  await expect(environmentProxies({ HTTPS_PROXY: 'http://ann:p%E4ss@proxy:1' })('https://api.example.org')).rejects.toMatchObject({
    variable: 'HTTPS_PROXY',
  });
});

describe('certificates', () => {
  const spawning = (result: Promise<string[]>): SpawnWorker => vi.fn<() => unknown>(() => ({ result })) as never;
  const logging = () => {
    const errors: string[] = [];
    const log: Log = { info: () => undefined, error: (event) => errors.push(event) };
    return { errors, log };
  };
  const direct = (trust: Trust) => createNetwork(() => Promise.resolve([null]), trust);

  it('are loaded once; the first connection waits for them, and a connection to this computer does not', async () => {
    const loaded = Promise.withResolvers<string[]>();
    const spawn = spawning(loaded.promise);
    const network = direct(systemTrust(spawn, logging().log));
    expect((await network.connect('http://127.0.0.1:4000')).trust).toBeNull();
    expect(spawn).not.toHaveBeenCalled();
    let isConnected = false;
    const first = network.connect('https://service.example').then((route) => {
      isConnected = true;
      return route;
    });
    await new Promise((turn) => setImmediate(turn));
    expect(isConnected).toBe(false);
    loaded.resolve([selfSigned().cert]);
    const { trust } = await first;
    expect(trust).not.toBeNull();
    expect((await network.connect('https://other.example')).trust).toBe(trust);
    expect(spawn).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['cannot be read', () => Promise.reject(new Error('no store')), 'certificates cannot be read'],
    ['do not exist', () => Promise.resolve([]), 'certificates cannot be read'],
    ['do not arrive in time', () => new Promise<string[]>(() => undefined), 'certificates are slow'],
  ])('are replaced with those of Node, and the log has an entry, when they %s', async (_, result, event) => {
    const { errors, log } = logging();
    const network = direct(systemTrust(spawning(result()), log, [], 5));
    expect((await network.connect('https://service.example')).trust).toBeNull();
    expect(errors).toEqual([event]);
  });

  it('are used by later connections when they arrive late', async () => {
    const loaded = Promise.withResolvers<string[]>();
    const network = direct(systemTrust(spawning(loaded.promise), logging().log, [], 5));
    expect((await network.connect('https://service.example')).trust).toBeNull();
    loaded.resolve([selfSigned().cert]);
    await loaded.promise;
    await expect.poll(async () => (await network.connect('https://service.example')).trust).not.toBeNull();
  });
});

const tls = vi.hoisted(() => ({ system: [] as string[], default: [] as string[] }));
vi.mock('node:tls', async (original) => ({
  ...(await original<typeof import('node:tls')>()),
  getCACertificates: (kind: 'system' | 'default') => tls[kind],
}));

it('certificates of Node and the system are merged without duplicates and without those that cannot be parsed', async () => {
  const [own, both] = [selfSigned().cert, selfSigned().cert];
  tls.default = [own, both];
  // The system may format the same certificate differently.
  tls.system = [both.trimEnd(), '-----BEGIN CERTIFICATE-----\nbm9uc2Vuc2U=\n-----END CERTIFICATE-----\n'];
  const found = await certificates(null, quietContext);
  expect(found.map((pem) => pem.trim())).toEqual([own.trim(), both.trim()]);
});
