/** A token of the environment goes to the connection in use, not to another one that asks for a token first. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startLoopback } from '../../../main/loopback/index.ts';
import { openPage, type Page } from '../../kit/page.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-session-token-'));
const received: string[] = [];
const service = createServer((request, response) => {
  received.push(`${request.url!.split('/')[1]!} ${request.headers.authorization ?? 'none'}`);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"remainingCredits":5}');
});

beforeAll(async () => {
  vi.stubEnv('DESK_KEYCHAIN', 'none');
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  service.closeAllConnections();
  await new Promise((resolve) => service.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

async function withPage<T>(during: (page: Page) => Promise<T>): Promise<T> {
  const running = await startLoopback({ dataDir: join(folder, 'data') }, new URL('../../../main/loopback/index.ts', import.meta.url).href);
  try {
    return await during(await openPage(running.pageUrl()));
  } finally {
    await running.close();
  }
}

it('is sent to the service of the connection in use only', async () => {
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const ids = await withPage(async (page) => {
    const added = [];
    for (const name of ['first', 'used']) added.push((await page.call('connections.add', { name, baseUrl: `${url}/${name}` })).id);
    await page.call('connections.use', { id: added[1]! });
    return added;
  });
  vi.stubEnv('DESK_TOKEN', 'token-of-used');
  await withPage(async (page) => {
    expect(await page.raw('connections.test', { id: ids[0]! })).toMatchObject({ ok: false, error: { code: 'TOKEN_MISSING' } });
    await page.raw('connections.test', { id: ids[1]! });
  });
  expect(new Set(received)).toEqual(new Set(['used Bearer token-of-used']));
});
