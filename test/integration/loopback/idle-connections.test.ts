/** Connections that send nothing, or a request that does not end, are closed. */
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
