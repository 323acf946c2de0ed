/** The connection verifies certificates regardless of the environment. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openRoute } from '../../../main/service/route.ts';

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url), 'utf8');
const CERTIFICATE = fixture('self-signed.pem');

let server: Server;
let requests = 0;
beforeAll(async () => {
  server = createServer({ key: fixture('self-signed.key.pem'), cert: CERTIFICATE }, (_request, response) => {
    requests += 1;
    response.end('hello');
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
});
afterAll(() => server.close());
afterEach(() => {
  vi.unstubAllEnvs();
});

async function get(ca: readonly string[]): Promise<string> {
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const trust = ca.length === 0 ? null : createSecureContext({ ca: [...ca] });
  const route = openRoute(origin, null, trust, { connect: 5000, answer: 5000, idle: 5000 });
  try {
    const { body } = await route.dispatcher.request({ origin, path: '/', method: 'GET' });
    return await body.text();
  } finally {
    route.close();
  }
}

it.each(['0', '1'])('refuses a self-signed certificate with NODE_TLS_REJECT_UNAUTHORIZED=%s, and sends nothing', async (value) => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', value);
  await expect(get([])).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(requests).toBe(0);
});

it('accepts a self-signed certificate that the system trusts', async () => {
  expect(await get([CERTIFICATE])).toBe('hello');
});
