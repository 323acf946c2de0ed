/** What is asked of every request before anything is done for it: where it comes from, who sends it, what it accepts. */
import type { IncomingHttpHeaders } from 'node:http';
import { ErrorResponse } from './error-response.ts';

/**
 * Keeps pages in a browser out: a request has to name this service as its host, and must not come from another site.
 * The bearer token alone would do, but a page must not even be able to try.
 */
export function refuseOtherSites(headers: IncomingHttpHeaders, port: number): void {
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`) {
    throw new ErrorResponse(421, 'host_unknown', 'The request is for another host.');
  }
  const site = headers['sec-fetch-site'];
  if (headers.origin !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin')) {
    throw new ErrorResponse(403, 'origin_refused', 'Pages in a browser are not served.');
  }
}

/** Refuses with 401 unless the Authorization header carries a bearer token that `accepts` knows (section 5). */
export function requireBearer(headers: IncomingHttpHeaders, accepts: (token: string) => boolean): void {
  const match = /^Bearer +(\S+)$/iu.exec(headers.authorization ?? '');
  if (match?.[1] !== undefined && accepts(match[1])) return;
  throw new ErrorResponse(401, 'unauthorized', match === null ? 'A bearer token is needed.' : 'The bearer token is not accepted.', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** Whether an Accept header admits a media type. No header admits all. */
export function accepts(header: string | undefined, type: string): boolean {
  if (header === undefined || header.trim() === '') return true;
  const [group] = type.split('/');
  for (const range of header.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (parameters.some((parameter) => /^q=0(?:\.0*)?$/u.test(parameter))) continue;
    if (name === type || name === '*/*' || name === `${group}/*`) return true;
  }
  return false;
}

/** Whether an Accept-Encoding header admits gzip. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  return /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/iu.test(String(header ?? ''));
}

/** Refuses with 415 a charset other than UTF-8, in which JSON and our CSV are. */
export function requireUtf8(contentType: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/iu.exec(contentType ?? '')?.[1];
  if (charset === undefined || /^(?:utf-?8|us-ascii)$/iu.test(charset)) return;
  throw new ErrorResponse(415, 'charset_unsupported', 'Only UTF-8 is taken.');
}
