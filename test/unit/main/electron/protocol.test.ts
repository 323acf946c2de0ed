import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path, { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  APP_SCHEME,
  APP_URL,
  CONTENT_SECURITY_POLICY,
  fileOf,
  isAppUrl,
  isPageUrl,
  pageHandler,
} from '../../../../main/electron/protocol.ts';

let root: string;
let handler: ReturnType<typeof pageHandler>;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'desk-page-'));
  mkdirSync(join(root, 'renderer/assets'), { recursive: true });
  writeFileSync(join(root, 'renderer/index.html'), '<!doctype html>');
  writeFileSync(join(root, 'renderer/assets/page.js'), 'void 0;');
  writeFileSync(join(root, 'renderer/notes.secret'), 'no kind of file that a page has');
  writeFileSync(join(root, 'secret.js'), 'outside');
  handler = pageHandler(join(root, 'renderer'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const get = (url: string, method = 'GET') => handler({ method, url });

describe('fileOf', () => {
  const inside: readonly (readonly [string, string])[] = [
    ['app://bundle/', 'index.html'],
    ['app://bundle/index.html', 'index.html'],
    ['app://bundle/index.html#/project/1', 'index.html'],
    ['app://bundle/index.html?x=1', 'index.html'],
    ['app://bundle/assets/page.js', 'assets/page.js'],
    ['app://bundle/assets/../assets/page.js', 'assets/page.js'],
    ['app://bundle/a%20b.css', 'a b.css'],
    // These paths stay inside the folder.
    ['app://bundle/../../secret.js', 'secret.js'],
    ['app://bundle/%2e%2e/secret.js', 'secret.js'],
    ['app://bundle/%2e', 'index.html'],
  ];
  const outside = [
    'app://bundle/..%2fsecret.js',
    'app://bundle/..%2Fsecret.js',
    'app://bundle/assets/..%2f..%2fsecret.js',
    'app://bundle/%2e%2e%2fsecret.js',
    'app://bundle/..%5csecret.js',
    'app://bundle/..%5C..%5Csecret.js',
    'app://bundle/..\\secret.js',
    'app://bundle/%2fetc%2fpasswd.js',
    'app://bundle/C:/Windows/win.js',
    'app://bundle/c%3a%5cwindows%5cwin.js',
    'app://bundle/index.html%00.js',
    'app://bundle/index.html::$DATA.js',
    'app://bundle/%',
    'app://bundle/%ff.js',
    'app://bundle/notes.secret',
    'app://bundle/assets',
    'app://elsewhere/index.html',
    'app://bundle.elsewhere/index.html',
    'app://bundle:80/index.html',
    'app://user@bundle/index.html',
    'app:/bundle/index.html',
    'file:///bundle/index.html',
    'https://bundle/index.html',
    'not an address',
    '',
  ];

  for (const [system, rules, folder] of [
    ['Linux and macOS', path.posix, '/opt/page'],
    ['Windows', path.win32, 'C:\\desk\\page'],
  ] as const) {
    it.each(inside)(`on ${system}: %s is %s`, (url, name) => {
      expect(fileOf(url, folder, rules)).toBe(rules.join(folder, name));
    });
    it.each(outside)(`on ${system}: %s has no file`, (url) => {
      expect(fileOf(url, folder, rules)).toBeNull();
    });
  }
});

describe('the page’s scheme', () => {
  it('serves a file with its type, the policy, and no sniffing or caching', async () => {
    const answer = await get(APP_URL);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('<!doctype html>');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect((await get('app://bundle/assets/page.js')).headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it('answers HEAD without a body', async () => {
    const answer = await get(APP_URL, 'HEAD');
    expect({ status: answer.status, length: answer.headers.get('content-length'), body: await answer.text() }).toEqual({
      status: 200,
      length: '15',
      body: '',
    });
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('rejects %s', async (method) => {
    expect((await get(APP_URL, method)).status).toBe(405);
  });

  it.each(['app://bundle/missing.js', 'app://bundle/assets', 'app://bundle/..%2fsecret.js', 'app://elsewhere/index.html'])(
    'answers %s with 404 under the policy',
    async (url) => {
      const answer = await get(url);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe('');
      expect(answer.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
    },
  );

  it('does not serve a folder that is named like a file', async () => {
    mkdirSync(join(root, 'renderer/folder.js'));
    expect((await get('app://bundle/folder.js')).status).toBe(404);
    symlinkSync(join(root, 'renderer/index.html'), join(root, 'renderer/loop.html'));
    expect((await get('app://bundle/loop.html')).status).toBe(200);
  });

  it('allows scripts only from itself, and no connections', () => {
    const policy = new Map(CONTENT_SECURITY_POLICY.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]));
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('connect-src')).toBe("'none'");
    for (const name of ['base-uri', 'form-action', 'frame-src', 'frame-ancestors', 'object-src']) expect(policy.get(name)).toBe("'none'");
    expect(CONTENT_SECURITY_POLICY).not.toMatch(/unsafe-eval|https?:|\*/);
  });

  it('has only the privileges that it needs', () => {
    expect(APP_SCHEME).toEqual({ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } });
  });
});

describe('an address of the page', () => {
  it.each([
    ['app://bundle/index.html', true, true],
    ['app://bundle/index.html#/projects', true, true],
    ['app://bundle/other.html', true, false],
    ['app://bundle/index.html?x', true, false],
    ['app://other/index.html', false, false],
    ['app://bundle.example/index.html', false, false],
    ['app://a@bundle/index.html', false, false],
    ['apple://bundle/index.html', false, false],
    ['https://bundle/index.html', false, false],
    ['file:///index.html', false, false],
    ['data:text/html,x', false, false],
    ['about:blank', false, false],
    ['null', false, false],
    ['', false, false],
  ])('“%s”: page address %s, window address %s', (url, page, window) => {
    expect({ page: isPageUrl(url), window: isAppUrl(url) }).toEqual({ page, window });
  });
});
