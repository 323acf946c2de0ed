/** A token of the environment goes to the connection in use, not to another one that asks for a token first. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
  // The program removes it from its environment.
  vi.stubEnv('DESK_TOKEN', 'token-of-used');
  const running = await startLoopback({ dataDir: join(folder, 'data') }, new URL('../../../main/loopback/index.ts', import.meta.url).href);
  try {
    return await during(await openPage(running.pageUrl()));
  } finally {
    await running.close();
  }
}

const added = async (page: Page, name: string) => {
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  return (await page.call('connections.add', { name, baseUrl: `${url}/${name}` })).id;
};

describe('a token of the environment', () => {
  const ids: string[] = [];
  beforeEach(() => {
    received.length = 0;
  });

  it('is for the only connection, although practice is in use', async () => {
    await withPage(async (page) => {
      ids.push(await added(page, 'first'));
      await page.raw('connections.test', { id: ids[0]! });
    });
    expect(new Set(received)).toEqual(new Set(['first Bearer token-of-used']));
  });

  it('goes to nobody while practice is in use and there are several connections, until the user chooses one of them', async () => {
    await withPage(async (page) => {
      await page.call('connections.use', { id: 'practice' });
      ids.push(await added(page, 'used'));
    });
    await withPage(async (page) => {
      for (const id of ids)
        expect(await page.raw('connections.test', { id })).toMatchObject({
          ok: false,
          error: { code: 'TOKEN_MISSING', message: expect.stringContaining('choose that one, or enter the token') },
        });
      expect(received).toEqual([]);
      await page.call('connections.use', { id: ids[1]! });
      await page.raw('connections.test', { id: ids[0]! });
      await page.raw('connections.test', { id: ids[1]! });
    });
    expect(new Set(received)).toEqual(new Set(['used Bearer token-of-used']));
  });

  it('is only for the connection that was in use at the start, also after the user has chosen another one', async () => {
    await withPage(async (page) => {
      await page.call('connections.use', { id: ids[0]! });
      expect(await page.raw('connections.test', { id: ids[0]! })).toMatchObject({ ok: false, error: { code: 'TOKEN_MISSING' } });
      await page.raw('connections.test', { id: ids[1]! });
    });
    expect(new Set(received)).toEqual(new Set(['used Bearer token-of-used']));
  });
});
