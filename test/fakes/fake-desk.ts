/**
 * Serves the page over the loopback protocol with canned answers, to view states that are hard to reach and to test screens.
 * Inputs and answers are checked against the contract. `npm run dev -- --fake` shows it.
 */
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { contentSecurityPolicy, contentTypeOf } from '../../main/platform/page-files.ts';
import { type Answer, type AppEvent, CONTRACT, type MethodName } from '../../shared/contract/index.ts';
import { AppError, type ErrorCode } from '../../shared/base/errors.ts';
import type { Answers as Answered, Method } from '../../shared/contract/method.ts';
import type { Answers } from './answers.ts';
import { type Canned, cannedAnswers } from './canned-answers.ts';
import { isScenario } from './scenarios.ts';

const PAGE = join(import.meta.dirname, '../../out/renderer');
const POLICY = contentSecurityPolicy("'self'");

export interface FakeDesk {
  readonly url: string;
  /** Starts a scenario. @throws TypeError for another name */
  readonly start: (scenario: string) => void;
  /** Pushes an event to every page. */
  readonly emit: (event: AppEvent) => void;
  /** Replaces answers until the next scenario starts. */
  readonly answer: (answers: Answers) => void;
  /** Makes the next call of a method fail. */
  readonly failNext: (method: MethodName, code: ErrorCode, message: string) => void;
  readonly close: () => Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Stores the answer of a command for the queries that return it, according to the contract, and announces changed views. */
function keep({ answers, views }: Canned, answered: Answered, input: object, value: object | null, emit: FakeDesk['emit']): void {
  const partOf = (part: string | null) => (part === null || value === null ? value : (value as Record<string, unknown>)[part]);
  if ('query' in answered) Object.assign(answers, { [answered.query]: partOf(answered.part) });
  else if ('removed' in answered || 'view' in answered) {
    const isRemoved = 'removed' in answered;
    const name = isRemoved ? answered.removed : answered.view;
    const view = (isRemoved ? input : partOf(answered.part)) as { readonly id: string };
    const list: { readonly id: string }[] = views[`${name}s`];
    const at = list.findIndex(({ id }) => id === view.id);
    if (at >= 0) list.splice(at, 1);
    if (!isRemoved) list.splice(Math.max(at, 0), 0, view);
    emit({ name: `${name}.${isRemoved ? 'removed' : 'changed'}`, payload: isRemoved ? { id: view.id } : view } as AppEvent);
  }
}

/** Starts on a free port of 127.0.0.1. The page must be built. */
export async function startFakeDesk(): Promise<FakeDesk> {
  const streams = new Set<ServerResponse>();
  const failures = new Map<string, AppError>();
  const emit = (event: AppEvent) => {
    for (const stream of streams) stream.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  let canned = cannedAnswers('projects', Date.now(), emit);
  const start = (scenario: string) => {
    if (!isScenario(scenario)) throw new TypeError(`there is no scenario ${scenario}`);
    canned = cannedAnswers(scenario, Date.now(), emit);
  };

  /** The commands that can be canceled, by the ID of their call. */
  const cancels = new Map<string, (error: AppError) => void>();
  const dispatch = async (id: string, method: string, input: unknown): Promise<Answer> => {
    const canceled = new Promise<never>((_resolve, reject) => {
      cancels.set(id, reject);
    });
    canceled.catch(() => undefined);
    try {
      if (!Object.hasOwn(CONTRACT, method)) throw new AppError('METHOD_UNKNOWN', `There is no method ${method}.`);
      const name = method as MethodName;
      const planned = failures.get(name);
      failures.delete(name);
      if (planned !== undefined) throw planned;
      const parsed = CONTRACT[name].input.parse(input);
      const found = canned.answers[name] as unknown;
      if (found === undefined) throw new AppError('INTERNAL', `${name} has no canned answer.`);
      // An answer can be a promise that a test resolves later.
      const answer = typeof found === 'function' ? await Promise.race([(found as (input: unknown) => unknown)(parsed), canceled]) : found;
      if (answer instanceof AppError) throw answer;
      const value = CONTRACT[name].output.parse(answer);
      const entry: Method = CONTRACT[name];
      if (entry.kind === 'command') keep(canned, entry.answers, parsed, value, emit);
      Object.assign(canned.answers, canned.afterwards[name]);
      return { ok: true, value };
    } catch (error) {
      const failure = error instanceof AppError ? error : new AppError('INTERNAL', String(error));
      return { ok: false, error: failure.toFailure() };
    } finally {
      cancels.delete(id);
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
    // The name of a built file changes with its content, so a browser that opens many pages loads each file once.
    response.setHeader('Cache-Control', path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-store');
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
      const scenario = url.searchParams.get('scenario');
      if (scenario !== null) start(scenario);
      return sendFile(response, url.pathname);
    }
    const body = await bodyOf(request);
    switch (url.pathname) {
      case '/session':
        return sendJson(response, { token: 'fake' });
      case '/ticket':
        return sendJson(response, { ticket: 'ticket' });
      case '/files': {
        const file = { name: url.searchParams.get('name') ?? 'list.xlsx', bytes: body.byteLength };
        return sendJson(response, { ok: true, value: { token: 'file-token', ...file } });
      }
      case '/rpc': {
        const call = JSON.parse(body.toString('utf8')) as { cancel: string } | { id: string; method: string; input: unknown };
        if ('cancel' in call) cancels.get(call.cancel)?.(new AppError('CANCELED', 'Canceled. Nothing was changed.'));
        return sendJson(response, 'cancel' in call ? { ok: true, value: {} } : await dispatch(call.id, call.method, call.input));
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
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    start,
    emit,
    answer: (answers) => Object.assign(canned.answers, answers),
    failNext: (method, code, message) => failures.set(method, new AppError(code, message)),
    close: async () => {
      for (const stream of streams) stream.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
