import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startProxy } from '../../kit/small-proxy.ts';
import { desk } from '../../kit/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-proxy-'));
const proxy = await startProxy({ kind: 'password', user: 'ann', password: 'the right one' });
afterAll(async () => {
  await proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a command says how to sign in to a proxy, and the password from standard input is sent to the proxy once', async () => {
  const environment = { DESK_TOKEN: 'a-token-for-one-run', https_proxy: proxy.url, NO_PROXY: '', no_proxy: '' };
  const run = (input: string, ...words: string[]) => desk([...words, '--data', join(folder, 'data')], { environment, input });
  expect((await run('', 'connections', 'add', '--name', 'Far', '--base-url', 'https://service.invalid')).exit).toBe(0);
  const nobody = await run('', 'connections', 'proxy', 'Far');
  expect(nobody).toMatchObject({ exit: 1, err: expect.stringContaining('--sign-in-stdin') as string });
  const { exit, err } = await run('ann\nwrong one\n', 'connections', 'proxy', 'Far', '--sign-in-stdin');
  expect(exit).toBe(2);
  expect(err).toContain('PROXY_SIGN_IN');
  expect(err).not.toContain('wrong one');
  const sent = proxy.asked.map(({ authorization }) => authorization).filter((header) => header !== undefined);
  expect(sent).toEqual([`Basic ${Buffer.from('ann:wrong one').toString('base64')}`]);
});
