/** Connections that send nothing, or never finish a request, are closed, and no body from an unauthorized client is read. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Application } from '../../../main/application.ts';
import { Downloads } from '../../../main/loopback/downloads.ts';
import { serveLoopback } from '../../../main/loopback/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-idle-'));
const server = await serveLoopback({ subscribe: () => () => undefined } as unknown as Application, {
  rendererDir: folder,
  spoolDir: folder,
  downloads: new Downloads(folder),
  limits: { headersMs: 100, requestMs: 200, checkMs: 20 },
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ['that sends nothing', ''],
  ['that sends half a head', 'POST /session HTTP/1.1\r\nhost: a'],
  [
    'that sends half a body',
    `POST /session HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{`,
  ],
])('a connection %s is closed', async (_what, text) => {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined).resume();
  const closed = new Promise<true>((done) => socket.once('close', () => done(true)));
  if (text !== '') socket.write(text);
  expect(await closed).toBe(true);
});

it.each([
  ['/files?name=list.csv', 401],
  ['/rpc', 401],
  ['/ticket', 401],
  ['/session', 413],
])('a request without the token is refused before its body arrives: %s', async (path, status) => {
  const socket = connect(server.port, '127.0.0.1');
  const head = [`POST ${path} HTTP/1.1`, `host: 127.0.0.1:${server.port}`, 'content-type: text/plain', 'content-length: 1000000'];
  const answer = new Promise<string>((done) => socket.once('data', (bytes) => done(bytes.toString('latin1', 0, 12))));
  socket.on('error', () => undefined).write(`${head.join('\r\n')}\r\n\r\n`);
  expect(await answer).toBe(`HTTP/1.1 ${status}`);
  socket.destroy();
});
