/** How all hosts serve the files of the page: content security policy and content types. */
import { extname } from 'node:path';

/**
 * The page may run its own scripts and show its own images and fonts. `connect`: where it may send requests; `'none'` for a page that uses
 * a bridge. Trusted types cannot be required, because the interface kit writes its style sheet through `innerHTML`.
 */
export function contentSecurityPolicy(connect: "'none'" | "'self'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The interface kit sets styles while it renders; scripts stay strict.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** The content type of one of the page's files; null for an unknown extension. */
export function contentTypeOf(file: string): string | null {
  const extension = extname(file);
  return Object.hasOwn(TYPES, extension) ? TYPES[extension]! : null;
}
