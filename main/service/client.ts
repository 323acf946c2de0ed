/**
 * Every endpoint of the service interface (its section 4), numbered as there. GETs are repeated with full jitter and
 * Retry-After; calls that change the service are made once and tell how their delivery ended.
 */
import { readCredits, readList, readMore, readProject, readProjectId, type Json, type RemoteProject } from '../../shared/answers.ts';
import type { ScoreConfiguration } from '../../shared/configuration.ts';
import type { ConstituentRecord } from '../../shared/constituent.ts';
import type { CreditsView } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { Clock, Network } from '../ports.ts';
import { type Answered, readText, readWords, request, type RequestBody, RequestFailed, retryAfterMs, type Timeouts } from './http.ts';

export interface ServiceAddress {
  /** With or without a trailing slash or a path of its own; https, or http on a loopback address. */
  readonly baseUrl: string;
  /** The version segment of the path (section 9). */
  readonly version: string;
  readonly token: string;
}

/** How a changing call ended. */
export type Changed<T> =
  | { readonly outcome: 'done'; readonly value: T; readonly requestId: string | null }
  /** Nothing was taken: not a byte left, or the service said 429. It may be made again after `waitMs`. */
  | { readonly outcome: 'not-sent'; readonly failure: AppError; readonly waitMs: number | null }
  | { readonly outcome: 'token'; readonly failure: AppError }
  | { readonly outcome: 'refused'; readonly status: number; readonly words: string | null; readonly failure: AppError }
  | { readonly outcome: 'unknown'; readonly why: string };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** The base url in its one form, without a trailing slash. Ends in BASE_URL_INVALID with what is wrong with it. */
export function normaliseBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new AppError('BASE_URL_INVALID', 'The address is no web address. It begins with https:// and is named by the service.');
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
    throw new AppError(
      'BASE_URL_INVALID',
      'The address must begin with https://: records and the token would travel unprotected otherwise.',
    );
  if (url.username !== '' || url.password !== '')
    throw new AppError('BASE_URL_INVALID', 'The address must not hold a user name or password.');
  if (url.search !== '' || url.hash !== '')
    throw new AppError('BASE_URL_INVALID', 'The address must end with its host or path, without "?" or "#".');
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

const GET_TIMEOUTS: Timeouts = { connect: 10_000, answer: 60_000, idle: 60_000 };
const CREATE_TIMEOUTS: Timeouts = { connect: 10_000, answer: 60_000, idle: 60_000 };
const ADD_TIMEOUTS: Timeouts = { connect: 10_000, answer: 600_000, idle: 120_000 };
const PROCESS_TIMEOUTS: Timeouts = { connect: 10_000, answer: 300_000, idle: 60_000 };

/** A GET is made at most this often before its failure is told; the runner waits longer and comes back. */
const TRIES = 4;
const BACKOFF_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
/** An answer that is held whole may not be larger. */
const MOST_WHOLE = 32 * 1024 * 1024;

/** An answer read as a stream: profiles and row errors. */
export interface AnswerStream {
  readonly contentType: string;
  readonly contentLength: number | null;
  readonly chunks: Answered['body'];
}

export class ServiceClient {
  private readonly base: URL;
  private readonly address: ServiceAddress;
  private readonly network: Network;
  private readonly clock: Clock;
  private readonly random: () => number;

  constructor(address: ServiceAddress, network: Network, clock: Clock, random: () => number = Math.random) {
    this.address = address;
    this.base = new URL(normaliseBaseUrl(address.baseUrl));
    this.network = network;
    this.clock = clock;
    this.random = random;
  }

  private url(path: string, query: Readonly<Record<string, string>> = {}): URL {
    const url = new URL(
      `${this.base.origin}${this.base.pathname.replace(/\/+$/, '')}/integrations/${encodeURIComponent(this.address.version)}${path}`,
    );
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  /** A failure without an answer, in words for a person. */
  private unreachable(error: RequestFailed): AppError {
    const host = this.base.host;
    const sentences: Record<RequestFailed['kind'], readonly [AppError['code'], string]> = {
      'host-unknown': [
        'SERVICE_HOST_UNKNOWN',
        `No such host: "${host}" was not found. Check the address, and whether this computer is online.`,
      ],
      refused: ['SERVICE_UNREACHABLE', `"${host}" does not accept connections. It may be down, or the address or port is wrong.`],
      unreachable: ['SERVICE_UNREACHABLE', `"${host}" can not be reached. Check whether this computer is online.`],
      certificate: ['SERVICE_CERTIFICATE', `The certificate of "${host}" is not trusted by this computer, so nothing was sent to it.`],
      'not-http': [
        'SERVICE_NONSENSE',
        `"${host}" does not speak the web's language there: it is no screening service, or the port is wrong.`,
      ],
      'connect-timeout': ['SERVICE_UNREACHABLE', `"${host}" did not take the connection within ${GET_TIMEOUTS.connect / 1000} seconds.`],
      'answer-timeout': ['SERVICE_TIMEOUT', `"${host}" took the request but did not answer in time.`],
      stalled: ['SERVICE_TIMEOUT', `The connection to "${host}" stood still and was given up.`],
      broken: ['SERVICE_UNREACHABLE', `The connection to "${host}" broke before the answer was complete.`],
      redirected: ['SERVICE_REDIRECTED', `"${host}" wants to send us elsewhere. The token goes to no other place: check the address.`],
      body: ['PROJECT_FILE_DAMAGED', 'The list could not be read while it was sent; the service can not have taken it.'],
      stopped: ['CLOSING', 'The request was stopped.'],
    };
    const [code, message] = sentences[error.kind];
    return new AppError(code, message, { host, kind: error.kind }, { cause: error });
  }

  /** A status that is no success, in words for a person. */
  private async refusal(answer: Answered): Promise<{ readonly failure: AppError; readonly words: string | null }> {
    const words = await readWords(answer);
    const { status, requestId } = answer;
    const details = { status, requestId, words };
    const says = words === null ? '' : ` It says: “${words}”`;
    const make = (code: AppError['code'], message: string) => new AppError(code, message + says, details);
    if (status === 401 || status === 403) return { words, failure: make('TOKEN_REFUSED', `The service refused the token (${status}).`) };
    if (status === 404)
      return {
        words,
        failure: make(
          'SERVICE_REFUSED',
          `The service knows nothing under this address (404). The version segment “${this.address.version}” or the address may be wrong.`,
        ),
      };
    if (status === 402) return { words, failure: make('CREDITS_SHORT', 'The service says that there are too few credits (402).') };
    if (status === 429 || status === 503) return { words, failure: make('SERVICE_BUSY', `The service asks to wait (${status}).`) };
    if (status >= 500) return { words, failure: make('SERVICE_FAILED', `The service failed (${status}).`) };
    return { words, failure: make('SERVICE_REFUSED', `The service refused the request (${status}).`) };
  }

  /** Waits before a repetition: what the service asks for, else full jitter. */
  private async backOff(attempt: number, answer: Answered | null, signal: AbortSignal): Promise<void> {
    const asked = answer === null ? null : retryAfterMs(answer.retryAfter, this.clock.now());
    const wait = asked ?? this.random() * Math.min(LONGEST_BACKOFF_MS, BACKOFF_MS * 2 ** attempt);
    await this.clock.wait(wait, signal);
  }

  /** A GET whose head is a success; repeated when it fails in passing. Ends in an AppError. */
  private async get(
    path: string,
    signal: AbortSignal,
    query: Readonly<Record<string, string>> = {},
    accept = 'application/json',
  ): Promise<Answered> {
    for (let attempt = 0; ; attempt++) {
      let answer: Answered | null = null;
      let failure: AppError;
      try {
        answer = await request(this.network, {
          method: 'GET',
          url: this.url(path, query),
          token: this.address.token,
          accept,
          timeouts: GET_TIMEOUTS,
          signal,
        });
        if (answer.status >= 200 && answer.status < 300) return answer;
        failure = (await this.refusal(answer)).failure;
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error;
        failure = this.unreachable(error);
      }
      const again = failure.retry === 'safe' && failure.code !== 'CLOSING';
      // A wait of more than a minute is the caller's to plan, who can tell a person of it.
      const asked = answer === null ? null : retryAfterMs(answer.retryAfter, this.clock.now());
      if (!again || attempt + 1 >= TRIES || (asked !== null && asked > 60_000)) throw asked === null ? failure : withWait(failure, asked);
      await this.backOff(attempt, answer, signal);
    }
  }

  /** A GET whose answer is held whole and is JSON. Ends in SERVICE_NONSENSE or ANSWER_TRUNCATED when it is none. */
  private async getJson(path: string, signal: AbortSignal, query: Readonly<Record<string, string>> = {}): Promise<Json> {
    for (let attempt = 0; ; attempt++) {
      const answer = await this.get(path, signal, query);
      try {
        return await this.json(answer);
      } catch (error) {
        const failure = error instanceof RequestFailed ? this.unreachable(error) : (error as AppError);
        if (failure.retry !== 'safe' || failure.code === 'CLOSING' || attempt + 1 >= TRIES) throw failure;
        await this.backOff(attempt, null, signal);
      }
    }
  }

  private async json(answer: Answered): Promise<Json> {
    const text = await readText(answer, MOST_WHOLE);
    if (text === null) throw new AppError('SERVICE_NONSENSE', 'The service answered with far more than the question can need.');
    if (text.trim() === '') return null;
    const ndjson = /ndjson|jsonl|json-seq/i.test(answer.contentType);
    try {
      return ndjson
        ? text
            .split('\n')
            .filter((line) => line.trim() !== '')
            .map((line) => JSON.parse(line) as Json)
        : (JSON.parse(text) as Json);
    } catch {
      const html = /html/i.test(answer.contentType) || /^\s*</.test(text);
      if (!html && /^\s*[[{]/.test(text))
        throw new AppError('ANSWER_TRUNCATED', 'The answer of the service was cut off or is not well formed.');
      throw new AppError(
        'SERVICE_NONSENSE',
        html
          ? 'A web page answered in place of the screening service: the address may be wrong, or a login page of the network stands between.'
          : 'Something answered that is not the screening service: the address may be wrong.',
        { contentType: answer.contentType.slice(0, 80) },
      );
    }
  }

  /** A call that changes the service: made once. `read` turns a success into the value; it is told when it can not. */
  private async change<T>(
    path: string,
    body: RequestBody | undefined,
    timeouts: Timeouts,
    signal: AbortSignal,
    read: (answer: Answered) => Promise<T>,
    accept = 'application/json',
  ): Promise<Changed<T>> {
    let answer: Answered;
    try {
      answer = await request(this.network, {
        method: 'POST',
        url: this.url(path),
        token: this.address.token,
        accept,
        timeouts,
        signal,
        ...(body === undefined ? {} : { body }),
      });
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error;
      // The list itself could not be read: that is no matter of the service, which can not have taken it.
      if (error.kind === 'body' && error.cause instanceof AppError) throw error.cause;
      const failure = this.unreachable(error);
      if (!error.sent) return { outcome: 'not-sent', failure, waitMs: null };
      return { outcome: 'unknown', why: failure.message };
    }
    const { status, requestId } = answer;
    if (status >= 200 && status < 300) {
      try {
        return { outcome: 'done', value: await read(answer), requestId };
      } catch (error) {
        // The service did act; only what it said is lost.
        const why = error instanceof AppError ? error.message : 'The answer was cut off.';
        return { outcome: 'unknown', why };
      }
    }
    const waitMs = retryAfterMs(answer.retryAfter, this.clock.now());
    const { failure, words } = await this.refusal(answer);
    if (status === 401 || status === 403) return { outcome: 'token', failure };
    if (status === 429) return { outcome: 'not-sent', failure, waitMs: waitMs ?? 5_000 };
    // A gateway may have passed the request on before it failed; 408 says that the request may have come through in part.
    if (status >= 500 || status === 408) return { outcome: 'unknown', why: failure.message };
    return { outcome: 'refused', status, words, failure };
  }

  private static jsonBody(value: unknown): RequestBody {
    const bytes = Buffer.from(JSON.stringify(value), 'utf8');
    return { contentType: 'application/json', bytes: bytes.length, chunks: [bytes] };
  }

  /** #3: the project's id in the service's own form. */
  createProject(name: string, scoreConfiguration: ScoreConfiguration | null, signal: AbortSignal): Promise<Changed<string>> {
    const body = ServiceClient.jsonBody(scoreConfiguration === null ? { name } : { name, scoreConfiguration });
    return this.change('/project', body, CREATE_TIMEOUTS, signal, async (answer) => {
      const id = readProjectId(await this.json(answer));
      if (id === null) throw new AppError('SERVICE_NONSENSE', 'The service created the project but did not say under which id.');
      return id;
    });
  }

  /** #4: the whole list in one body, JSON or CSV. */
  addList(remoteId: string, body: RequestBody, signal: AbortSignal): Promise<Changed<null>> {
    const accept = body.contentType === 'text/csv' ? 'text/csv' : 'application/json';
    return this.change(`/project/${encodeURIComponent(remoteId)}/scores`, body, ADD_TIMEOUTS, signal, ignoreBody, accept);
  }

  /** #5: locks the project and starts the screening, which costs credits. */
  process(remoteId: string, signal: AbortSignal): Promise<Changed<null>> {
    return this.change(`/project/${encodeURIComponent(remoteId)}/process`, undefined, PROCESS_TIMEOUTS, signal, ignoreBody);
  }

  /** #6: status and row counts. */
  async project(remoteId: string, signal: AbortSignal): Promise<RemoteProject> {
    const project = readProject(await this.getJson(`/project/${encodeURIComponent(remoteId)}`, signal));
    if (project === null) throw new AppError('SERVICE_NONSENSE', 'The service answered the question for the status with something else.');
    return project;
  }

  /** #9: all bulk projects. */
  async projects(signal: AbortSignal): Promise<RemoteProject[]> {
    const list = readList(await this.getJson('/project', signal));
    if (list === null)
      throw new AppError('SERVICE_NONSENSE', 'The service answered the question for all projects with something that holds no list.');
    return list.map(readProject).filter((project) => project !== null);
  }

  private async stream(path: string, signal: AbortSignal): Promise<AnswerStream> {
    const answer = await this.get(path, signal, {}, 'application/json');
    return { contentType: answer.contentType, contentLength: answer.contentLength, chunks: answer.body };
  }

  /** #7: the profiles as bytes; #13, deprecated, where the service does not know #7. */
  async profiles(remoteId: string, signal: AbortSignal): Promise<AnswerStream> {
    const id = encodeURIComponent(remoteId);
    try {
      return await this.stream(`/project/${id}/profiles`, signal);
    } catch (error) {
      const status = error instanceof AppError ? error.details['status'] : null;
      if (status !== 404 && status !== 405 && status !== 410 && status !== 501) throw error;
      return await this.stream(`/project/${id}/scores`, signal);
    }
  }

  /** #8: the row errors as bytes. */
  errors(remoteId: string, signal: AbortSignal): Promise<AnswerStream> {
    return this.stream(`/project/${encodeURIComponent(remoteId)}/errors`, signal);
  }

  /** #10: the balance; the raw answer where it holds no number. */
  async credits(signal: AbortSignal): Promise<CreditsView> {
    const answer = await this.getJson('/credits', signal);
    const remaining = readCredits(answer);
    return { remaining, raw: remaining === null ? JSON.stringify(answer).slice(0, 300) : null, readAt: this.clock.now() };
  }

  /** #1: screens one constituent at once. Costs money; never repeated. */
  screenOne(record: ConstituentRecord, signal: AbortSignal): Promise<Changed<Json>> {
    return this.change('/profile', ServiceClient.jsonBody(record), PROCESS_TIMEOUTS, signal, (answer) => this.json(answer));
  }

  /** #2: a page of all profiles and whether more follow, null when the service does not say. */
  async profileList(
    page: number,
    itemsPerPage: number,
    signal: AbortSignal,
  ): Promise<{ readonly profiles: Json[]; readonly more: boolean | null }> {
    const answer = await this.getJson('/profile', signal, { page: String(page), itemsPerPage: String(itemsPerPage) });
    const profiles = readList(answer);
    if (profiles === null)
      throw new AppError('SERVICE_NONSENSE', 'The service answered the question for profiles with something that holds no list.');
    return { profiles, more: readMore(answer, page, itemsPerPage, 1) };
  }

  /** GET /profile/{id}, named as the replacement of #12. */
  profile(profileId: string, signal: AbortSignal): Promise<Json> {
    return this.getJson(`/profile/${encodeURIComponent(profileId)}`, signal);
  }

  /** #11, deprecated: #1 replaces it. */
  requestScore(record: ConstituentRecord, signal: AbortSignal): Promise<Changed<Json>> {
    return this.change('/score-request', ServiceClient.jsonBody(record), PROCESS_TIMEOUTS, signal, (answer) => this.json(answer));
  }

  /** #12, deprecated: GET /profile/{id} replaces it. */
  scoreRequest(requestId: string, signal: AbortSignal): Promise<Json> {
    return this.getJson(`/score-request/${encodeURIComponent(requestId)}`, signal);
  }
}

/** A success needs no body here: one that is cut off takes nothing away from it. */
const ignoreBody = async (answer: Answered): Promise<null> => {
  await readText(answer, MOST_WHOLE).catch(() => null);
  return null;
};

function withWait(failure: AppError, waitMs: number): AppError {
  return new AppError(failure.code, failure.message, { ...failure.details, waitMs }, { cause: failure });
}
