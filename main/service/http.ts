/**
 * One HTTP request to the service, and how its delivery ended. Nothing is repeated here: a call that changes the service is
 * made once, and what is known of its fate is told exactly, since a repetition could cost money.
 */
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { readErrorBody } from '../../shared/results/answers.ts';
import type { Network } from '../platform/ports.ts';
import { classify, RequestFailed } from './failures.ts';
import { openRoute, type Route, type Timeouts } from './route.ts';

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
  /** The service's own time. */
  readonly date: string | null;
  /** Bytes of the body as they will be read; null when they are not known beforehand. */
  readonly contentLength: number | null;
  readonly body: AsyncIterable<Buffer> & { destroy(): void };
}

const REQUEST_ID_HEADERS = ['x-request-id', 'x-correlation-id', 'request-id', 'x-amzn-requestid', 'x-trace-id'] as const;

function header(headers: Dispatcher.ResponseData['headers'], name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** Gives up a body of ours that stands still: its parts are asked for only as fast as they leave. */
class Flow {
  readonly stall = new AbortController();
  /** What the body itself failed with, when it could not be read. */
  failure: { readonly cause: unknown } | null = null;
  private readonly idle: number;
  private timer: NodeJS.Timeout | undefined;

  constructor(idle: number) {
    this.idle = idle;
  }

  private moved(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.stall.abort();
    }, this.idle);
    this.timer.unref();
  }

  rest(): void {
    clearTimeout(this.timer);
  }

  async *parts(chunks: RequestBody['chunks']): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        this.moved();
        yield chunk;
      }
    } catch (cause) {
      this.failure = { cause };
      throw cause;
    } finally {
      this.rest();
    }
  }
}

/** The headers of section 4 and 5, and no others: an answer is not asked to be packed. */
function headersOf({ token, accept, body, method }: HttpRequest): Record<string, string> {
  const plain = { authorization: `Bearer ${token}`, accept, 'user-agent': 'ScreeningDesk' };
  if (body !== undefined) return { ...plain, 'content-type': body.contentType, 'content-length': String(body.bytes) };
  return method === 'POST' ? { ...plain, 'content-length': '0' } : plain;
}

/**
 * Makes one request on a connection of its own, so that a stale kept-alive connection can never make the delivery doubtful,
 * and answers with the head as soon as it is there. Rejects with RequestFailed; never with anything that holds the token.
 */
export async function request(network: Network, input: HttpRequest): Promise<Answered> {
  const { url, timeouts, signal } = input;
  let route: Route;
  try {
    route = openRoute(url.origin, await network.connect(url.origin), timeouts);
  } catch (cause) {
    throw new RequestFailed('unreachable', false, 'The way to the service could not be found.', { cause });
  }
  const flow = new Flow(timeouts.idle);
  try {
    const answer = await route.dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: input.method,
      signal: AbortSignal.any([signal, flow.stall.signal]),
      headersTimeout: timeouts.answer,
      bodyTimeout: timeouts.idle,
      headers: headersOf(input),
      body: input.body === undefined ? null : Readable.from(flow.parts(input.body.chunks), { objectMode: false, highWaterMark: 1 }),
    });
    flow.rest();
    return answered(answer, route);
  } catch (error) {
    flow.rest();
    route.close();
    if (error instanceof RequestFailed) throw error;
    if (flow.failure !== null)
      throw new RequestFailed('body', true, 'The list could not be read while it was sent.', { cause: flow.failure.cause });
    const kind = flow.stall.signal.aborted ? 'stalled' : signal.aborted ? 'stopped' : classify(error);
    const written = route.written();
    // Where the route does not tell, a name that is not found and a refused connection are sure signs; a lost one is none.
    const unsent = written === 'nothing' || (written === 'unseen' && (kind === 'host-unknown' || kind === 'refused'));
    throw new RequestFailed(kind, !unsent, 'The request did not get an answer.', { cause: error });
  }
}

function answered(answer: Dispatcher.ResponseData, route: Route): Answered {
  const { statusCode: status, headers, body } = answer;
  if (status >= 300 && status < 400) {
    body.on('error', () => undefined);
    body.destroy();
    route.close();
    const message = 'The service answered with a redirect, which is not followed: the token goes to no other place.';
    throw new RequestFailed('redirected', true, message, { status });
  }
  const unpacked = unpack(body, header(headers, 'content-encoding'));
  const length = header(headers, 'content-length');
  async function* whole(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of unpacked) yield chunk as Buffer;
    } catch (cause) {
      const kind = classify(cause);
      throw new RequestFailed(kind === 'stopped' || kind === 'stalled' ? kind : 'broken', true, 'The answer was cut off.', { cause });
    } finally {
      route.close();
    }
  }
  return {
    status,
    contentType: header(headers, 'content-type') ?? '',
    requestId: REQUEST_ID_HEADERS.map((name) => header(headers, name)).find((id) => id !== null) ?? null,
    retryAfter: header(headers, 'retry-after'),
    date: header(headers, 'date'),
    contentLength: length === null || unpacked !== body ? null : Number(length),
    body: Object.assign(whole(), {
      destroy() {
        for (const stream of [unpacked, body]) stream.on('error', () => undefined).destroy();
        route.close();
      },
    }),
  };
}

/** Decompresses a body even when compression was not requested. */
function unpack(body: Readable, encoding: string | null): Readable {
  const unpacker = unpackerFor((encoding ?? '').trim().toLowerCase());
  if (unpacker === null) return body;
  body.on('error', (error) => unpacker.destroy(error));
  unpacker.on('close', () => body.destroy());
  return body.pipe(unpacker);
}

function unpackerFor(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  return encoding === 'deflate' ? createInflate() : null;
}

/** The whole body as text, at most `most` bytes and within `withinMs`; null when there is more. Rejects with RequestFailed. */
export async function readText(answer: Answered, most: number, withinMs: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    answer.body.destroy();
  }, withinMs);
  try {
    for await (const chunk of answer.body) {
      length += chunk.length;
      if (length > most) {
        answer.body.destroy();
        return null;
      }
      parts.push(chunk);
    }
  } catch (cause) {
    if (!late) throw cause;
  } finally {
    clearTimeout(timer);
  }
  if (late) throw new RequestFailed('stalled', true, 'The answer came too slowly.');
  return Buffer.concat(parts).toString('utf8');
}

/** The service's words in an error answer, at most 300 characters; null when it said none. */
export async function readWords(answer: Answered): Promise<string | null> {
  try {
    const body = await readText(answer, 64 * 1024, 10_000);
    return body === null ? null : readErrorBody(body, answer.contentType);
  } catch {
    return null;
  }
}

/** A wait of more than this is not believed, and a shorter one than this would be a storm of requests. */
const LONGEST_WAIT_MS = 30 * 86_400_000;
const SHORTEST_WAIT_MS = 1_000;

/**
 * Milliseconds to wait out of a Retry-After header, seconds or HTTP date; null when there is none that makes sense. A date is compared with the
 * time that the same answer tells, because this computer's clock may be another; `now` is for an answer that tells none.
 */
export function retryAfterMs({ retryAfter, date }: Pick<Answered, 'retryAfter' | 'date'>, now: number): number | null {
  if (retryAfter === null) return null;
  const told = date === null ? Number.NaN : Date.parse(date);
  const wait = /^\s*\d+\s*$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - (Number.isFinite(told) ? told : now);
  return Number.isFinite(wait) ? Math.min(Math.max(wait, SHORTEST_WAIT_MS), LONGEST_WAIT_MS) : null;
}
