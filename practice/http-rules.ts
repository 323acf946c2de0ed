/** Checks of every request before it is handled: origin, sender, accepted types. */
import type { IncomingHttpHeaders } from 'node:http';
import { ErrorResponse } from './error-response.ts';

/**
 * Rejects browser pages: requests for another host or from another site. The token would suffice, but a page must not even try one.
 * @throws ErrorResponse 421, 403
 */
export function rejectOtherSites(headers: IncomingHttpHeaders, port: number): void {
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`) {
    throw new ErrorResponse(421, 'host_unknown', 'The request is for another host.');
  }
  const site = headers['sec-fetch-site'];
  if (headers.origin !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin')) {
    throw new ErrorResponse(403, 'origin_refused', 'Pages in a browser cannot use this service.');
  }
}

/**
 * Requires a bearer token that `accepts` approves (section 5).
 * @throws ErrorResponse 401
 */
export function requireBearer(headers: IncomingHttpHeaders, accepts: (token: string) => boolean): void {
  const match = /^Bearer +(\S+)$/iu.exec(headers.authorization ?? '');
  if (match?.[1] !== undefined && accepts(match[1])) return;
  throw new ErrorResponse(401, 'unauthorized', match === null ? 'A bearer token is required.' : 'The bearer token is not accepted.', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** True when an Accept header allows a media type; no header allows all. */
export function acceptsType(header: string | undefined, type: string): boolean {
  if (header === undefined || header.trim() === '') return true;
  const [group] = type.split('/');
  for (const range of header.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (parameters.some((parameter) => /^q=0(?:\.0*)?$/u.test(parameter))) continue;
    if (name === type || name === '*/*' || name === `${group}/*`) return true;
  }
  return false;
}

/** True when an Accept-Encoding header allows gzip. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  return /(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)/iu.test(String(header ?? ''));
}

/**
 * Rejects charsets other than UTF-8.
 * @throws ErrorResponse 415
 */
export function requireUtf8(contentType: string | undefined): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/iu.exec(contentType ?? '')?.[1];
  if (charset === undefined || /^(?:utf-?8|us-ascii)$/iu.test(charset)) return;
  throw new ErrorResponse(415, 'charset_unsupported', 'Only UTF-8 is accepted.');
}
