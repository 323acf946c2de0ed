/**
 * GETs are repeated with full jitter, or as Retry-After says. Calls that change the service are made once, and their outcome says whether
 * they were delivered.
 */
import { type Json, type JsonObject, isObject, readRefusal, withoutToken } from '../../shared/results/index.ts';
import { AppError, LONG_WAIT_MS } from '../../shared/base/index.ts';
import type { Clock, Network } from '../platform/index.ts';
import { readJson, SaysFailed } from './answer-bodies.ts';
import { isUnusable, RequestFailed } from './failures.ts';
import { type Answered, type HttpRequest, isOutOfTime, readHttpDate, request, type RequestBody, retryAfterMs } from './http.ts';
import type { Timeouts } from './route.ts';
import { refusalOf, reportedFailure, unanswered } from './error-messages.ts';

/** How a changing call ended. */
export type CallOutcome<T> =
  | { readonly outcome: 'done'; readonly value: T; readonly requestId: string | null }
  /** Nothing was accepted: not a byte was sent, or the service answered 429. The call may be repeated after `waitMs`. */
  | { readonly outcome: 'not-sent'; readonly failure: AppError; readonly waitMs: number | null }
  | { readonly outcome: 'token'; readonly failure: AppError }
  /** `texts`: every text of the answer's body. */
  | {
      readonly outcome: 'refused';
      readonly status: number;
      readonly words: string | null;
      readonly texts: readonly string[];
      readonly failure: AppError;
    }
  | { readonly outcome: 'unknown'; readonly why: string };

/** Attempts of a GET before its failure is reported; the runner waits longer and tries again. */
const TRIES = 4;
const BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
/** A longer wait is reported to the caller, who shows it to the user. */
const LONGEST_OWN_WAIT_MS = 60_000;
/** The wait after a 429 without Retry-After. */
const PLAIN_WAIT_MS = 5_000;

/** Names of properties that only an error answer has. */
const FAILURE_NAME = /^(?:errors?|message|msg|error_?message|error_?description)$/i;

/**
 * Redirects that ask for the same request at another address, so the service has not acted on it. After a 301, 302 or 303, it may have: a
 * client may then fetch the other address with GET (RFC 9110, 15.4), and programs use them to show the result of a call.
 */
const NOT_HERE: ReadonlySet<number> = new Set([307, 308]);

/** The query of a call, or the whole address of a page of the same service. */
export type PageQuery = Readonly<Record<string, string>> | URL;

/** A page as JSON. `headers`: what the headers of the answer say about pages. `url`: the requested address. */
export interface JsonPage {
  readonly json: Json;
  readonly headers: JsonObject;
  readonly url: URL;
}

export class ServiceRequests {
  private readonly token: string;
  private readonly version: string;
  private readonly base: URL;
  private readonly network: Network;
  private readonly clock: Clock;
  private readonly random: () => number;
  /** The service's time in its last answer that had one, in milliseconds since 1970; null before the first. */
  servedAt: number | null = null;

  /** `base` in its normal form; `version` is the segment that follows the prefix (section 9). */
  constructor(base: URL, version: string, token: string, network: Network, clock: Clock, random: () => number) {
    this.base = base;
    this.version = version;
    this.token = token;
    this.network = network;
    this.clock = clock;
    this.random = random;
  }

  /** The address of a call. */
  url(path: string, query: PageQuery = {}): URL {
    if (query instanceof URL) return query;
    const prefix = this.base.origin + this.base.pathname.replace(/\/$/, '');
    const url = new URL(`${prefix}/integrations/${encodeURIComponent(this.version)}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  /** @throws RequestFailed. */
  private async request(input: Omit<HttpRequest, 'token'>): Promise<Answered> {
    const answer = await request(this.network, { ...input, token: this.token });
    const servedAt = readHttpDate(answer.date);
    if (Number.isFinite(servedAt)) this.servedAt = servedAt;
    return answer;
  }

  private failureOf(error: RequestFailed): AppError {
    return unanswered(error, this.base.host);
  }

  /**
   * Passes the bytes on unchanged. An unusable body is not a lost connection, so it becomes an AppError that tells the user the cause.
   * @throws AppError
   */
  private withCauses(body: Answered['body']): Answered['body'] {
    const failureOf = (error: RequestFailed) => this.failureOf(error);
    async function* bytes() {
      try {
        yield* body;
      } catch (error) {
        throw error instanceof RequestFailed && isUnusable(error) ? failureOf(error) : error;
      }
    }
    return Object.assign(bytes(), { destroy: () => body.destroy() });
  }

  private refusalOf(answer: Answered, path: string, isChange = false): ReturnType<typeof refusalOf> {
    return refusalOf(answer, { version: this.version, path, isChange, token: this.token });
  }

  /** Removes the token from a text of an answer. */
  withoutToken(text: string): string {
    return withoutToken(text, this.token);
  }

  /** The message of an answer that reports an error although its status is success; null for any other answer. */
  failureIn(answer: Json): string | null {
    if (!isObject(answer) || !Object.keys(answer).some((key) => FAILURE_NAME.test(key))) return null;
    return readRefusal(JSON.stringify(answer), 'application/json', this.token).words;
  }

  /** The failure that the body of an answer with a status of success reports. */
  reportedFailure(answer: Answered, body: Json): AppError {
    return reportedFailure(answer, JSON.stringify(body), this.token).failure;
  }

  /**
   * Waits as long as the service asks for, otherwise with full jitter.
   * When the time limit of the call ends the wait, it throws `failure`.
   */
  private async backOff(attempt: number, asked: number | null, signal: AbortSignal, failure: AppError): Promise<void> {
    try {
      await this.clock.wait(asked ?? this.random() * Math.min(LONGEST_BACKOFF_MS, BACKOFF_MS * 2 ** attempt), signal);
    } catch (error) {
      throw isOutOfTime(signal) ? failure : error;
    }
  }

  /**
   * Makes a GET, and repeats it until it succeeds or fails in a way that cannot be repeated.
   * @throws AppError, with `waitMs` when the service asks for a wait.
   */
  async get(path: string, timeouts: Timeouts, signal: AbortSignal, query: PageQuery = {}): Promise<Answered> {
    for (let attempt = 0; ; attempt++) {
      let failure: AppError;
      let asked: number | null = null;
      try {
        const answer = await this.request({
          method: 'GET',
          url: this.url(path, query),
          accept: 'application/json',
          timeouts,
          signal,
        });
        if (answer.status >= 200 && answer.status < 300) return { ...answer, body: this.withCauses(answer.body) };
        asked = retryAfterMs(answer, this.clock.now());
        failure = (await this.refusalOf(answer, path)).failure;
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error;
        failure = this.failureOf(error);
      }
      const again = failure.retry === 'safe' && failure.code !== 'CLOSING';
      if (!again || attempt + 1 >= TRIES || (asked ?? 0) > LONGEST_OWN_WAIT_MS)
        throw asked === null ? failure : withWait(failure, asked, this.clock.now());
      await this.backOff(attempt, asked, signal, failure);
    }
  }

  /** @throws SERVICE_NONSENSE or ANSWER_TRUNCATED when the answer is not JSON; what `get` throws. */
  async getJson(path: string, timeouts: Timeouts, signal: AbortSignal): Promise<Json> {
    return (await this.getJsonPage(path, timeouts, signal, {})).json;
  }

  /** As `getJson`, with the address of the page and what the headers of the answer say about pages. */
  async getJsonPage(path: string, timeouts: Timeouts, signal: AbortSignal, query: PageQuery): Promise<JsonPage> {
    for (let attempt = 0; ; attempt++) {
      const answer = await this.get(path, timeouts, signal, query);
      try {
        return { json: await readJson(answer), headers: answer.pageHeaders, url: this.url(path, query) };
      } catch (error) {
        const failure = error instanceof RequestFailed ? this.failureOf(error) : error;
        const again = failure instanceof AppError && failure.retry === 'safe' && failure.code !== 'CLOSING';
        if (!again || attempt + 1 >= TRIES) throw failure;
        await this.backOff(attempt, null, signal, failure);
      }
    }
  }

  /**
   * Makes a call that changes the service, once. If the status is success but `read` throws, the outcome is unknown; after `SaysFailed` it is
   * refused.
   */
  async change<T>(
    path: string,
    body: RequestBody | undefined,
    timeouts: Timeouts,
    signal: AbortSignal,
    read: (answer: Answered) => Promise<T>,
    accept = 'application/json',
  ): Promise<CallOutcome<T>> {
    let answer: Answered;
    try {
      answer = await this.request({
        method: 'POST',
        url: this.url(path),
        accept,
        timeouts,
        signal,
        ...(body === undefined ? {} : { body }),
      });
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      return this.outcomeWithoutAnswer(error);
    }
    const { status } = answer;
    const { requestId } = answer;
    if (status >= 200 && status < 300) {
      try {
        return { outcome: 'done', value: await read(answer), requestId };
      } catch (error) {
        if (error instanceof SaysFailed) return { outcome: 'refused', status, ...reportedFailure(answer, error.body, this.token) };
        // The service has acted; only its answer is lost.
        if (error instanceof AppError) return { outcome: 'unknown', why: error.message };
        const why =
          error instanceof RequestFailed && isUnusable(error)
            ? `The service accepted the request. ${this.failureOf(error).message}`
            : 'The service accepted the request, but its answer was cut off.';
        return { outcome: 'unknown', why };
      }
    }
    const waitMs = retryAfterMs(answer, this.clock.now());
    const { failure, words, texts } = await this.refusalOf(answer, path, true);
    if (status === 401 || status === 403) return { outcome: 'token', failure };
    if (status === 429) {
      const wait = waitMs ?? PLAIN_WAIT_MS;
      return { outcome: 'not-sent', failure: withWait(failure, wait, this.clock.now()), waitMs: wait };
    }
    // A gateway may have passed the request on before it failed. With 408, part of the request may have arrived.
    if (status >= 500 || status === 408) return { outcome: 'unknown', why: failure.message };
    return { outcome: 'refused', status, words, texts, failure };
  }

  private outcomeWithoutAnswer<T>(error: RequestFailed): CallOutcome<T> {
    // The list itself could not be read, so the service cannot have accepted it.
    if (error.kind === 'body' && error.cause instanceof AppError) throw error.cause;
    const failure = this.failureOf(error);
    if (!error.sent) return { outcome: 'not-sent', failure, waitMs: null };
    if (error.status !== null && NOT_HERE.has(error.status))
      return { outcome: 'refused', status: error.status, words: null, texts: [], failure };
    return { outcome: 'unknown', why: failure.message };
  }
}

const dayAndHour = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

/** The failure with the wait in milliseconds that the service asks for. If the wait is long, the message says until when. */
function withWait(failure: AppError, waitMs: number, now: number): AppError {
  const until = waitMs > LONG_WAIT_MS ? ` The service asks you to wait until ${dayAndHour.format(now + waitMs)}.` : '';
  return new AppError(failure.code, failure.message + until, { ...failure.details, waitMs }, { cause: failure });
}
