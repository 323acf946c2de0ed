/** Each problem of an encrypted connection has its own cause and remedy, and nothing is sent. */
import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createRawServer } from 'node:net';
import { createSecureContext } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ServiceClient } from '../../../main/service/client.ts';
import { selfSigned } from '../../kit/self-signed.ts';
import { deadProxy, type SmallProxy, startSocks } from '../../kit/small-proxy.ts';
import { fastClock } from '../../kit/test-ports.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

/** Serves with these options, and returns how a call fails with a client that trusts the certificate. */
async function failureOf(options: ServerOptions & { cert: string }, trusts = options.cert) {
  let asked = 0;
  server = createServer(options, (_request, response) => {
    asked += 1;
    response.setHeader('content-type', 'application/json').end('{"remaining":5}');
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((ready) => server!.listen(0, '127.0.0.1', ready));
  const baseUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
  const trust = createSecureContext({ ca: [trusts] });
  const network = { connect: () => Promise.resolve({ proxies: [null], trust }) };
  const client = new ServiceClient({ baseUrl, version: '20240515', token: 'secret-token' }, network, fastClock(10_000));
  const result: unknown = await client.credits(new AbortController().signal).catch((error: unknown) => error);
  return { result, asked };
}

const weak = { ciphers: 'DEFAULT@SECLEVEL=0' };
const certificate = (message: RegExp) => ({ code: 'SERVICE_CERTIFICATE', message: expect.stringMatching(message) as string });

it('a certificate that is valid and trusted is accepted', async () => {
  expect(await failureOf(selfSigned())).toMatchObject({ asked: 1, result: { remaining: 5 } });
});

it.each<[what: string, options: () => ServerOptions & { cert: string }, message: RegExp]>([
  ['has expired', () => selfSigned({ until: '20210101000000Z' }), /has expired.*operator.*clock of this computer shows/],
  ['is not valid yet', () => selfSigned({ from: '20900101000000Z' }), /is not valid yet.*clock of this computer shows/],
  ['is of another name', () => selfSigned({ host: 'other.example.org' }), /another name.*Check the address/],
  ['has a weak key', () => ({ ...selfSigned({ rsaBits: 1024 }), ...weak }), /weak.*operator/],
  ['is wanted from the client', () => ({ ...selfSigned(), requestCert: true, rejectUnauthorized: true }), /certificate of its own/],
  [
    'is wanted from the client, with TLS 1.2',
    () => ({ ...selfSigned(), requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' as const }),
    /certificate of its own/,
  ],
  [
    'is served over TLS 1.1',
    () => ({ ...selfSigned(), ...weak, minVersion: 'TLSv1' as const, maxVersion: 'TLSv1.1' as const }),
    /version of TLS/,
  ],
])('a certificate that %s', async (_what, options, message) => {
  const { result, asked } = await failureOf(options());
  expect(result).toMatchObject(certificate(message));
  expect(asked).toBe(0);
});

it('a login page of the network that answers without encryption gets nothing, and a running list waits until it is gone', async () => {
  const page = createPlainServer((_request, response) => response.end('<html>Log in</html>'));
  await new Promise<void>((ready) => page.listen(0, '127.0.0.1', ready));
  const baseUrl = `https://localhost:${(page.address() as AddressInfo).port}`;
  const network = { connect: () => Promise.resolve({ proxies: [null], trust: null }) };
  const client = new ServiceClient({ baseUrl, version: '20240515', token: 'secret-token' }, network, fastClock(10_000));
  const outcome = await client.process('7', new AbortController().signal);
  expect(outcome).toMatchObject({
    outcome: 'not-sent',
    failure: { recovery: 'wait', message: expect.stringMatching(/log in first/) as string },
  });
  page.close();
});

it('a proxy whose own certificate is not trusted is named, and no other way is taken', async () => {
  const { cert, key } = selfSigned();
  server = createServer({ cert, key });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((ready) => server!.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const network = { connect: () => Promise.resolve({ proxies: [`https://localhost:${port}`, null], trust: null }) };
  const address = { baseUrl: 'https://service.invalid', version: '20240515', token: 'secret-token' };
  await expect(new ServiceClient(address, network, fastClock(10_000)).credits(new AbortController().signal)).rejects.toMatchObject(
    certificate(/proxy localhost:\d+ of this network has a certificate.*nothing was sent/),
  );
});

it('a certificate that is not trusted', async () => {
  const { result, asked } = await failureOf(selfSigned(), selfSigned().cert);
  expect(result).toMatchObject(certificate(/not trusted/));
  expect(asked).toBe(0);
});

/** The outcome of a start through a SOCKS proxy to a server with this certificate, for a client that trusts `trusts`. */
async function startThrough(proxy: string, options: ServerOptions & { cert: string }, trusts = options.cert) {
  let asked = 0;
  server = createServer(options, (_request, response) => {
    asked += 1;
    response.end();
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((ready) => server!.listen(0, '127.0.0.1', ready));
  const baseUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
  const network = { connect: () => Promise.resolve({ proxies: [proxy], trust: createSecureContext({ ca: [trusts] }) }) };
  const client = new ServiceClient({ baseUrl, version: '20240515', token: 'secret-token' }, network, fastClock(10_000));
  return { outcome: await client.process('7', AbortSignal.timeout(20_000)), asked };
}

describe('through a SOCKS proxy', () => {
  let socks: SmallProxy;
  beforeAll(async () => {
    socks = await startSocks();
  });
  afterAll(() => socks.close());

  it.each(['socks5', 'socks5h', 'socks'])('a start with the scheme %s is sent once', async (scheme) => {
    const { outcome, asked } = await startThrough(`${scheme}://${socks.address}`, selfSigned());
    expect({ outcome, asked }).toMatchObject({ outcome: { outcome: 'done' }, asked: 1 });
  });

  it('a certificate that is not trusted gets nothing, and the outcome says so', async () => {
    const { outcome, asked } = await startThrough(socks.url, selfSigned(), selfSigned().cert);
    expect({ outcome, asked }).toMatchObject({
      outcome: { outcome: 'not-sent', failure: certificate(/certificate of "localhost:\d+" is not trusted/) },
      asked: 0,
    });
  });

  it('a proxy that refuses the connection gets nothing, and the outcome says so', async () => {
    const refusing = createRawServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () => {
          socket.write(Buffer.from([5, 0]));
          socket.once('data', () => socket.end(Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0])));
        });
    });
    await new Promise<void>((ready) => refusing.listen(0, '127.0.0.1', ready));
    const { port } = refusing.address() as AddressInfo;
    const { outcome } = await startThrough(`socks5://127.0.0.1:${port}`, selfSigned());
    expect(outcome).toMatchObject({ outcome: 'not-sent', failure: { details: { kind: 'proxy' } } });
    refusing.close();
  });

  it('a proxy that cannot be reached gets nothing, and the outcome says so', async () => {
    const { outcome } = await startThrough(await deadProxy('socks5'), selfSigned());
    expect(outcome).toMatchObject({ outcome: 'not-sent', failure: { details: { kind: 'proxy-unreachable' } } });
  });
});
