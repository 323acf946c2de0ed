/** The bytes of a generated service's answers: charset, encoding, framing, and the end of the connection. */
import type { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Features } from './service-dimensions.ts';

/** The values of the dimensions that determine the bytes. */
export type WireFeatures = Pick<Features, 'framing' | 'encoding' | 'charset' | 'closing' | 'interim' | 'headers'>;

export interface WireAnswer {
  readonly status: number;
  readonly text: string;
  readonly contentType: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** JSON with escapes for the characters that a charset lacks. */
const escaped = (text: string, highest: number) =>
  text.replaceAll(/[\u0080-\uffff]/g, (sign) =>
    sign.charCodeAt(0) <= highest ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const BOM = '\ufeff';
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

function charsetOf(text: string, { charset }: WireFeatures): { readonly bytes: Buffer; readonly parameter: string } {
  switch (charset) {
    case 'not-said':
      return { bytes: Buffer.from(text), parameter: '' };
    case 'utf-8':
      return { bytes: Buffer.from(text), parameter: '; charset=utf-8' };
    case 'quoted-utf-8':
      return { bytes: Buffer.from(text), parameter: ';Charset="UTF-8" ' };
    case 'bom':
      return { bytes: Buffer.from(BOM + text), parameter: '; charset=utf-8' };
    case 'utf-16':
      return { bytes: Buffer.from(BOM + text, 'utf16le'), parameter: '; charset=utf-16' };
    case 'utf-16le':
      return { bytes: Buffer.from(text, 'utf16le'), parameter: '; charset=utf-16le' };
    case 'utf-16be':
      return { bytes: swapped(text), parameter: '; charset=UTF-16BE' };
    case 'latin1':
      return { bytes: Buffer.from(escaped(text, 0xff), 'latin1'), parameter: '; charset=iso-8859-1' };
    case 'windows-1252':
      // Windows-1252 differs from Latin-1 from 0x80 to 0x9F; the text has escapes for all characters beyond Latin-1.
      return { bytes: Buffer.from(escaped(text, 0xff), 'latin1'), parameter: '; charset=windows-1252' };
    case 'utf-8-called-latin1':
      return { bytes: Buffer.from(text), parameter: '; charset=iso-8859-1' };
    case 'unknown-charset':
      return { bytes: Buffer.from(text), parameter: '; charset=x-made-up' };
  }
}

function encoded(bytes: Buffer, { encoding }: WireFeatures): { readonly bytes: Buffer; readonly name: string | null } {
  switch (encoding) {
    case 'none':
      return { bytes, name: null };
    case 'identity':
      return { bytes, name: 'identity' };
    case 'gzip':
      return { bytes: gzipSync(bytes), name: 'gzip' };
    case 'x-gzip':
      return { bytes: gzipSync(bytes), name: 'x-gzip' };
    case 'upper-gzip':
      return { bytes: gzipSync(bytes), name: ' GZIP ' };
    case 'deflate':
      return { bytes: deflateSync(bytes), name: 'deflate' };
    case 'brotli':
      return { bytes: brotliCompressSync(bytes), name: 'br' };
    case 'plain-called-gzip':
      return { bytes, name: 'gzip' };
    case 'gzip-not-said':
      return { bytes: gzipSync(bytes), name: null };
    case 'gzip-cut':
      return { bytes: gzipSync(bytes).subarray(0, -12), name: 'gzip' };
    case 'gzip-bad-sum': {
      const packed = gzipSync(bytes);
      packed[packed.length - 6]! ^= 0xff;
      return { bytes: packed, name: 'gzip' };
    }
    case 'brotli-cut': {
      const packed = brotliCompressSync(bytes);
      return { bytes: packed.subarray(0, Math.floor(packed.length * 0.7)), name: 'br' };
    }
    case 'unknown-encoding':
      return { bytes: Buffer.from(bytes.map((byte) => byte ^ 0x5a)), name: 'x-secret' };
  }
}

/** Body parts with the headers that announce their end. */
interface Framed {
  readonly version: '1.1' | '1.0';
  readonly headers: readonly (readonly [string, string])[];
  readonly bytes: Buffer;
  /** The answer ends with its connection. */
  readonly untilClose: boolean;
}

const CHUNK = 1_000;

function chunked(bytes: Buffer, extension = '', trailer = ''): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const part = bytes.subarray(at, at + CHUNK);
    parts.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from(`0\r\n${trailer}\r\n`)]);
}

function framed(bytes: Buffer, { framing }: WireFeatures): Framed {
  const length = (count: number) => ['Content-Length', String(count)] as const;
  const parts = ['Transfer-Encoding', 'chunked'] as const;
  const as = (headers: Framed['headers'], body: Buffer, untilClose = false, version: Framed['version'] = '1.1') => ({
    version,
    headers,
    bytes: body,
    untilClose,
  });
  switch (framing) {
    case 'length':
      return as([length(bytes.length)], bytes);
    case 'chunked':
      return as([parts], chunked(bytes));
    case 'chunk-extensions':
      return as([parts], chunked(bytes, ';name="v"', 'X-Sum: 1\r\n'));
    case 'until-close':
      return as([['Connection', 'close']], bytes, true);
    case 'http-1.0':
      return as([], bytes, true, '1.0');
    case 'length-too-short':
      return as([length(Math.max(1, bytes.length - 20))], bytes);
    case 'length-too-long':
      return as([length(bytes.length + 20)], bytes, true);
    case 'length-and-chunked':
      return as([length(bytes.length), parts], chunked(bytes));
    case 'two-lengths':
      return as([length(bytes.length), length(bytes.length + 1)], bytes);
    case 'malformed-chunk':
      return as([parts], Buffer.concat([Buffer.from('zz\r\n'), bytes]));
    case 'no-last-chunk':
      return as([parts], chunked(bytes).subarray(0, -5), true);
  }
}

const INTERIM: Readonly<Record<Features['interim'], string>> = {
  none: '',
  continue: 'HTTP/1.1 100 Continue\r\n\r\n',
  'early-hints': 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n',
  'two-continues': 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\nX-Note: again\r\n\r\n',
};

const EXTRA: Readonly<Record<Features['headers'], () => (readonly [string, string])[]>> = {
  few: () => [],
  many: () => Array.from({ length: 80 }, (_, at) => [`X-Many-${at}`, String(at)] as const),
  'twenty-kilobytes': () => Array.from({ length: 20 }, (_, at) => [`X-Policy-${at}`, 'p'.repeat(1_000)] as const),
  'a-megabyte': () => Array.from({ length: 100 }, (_, at) => [`X-Policy-${at}`, 'p'.repeat(10_000)] as const),
};

/** How long a slow answer takes. An answer that stalls ends only by the client's timeout. */
const SLOW_MS = 60;
/** How many bytes are sent one by one; the last byte of the head follows alone. */
const SINGLE_BYTES = 8;

/** Writes an answer and ends the connection as the service does. Never rejects. */
export async function writeAnswer(socket: Socket, answer: WireAnswer, features: WireFeatures): Promise<void> {
  const { closing } = features;
  const hasBody = answer.status !== 204;
  const { bytes, parameter } = charsetOf(answer.text, features);
  const packed = encoded(bytes, features);
  const {
    version,
    headers,
    bytes: body,
    untilClose,
  } = hasBody ? framed(packed.bytes, features) : framed(Buffer.alloc(0), { ...features, framing: 'length' });
  const lines = [
    `HTTP/${version} ${answer.status} ${answer.status === 200 ? 'OK' : 'Any'}`,
    ...(hasBody && answer.contentType !== '' ? [`Content-Type: ${answer.contentType}${parameter}`] : []),
    ...(hasBody && packed.name !== null ? [`Content-Encoding: ${packed.name}`] : []),
    ...(hasBody ? headers : []).map(([name, value]) => `${name}: ${value}`),
    ...answer.headers.map(([name, value]) => `${name}: ${value}`),
    ...EXTRA[features.headers]().map(([name, value]) => `${name}: ${value}`),
    ...(closing === 'closed' && !untilClose ? ['Connection: close'] : []),
  ];
  // Only HTTP/1.1 has interim answers.
  const head = Buffer.from(`${version === '1.1' ? INTERIM[features.interim] : ''}${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const whole = Buffer.concat([head, body]);
  if (socket.destroyed) return;
  switch (closing) {
    case 'kept-open':
      socket.write(whole);
      if (untilClose) socket.end();
      return;
    case 'closed':
    case 'half-closed':
      socket.end(whole);
      return;
    case 'slow':
      for (let part = 0; part < 6; part++) {
        socket.write(whole.subarray(Math.floor((part * whole.length) / 6), Math.floor(((part + 1) * whole.length) / 6)));
        await delay(SLOW_MS / 6);
      }
      if (untilClose) socket.end();
      return;
    case 'byte-by-byte':
      for (let at = 0; at < SINGLE_BYTES; at++) {
        socket.write(whole.subarray(at, at + 1));
        await turn();
      }
      socket.write(whole.subarray(SINGLE_BYTES, head.length - 1));
      await turn();
      socket.write(whole.subarray(Math.max(SINGLE_BYTES, head.length - 1)));
      if (untilClose) socket.end();
      return;
    case 'reset':
      socket.write(whole.subarray(0, head.length + Math.floor(body.length / 2)), () => {
        setTimeout(() => {
          socket.resetAndDestroy();
        }, 5);
      });
      return;
    case 'cut':
      socket.end(whole.subarray(0, head.length + Math.floor((body.length * 3) / 4)));
      return;
    case 'stalled':
      socket.write(whole.subarray(0, head.length + Math.floor(body.length / 3)));
  }
}
