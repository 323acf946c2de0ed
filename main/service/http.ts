/**
 * One HTTP request to the service, and how its delivery ended. Nothing is repeated here: a call that changes the service is
 * made once, and what is known of its fate is told exactly, since a repetition could cost money.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { Client, type Dispatcher, ProxyAgent } from 'undici';
import { readErrorBody } from '../../shared/answers.ts';
import type { Network } from '../ports.ts';

/** Milliseconds; the defaults of the reliability rules. */
export interface Timeouts {
  readonly connect: number;
  /** Until the answer's head is there. */
  readonly answer: number;
  /** Without a byte while a body moves. */
  readonly idle: number;
}

export interface RequestBody {
  readonly contentType: string;
  readonly bytes: number;
  /** The parts of the body in order; asked for one at a time. */
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly token: string;
  readonly accept: string;
  readonly body?: RequestBody;
  readonly timeouts: Timeouts;
  readonly signal: AbortSignal;
}

/** The answer's head with its body as a stream; the body must be read to its end or destroyed. */
export interface Answered {
  readonly status: number;
  readonly contentType: string;
  /** The service's own id of the request, for its support; null when it gave none. */
  readonly requestId: string | null;
  readonly retryAfter: string | null;
  readonly contentLength: number | null;
  readonly body: AsyncIterable<Buffer> & { destroy(): void };
}

export type FailureKind =
  | 'host-unknown'
  | 'refused'
  | 'unreachable'
  | 'certificate'
  | 'not-http'
  | 'connect-timeout'
  | 'answer-timeout'
  | 'stalled'
  | 'broken'
  | 'redirected'
  | 'body'
  | 'stopped';

/**
 * A request without a usable answer. `sent` false: not one byte of it was written, its head included, so the service can not
 * know of it. `sent` true: it may have been acted on.
 */
export class RequestFailed extends Error {
  readonly kind: FailureKind;
  readonly sent: boolean;

  constructor(kind: FailureKind, sent: boolean, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RequestFailed';
    this.kind = kind;
    this.sent = sent;
  }
}

const REQUEST_ID_HEADERS = ['x-request-id', 'x-correlation-id', 'request-id', 'x-amzn-requestid', 'x-trace-id'] as const;

function header(headers: Record<string, string | string[] | undefined>, name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function classify(error: unknown): FailureKind {
  const e = error as NodeJS.ErrnoException & { cause?: unknown };
  const code = e.code ?? '';
  if (e.name === 'AbortError' || code === 'UND_ERR_ABORTED') return 'stopped';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA') return 'host-unknown';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'connect-timeout';
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return 'answer-timeout';
  if (code === 'UND_ERR_BODY_TIMEOUT') return 'stalled';
  if (
    /^(CERT_|ERR_TLS|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_SSL_CERT|HOSTNAME_MISMATCH)/.test(code) ||
    /certificate|self.signed/i.test(e.message ?? '')
  )
    return 'certificate';
  if (code.startsWith('HPE_') || code === 'EPROTO' || code.startsWith('ERR_SSL')) return 'not-http';
  if (['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'].includes(code)) return 'unreachable';
  if (e.cause !== undefined && e.cause !== error) return classify(e.cause);
  return 'broken';
}

/**
 * Makes one request on a connection of its own, so that a stale kept-alive connection can never make the delivery doubtful,
 * and answers with the head as soon as it is there. Rejects with RequestFailed; never with anything that holds the token.
 */
export async function request(network: Network, input: HttpRequest): Promise<Answered> {
  const { url, timeouts, signal } = input;
  const route = await network.connect(url.origin);
  const connect = {
    timeout: timeouts.connect,
    ...(route.ca.length > 0 ? { ca: [...rootCertificates, ...route.ca] } : {}),
  };
  const options = { connect, headersTimeout: timeouts.answer, bodyTimeout: timeouts.idle, pipelining: 0, allowH2: false };
  const dispatcher: Dispatcher =
    route.dispatcher ??
    (route.proxy === null ? new Client(url.origin, options) : new ProxyAgent({ uri: route.proxy, requestTls: connect, ...options }));
  const done = () => {
    if (route.dispatcher === undefined) void dispatcher.destroy().catch(() => undefined);
  };

  // Told by the connection itself where it is ours: before it stands nothing can have been written.
  let sent = false;
  if (dispatcher instanceof Client)
    dispatcher.once('connect', () => {
      sent = true;
    });
  const bodyFailure: { error: unknown } = { error: null };
  const stall = new AbortController();
  let stalled: NodeJS.Timeout | undefined;
  const moving = () => {
    clearTimeout(stalled);
    stalled = setTimeout(() => {
      stall.abort(new RequestFailed('stalled', true, 'The service stopped taking the list.'));
    }, timeouts.idle);
    stalled.unref();
  };
  async function* flowing(body: RequestBody): AsyncGenerator<Uint8Array> {
    try {
      sent = true;
      for await (const chunk of body.chunks) {
        moving();
        yield chunk;
      }
    } catch (error) {
      bodyFailure.error = error;
      throw error;
    } finally {
      clearTimeout(stalled);
    }
  }

  try {
    const answer = await dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: input.method,
      signal: AbortSignal.any([signal, stall.signal]),
      headers: {
        authorization: `Bearer ${input.token}`,
        accept: input.accept,
        'user-agent': 'ScreeningDesk',
        ...(input.body === undefined
          ? input.method === 'POST'
            ? { 'content-length': '0' }
            : {}
          : { 'content-type': input.body.contentType, 'content-length': String(input.body.bytes) }),
      },
      body: input.body === undefined ? null : Readable.from(flowing(input.body), { objectMode: false, highWaterMark: 1 }),
    });
    clearTimeout(stalled);
    sent = true;
    if (answer.statusCode >= 300 && answer.statusCode < 400) {
      answer.body.destroy();
      done();
      throw new RequestFailed(
        'redirected',
        true,
        'The service answered with a redirect, which is not followed: the token goes to no other place.',
      );
    }
    const length = header(answer.headers, 'content-length');
    async function* whole(): AsyncGenerator<Buffer> {
      try {
        for await (const chunk of answer.body) yield chunk as Buffer;
      } catch (error) {
        throw new RequestFailed(
          classify(error) === 'stopped' ? 'stopped' : classify(error) === 'stalled' ? 'stalled' : 'broken',
          true,
          'The answer was cut off.',
          {
            cause: error,
          },
        );
      } finally {
        done();
      }
    }
    return {
      status: answer.statusCode,
      contentType: header(answer.headers, 'content-type') ?? '',
      requestId: REQUEST_ID_HEADERS.map((name) => header(answer.headers, name)).find((id) => id !== null) ?? null,
      retryAfter: header(answer.headers, 'retry-after'),
      contentLength: length === null ? null : Number(length),
      body: Object.assign(whole(), {
        destroy() {
          answer.body.on('error', () => undefined);
          answer.body.destroy();
          done();
        },
      }),
    };
  } catch (error) {
    clearTimeout(stalled);
    done();
    if (error instanceof RequestFailed) throw error;
    if (bodyFailure.error !== null)
      throw new RequestFailed('body', true, 'The list could not be read while it was sent.', { cause: bodyFailure.error });
    const kind = stall.signal.aborted ? 'stalled' : classify(error);
    const unsent = dispatcher instanceof Client ? !sent : NEVER_SENT.has(kind) && !sent;
    throw new RequestFailed(kind, !unsent, 'The request did not get an answer.', { cause: error });
  }
}

/** Failures that come before a connection stands, for connections that a proxy makes for us. */
const NEVER_SENT: ReadonlySet<FailureKind> = new Set(['host-unknown', 'refused', 'unreachable', 'certificate', 'connect-timeout']);

/** The whole body as text, at most `most` bytes; null when there is more. */
export async function readText(answer: Answered, most: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer.body) {
    length += chunk.length;
    if (length > most) {
      answer.body.destroy();
      return null;
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The service's words in an error answer, at most 300 characters; null when it said none. */
export async function readWords(answer: Answered): Promise<string | null> {
  try {
    const body = await readText(answer, 64 * 1024);
    return body === null ? null : readErrorBody(body, answer.contentType);
  } catch {
    return null;
  }
}

/** Milliseconds to wait out of a Retry-After header, seconds or HTTP date; null when there is none. At most an hour. */
export function retryAfterMs(value: string | null, now: number): number | null {
  if (value === null) return null;
  const seconds = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 3_600_000) : null;
}

/** A short name of a base url and token pair, to tell whether a test still speaks for them. Holds neither. */
export function fingerprint(baseUrl: string, version: string, token: string): string {
  return createHash('sha256').update(`${baseUrl}\n${version}\n${token}`).digest('hex').slice(0, 16);
}
