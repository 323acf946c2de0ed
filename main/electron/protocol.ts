/** The page's own scheme, `app://bundle/`: serves the files of the built page and nothing else. */
import { readFile } from 'node:fs/promises';
import platformPath, { type PlatformPath } from 'node:path';
import type { Privileges } from 'electron';
import { contentSecurityPolicy, contentTypeOf } from '../platform/page.ts';

const SCHEME = 'app';
const HOST = 'bundle';

/** The one address that the window ever shows. */
export const APP_URL = `${SCHEME}://${HOST}/index.html`;

/** To be registered once, before the program is ready. No `bypassCSP`, no CORS, no service workers. */
export const APP_SCHEME: { readonly scheme: string; readonly privileges: Privileges } = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

/** The page reaches nothing: it talks by the bridge alone. */
export const CONTENT_SECURITY_POLICY = contentSecurityPolicy("'none'");

/**
 * True for an address of the page. The scheme and the host are compared, and not `URL.origin`: the origin of a scheme
 * that is not built in is the text "null", which every other such scheme has as well.
 */
export function isPageUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === `${SCHEME}:` && url.host === HOST && url.username === '' && url.password === '';
}

/** True for the address that the window shows, wherever in it the page stands. */
export function isAppUrl(text: string): boolean {
  if (!isPageUrl(text)) return false;
  const url = new URL(text);
  url.hash = '';
  return url.href === APP_URL;
}

/** The file that an address of the page stands for, or null: another host, a way out of the folder, an unknown kind of file. */
export function fileOf(text: string, folder: string, path: PlatformPath = platformPath): string | null {
  if (!isPageUrl(text)) return null;
  const { pathname } = new URL(text);
  let name: string;
  try {
    name = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  // no name of ours has any of these: a hidden separator, and what on Windows separates folders, names drives and streams
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
  // the files lie beside the program already: a second copy could only be out of date
  'Cache-Control': 'no-store',
});

const refusal = (status: number) => new Response(null, { status, headers: headers('text/plain; charset=utf-8') });

/** Answers the page's requests out of `folder`. */
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
