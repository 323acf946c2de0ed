/** What every host that serves the built page says of it: what the page may do, and of what kind its files are. */
import { extname } from 'node:path';

/**
 * The content security policy: the page may run its own script and show its own pictures and type. `connect` is where it may
 * call to: nowhere where it talks by a bridge, to its own origin where it talks by HTTP. Trusted types cannot be required:
 * the interface kit writes its style sheet through `innerHTML`.
 */
export function contentSecurityPolicy(connect: "'none'" | "'self'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // the interface kit sets styles while it draws; scripts stay strict
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

/** The content type of a file of the page; null for a kind that the page has none of. */
export function contentTypeOf(file: string): string | null {
  const extension = extname(file);
  return Object.hasOwn(TYPES, extension) ? TYPES[extension]! : null;
}
