/**
 * A service that announces its answer again and again but never gives it.
 * @module-tag deep
 */
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { ServiceClient } from '../../../main/service/client.ts';
import { person } from '../../kit/practice-client.ts';
import { fastClock } from '../../kit/test-ports.ts';

it.each([
  ['with a body', (client: ServiceClient, signal: AbortSignal) => client.screenOne(person(1), signal)],
  ['without a body', (client: ServiceClient, signal: AbortSignal) => client.process('p', signal)],
])('a call %s ends when only interim answers arrive', async (_what, call) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20);
    socket
      .on('error', () => undefined)
      .on('close', () => clearInterval(timer))
      .resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    version: '20240515',
    token: 'secret-token',
    timeouts: { connect: 1, process: 1 },
  };
  const network = { connect: () => Promise.resolve({ proxies: [null], trust: null }) };
  try {
    const client = new ServiceClient(address, network, fastClock(1_000));
    const outcome = await call(client, new AbortController().signal);
    expect(outcome).toMatchObject({ outcome: 'unknown', why: expect.stringContaining('did not answer in time') as string });
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});
