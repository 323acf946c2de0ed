/**
 * A stand-in for the application behind the loopback protocol, answering every method from fixtures in memory: for
 * looking at states of the window that are hard to reach, and for tests of its screens. Answers are checked against the
 * contract, so that the fixtures cannot drift away from it. As a program: `fake-desk.ts [port] [scenario]`.
 */
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contentSecurityPolicy, contentTypeOf } from '../../main/platform/page.ts';
import { type Answer, type AppEvent, CONTRACT, type MethodName } from '../../shared/contract/index.ts';
import { AppError, type ErrorCode } from '../../shared/base/errors.ts';
import { handlersOf } from './fake-handlers.ts';
import { type Scenario, SCENARIOS } from './fake-scenarios.ts';
import { FakeWorld, newId } from './fake-world.ts';

export type { Scenario } from './fake-scenarios.ts';

const PAGE = join(import.meta.dirname, '../../out/renderer');
const POLICY = contentSecurityPolicy("'self'");

/** The running stand-in. */
export interface FakeDesk {
  readonly url: string;
  /** The address of the page with a code in it, at a place of the window. */
  readonly page: (place?: string) => string;
  readonly enter: (scenario: Scenario) => void;
  /** Pushes an event to every page. */
  readonly emit: (event: AppEvent) => void;
  /** Lets the next call of a method fail. */
  readonly failNext: (method: MethodName, code: ErrorCode, message: string) => void;
  /** Cuts the event streams, as a sleeping computer does. */
  readonly cutEvents: () => void;
  readonly close: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Starts the stand-in on a port of 127.0.0.1, a free one unless it is named. The page must have been built. */
export async function startFakeDesk(options: { readonly port?: number; readonly scenario?: Scenario } = {}): Promise<FakeDesk> {
  const streams = new Set<ServerResponse>();
  const failures = new Map<string, AppError>();
  const emit = (event: AppEvent) => {
    for (const stream of streams) stream.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  const world = new FakeWorld(options.scenario ?? 'projects', emit);
  const handlers = handlersOf(world);

  const dispatch = async (method: string, input: unknown): Promise<Answer> => {
    try {
      if (!Object.hasOwn(CONTRACT, method)) throw new AppError('METHOD_UNKNOWN', `There is no method ${method}.`);
      const name = method as MethodName;
      const planned = failures.get(name);
      if (planned !== undefined) {
        failures.delete(name);
        throw planned;
      }
      const parsed = CONTRACT[name].input.safeParse(input);
      if (!parsed.success) throw new AppError('INPUT_INVALID', parsed.error.message);
      const handle = handlers[name] as (input: unknown) => unknown;
      return { ok: true, value: CONTRACT[name].output.parse(await handle(parsed.data)) };
    } catch (error) {
      const said = error instanceof AppError ? error : new AppError('INTERNAL', String(error));
      return { ok: false, error: said.toFailure() };
    }
  };

  const sendJson = (response: ServerResponse, value: unknown) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(value));
  };
  const sendFile = (response: ServerResponse, path: string) => {
    const file = join(PAGE, path === '/' ? 'index.html' : path);
    if (!file.startsWith(PAGE) || !existsSync(file)) {
      response.statusCode = 404;
      response.end();
      return;
    }
    response.setHeader('Content-Type', contentTypeOf(file) ?? 'application/octet-stream');
    response.setHeader('Content-Security-Policy', POLICY);
    response.setHeader('Cache-Control', 'no-store');
    createReadStream(file).pipe(response);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (request.method === 'GET' && url.pathname === '/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(': hello\n\n');
      streams.add(response);
      response.on('close', () => streams.delete(response));
      return;
    }
    if (request.method === 'GET') {
      const asked = SCENARIOS.find((one) => one === url.searchParams.get('scenario'));
      if (asked !== undefined) world.enter(asked);
      return sendFile(response, url.pathname);
    }
    const body = await bodyOf(request);
    switch (url.pathname) {
      case '/session':
        return sendJson(response, { token: 'fake' });
      case '/ticket':
        return sendJson(response, { ticket: newId() });
      case '/files': {
        const file = { name: url.searchParams.get('name') ?? 'list.xlsx', bytes: body.byteLength };
        return sendJson(response, { ok: true, value: { token: world.takeFile(file), ...file } });
      }
      case '/rpc': {
        const { method, input } = JSON.parse(body.toString('utf8')) as { method: string; input: unknown };
        return sendJson(response, await dispatch(method, input));
      }
      default:
        response.statusCode = 404;
        response.end();
    }
  };

  const server: Server = createServer((request, response) => {
    void serve(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cutEvents = () => {
    for (const stream of streams) stream.destroy();
  };
  return {
    url,
    page: (place = '') => `${url}/#${place === '' ? 'code=fake' : place}`,
    enter: (scenario) => world.enter(scenario),
    emit,
    failNext: (method, code, message) => failures.set(method, new AppError(code, message)),
    cutEvents,
    close: async () => {
      cutEvents();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

const entry = process.argv[1];
if (entry !== undefined && import.meta.url === pathToFileURL(entry).href) {
  const scenario = SCENARIOS.find((one) => one === process.argv[3]) ?? 'projects';
  const desk = await startFakeDesk({ port: Number(process.argv[2] ?? 0), scenario });
  process.stdout.write(`${desk.url}/?scenario=${scenario}#code=fake\n`);
}
