/** The ports of hosts on Node: no proxy where it is not wanted, and a log that names no person. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bypassesProxy, openLog, systemClock, systemNetwork } from '../../../../main/platform/system.ts';

it.each([
  ['api.example.org', '', false],
  ['api.example.org', '*', true],
  ['api.example.org', 'example.org', true],
  ['api.example.org', '.example.org', true],
  ['api.example.org', '*.example.org', true],
  ['api.example.org', 'other.org, API.example.org:443', true],
  ['badexample.org', 'example.org', false],
  ['example.org.evil', 'example.org', false],
])('%s with NO_PROXY “%s”: %s', (host, noProxy, expected) => {
  expect(bypassesProxy(host, noProxy)).toBe(expected);
});

it('goes through the proxy that the environment names, but never for this computer', async () => {
  const network = systemNetwork({ HTTPS_PROXY: 'http://proxy:3128', NO_PROXY: 'inside.example' });
  expect((await network.connect('http://api.example.org')).proxy).toBe('http://proxy:3128');
  expect((await network.connect('http://inside.example')).proxy).toBeNull();
  for (const own of ['http://127.0.0.1:8787', 'http://localhost:1', 'http://[::1]:1'])
    expect((await network.connect(own)).proxy).toBeNull();
  expect((await systemNetwork({}).connect('http://api.example.org')).proxy).toBeNull();
});

it('writes where an error came from and never what it says', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-log-'));
  const log = openLog(folder);
  log.info('started', { rows: 3 });
  log.error('broke', new Error('the cell of Zebedee Quillfeather', { cause: new TypeError('Bearer secret-token') }), { row: 17 });
  log.error('odd', 'Zebedee Quillfeather');
  const text = readFileSync(join(folder, 'logs', 'desk.log'), 'utf8');
  expect(text).not.toMatch(/Quillfeather|secret-token/);
  const lines = text.trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
  expect(lines[0]).toMatchObject({ event: 'started', rows: 3 });
  expect(lines[1]).toMatchObject({ event: 'broke', row: 17, error: { kind: 'Error', cause: 'TypeError' } });
  expect(JSON.stringify(lines[1])).toContain('system.test.ts');
  expect(text).not.toContain(join('test', 'unit'));
  expect(process.platform === 'win32' ? 0o600 : statSync(join(folder, 'logs', 'desk.log')).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true, force: true });
});

it('waits until it is told not to', async () => {
  const stop = new AbortController();
  const waiting = systemClock.wait(3_000_000_000, stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await systemClock.wait(0);
});
