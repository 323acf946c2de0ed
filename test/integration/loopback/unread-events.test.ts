/** A page that no longer reads its events, such as a page that the browser has frozen, does not fill the memory of the program. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { Application } from '../../../main/application.ts';
import type { AppEvent } from '../../../shared/contract/index.ts';
import { Downloads } from '../../../main/loopback/downloads.ts';
import { serveLoopback } from '../../../main/loopback/server.ts';

const listeners = new Set<(event: AppEvent) => void>();
const subscribe: Application['subscribe'] = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const folder = mkdtempSync(join(tmpdir(), 'desk-unread-'));
const server = await serveLoopback({ subscribe } as unknown as Application, {
  rendererDir: folder,
  spoolDir: folder,
  downloads: new Downloads(folder),
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const origin = `http://127.0.0.1:${server.port}`;

async function post(path: string, headers: Record<string, string>, body: unknown): Promise<Record<string, string>> {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Record<string, string>;
}

it('the stream of a page that does not read ends, so that the page asks for the state when it is back', async () => {
  const code = new URL(server.pageUrl()).hash.replace('#code=', '');
  const { token } = await post('/session', {}, { code });
  const { ticket } = await post('/ticket', { authorization: `Bearer ${token}` }, {});
  const socket = connect(server.port, '127.0.0.1');
  const begun = new Promise((done) => socket.once('data', done));
  socket.on('error', () => undefined).write(`GET /events?ticket=${ticket} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n\r\n`);
  await begun;
  socket.pause();
  const event = { name: 'x'.repeat(1024 ** 2) } as unknown as AppEvent;
  for (let sent = 0; sent < 60; sent++) {
    for (const listener of listeners) listener(event);
    await setImmediate();
  }
  const ended = new Promise((done) => socket.once('close', done));
  socket.resume();
  await ended;
  expect(socket.bytesRead).toBeLessThan(50 * 1024 ** 2);
  socket.destroy();
});
