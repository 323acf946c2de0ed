/**
 * Every endpoint of the service interface, with the numbers of its section 4. GETs are repeated; calls that change the service are made
 * once and return whether they were delivered.
 */
import {
  type Json,
  type JsonObject,
  type NextPage,
  type ReadSoFar,
  type RemoteProject,
  readCredits,
  readList,
  readMore,
  readNextPage,
  readOrganization,
  readProject,
  readProjectId,
  readTotal,
  saysFailed,
} from '../../shared/results/index.ts';
import { AppError, type ScoreConfiguration, UNREADABLE_TEXT } from '../../shared/base/index.ts';
import type { ConstituentRecord } from '../../shared/fields/index.ts';
import type { CreditsView } from '../../shared/contract/index.ts';
import { type Clock, type Network, isLoopback } from '../platform/index.ts';
import { ignoreBody, readJson, SaysFailed, withoutWebPage } from './answer-bodies.ts';
import { ServiceRequests, type CallOutcome, type JsonPage, type PageQuery } from './service-requests.ts';
import { type LaterPages, PageAddresses, type PageState, readLaterPages } from './later-pages.ts';
import type { Answered, RequestBody } from './http.ts';
import type { Timeouts } from './route.ts';
import { isEmpty, saysFailedWithoutScore, unknownIfRedirected } from './single-answer.ts';
import { says } from './error-messages.ts';
import { isMissingEndpoint } from './failures.ts';

export interface ServiceAddress {
  /** With or without a trailing slash or a path; https, or http on a loopback address. */
  readonly baseUrl: string;
  /** The version segment of the path (section 9). */
  readonly version: string;
  readonly token: string;
  /** In seconds. A missing limit has the standard value. */
  readonly timeouts?: { readonly [call in keyof CallTimeouts]?: number | undefined } | undefined;
}

/** The most projects that are read: far more than an account has, but few enough to fit in memory. */
const MAX_PROJECTS = 200_000;

/** The service's list of projects. */
export interface RemoteProjects {
  readonly projects: readonly RemoteProject[];
  /** True when the service mentions no further pages, and every entry could be parsed and was read. */
  readonly whole: boolean;
}

/** A page of the list of projects. */
interface ProjectsPage extends LaterPages<ProjectsPage>, PageState {
  /** Whether pages follow. */
  readonly more: boolean;
}

/** What an address copied from the documentation may contain: the prefix, the version, and the path of a call. */
const COPIED = /\/integrations(\/[\w.-]+(\/(profile|project|credits|score-request)(\/.*)?)?)?$/;

/**
 * The base URL without trailing slash and without the path of a call.
 * @throws BASE_URL_INVALID with the reason.
 */
export function normalizeBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new AppError(
      'BASE_URL_INVALID',
      'The address is not a web address. Enter the address that the service gave you; it begins with https://.',
    );
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw new AppError(
      'BASE_URL_INVALID',
      'The address must begin with https://. Otherwise records and the token would be sent unprotected.',
    );
  if (url.username !== '' || url.password !== '')
    throw new AppError('BASE_URL_INVALID', 'The address must not contain a user name or password.');
  if (url.search !== '' || url.hash !== '')
    throw new AppError('BASE_URL_INVALID', 'The address must end with its host or path, without "?" or "#".');
  return (url.origin + url.pathname).replace(/\/+$/, '').replace(COPIED, '');
}

/** Time limits of calls in seconds; a connection may set others. */
export const STANDARD_TIMEOUTS = { connect: 10, read: 60, idle: 120, create: 60, add: 600, process: 300 } as const;
export type CallTimeouts = { readonly [call in keyof typeof STANDARD_TIMEOUTS]: number };

/** An answer read as a stream: profiles and row errors. */
export interface AnswerStream extends LaterPages<AnswerStream> {
  readonly contentType: string;
  readonly contentLength: number | null;
  /** What the headers say about pages. */
  readonly pageHeaders: JsonObject;
  readonly chunks: Answered['body'];
}

/** A page of #2. */
export interface ProfilePage {
  readonly profiles: Json[];
  /** Whether pages follow; null when the service does not say. */
  readonly more: boolean | null;
  /** Profiles on all pages; null when the service does not say. */
  readonly total: number | null;
  /** The address of the next page, where the service names it. */
  readonly next: URL | null;
}

/** A page of #2: `index` counts from 0, `firstPage` is the number of the first page, `address` the one that the service named. */
export interface ProfilePlace {
  readonly index: number;
  readonly firstPage: number;
  readonly itemsPerPage: number;
  readonly address: URL | null;
}

const shapeText = (what: string) => `The service was asked for ${what}, and its answer cannot be understood: it holds no list.`;

/** Whether pages follow, null when the service does not say, and the next page, where the service names it. */
function whatFollows({ json, headers }: JsonPage, soFar: ReadSoFar): { readonly more: boolean | null; readonly named: NextPage | null } {
  const more = readMore(json, soFar) ?? readMore(headers, soFar);
  const named = readNextPage(headers, false) ?? readNextPage(json, more === false);
  return { more: named === null ? more : true, named };
}

const totalOf = ({ json, headers }: JsonPage): number | null => readTotal(json) ?? readTotal(headers);

/** The balance and its organization; null when the service does not name one. */
export interface CreditsAnswer extends CreditsView {
  readonly organization: string | null;
}

/** @throws INPUT_INVALID for an ID that would change the path of the address. */
function segment(id: string): string {
  if (/^\.{0,2}$/.test(id) || !id.isWellFormed()) throw new AppError('INPUT_INVALID', 'This is not a valid ID of the service.');
  return encodeURIComponent(id);
}

/** @throws PROJECT_FILE_DAMAGED for a stored ID that cannot be decrypted: a request with any other ID would make the project look lost. */
function projectPath(remoteId: string): string {
  if (remoteId === UNREADABLE_TEXT)
    throw new AppError(
      'PROJECT_FILE_DAMAGED',
      'The ID of this project on the service cannot be read on this computer, so the service was not asked about it. Restore the data folder from a backup, with the key that belongs to it.',
    );
  return `/project/${segment(remoteId)}`;
}

export class ServiceClient {
  /** The address below which all calls are made. */
  readonly address: string;
  private readonly calls: ServiceRequests;
  private readonly clock: Clock;
  private readonly timeouts: CallTimeouts;

  constructor(address: ServiceAddress, network: Network, clock: Clock, random: () => number = Math.random) {
    this.calls = new ServiceRequests(new URL(normalizeBaseUrl(address.baseUrl)), address.version, address.token, network, clock, random);
    this.address = this.calls.url('').href;
    this.clock = clock;
    const { timeouts = {} } = address;
    const { connect, read, idle, create, add, process } = STANDARD_TIMEOUTS;
    this.timeouts = {
      connect: timeouts.connect ?? connect,
      read: timeouts.read ?? read,
      idle: timeouts.idle ?? idle,
      create: timeouts.create ?? create,
      add: timeouts.add ?? add,
      process: timeouts.process ?? process,
    };
  }

  /** The service's time in its last answer that had one, in milliseconds since 1970; null before the first. */
  get servedAt(): number | null {
    return this.calls.servedAt;
  }

  private within(answer: keyof CallTimeouts): Timeouts {
    const { connect, idle } = this.timeouts;
    return { connect: connect * 1000, answer: this.timeouts[answer] * 1000, idle: idle * 1000 };
  }

  private getJson(path: string, signal: AbortSignal): Promise<Json> {
    return this.calls.getJson(path, this.within('read'), signal);
  }

  private static jsonBody(value: unknown): RequestBody {
    const bytes = Buffer.from(JSON.stringify(value), 'utf8');
    return { contentType: 'application/json', bytes: bytes.length, chunks: [bytes] };
  }

  /** #3: the service's ID of the project. */
  createProject(name: string, scoreConfiguration: ScoreConfiguration | null, signal: AbortSignal): Promise<CallOutcome<string>> {
    const body = ServiceClient.jsonBody(scoreConfiguration === null ? { name } : { name, scoreConfiguration });
    return this.calls.change('/project', body, this.within('create'), signal, async (answer) => {
      const json = await readJson(answer);
      const id = readProjectId(json);
      if (id === null && saysFailed(json)) throw new SaysFailed(JSON.stringify(json));
      if (id === null) throw this.unexpected('The service accepted the project but did not return its ID.', 'id', json);
      return id;
    });
  }

  /** #4: the whole list in one body, JSON or CSV. */
  addList(remoteId: string, body: RequestBody, signal: AbortSignal): Promise<CallOutcome<null>> {
    const accept = body.contentType === 'text/csv' ? 'text/csv' : 'application/json';
    return this.calls.change(`${projectPath(remoteId)}/scores`, body, this.within('add'), signal, ignoreBody, accept);
  }

  /** #5: locks the project and starts the screening, which costs credits. */
  process(remoteId: string, signal: AbortSignal): Promise<CallOutcome<null>> {
    return this.calls.change(`${projectPath(remoteId)}/process`, undefined, this.within('process'), signal, ignoreBody);
  }

  /** Removes the token from a text of the service, because such texts are stored and shown. */
  private readonly clean = (text: string): string => this.calls.withoutToken(text);

  /**
   * The error for a well-formed answer that lacks what the call needs. `path`: what is missing, and where it was expected. Includes the
   * service's own message, because a service may report an error with a status of success.
   */
  private unexpected(message: string, path: string, answer: Json): AppError {
    const words = this.calls.failureIn(answer);
    return words === null
      ? new AppError('RESPONSE_UNEXPECTED', message, { path })
      : new AppError('RESPONSE_UNEXPECTED', message + says(words), { path, words });
  }

  /**
   * The answer to the screening of one person.
   * @throws SERVICE_REFUSED when it says that the call failed, which does not tell whether it was charged; RESPONSE_UNEXPECTED for an empty
   * answer; what `readJson` throws.
   */
  private readonly readScreened = async (answer: Answered): Promise<Json> => {
    const json = await readJson(answer);
    if (isEmpty(json)) throw this.unexpected('The service accepted the request but did not return a profile.', 'id', json);
    if (saysFailedWithoutScore(json)) throw this.calls.reportedFailure(answer, json);
    return json;
  };

  /**
   * #6: status and row counts.
   * @throws RESPONSE_UNEXPECTED for an answer that is not a project.
   */
  async project(remoteId: string, signal: AbortSignal): Promise<RemoteProject> {
    const answer = await this.getJson(projectPath(remoteId), signal);
    const project = readProject(answer, this.clean);
    if (project === null)
      throw this.unexpected('The service was asked for the status, and its answer cannot be understood.', 'status', answer);
    return project;
  }

  /**
   * #9: all bulk projects, over as many pages as the service says there are.
   * @throws RESPONSE_UNEXPECTED when an answer holds no list.
   */
  async projects(signal: AbortSignal): Promise<RemoteProjects> {
    // An entry that is on two pages is one project: it moved while the pages were read, or the page was sent twice.
    const found = new Map<string, RemoteProject | null>();
    let total: number | null = null;
    const isFull = () => found.size > MAX_PROJECTS;
    const addresses = new PageAddresses(this.calls.url('/project'));
    const read = async (query: PageQuery): Promise<ProjectsPage> => {
      const answer = await this.calls.getJsonPage('/project', this.within('read'), signal, query);
      // A service without projects may send an empty answer.
      const list = answer.json === null ? [] : readList(answer.json);
      if (list === null) throw this.unexpected(shapeText('all projects'), '[]', answer.json);
      const before = found.size;
      for (const entry of list) {
        const project = readProject(entry, this.clean);
        found.set(project?.remoteId ?? JSON.stringify(entry), project);
      }
      total = totalOf(answer) ?? total;
      const repeats = list.length > 0 && found.size === before;
      if (!repeats) pages += 1;
      const { more, named } = whatFollows(answer, { pages, entries: found.size });
      return {
        entries: found.size,
        more: more === true,
        repeats,
        next: named,
        lastId: readProjectId(list.at(-1) ?? null),
        following: (page) => {
          const next = isFull() ? null : addresses.take(page, answer.url);
          return next === null ? null : read(next);
        },
        page: (number, itemsPerPage) => read({ page: String(number), itemsPerPage: String(itemsPerPage) }),
      };
    };
    let pages = 0;
    const first = await read({});
    const last = await readLaterPages(
      first,
      first,
      (page) => Promise.resolve(page),
      ({ more }) => more && !isFull(),
    );
    const projects = [...found.values()].filter((project) => project !== null);
    const isCounted = total === null || found.size >= total;
    return { projects, whole: !last.more && !isFull() && isCounted && projects.length === found.size };
  }

  private async stream(
    path: string,
    signal: AbortSignal,
    query: PageQuery = {},
    addresses: PageAddresses = new PageAddresses(this.calls.url(path)),
  ): Promise<AnswerStream> {
    const answer = await this.calls.get(path, this.within('read'), signal, query);
    const { contentType, contentLength, pageHeaders } = answer;
    const current = this.calls.url(path, query);
    return {
      contentType,
      contentLength,
      pageHeaders,
      chunks: withoutWebPage(answer),
      page: (number, itemsPerPage) => this.stream(path, signal, { page: String(number), itemsPerPage: String(itemsPerPage) }, addresses),
      following: (named) => {
        const next = addresses.take(named, current);
        return next === null ? null : this.stream(path, signal, next, addresses);
      },
    };
  }

  /** #13, deprecated: the scores as bytes. #7 replaces it. */
  projectScores(remoteId: string, signal: AbortSignal): Promise<AnswerStream> {
    return this.stream(`${projectPath(remoteId)}/scores`, signal);
  }

  /** #7: the profiles as bytes; #13, deprecated, where the service does not know #7. */
  async profiles(remoteId: string, signal: AbortSignal): Promise<AnswerStream> {
    try {
      return await this.stream(`${projectPath(remoteId)}/profiles`, signal);
    } catch (error) {
      if (!(error instanceof AppError) || !isMissingEndpoint(error.details.status)) throw error;
      return await this.projectScores(remoteId, signal);
    }
  }

  /** #8: the row errors as bytes. */
  errors(remoteId: string, signal: AbortSignal): Promise<AnswerStream> {
    return this.stream(`${projectPath(remoteId)}/errors`, signal);
  }

  /** #10: the balance, with the raw answer if it has no number. */
  async credits(signal: AbortSignal): Promise<CreditsAnswer> {
    const answer = await this.getJson('/credits', signal);
    const remaining = readCredits(answer);
    const raw = remaining === null ? this.clean(JSON.stringify(answer)).slice(0, 300) : null;
    return { remaining, raw, readAt: this.clock.now(), organization: readOrganization(answer, this.clean) };
  }

  /** #1: screens one constituent at once. Costs money; never repeated. */
  screenOne(record: ConstituentRecord, signal: AbortSignal): Promise<CallOutcome<Json>> {
    return unknownIfRedirected(
      this.calls.change('/profile', ServiceClient.jsonBody(record), this.within('process'), signal, this.readScreened),
    );
  }

  /**
   * #2: a page of all profiles.
   * @throws RESPONSE_UNEXPECTED for an answer without a list.
   */
  async profileList({ index, firstPage, itemsPerPage, address }: ProfilePlace, signal: AbortSignal): Promise<ProfilePage> {
    const query = address ?? { page: String(firstPage + index), itemsPerPage: String(itemsPerPage) };
    const answer = await this.calls.getJsonPage('/profile', this.within('read'), signal, query);
    // A service without profiles may send an empty answer.
    const profiles = answer.json === null ? [] : readList(answer.json);
    if (profiles === null) throw this.unexpected(shapeText('all profiles'), '[]', answer.json);
    const entries = index * itemsPerPage + (address === null ? itemsPerPage : profiles.length);
    const { more, named } = whatFollows(answer, { pages: index + 1, entries });
    return { profiles, more, total: totalOf(answer), next: new PageAddresses(answer.url).take(named, answer.url) };
  }

  /**
   * GET /profile/{id}, which the interface names as the replacement of #12.
   * @throws RESPONSE_UNEXPECTED for an answer that says that the call failed.
   */
  async profile(profileId: string, signal: AbortSignal): Promise<Json> {
    const answer = await this.getJson(`/profile/${segment(profileId)}`, signal);
    if (saysFailedWithoutScore(answer))
      throw this.unexpected('The service was asked for a profile, and answered without one.', 'id', answer);
    return answer;
  }

  /** #11, deprecated: #1 replaces it. */
  requestScore(record: ConstituentRecord, signal: AbortSignal): Promise<CallOutcome<Json>> {
    return unknownIfRedirected(
      this.calls.change('/score-request', ServiceClient.jsonBody(record), this.within('process'), signal, this.readScreened),
    );
  }

  /** #12, deprecated: GET /profile/{id} replaces it. */
  scoreRequest(requestId: string, signal: AbortSignal): Promise<Json> {
    return this.getJson(`/score-request/${segment(requestId)}`, signal);
  }
}
