/** Only the page that was opened on this computer may call the loopback host. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startLoopback, type RunningLoopback } from '../../../main/loopback/index.ts';
import { eventually } from '../../kit/eventually.ts';
import { openPage, type Page } from '../../kit/page.ts';

let folder: string;
let running: RunningLoopback;
let page: Page;
let closings = 0;

beforeAll(async () => {
  vi.stubEnv('DESK_KEYCHAIN', 'none');
  folder = mkdtempSync(join(tmpdir(), 'desk-reach-'));
  running = await startLoopback(
    { dataDir: join(folder, 'data'), onLastPageClosed: () => closings++ },
    new URL('../../../main/loopback/index.ts', import.meta.url).href,
  );
  page = await openPage(running.pageUrl());
});
afterAll(async () => {
  await running.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

interface Answered {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** A request with every header as given, the Host included. */
function send(path: string, headers: Record<string, string>, body: string | null = null): Promise<Answered> {
  const { port } = new URL(page.origin);
  return new Promise((answered, failed) => {
    const call = request({ host: '127.0.0.1', port, path, method: body === null ? 'GET' : 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => {
        answered({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    call.on('error', failed);
    call.end(body ?? undefined);
  });
}

const CALL = JSON.stringify({ method: 'app.get', input: {} });
const own = () => ({ host: new URL(page.origin).host, authorization: `Bearer ${page.token}`, 'content-type': 'application/json' });

describe('calls', () => {
  it('answers the page', async () => {
    expect(JSON.parse((await send('/rpc', own(), CALL)).body)).toMatchObject({ ok: true, value: { host: 'loopback' } });
  });

  it.each([
    ['without a token', { authorization: '' }, 401],
    ['with another token', { authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    ['under another name', { host: 'evil.example:80' }, 421],
    ['under localhost, which is another origin', { host: 'localhost:1' }, 421],
    ['from another page', { origin: 'https://evil.example' }, 403],
    ['from a page of another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['from a frame without an origin', { origin: 'null' }, 403],
    ['across sites', { 'sec-fetch-site': 'cross-site' }, 403],
    ['from another port of this computer', { 'sec-fetch-site': 'same-site' }, 403],
  ])('refuses one %s', async (_case, change, status) => {
    const answer = await send('/rpc', { ...own(), ...change }, CALL);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'SENDER_REFUSED' } });
  });

  it.each<[kind: string, path: string, body?: string, status?: number, headers?: Record<string, string>]>([
    ['a name twice', '/files?name=a.csv&name=b.csv'],
    ['no name', '/files'],
    ['control characters in a name', '/files?name=a%00b.csv'],
    ['a name of nested values', '/files?name[0]=a.csv'],
    ['a body that is not JSON', '/rpc', '{"method":'],
    ['a body of null', '/session', 'null', 401],
    ['a body of another type', '/rpc', '<a/>', 415, { 'content-type': 'text/xml' }],
  ])('answers %s with a plain message, without text of the runtime', async (_case, path, body = 'x', status = 400, headers = {}) => {
    const type = { 'content-type': path.startsWith('/files') ? 'application/octet-stream' : 'application/json' };
    const answer = await send(path, { ...own(), ...type, ...headers }, body);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { message: expect.stringMatching(/^This /) as string } });
    expect(answer.body).not.toMatch(/function|undefined|JSON|FST_|Error:/);
  });

  it.each([
    ['without a token', ''],
    ['with another token', `Bearer ${'x'.repeat(43)}`],
  ])('refuses a file %s and stores nothing of it', async (_case, authorization) => {
    const stored = () => readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('spool'));
    const before = stored();
    const answer = await send(
      '/files?name=people.csv',
      { ...own(), authorization, 'content-type': 'application/octet-stream' },
      'Name\nAnn\n',
    );
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'SENDER_REFUSED' } });
    expect(stored()).toEqual(before);
  });

  it('refuses a request with two tickets', async () => {
    expect((await send('/events?ticket=a&ticket=b', { host: new URL(page.origin).host })).status).toBe(401);
  });

  it('allows only the page across sites, opened from the file that passes the code to the browser', async () => {
    const opening = { host: new URL(page.origin).host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect((await send('/', { ...opening, 'sec-fetch-dest': 'document' })).status).toBe(200);
    expect((await send('/', { ...opening, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
    expect((await send('/', { ...opening, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'document' })).status).toBe(403);
    expect((await send('/events?ticket=x', { ...opening, 'sec-fetch-dest': 'document' })).status).toBe(403);
  });

  it('accepts a code once, and no invented code', async () => {
    const code = new URLSearchParams(new URL(running.pageUrl()).hash.slice(1)).get('code');
    const headers = { host: new URL(page.origin).host, 'content-type': 'application/json' };
    expect((await send('/session', headers, JSON.stringify({ code }))).status).toBe(200);
    expect((await send('/session', headers, JSON.stringify({ code }))).status).toBe(401);
    expect((await send('/session', headers, JSON.stringify({ code: 'x'.repeat(43) }))).status).toBe(401);
    expect((await send('/session', headers, JSON.stringify({}))).status).toBe(401);
  });

  it('accepts a ticket for events once', async () => {
    const { ticket } = JSON.parse((await send('/ticket', own(), '{}')).body) as { ticket: string };
    const stop = new AbortController();
    const first = await fetch(`${page.origin}/events?ticket=${ticket}`, { signal: stop.signal });
    expect(first.headers.get('content-type')).toContain('text/event-stream');
    stop.abort();
    expect((await send(`/events?ticket=${ticket}`, { host: new URL(page.origin).host })).status).toBe(401);
  });

  it('is not reachable under another address of this computer', async () => {
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address !== undefined && address.family === 'IPv4' && !address.internal);
    const { port } = new URL(page.origin);
    for (const address of others) await expect(fetch(`http://${address!.address}:${port}/`)).rejects.toThrow('fetch failed');
    await expect(fetch(`http://[::1]:${port}/`)).rejects.toThrow('fetch failed');
  });
});

describe('the page', () => {
  it.each([
    '/..%2f..%2fpackage.json',
    '/%2e%2e/package.json',
    '/..%5cpackage.json',
    '//etc/passwd',
    '/%00index.html',
    '/index.html%00.js',
    '/../../etc/passwd',
  ])('serves nothing outside its folder: %s', async (path) => {
    const answer = await send(path, { host: new URL(page.origin).host });
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).not.toContain('screening-desk');
  });

  it('forbids foreign scripts, frames and sniffing on every answer', async () => {
    for (const path of ['/', '/nowhere', '/rpc']) {
      const { headers } = await send(path, { host: new URL(page.origin).host });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cache-control']).toBe('no-store');
    }
  });
});

it('removes an uploaded copy after reading it, and stores no personal data in clear text', async () => {
  const path = join(folder, 'people.csv');
  writeFileSync(path, 'First Name,Last Name,City\nZebedee,Quillfeather,Lowell\n');
  const offered = await page.file(path);
  if (!offered.ok) throw new Error(offered.error.message);
  const uploads = readdirSync(join(folder, 'data/spool'), { recursive: true, withFileTypes: true });
  expect(uploads.filter((entry) => entry.isFile())).toHaveLength(1);
  const open = uploads.filter((entry) => (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0);
  expect(process.platform === 'win32' ? [] : open).toEqual([]);
  const { id } = await page.call('projects.create', { file: (offered.value as { token: string }).token });
  await eventually(async () => {
    expect((await page.call('projects.get', { id })).state.at).toBe('draft');
  });
  const files = () => readdirSync(join(folder, 'data'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  await eventually(() => {
    expect(files().filter((entry) => entry.parentPath.includes('spool'))).toEqual([]);
  });
  const all = files();
  expect(all.length).toBeGreaterThan(3);
  const paths = all.map((entry) => join(entry.parentPath, entry.name));
  expect(paths.filter((file) => readFileSync(file).includes('Quillfeather'))).toEqual([]);
  expect(process.platform === 'win32' ? [] : paths.filter((file) => (statSync(file).mode & 0o077) !== 0)).toEqual([]);
});

it('reports changes as events with whole snapshots', async () => {
  const stop = new AbortController();
  const received: { readonly id: string; readonly at: string; readonly version: number }[] = [];
  const events = await page.events(stop.signal);
  const listening = (async () => {
    for await (const event of events)
      if (event.name === 'project.changed')
        received.push({ id: event.payload.id, at: event.payload.state.at, version: event.payload.version });
  })().catch(() => undefined);
  const { id } = await page.call('projects.sample', { sample: 'clean' });
  const own = () => received.filter((view) => view.id === id);
  await eventually(() => {
    expect(own().at(-1)?.at).toBe('draft');
  });
  // A short import can end before its first view is sent. A later view never has a lower version than an earlier one.
  const versions = own().map(({ version }) => version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  await page.call('projects.remove', { id });
  stop.abort();
  await listening;
});

it('reports the end of the last page, but not while another page is open or a closed one returns', async () => {
  const opened = async () => {
    const stop = new AbortController();
    const { ticket } = JSON.parse((await send('/ticket', own(), '{}')).body) as { ticket: string };
    const { status } = await fetch(`${page.origin}/events?ticket=${ticket}`, { signal: stop.signal });
    expect(status).toBe(200);
    return () => stop.abort();
  };
  const closeOne = await opened();
  const closeOther = await opened();
  // Pages of earlier tests may have been reported as closed; while these pages are open, none is.
  const before = closings;
  closeOne();
  closeOther();
  const closeReloaded = await opened();
  expect(closings).toBe(before);
  closeReloaded();
  await eventually(() => {
    expect(closings).toBe(before + 1);
  });
});

it('a HEAD request uses up no ticket', async () => {
  const { ticket } = JSON.parse((await send('/ticket', own(), '{}')).body) as { ticket: string };
  const path = `/events?ticket=${ticket}`;
  const { host } = own();
  expect((await fetch(`${page.origin}${path}`, { method: 'HEAD' })).status).toBe(404);
  const { port } = new URL(page.origin);
  const status = await new Promise<number>((answered, failed) => {
    const call = request({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
      answered(response.statusCode ?? 0);
      call.destroy();
    });
    call.on('error', failed);
    call.end();
  });
  expect(status).toBe(200);
});
