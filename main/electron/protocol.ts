/** The page's own scheme, `app://bundle/`: serves only the files of the built page. */
import { readFile } from 'node:fs/promises';
import platformPath, { type PlatformPath } from 'node:path';
import type { Privileges } from 'electron';
import { contentSecurityPolicy, contentTypeOf } from '../platform/index.ts';

const SCHEME = 'app';
const HOST = 'bundle';

/** The only address that the window shows. */
export const APP_URL = `${SCHEME}://${HOST}/index.html`;

/** Must be registered once before the program is ready. No `bypassCSP`, CORS or service workers. */
export const APP_SCHEME: { readonly scheme: string; readonly privileges: Privileges } = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** The page has no network access: it communicates only through the preload bridge. */
export const CONTENT_SECURITY_POLICY = contentSecurityPolicy("'none'");

/** True for an address of the page. Compares scheme and host, because `URL.origin` is "null" for every custom scheme. */
export function isPageUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === `${SCHEME}:` && url.host === HOST && url.username === '' && url.password === '';
}

/** True for the window's address, with any fragment. */
export function isAppUrl(text: string): boolean {
  if (!isPageUrl(text)) return false;
  const url = new URL(text);
  url.hash = '';
  return url.href === APP_URL;
}

/** The file for an address of the page; null for another host, a path outside `folder`, or an unknown file type. */
export function fileOf(text: string, folder: string, path: PlatformPath = platformPath): string | null {
  if (!isPageUrl(text)) return null;
  const { pathname } = new URL(text);
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  // Refuses an encoded separator, and characters that separate folders or name drives and streams on Windows.
  if (/%2f/i.test(pathname) || /[\\:\0]/.test(name)) return null;
  const file = path.resolve(folder, `.${name === '/' ? '/index.html' : name}`);
  const inside = path.relative(folder, file);
  if (inside === '' || inside.startsWith('..') || path.isAbsolute(inside)) return null;
  return contentTypeOf(file) === null ? null : file;
}

const headers = (type: string) => ({
  'Content-Type': type,
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // The files are local, and a cached copy could be out of date.
  'Cache-Control': 'no-store',
});

const refusal = (status: number) => new Response(null, { status, headers: headers('text/plain; charset=utf-8') });

/** Serves the page's requests from `folder`. */
export function pageHandler(folder: string): (request: Pick<Request, 'method' | 'url'>) => Promise<Response> {
  return async ({ method, url }) => {
    if (method !== 'GET' && method !== 'HEAD') return refusal(405);
    const file = fileOf(url, folder);
    if (file === null) return refusal(404);
    try {
      const content = await readFile(file);
      const type = contentTypeOf(file) ?? '';
      return new Response(method === 'HEAD' ? null : content, { headers: { ...headers(type), 'Content-Length': String(content.length) } });
    } catch {
      return refusal(404);
    }
  };
}
