/**
 * Serves the application to an ordinary browser: HTTP on 127.0.0.1, for this computer and this page only. The page exchanges a single-use
 * code for a token, which every call must carry. Host, Origin and Sec-Fetch-Site must match exactly.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../shared/base/errors.ts';
import type { Application } from '../application.ts';
import { contentSecurityPolicy, contentTypeOf } from '../platform/page-files.ts';
import { NO_DESKTOP } from '../platform/no-desktop.ts';
import type { Host, SaveTarget } from '../platform/ports.ts';

const CODE_LIVES_MS = 60_000;
const TICKET_LIVES_MS = 10_000;
/** A page that is reloaded or has lost its connection is back within this time. */
const PAGE_RETURNS_MS = 8000;
const MOST_CALL_BYTES = 8 * 1024 * 1024;
const MOST_FILE_BYTES = 2 * 1024 ** 3;

const CSP = contentSecurityPolicy("'self'");

/** Queries as they may come; a name given twice is an array and is refused. */
const TicketQuery = z.object({ ticket: z.string() });
const FileQuery = z.object({ name: z.string() });

export interface LoopbackServer {
  /** The page's URL with a new single-use code in its fragment. */
  pageUrl(): string;
  readonly port: number;
  close(): Promise<void>;
}

const same = (a: string, b: string) => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};
const secret = () => randomBytes(32).toString('base64url');

/** Secrets that are valid once and for a short time. */
class OnceOnly {
  private readonly live = new Map<string, number>();
  private readonly livesMs: number;

  constructor(livesMs: number) {
    this.livesMs = livesMs;
  }

  issue(): string {
    const code = secret();
    this.live.set(code, performance.now() + this.livesMs);
    return code;
  }

  redeem(code: string): boolean {
    const until = this.live.get(code);
    this.live.delete(code);
    return until !== undefined && performance.now() <= until;
  }
}

/** Finished exports for the page to download: spool files with single-use tokens. */
export class Downloads {
  private readonly folder: string;
  private readonly files = new Map<string, { readonly path: string; readonly name: string }>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** A new file in the spool folder, and the token with which the page requests it. */
  async target(name: string): Promise<SaveTarget> {
    const token = secret();
    const folder = join(this.folder, token.slice(0, 12));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, basename(name));
    this.files.set(token, { path, name: basename(name) });
    return { path, shown: `your downloads, as “${basename(name)}”`, download: token };
  }

  take(token: string): { readonly path: string; readonly name: string } | null {
    const file = this.files.get(token) ?? null;
    this.files.delete(token);
    return file;
  }

  async clear(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The `Host` port for a page in a browser: no dialogs or taskbar; files become browser downloads. */
export function loopbackHost(downloads: Downloads): Host {
  return {
    ...NO_DESKTOP,
    kind: 'loopback',
    saveTarget: (name) => downloads.target(name),
  };
}

/** Serves page and application on 127.0.0.1, by default on a free port. */
export async function serveLoopback(
  application: Application,
  options: {
    readonly rendererDir: string;
    readonly spoolDir: string;
    readonly downloads: Downloads;
    readonly port?: number;
    readonly onLastPageClosed?: () => void;
  },
): Promise<LoopbackServer> {
  const token = secret();
  const codes = new OnceOnly(CODE_LIVES_MS);
  const tickets = new OnceOnly(TICKET_LIVES_MS);
  const app = fastify({ logger: false, bodyLimit: MOST_CALL_BYTES, forceCloseConnections: true, requestTimeout: 0 });
  let origin = '';
  let openPages = 0;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  const refuse = (reply: FastifyReply, status: number, message: string) =>
    reply.code(status).send({ ok: false, error: new AppError('SENDER_REFUSED', message).toFailure() });
  /** The page itself may be opened from the file that `npm start` hands to the browser; it holds no secret. */
  const opensPage = ({ method, url, headers }: FastifyRequest) =>
    method === 'GET' && url === '/' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  const known = (request: FastifyRequest) => {
    const header = request.headers.authorization ?? '';
    return header.startsWith('Bearer ') && same(header.slice(7), token);
  };

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': CSP,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    // Rejects host names of other sites that resolve to 127.0.0.1 (DNS rebinding).
    if (`http://${request.headers.host ?? ''}` !== origin) return await refuse(reply, 421, 'This address is not served here.');
    const from = request.headers.origin;
    if (from !== undefined && from !== origin) return await refuse(reply, 403, 'Another page may not call this one.');
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !opensPage(request))
      return await refuse(reply, 403, 'Another page may not call this one.');
    return undefined;
  });

  // The page sends no malformed request, so nobody needs to read why it failed, and no text of the runtime leaves.
  app.setErrorHandler(async (error: { readonly statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    const isMalformed = status >= 400 && status < 500;
    const failure = isMalformed
      ? new AppError('INPUT_INVALID', 'This request cannot be read.')
      : new AppError('INTERNAL', 'Something went wrong inside Screening Desk. What was done is kept.');
    return await reply.code(isMalformed ? status : 500).send({ ok: false, error: failure.toFailure() });
  });

  app.addContentTypeParser('application/octet-stream', (_request, _payload, done) => {
    done(null);
  });

  app.post<{ Body: { code?: unknown } | null }>('/session', async (request, reply) => {
    const { code } = request.body ?? {};
    if (typeof code !== 'string' || !codes.redeem(code))
      return await refuse(reply, 401, 'This address was already used. Start Screening Desk again to open its window.');
    return { token };
  });

  app.post<{ Body: { method?: unknown; input?: unknown } }>('/rpc', async (request, reply) => {
    if (!known(request)) return await refuse(reply, 401, 'This page is not known here.');
    const { method, input } = request.body ?? {};
    return await application.call(typeof method === 'string' ? method : '', input ?? {});
  });

  app.post('/ticket', async (request, reply) => {
    if (!known(request)) return await refuse(reply, 401, 'This page is not known here.');
    return { ticket: tickets.issue() };
  });

  app.get('/events', async (request, reply) => {
    const query = TicketQuery.safeParse(request.query);
    if (!query.success || !tickets.redeem(query.data.ticket)) return await refuse(reply, 401, 'This page is not known here.');
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    raw.write(': here\n\n');
    const unsubscribe = application.subscribe((event) => {
      raw.write(`data: ${JSON.stringify(event)}\n\n`);
    });
    const beat = setInterval(() => raw.write(': here\n\n'), 20_000);
    openPages++;
    clearTimeout(leaving);
    raw.on('close', () => {
      clearInterval(beat);
      unsubscribe();
      openPages--;
      if (openPages > 0 || options.onLastPageClosed === undefined) return;
      leaving = setTimeout(options.onLastPageClosed, PAGE_RETURNS_MS);
      leaving.unref();
    });
    return reply;
  });

  app.post('/files', { bodyLimit: MOST_FILE_BYTES }, async (request, reply) => {
    if (!known(request)) return await refuse(reply, 401, 'This page is not known here.');
    const query = FileQuery.safeParse(request.query);
    if (!query.success || /\p{Cc}/u.test(query.data.name)) return await refuse(reply, 400, 'This is not a file name.');
    const name = basename(query.data.name.replaceAll('\\', '/')).slice(0, 255) || 'file';
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > MOST_FILE_BYTES) return { ok: false, error: new AppError('FILE_TOO_LARGE', `“${name}” is larger than 2 GB.`).toFailure() };
    await mkdir(options.spoolDir, { recursive: true, mode: 0o700 });
    const path = join(options.spoolDir, secret().slice(0, 16));
    try {
      await pipeline(request.raw, createWriteStream(path, { mode: 0o600 }));
      return { ok: true, value: await application.offerFile(path, name, true) };
    } catch (error) {
      await rm(path, { force: true });
      const full = (error as NodeJS.ErrnoException).code === 'ENOSPC';
      const failure =
        error instanceof AppError
          ? error
          : full
            ? new AppError('DISK_FULL', 'The disk is full, so the file could not be received. Nothing else is affected.')
            : new AppError('FILE_UNREADABLE', `“${name}” did not arrive completely. Try again.`);
      return { ok: false, error: failure.toFailure() };
    }
  });

  app.get<{ Params: { token: string } }>('/download/:token', async (request, reply) => {
    const file = options.downloads.take(request.params.token);
    if (file === null) return await refuse(reply, 404, 'This file was already downloaded.');
    const { size } = await stat(file.path);
    reply.header('content-type', 'application/octet-stream');
    reply.header('content-length', size);
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`);
    const stream = createReadStream(file.path);
    stream.on('close', () => void rm(file.path, { force: true }));
    return await reply.send(stream);
  });

  servePage(app, options.rendererDir);
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  origin = `http://127.0.0.1:${port}`;
  return {
    port,
    pageUrl: () => `${origin}/#code=${codes.issue()}`,
    async close() {
      await app.close();
      clearTimeout(leaving);
      await options.downloads.clear();
    },
  };
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
