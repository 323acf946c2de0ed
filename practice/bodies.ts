/** Reads small request bodies completely, unzips and parses them. Lists are always streamed instead. */
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { passThrough } from './fault-streams.ts';
import { jsonFaultAt } from './json-fault.ts';
import { ErrorResponse } from './error-response.ts';

/** Maximum size in bytes of a body that is not a list. */
export const BODY_LIMIT = 1 << 20;

/**
 * The body, unzipped if necessary.
 * @throws ErrorResponse 415 for encodings other than gzip
 */
export function decompressed(stream: Readable, encoding: string | undefined): Readable {
  if (encoding === undefined || encoding === 'identity') return stream;
  if (encoding === 'gzip' || encoding === 'x-gzip') return passThrough(stream, createGunzip());
  throw new ErrorResponse(415, 'encoding_unsupported', 'Only gzip is accepted here.', { headers: { 'accept-encoding': 'gzip' } });
}

/**
 * Keeps the stream open when the reader stops early, because destroying it would close the connection before the
 * response.
 * @throws ErrorResponse 400 for invalid gzip
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

/**
 * Parses a JSON body.
 * @throws ErrorResponse 400 when it is empty or malformed; 413 when it exceeds BODY_LIMIT
 */
export async function readJson(stream: Readable): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(stream)) {
    length += chunk.length;
    if (length > BODY_LIMIT) throw new ErrorResponse(413, 'body_too_large', `The body has more than ${BODY_LIMIT} bytes.`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) throw new ErrorResponse(400, 'body_missing', 'A JSON body is required.');
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
