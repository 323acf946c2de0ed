import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { desk } from '../../kit/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-socks-'));
let asked = 0;
/** A proxy that accepts no kind of sign-in: addresses of this computer need no proxy, and nothing else may be reached. */
const proxy = createServer((socket) => {
  asked += 1;
  socket.on('error', () => undefined).once('data', () => socket.end(Buffer.from([5, 0xff])));
});
proxy.listen(0, '127.0.0.1');
await once(proxy, 'listening');
afterAll(() => {
  proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a command that goes through a SOCKS proxy prints no warning of the library', async () => {
  const { port } = proxy.address() as AddressInfo;
  const environment = { DESK_TOKEN: 'a-token-for-one-run', https_proxy: `socks5://127.0.0.1:${port}`, NO_PROXY: '', no_proxy: '' };
  const run = (...words: string[]) => desk([...words, '--data', join(folder, 'data')], { environment });
  expect((await run('connections', 'add', '--name', 'Far', '--base-url', 'https://service.invalid')).exit).toBe(0);
  const { exit, err } = await run('connections', 'test', 'Far');
  expect(exit).not.toBe(0);
  expect(asked).toBeGreaterThan(0);
  expect(err).toContain('SERVICE_UNREACHABLE');
  expect(err).not.toMatch(/warning|experimental/i);
});
