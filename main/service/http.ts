/**
 * One HTTP request to the service, and whether it was delivered. Nothing is repeated here: a repeated call that changes the service could
 * cost money, so the caller learns exactly what is known about the delivery and decides.
 */
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type JsonObject, readPageHeaders, readRefusal, withoutToken } from '../../shared/results/index.ts';
import { MalformedProxy, type Network, type NetworkRoute, UnsupportedProxy } from '../platform/index.ts';
import { isUnchanged, plainBytes } from './body-text.ts';
import { bounded } from './bounded-answer.ts';
import { classify, type FailureKind, reasonOf, RequestFailed } from './failures.ts';
import { openRoute, type Route, type Timeouts } from './route.ts';

export interface RequestBody {
  readonly contentType: string;
  readonly bytes: number;
  /** The parts of the body in order; read one at a time. */
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

/** The head of an answer and its body as a stream, which must be read to its end or destroyed. */
export interface Answered {
  readonly status: number;
  readonly contentType: string;
  /** The service's ID of the request, which its support can look up; null without one. */
  readonly requestId: string | null;
  readonly retryAfter: string | null;
  /** The service's time. */
  readonly date: string | null;
  /** What the headers say about the pages of a list. */
  readonly pageHeaders: JsonObject;
  /** Length of the body in bytes, for progress; null when it is compressed or converted. */
  readonly contentLength: number | null;
  readonly body: AsyncIterable<Buffer> & { destroy(): void };
}

/** In characters. Nobody would pass on a longer text as an ID, and it would be stored with each event. */
const LONGEST_REQUEST_ID = 300;
const REQUEST_ID_HEADERS = ['x-request-id', 'x-correlation-id', 'request-id', 'x-amzn-requestid', 'x-trace-id'] as const;

function header(headers: Dispatcher.ResponseData['headers'], name: string): string | null {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/**
 * How many bytes of an answer are buffered. A slow reader takes all of them at once: with the library's 64 KB, a long answer would take
 * twice as many messages between threads.
 */
const WAITING_BYTES = 192 * 1024;

/** Usually the library's own timeout comes first, except when interim answers restart it. */
const LATE_MS = 2_000;

/**
 * Aborts a request whose body makes no progress (its parts are read only as fast as they are sent), or whose answer does not begin in time.
 */
class StallGuard {
  readonly stall = new AbortController();
  /** Set when the body could not be read. */
  failure: { readonly cause: unknown } | null = null;
  /** True when the answer did not begin in time. The library does not notice this if interim answers restart its timeout. */
  isLate = false;
  private readonly timeouts: Timeouts;
  private isStopped = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(timeouts: Timeouts) {
    this.timeouts = timeouts;
  }

  /** Starts the time limit for the answer. `connects`: the request is not sent yet, so the time to connect is added. */
  awaitAnswer(connects: boolean): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    const { answer, connect } = this.timeouts;
    this.timer = setTimeout(
      () => {
        this.isLate = true;
        this.stall.abort();
      },
      answer + (connects ? connect : 0) + LATE_MS,
    );
    this.timer.unref();
  }

  private restart(): void {
    clearTimeout(this.timer);
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.stall.abort();
    }, this.timeouts.idle);
    this.timer.unref();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  async *parts(chunks: RequestBody['chunks']): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        this.restart();
        yield chunk;
      }
      this.awaitAnswer(false);
    } catch (cause) {
      this.failure = { cause };
      this.stop();
      throw cause;
    }
  }
}

/** The headers of sections 4 and 5. They ask for an answer that is not compressed. */
function headersOf({ token, accept, body, method }: HttpRequest): Record<string, string> {
  const plain = { authorization: `Bearer ${token}`, accept, 'accept-encoding': 'identity', 'user-agent': 'ScreeningDesk' };
  if (body !== undefined) return { ...plain, 'content-type': body.contentType, 'content-length': String(body.bytes) };
  return method === 'POST' ? { ...plain, 'content-length': '0' } : plain;
}

/** When each proxy could not be reached, by URL. Such a proxy is tried last for five minutes, so that not every request waits for it. */
const unreachedAt = new Map<string, number>();
const UNREACHED_MS = 300_000;

function inOrder(proxies: NetworkRoute['proxies']): NetworkRoute['proxies'] {
  const now = performance.now();
  const isDown = (proxy: string | null) => proxy !== null && now - (unreachedAt.get(proxy) ?? -UNREACHED_MS) < UNREACHED_MS;
  return [...proxies.filter((proxy) => !isDown(proxy)), ...proxies.filter(isDown)];
}

/**
 * Makes one request on a separate connection, because with a stale kept-alive connection the delivery would be uncertain. Tries the next
 * proxy only if a proxy could not be reached, so nothing was sent. Resolves with the head of the answer.
 * @throws RequestFailed, and never an error that contains the token or the credentials of a proxy.
 */
export async function request(network: Network, input: HttpRequest): Promise<Answered> {
  const { origin } = input.url;
  let route: NetworkRoute;
  try {
    route = await network.connect(origin);
  } catch (cause) {
    if (cause instanceof MalformedProxy)
      throw new RequestFailed('proxy-malformed', false, cause.message, { cause, reason: cause.variable });
    if (cause instanceof UnsupportedProxy)
      throw new RequestFailed('proxy-unsupported', false, cause.message, { cause, reason: cause.type });
    throw new RequestFailed('unreachable', false, 'The network settings for the service could not be read.', { cause });
  }
  const unreached: string[] = [];
  const proxies = inOrder(route.proxies);
  for (const [at, proxy] of proxies.entries()) {
    try {
      const answer = await attempt(proxy, route.trust, input);
      network.after?.(origin, null, true);
      return answer;
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      if (error.kind !== 'stopped') network.after?.(origin, error.kind === 'proxy-password' ? proxy : null, false);
      error.unreached = unreached;
      if (error.kind !== 'proxy-unreachable' || error.sent || proxy === null || input.signal.aborted) throw error;
      unreachedAt.set(proxy, performance.now());
      if (at === proxies.length - 1) throw error;
      unreached.push(error.proxy!.address);
    }
  }
  throw new RequestFailed('unreachable', false, 'The service cannot be reached.');
}

/** @throws RequestFailed */
async function attempt(proxy: string | null, trust: NetworkRoute['trust'], input: HttpRequest): Promise<Answered> {
  const { url, timeouts, signal } = input;
  let route: Route;
  try {
    route = openRoute(url.origin, proxy, trust, timeouts);
  } catch {
    // The original error would contain the URL of the proxy.
    throw new RequestFailed('proxy-malformed', false, 'The address of the proxy is malformed.');
  }
  const guard = new StallGuard(timeouts);
  if (input.body === undefined) guard.awaitAnswer(true);
  try {
    const answer = await route.dispatcher.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: input.method,
      signal: AbortSignal.any([signal, guard.stall.signal]),
      headersTimeout: timeouts.answer,
      bodyTimeout: timeouts.idle,
      highWaterMark: WAITING_BYTES,
      headers: headersOf(input),
      body: input.body === undefined ? null : Readable.from(guard.parts(input.body.chunks), { objectMode: false, highWaterMark: 1 }),
    });
    guard.stop();
    return answered(answer, route, input);
  } catch (error) {
    guard.stop();
    route.close();
    if (error instanceof RequestFailed) throw error;
    if (guard.failure !== null)
      throw new RequestFailed('body', true, 'The list could not be read while it was sent.', { cause: guard.failure.cause });
    const isLate = guard.isLate || isOutOfTime(signal);
    const kind = isLate ? 'answer-timeout' : guard.stall.signal.aborted ? 'stalled' : signal.aborted ? 'stopped' : classify(error);
    const unsent = !route.isConnected();
    const options = { cause: error, proxy: route.proxy, reason: reasonOf(error) };
    throw new RequestFailed(unsent ? unsentKind(kind, route) : kind, !unsent, 'The request did not get an answer.', options);
  }
}

const acceptsPassword = (schemes: readonly string[]): boolean => schemes.some((scheme) => scheme.toLowerCase() === 'basic');

/** True when the caller's time limit ended the request. */
export const isOutOfTime = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof DOMException && reason.name === 'TimeoutError';

/** The kind of a failure before any byte was sent. A proxy may have caused it, and a service that received nothing is not late. */
function unsentKind(kind: FailureKind, { proxy }: Route): FailureKind {
  if (kind === 'stopped') return kind;
  if (proxy?.hasAnswered === false) return kind.startsWith('certificate') ? 'proxy-certificate' : 'proxy-unreachable';
  if (proxy?.answer?.status === 407) return acceptsPassword(proxy.answer.schemes) ? 'proxy-password' : 'proxy-scheme';
  if (kind === 'answer-timeout') return 'connect-timeout';
  return kind === 'not-http' ? 'not-encrypted' : kind;
}

/** The ways in which the body of an answer can fail, other than an early end. */
const IN_BODY: ReadonlySet<FailureKind> = new Set(['stopped', 'stalled', 'malformed', 'undecodable']);

/** `token`: removed from the texts of the head, which are shown with a failure. */
function answered(answer: Dispatcher.ResponseData, route: Route, { token, signal }: HttpRequest): Answered {
  const { statusCode: status, headers, body } = answer;
  if (status >= 300 && status < 400) {
    body.on('error', () => undefined);
    body.destroy();
    route.close();
    const message =
      'The service answered with a redirect. Screening Desk did not follow it, because the token must not go to another address.';
    throw new RequestFailed('redirected', true, message, { status });
  }
  const encoding = header(headers, 'content-encoding');
  const contentType = withoutToken(header(headers, 'content-type') ?? '', token);
  // A stream can fail before anybody reads it. Its reader gets the error later; without this listener, the error would end the program.
  body.on('error', () => undefined);
  const length = header(headers, 'content-length');
  async function* whole(): AsyncGenerator<Buffer> {
    try {
      yield* bounded(plainBytes(body, encoding, contentType));
    } catch (cause) {
      if (cause instanceof RequestFailed) throw cause;
      const kind = isOutOfTime(signal) ? 'stalled' : classify(cause);
      const options = { cause, reason: reasonOf(cause) ?? (encoding === null ? null : withoutToken(encoding, token)) };
      throw new RequestFailed(IN_BODY.has(kind) ? kind : 'cut-off', true, 'The answer could not be read to its end.', options);
    } finally {
      route.close();
    }
  }
  const requestId =
    REQUEST_ID_HEADERS.map((name) => header(headers, name)).find((id) => id !== null && id.length <= LONGEST_REQUEST_ID) ?? null;
  return {
    status,
    contentType,
    requestId: requestId === null ? null : withoutToken(requestId, token),
    retryAfter: header(headers, 'retry-after'),
    date: header(headers, 'date'),
    pageHeaders: readPageHeaders(headers),
    contentLength: length === null || !isUnchanged(encoding, contentType) ? null : Number(length),
    body: Object.assign(whole(), {
      destroy() {
        body.destroy();
        route.close();
      },
    }),
  };
}

/**
 * The whole body as text without a byte order mark. Reads at most `most` bytes within `withinMs`; null when there are more.
 * @throws RequestFailed.
 */
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
  // `TextDecoder` drops the mark and accepts invalid UTF-8.
  return new TextDecoder().decode(Buffer.concat(parts));
}

/** The service's message in an error answer, at most 300 characters and without `token`; null without one. */
export async function readWords(answer: Answered, token: string): Promise<ReturnType<typeof readRefusal>> {
  const nothing = { words: null, texts: [], fields: [] };
  const { contentType } = answer;
  try {
    const body = await readText(answer, 64 * 1024, 10_000);
    if (body === null) return nothing;
    return readRefusal(body, contentType, token);
  } catch {
    return nothing;
  }
}

/** Milliseconds since 1970 of an HTTP date (RFC 9110, 5.6.7); NaN without one. One of its three formats has no zone, and means GMT. */
export function readHttpDate(text: string | null): number {
  if (text === null) return Number.NaN;
  if (/(?:[a-z]|[+-]\d{2}:?\d{2})\s*$/i.test(text)) return Date.parse(text);
  return Date.parse(/\dT\d/.test(text) ? `${text.trim()}Z` : `${text} GMT`);
}

/** Limits for the wait that a service asks for. */
const LONGEST_WAIT_MS = 30 * 86_400_000;
const SHORTEST_WAIT_MS = 1_000;
/** A number of seconds in this range is no wait, but a time since 1970: the years 2001 to 2128. */
const LEAST_TIME_MS = 1_000_000_000_000;
const MOST_TIME_MS = 5_000_000_000_000;

/**
 * The wait in milliseconds from a Retry-After header: seconds, an HTTP date, or a time in seconds since 1970. Null without a valid one. A
 * time is compared with the time of the same answer, because this computer's clock may be wrong; `now` is used if the answer has no time.
 */
export function retryAfterMs({ retryAfter, date }: Pick<Answered, 'retryAfter' | 'date'>, now: number): number | null {
  if (retryAfter === null) return null;
  const servedAt = readHttpDate(date);
  const isNumber = /^\s*-?\d+(?:\.\d+)?\s*$/.test(retryAfter);
  const asked = isNumber ? Number(retryAfter) * 1000 : readHttpDate(retryAfter);
  const isTime = !isNumber || (asked >= LEAST_TIME_MS && asked < MOST_TIME_MS);
  const wait = isTime ? asked - (Number.isFinite(servedAt) ? servedAt : now) : asked;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, SHORTEST_WAIT_MS), LONGEST_WAIT_MS) : null;
}
