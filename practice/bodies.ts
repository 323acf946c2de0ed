/** Small request bodies: collected, unpacked and parsed. Lists are never collected. */
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { passThrough } from './fault-streams.ts';
import { jsonFaultAt } from './json-fault.ts';
import { ErrorResponse } from './error-response.ts';

/** The most that a body other than a list may have, in bytes. */
export const BODY_LIMIT = 1 << 20;

/** The body without its packing. Refuses other encodings than gzip with 415. */
export function unpacked(stream: Readable, encoding: string | undefined): Readable {
  if (encoding === undefined || encoding === 'identity') return stream;
  if (encoding === 'gzip' || encoding === 'x-gzip') return passThrough(stream, createGunzip());
  throw new ErrorResponse(415, 'encoding_unsupported', 'Only gzip is unpacked here.', { headers: { 'accept-encoding': 'gzip' } });
}

/**
 * The chunks of a body. The stream is left open when the reader stops early: destroying it would take the connection along, and with it
 * our answer. Refuses bytes that are not gzip.
 */
export async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('Z_')) throw error;
    throw new ErrorResponse(400, 'gzip_malformed', 'The body is not gzip, or it is cut short. Nothing was stored.');
  }
}

/** A JSON body of at most BODY_LIMIT bytes. Refuses an empty or malformed one with 400, a larger one with 413. */
export async function readJson(stream: Readable): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(stream)) {
    length += chunk.length;
    if (length > BODY_LIMIT) throw new ErrorResponse(413, 'body_too_large', `The body has more than ${BODY_LIMIT} bytes.`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) throw new ErrorResponse(400, 'body_missing', 'A JSON body is needed.');
  if (!isUtf8(bytes)) throw new ErrorResponse(400, 'not_utf8', 'The body is not UTF-8.');
  const text = bytes.toString('utf8').replace(/^\uFEFF/u, '');
  try {
    return JSON.parse(text);
  } catch {
    const mark = bytes.length - Buffer.byteLength(text);
    const at = mark + jsonFaultAt(bytes.subarray(mark));
    throw new ErrorResponse(400, 'json_malformed', `The body is not JSON: unexpected at byte ${at}. Nothing was stored.`);
  }
}
