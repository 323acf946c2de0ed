/**
 * Serves the application to an ordinary browser, over HTTP on 127.0.0.1, only for this computer and this page. The page exchanges a
 * single-use code for a token, which every call must contain. Host, Origin and Sec-Fetch-Site must match exactly.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, diskFailureOf } from '../../shared/base/index.ts';
import type { CallProgress } from '../../shared/contract/index.ts';
import type { Application } from '../application.ts';
import { PageCalls } from '../page-calls.ts';
import { contentSecurityPolicy, contentTypeOf } from '../platform/index.ts';
import type { Downloads } from './downloads.ts';
import { EventStream } from './event-stream.ts';
import { PageAccess, refuse, refuseUnknown } from './page-access.ts';

/** A page that is reloaded, or that lost its connection, comes back within this time. */
const PAGE_RETURNS_MS = 8000;
const HEARTBEAT_MS = 20_000;
/**
 * The most bytes of events that wait for a page. A page that stops reading, for example because the browser froze it, loses its stream, and
 * reads the state again when it returns.
 */
const MAX_WAITING_BYTES = 16 * 1024 ** 2;
const MAX_CALL_BYTES = 8 * 1024 * 1024;
/** Limit for a body with a code, which anybody on this computer can send. */
const MAX_CODE_BYTES = 1024;
const MAX_FILE_BYTES = 2 * 1024 ** 3;

/** In milliseconds: for a whole request, for its head, and between two checks of the connections. */
const LIMITS = { requestMs: 900_000, headersMs: 10_000, checkMs: 5_000 } as const;
/** An open page uses at most a dozen connections. */
const MAX_CONNECTIONS = 256;

const CSP = contentSecurityPolicy("'self'");

/** If a query contains a name twice, its value is an array, which is refused. */
const TicketQuery = z.object({ ticket: z.string() });
const FileQuery = z.object({ name: z.string() });

export interface LoopbackServerOptions {
  readonly rendererDir: string;
  readonly spoolDir: string;
  readonly downloads: Downloads;
  /** Default: any free port. */
  readonly port?: number;
  /** Replaces the limits for idle connections, in milliseconds. */
  readonly limits?: { readonly requestMs: number; readonly headersMs: number; readonly checkMs: number };
  /** Default: 2 GB. */
  readonly maxFileBytes?: number;
  readonly onLastPageClosed?: () => void;
}

export interface LoopbackServer {
  /** The page's URL with a new single-use code in its fragment. */
  pageUrl(): string;
  readonly port: number;
  close(): Promise<void>;
}

/** Serves page and application on 127.0.0.1. */
export async function serveLoopback(application: Application, options: LoopbackServerOptions): Promise<LoopbackServer> {
  const access = new PageAccess();
  const { limits = LIMITS } = options;
  const app = fastify({
    logger: false,
    bodyLimit: MAX_CALL_BYTES,
    forceCloseConnections: true,
    // A HEAD request must not use up a code, a ticket or a download.
    exposeHeadRoutes: false,
    requestTimeout: limits.requestMs,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  let origin = '';
  refuseOtherSites(app, () => origin);
  answerFailures(app);
  const stream = new EventStream(application);
  serveCalls(app, application, access, stream);
  const stopWaiting = serveEvents(app, stream, access, options.onLastPageClosed);
  serveUploads(app, application, access, options);
  serveDownloads(app, options.downloads);
  servePage(app, options.rendererDir);
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  origin = `http://127.0.0.1:${port}`;
  return {
    port,
    pageUrl: () => `${origin}/#code=${access.codes.issue()}`,
    async close() {
      await app.close();
      stream.close();
      stopWaiting();
      await options.downloads.clear();
    },
  };
}

/** True if the browser opens the page itself, which contains no secret: `npm start` lets the browser open it from a local file. */
const opensPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && url === '/' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';

/** Refuses requests of other sites, and sets the security headers. `origin`: the origin of this server, known once it listens. */
function refuseOtherSites(app: FastifyInstance, origin: () => string): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': CSP,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    // Refuses host names of other sites that resolve to 127.0.0.1 (DNS rebinding).
    if (`http://${request.headers.host ?? ''}` !== origin()) return await refuse(reply, 421, 'There is nothing at this address.');
    const from = request.headers.origin;
    if (from !== undefined && from !== origin()) return await refuse(reply, 403, 'Another page may not call this one.');
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !opensPage(request))
      return await refuse(reply, 403, 'Another page may not call this one.');
    return undefined;
  });
}

/** Answers malformed requests and defects without texts of the runtime, which could contain personal data. */
function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler(async (error: { readonly statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    const isMalformed = status >= 400 && status < 500;
    const failure = isMalformed
      ? new AppError('INPUT_INVALID', 'This request cannot be read.')
      : new AppError('INTERNAL', 'Something went wrong inside Screening Desk. What was done is kept.');
    return await reply.code(isMalformed ? status : 500).send({ ok: false, error: failure.toFailure() });
  });
}

/** Refuses a request without the token before its body is read, because the body could exhaust the memory. */
const withToken = (access: PageAccess) => ({
  onRequest: async (request: FastifyRequest, reply: FastifyReply) => (access.hasToken(request) ? undefined : await refuseUnknown(reply)),
});

/** The body of `/rpc`: a call, or the ID of a call to cancel. */
const RpcBody = z.union([
  z.object({ cancel: z.string() }),
  z.object({ id: z.string().optional(), method: z.string().catch(''), input: z.unknown(), progress: z.boolean().optional() }),
]);

/**
 * `POST /session`: exchanges a code for the token. `POST /rpc`: a call of the contract. A query is canceled when its request ends. With
 * `progress`, the response has several lines of JSON, and the last one is the answer. `after` in an answer: the number of the last event
 * before it.
 */
function serveCalls(app: FastifyInstance, application: Application, access: PageAccess, stream: EventStream): void {
  app.post<{ Body: { code?: unknown } | null }>('/session', { bodyLimit: MAX_CODE_BYTES }, async (request, reply) => {
    const { code } = request.body ?? {};
    if (typeof code !== 'string' || !access.codes.redeem(code))
      return await refuse(reply, 401, 'This address was already used. Start Screening Desk again to open its window.');
    return { token: access.token };
  });
  const calls = new PageCalls();
  app.post('/rpc', withToken(access), async (request, reply) => {
    const body = RpcBody.parse(request.body ?? {});
    if ('cancel' in body) {
      calls.cancel(body.cancel);
      return { ok: true, value: {} };
    }
    const { id = randomUUID(), method, input = {}, progress = false } = body;
    reply.raw.once('close', () => calls.leave(id));
    const answer = async (onProgress?: (done: CallProgress) => void) => ({
      ...(await calls.answer(application, { id, method, input }, onProgress)),
      after: stream.sent,
    });
    if (!progress) return await answer();
    const lines = new PassThrough();
    const onProgress = (done: CallProgress) => lines.write(`${JSON.stringify(done)}\n`);
    void answer(onProgress).then((last) => lines.end(JSON.stringify(last)));
    return await reply.type('application/x-ndjson').send(lines);
  });
}

/**
 * `POST /ticket`, then `GET /events`: the event stream. Returns the function that stops waiting for a page to return.
 */
function serveEvents(app: FastifyInstance, stream: EventStream, access: PageAccess, onLastPageClosed?: () => void): () => void {
  let openPages = 0;
  let leaving: NodeJS.Timeout | undefined;
  app.post('/ticket', withToken(access), () => ({ ticket: access.tickets.issue() }));
  app.get('/events', async (request, reply) => {
    const query = TicketQuery.safeParse(request.query);
    if (!query.success || !access.tickets.redeem(query.data.ticket)) return await refuseUnknown(reply);
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    const unsubscribe = stream.open((message) => {
      raw.write(message);
      if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy();
    });
    const heartbeat = setInterval(() => raw.write(': here\n\n'), HEARTBEAT_MS);
    openPages++;
    clearTimeout(leaving);
    raw.on('close', () => {
      clearInterval(heartbeat);
      unsubscribe();
      openPages--;
      if (openPages > 0 || onLastPageClosed === undefined) return;
      leaving = setTimeout(onLastPageClosed, PAGE_RETURNS_MS);
      leaving.unref();
    });
    return reply;
  });
  return () => clearTimeout(leaving);
}

/** `POST /files?name=…`: stores a file that the user chose in the spool folder, and returns its token. */
function serveUploads(
  app: FastifyInstance,
  application: Application,
  access: PageAccess,
  { spoolDir, maxFileBytes = MAX_FILE_BYTES }: LoopbackServerOptions,
): void {
  // The route reads the body as a stream.
  app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => done(null));
  app.post('/files', { bodyLimit: maxFileBytes, ...withToken(access) }, async (request, reply) => {
    const query = FileQuery.safeParse(request.query);
    if (!query.success || /\p{Cc}/u.test(query.data.name)) return await refuse(reply, 400, 'This is not a file name.');
    const name = basename(query.data.name.replaceAll('\\', '/')).slice(0, 255) || 'file';
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > maxFileBytes) return { ok: false, error: tooLarge(name).toFailure() };
    await mkdir(spoolDir, { recursive: true, mode: 0o700 });
    const path = join(spoolDir, randomBytes(12).toString('base64url'));
    try {
      await pipeline(
        request.raw,
        (chunks: AsyncIterable<Buffer>) => atMost(maxFileBytes, chunks, name),
        createWriteStream(path, { mode: 0o600 }),
      );
      return { ok: true, value: await application.offerFile(path, name, true) };
    } catch (error) {
      await rm(path, { force: true });
      return { ok: false, error: uploadFailure(error, name).toFailure() };
    }
  });
}

const tooLarge = (name: string) => new AppError('FILE_TOO_LARGE', `“${name}” is larger than 2 GB.`);

/**
 * Passes the chunks on unchanged. A body without a Content-Length has no other limit.
 * @throws FILE_TOO_LARGE
 */
async function* atMost(bytes: number, chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > bytes) throw tooLarge(name);
    yield chunk;
  }
}

function uploadFailure(error: unknown, name: string): AppError {
  if (error instanceof AppError) return error;
  return diskFailureOf(error) === 'full'
    ? new AppError('DISK_FULL', 'The disk is full, so the file could not be received. Nothing else is affected.')
    : new AppError('FILE_UNREADABLE', `“${name}” did not arrive completely. Try again.`);
}

/** `GET /download/…`: a finished export, which can be downloaded once, and again only if the download breaks off. */
function serveDownloads(app: FastifyInstance, downloads: Downloads): void {
  app.get<{ Params: { token: string } }>('/download/:token', async (request, reply) => {
    const { token } = request.params;
    const file = downloads.take(token);
    if (file === null) return await refuse(reply, 404, 'This file was already downloaded.');
    const { raw } = reply;
    raw.once('close', () => void downloads.settle(token, file, raw.writableFinished).catch(() => undefined));
    const { size } = await stat(file.path);
    reply.header('content-type', 'application/octet-stream');
    reply.header('content-length', size);
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`);
    return await reply.send(createReadStream(file.path));
  });
}

/** Serves the built page: only files in `folder`. */
function servePage(app: FastifyInstance, folder: string): void {
  app.get('/*', async (request, reply) => {
    let path: string;
    try {
      path = decodeURIComponent(new URL(request.url, 'http://page').pathname);
    } catch {
      return await reply.code(400).send('bad address');
    }
    const file = join(folder, path === '/' ? 'index.html' : path);
    const inside = relative(folder, file);
    const type = contentTypeOf(file);
    if (inside.startsWith('..') || isAbsolute(inside) || path.includes('\0') || path.includes('\\') || type === null)
      return await reply.code(404).send('not found');
    try {
      const bytes = await readFile(file);
      return await reply.type(type).send(bytes);
    } catch {
      return await reply.code(404).send('not found');
    }
  });
}
