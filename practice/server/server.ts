/**
 * The practice service over HTTP on 127.0.0.1: the endpoints of the interface, and control endpoints when it has a control token. It works
 * with any client of the interface.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { projectBody, renderOne, renderError, type RenderContext } from '../answers.ts';
import { BODY_LIMIT, readJson, decompressed } from '../bodies.ts';
import type { Answer, Call, Endpoint, ListBody } from '../endpoint.ts';
import { installFaults } from '../fault-hooks.ts';
import { NO_FAULTS, type CallFaults } from '../faults.ts';
import { acceptsType, rejectOtherSites, requireBearer, requireUtf8 } from '../http-rules.ts';
import { projectCsv, renderList } from '../list-answers.ts';
import { apiDescription } from './openapi.ts';
import { ErrorResponse } from '../error-response.ts';
import { CONTROLS, type Control } from '../routes/control.ts';
import { ENDPOINTS } from '../routes/index.ts';
import { PracticeService, secretCheck } from '../service.ts';

/** The version segment of every path (section 9). */
const VERSION = '20240515';

const BASE = `/integrations/${VERSION}`;
const DEFAULT_CREDITS = 100_000;

/** A million rows take 20 seconds: long enough to watch, short enough to wait for. */
const DEFAULT_SECONDS_PER_THOUSAND_ROWS = 0.02;

declare module 'fastify' {
  interface FastifyRequest {
    faults: CallFaults;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    control?: Control;
  }
}

/** Milliseconds for a whole request, as long as a client may take for a list, and for its head. */
const REQUEST_MS = 900_000;
const HEADERS_MS = 30_000;

export interface PracticeServerOptions {
  /** The port on 127.0.0.1. Default, and for 0: a free port. */
  readonly port?: number;
  /** The bearer token that every call of the interface needs. */
  readonly token: string;
  /** The token for the control endpoints; without one they do not exist. */
  readonly controlToken?: string | undefined;
  /** The folder of the store; null keeps everything in memory. */
  readonly dataDir: string | null;
  /** 32 bytes that encrypt all personal data in the store. */
  readonly storeKey?: Buffer | undefined;
  /** A named set of dialects.ts, or comma-separated switches. */
  readonly dialect?: string | undefined;
  /** Balance of a new store; an existing store keeps its balance. Default: 100,000. */
  readonly credits?: number | undefined;
  /** Duration of background screening. Default: 0.02. */
  readonly secondsPerThousandRows?: number | undefined;
  /** Called for every failure of the service itself; the caller receives no details. */
  readonly onDefect?: ((error: unknown) => void) | undefined;
  /** The time in milliseconds since 1970. */
  readonly clock?: (() => number) | undefined;
}

export interface PracticeServer {
  /** Without a trailing slash; paths begin with /integrations. */
  readonly url: string;
  readonly port: number;
  readonly controlToken: string | null;
  /** As `PracticeStore.removeProjects`. */
  removeProjects(markers: readonly string[]): void;
  /** As `Ledger.raiseRemaining`. */
  refill(credits: number): void;
  /** Closes all connections and the store. */
  close(): Promise<void>;
}

/**
 * Resolves when the service accepts calls.
 * @throws StoreUnusable when the folder is in use or has another key; RangeError for an unknown dialect; the system
 * error when the port is taken
 */
export async function createPracticeServer(options: PracticeServerOptions): Promise<PracticeServer> {
  const service = new PracticeService({
    dataDir: options.dataDir,
    storeKey: options.storeKey ?? null,
    token: options.token,
    dialect: options.dialect ?? 'default',
    credits: options.credits ?? DEFAULT_CREDITS,
    secondsPerThousandRows: options.secondsPerThousandRows ?? DEFAULT_SECONDS_PER_THOUSAND_ROWS,
    clock: options.clock ?? Date.now,
  });
  try {
    const { app, listen } = buildApp(service, options.controlToken ?? null, options.onDefect ?? (() => undefined));
    const port = await listen(options.port ?? 0);
    let closing: Promise<void> | null = null;
    const close = async () => {
      await app.close();
      service.store.close();
    };
    const removeProjects = (markers: readonly string[]) => service.store.removeProjects(markers);
    const refill = (credits: number) => service.store.ledger.raiseRemaining(credits);
    return {
      url: service.url,
      port,
      controlToken: options.controlToken ?? null,
      removeProjects,
      refill,
      close: () => (closing ??= close()),
    };
  } catch (error) {
    service.store.close();
    throw error;
  }
}

function buildApp(service: PracticeService, controlToken: string | null, onDefect: (error: unknown) => void) {
  let port = 0;
  const app = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: (error, request, reply) => {
      sendError(service, asErrorResponse(error, onDefect), request, reply);
    },
    // Closing must not wait for callers that keep their connections open.
    forceCloseConnections: true,
    // Connections that send nothing, or a request without end, are closed.
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
    // Our schemas are zod's. Otherwise Fastify loads its own two compilers, a fifth of the start time.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  });
  app.decorateRequest('faults');
  app.addHook('onRequest', (request, reply, done) => {
    request.faults = NO_FAULTS;
    reply.header('x-request-id', request.id);
    rejectOtherSites(request.headers, port);
    authorizeAndCount(service, request);
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(service, asErrorResponse(error, onDefect), request, reply));
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/integrations')) requireBearer(request.headers, (token) => service.acceptsToken(token));
    return sendError(service, notFound(request), request, reply);
  });
  installFaults(app, service);
  app.removeAllContentTypeParsers();
  // Each kind of body has its own parsers.
  void app.register(async (scope) => installEndpoints(scope, service, 'json'));
  void app.register(async (scope) => installEndpoints(scope, service, 'list'));
  void app.register(async (scope) => installEndpoints(scope, service, 'none'));
  if (controlToken !== null) void app.register(async (scope) => installControls(scope, service, secretCheck(controlToken)));
  app.get('/openapi.json', () => apiDescription(service.url, VERSION, controlToken !== null));
  const listen = async (wanted: number) => {
    await app.listen({ host: '127.0.0.1', port: wanted });
    const address = app.server.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
    service.url = `http://127.0.0.1:${port}`;
    return port;
  };
  return { app, listen };
}

function noCompiler(): never {
  throw new TypeError('the routes have no schemas for Fastify');
}

/** Requires the token and counts a changing call for its project, whatever its outcome. */
function authorizeAndCount(service: PracticeService, request: FastifyRequest): void {
  const { endpoint } = request.routeOptions.config;
  if (endpoint === undefined) return;
  requireBearer(request.headers, (token) => service.acceptsToken(token));
  if (endpoint.step !== 'add' && endpoint.step !== 'process') return;
  const number = service.store.projectNumber((request.params as { id: string }).id);
  if (number !== null) service.store.ledger.count(number, endpoint.step === 'add' ? 'add_calls' : 'process_calls');
}

/** Converts any error: ErrorResponse unchanged, Fastify's errors with their status, all others as defects. */
function asErrorResponse(error: unknown, onDefect: (error: unknown) => void): ErrorResponse {
  if (error instanceof ErrorResponse) return error;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 415) return new ErrorResponse(415, 'content_type_unsupported', 'This content type is not accepted here.');
  if (status >= 400 && status < 500)
    return new ErrorResponse(status, 'request_invalid', error instanceof Error ? error.message : 'The request is invalid.');
  onDefect(error);
  return new ErrorResponse(500, 'internal', 'The practice service failed. This is a defect.');
}

function sendError(service: PracticeService, error: ErrorResponse, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, contentType, body } = renderError(error, request.id, service.dialect);
  // Node discards the rest of a body only if nothing has begun to read it; a caller that is still sending must be able
  // to finish.
  request.raw.unpipe();
  request.raw.resume();
  return reply
    .code(status)
    .header('x-request-id', request.id)
    .headers(error.headers)
    .type(contentType ?? 'text/plain')
    .send(body);
}

const toPattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/gu, '[^/]+')}$`, 'u');
const PATTERNS = ENDPOINTS.map(({ method, path }) => ({ method, pattern: toPattern(BASE + path) }));

function notFound(request: FastifyRequest): ErrorResponse {
  const path = request.url.split('?')[0] ?? '';
  const allowed = PATTERNS.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (allowed.length === 0) return new ErrorResponse(404, 'not_found', `There is nothing here; every path begins with ${BASE}.`);
  return new ErrorResponse(405, 'method_not_allowed', 'This path does not have this method.', {
    headers: { allow: [...new Set(allowed)].join(', ') },
  });
}

function installEndpoints(scope: FastifyInstance, service: PracticeService, body: Endpoint['body']): void {
  if (body === 'json')
    scope.addContentTypeParser('application/json', (request: FastifyRequest, payload: Readable) => jsonBody(request, payload));
  if (body === 'list') {
    scope.addContentTypeParser('application/json', (request: FastifyRequest, payload: Readable) => listBody(request, payload, 'json'));
    scope.addContentTypeParser('text/csv', (request: FastifyRequest, payload: Readable) => listBody(request, payload, 'csv'));
  }
  // Ignore any body sent to an endpoint that takes none.
  if (body === 'none') {
    scope.addContentTypeParser('*', async (_request: FastifyRequest, payload: Readable) => {
      payload.resume();
    });
  }
  for (const endpoint of ENDPOINTS) {
    if (endpoint.body !== body) continue;
    scope.route({
      method: endpoint.method,
      url: BASE + endpoint.path,
      config: { endpoint },
      handler: (request, reply) => answer(service, endpoint, request, reply),
    });
  }
}

async function jsonBody(request: FastifyRequest, payload: Readable): Promise<unknown> {
  requireUtf8(request.headers['content-type']);
  return readJson(decompressed(payload, request.headers['content-encoding']));
}

async function listBody(request: FastifyRequest, payload: Readable, form: ListBody['form']): Promise<ListBody> {
  requireUtf8(request.headers['content-type']);
  return { form, stream: decompressed(payload, request.headers['content-encoding']) };
}

const isList = (answer: Answer): answer is Extract<Answer, { items: unknown }> => 'items' in answer;

function addLink(reply: FastifyReply, link: string): void {
  const before = reply.getHeader('link');
  reply.header('link', before === undefined ? link : `${String(before)}, ${link}`);
}

async function answer(service: PracticeService, endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { faults } = request;
  const { dialect } = service;
  const accept = request.headers.accept;
  const csv = endpoint.body === 'list' && !acceptsType(accept, 'application/json') && acceptsType(accept, 'text/csv');
  if (!csv && !acceptsType(accept, 'application/json')) {
    throw new ErrorResponse(406, 'not_acceptable', 'Answers are application/json; the Accept header does not allow that.');
  }
  const skew = faults.of('clock-skew')?.ms ?? 0;
  const call: Call = {
    service,
    dialect,
    faults,
    id: (request.params as { id?: string }).id ?? '',
    query: request.query as Record<string, unknown>,
    body: endpoint.body === 'json' ? request.body : null,
    list: endpoint.body === 'list' ? ((request.body as ListBody | undefined) ?? null) : null,
    now: service.clock() + skew,
  };
  const answered = await endpoint.handle(call);
  const context: RenderContext = {
    dialect,
    url: service.url,
    skew,
    statusWord: faults.of('status-word')?.word ?? null,
    projectName: faults.of('project-name')?.name ?? null,
    phase: (project) => service.phase(project),
    visibleRows: (project) => service.visibleRows(project),
  };
  if (endpoint.replacedBy !== undefined) {
    // RFC 9745 requires a date. The interface has none (section 9), so use the day of its version.
    reply.header('deprecation', '@1715731200');
    addLink(reply, `<${BASE}${endpoint.replacedBy.replace(':id', call.id)}>; rel="successor-version"`);
  }
  if (isList(answered)) {
    const { contentType, link, pieces } = renderList(answered, context);
    if (link !== null) addLink(reply, link);
    return reply.code(200).type(contentType).send(Readable.from(pieces));
  }
  const rendered = renderOne(answered, context);
  if (rendered.body === null) return reply.code(rendered.status).send();
  if (csv && answered.kind === 'project') {
    return reply
      .code(rendered.status)
      .type('text/csv; charset=utf-8')
      .send(projectCsv(projectBody(answered.project, context)));
  }
  return reply
    .code(rendered.status)
    .type(rendered.contentType ?? '')
    .send(rendered.body);
}

function installControls(scope: FastifyInstance, service: PracticeService, accepted: (token: string) => boolean): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    requireBearer(request.headers, accepted);
    done();
  });
  scope.addContentTypeParser('application/json', (request: FastifyRequest, payload: Readable) => jsonBody(request, payload));
  for (const control of CONTROLS) {
    scope.route({
      method: control.method,
      url: control.path,
      config: { control },
      handler: (request, reply) =>
        reply.code(control.success).send(control.handle(service, request.body ?? null, (request.params as { id?: string }).id ?? '')),
    });
  }
}
