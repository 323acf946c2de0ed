/**
 * What is known about a call that changes the service. Only a call that was not sent or was refused may be made again: after any other
 * outcome the service may have acted, and a second call could cost money.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../main/platform/clock.ts';
import type { Clock } from '../../../../main/platform/ports.ts';
import { ServiceClient, type ServiceAddress } from '../../../../main/service/client.ts';
import { RequestFailed } from '../../../../main/service/failures.ts';
import { request } from '../../../../main/service/http.ts';
import { AppError } from '../../../../shared/base/errors.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
let baseUrl: string;
let answer: Answer;
let requests: string[] = [];
let accepted: (string | undefined)[] = [];
let waits: number[] = [];

const NOW = Date.parse('2026-03-01T12:00:00Z');
const clock = {
  now: () => NOW,
  elapsed: () => 0,
  wait: (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  },
};
const direct = { connect: () => Promise.resolve({ proxies: [null], trust: null }) };
const { signal } = new AbortController();

const clientOf = (
  more: Partial<ServiceAddress> = {},
  network: ConstructorParameters<typeof ServiceClient>[1] = direct,
  time: Clock = clock,
) => new ServiceClient({ baseUrl, version: 'v1', token: 'secret-token', ...more }, network, time, () => 0.5);

beforeAll(async () => {
  server = createServer((request, response) => {
    // The end of a list that an earlier test gave up can arrive late.
    if (request.url?.endsWith('/scores') !== true) requests.push(`${request.method} ${request.url}`);
    accepted.push(request.headers.accept);
    request.resume();
    answer(response, request);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  accepted = [];
  waits = [];
});

const says =
  (status: number, body = '', headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
const hangsUp: Answer = (response) => response.destroy();
/** The head of an answer, and half of its body. */
const cutOff: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":');
  setImmediate(() => response.destroy());
};
const silent: Answer = () => undefined;

describe('a call that changes the service is made once', () => {
  it.each<[what: string, answered: Answer, outcome: object]>([
    ['200', says(200), { outcome: 'done' }],
    ['201', says(201), { outcome: 'done' }],
    ['299', says(299), { outcome: 'done' }],
    ['a success without the rest of its answer', cutOff, { outcome: 'done' }],
    ['400', says(400), { outcome: 'refused', status: 400 }],
    ['402', says(402), { outcome: 'refused', status: 402 }],
    ['404', says(404), { outcome: 'refused', status: 404 }],
    ['409', says(409), { outcome: 'refused', status: 409 }],
    ['422', says(422), { outcome: 'refused', status: 422 }],
    ['401', says(401), { outcome: 'token' }],
    ['403', says(403), { outcome: 'token' }],
    [
      'a success that says that it failed',
      says(200, '{"success":false,"message":"The archive of secret-token is locked"}'),
      {
        outcome: 'refused',
        status: 200,
        words: 'The archive of (token removed) is locked',
        texts: ['The archive of (token removed) is locked'],
      },
    ],
    // Nothing was accepted.
    ['429', says(429), { outcome: 'not-sent', waitMs: 5_000 }],
    ['429 with a wait', says(429, '', { 'retry-after': '30' }), { outcome: 'not-sent', waitMs: 30_000 }],
    // The request may have arrived.
    ['408', says(408), { outcome: 'unknown' }],
    ['500', says(500), { outcome: 'unknown' }],
    ['502', says(502), { outcome: 'unknown' }],
    ['503 with a wait', says(503, '', { 'retry-after': '30' }), { outcome: 'unknown' }],
    ['504', says(504), { outcome: 'unknown' }],
    ['599', says(599), { outcome: 'unknown' }],
    ['a connection that ends without an answer', hangsUp, { outcome: 'unknown' }],
    // The request was not acted on.
    ['301', says(301, '', { location: '/else' }), { outcome: 'refused', status: 301, words: null, texts: [] }],
    ['307', says(307, '', { location: '/else' }), { outcome: 'refused', status: 307 }],
    ['308', says(308, '', { location: '/else' }), { outcome: 'refused', status: 308 }],
    // The service may have acted on the request.
    ['302', says(302, '', { location: '/else' }), { outcome: 'unknown' }],
    ['303', says(303, '', { location: '/else' }), { outcome: 'unknown' }],
  ])('%s', async (_what, answered, outcome) => {
    answer = answered;
    expect(await clientOf().process('7', signal)).toMatchObject(outcome);
    expect([requests, waits]).toEqual([['POST /integrations/v1/project/7/process'], []]);
  });

  it.each<[what: string, answered: Answer, outcome: object]>([
    ['with an ID is done', says(201, '{"id":"P1"}', { 'x-request-id': 'R1' }), { outcome: 'done', value: 'P1', requestId: 'R1' }],
    [
      'with a text of any length as its ID of the request is done without it',
      says(201, '{"id":"P1"}', { 'x-request-id': 'R'.repeat(301) }),
      { outcome: 'done', value: 'P1', requestId: null },
    ],
    [
      'without an ID is unknown',
      says(201, '{}'),
      { outcome: 'unknown', why: 'The service accepted the project but did not return its ID.' },
    ],
    ['with an ID is done whatever else it says', says(201, '{"id":"P1","success":false}'), { outcome: 'done', value: 'P1' }],
    ['that says that it failed is refused', says(201, '{"success":false,"id":null}'), { outcome: 'refused', status: 201 }],
    ['that is cut off is unknown', cutOff, { outcome: 'unknown', why: 'The service accepted the request, but its answer was cut off.' }],
    ['that is a web page is unknown', says(200, '<html>Log in</html>'), { outcome: 'unknown' }],
  ])('the answer to a creation %s', async (_what, answered, outcome) => {
    answer = answered;
    expect(await clientOf().createProject('Spring', null, signal)).toMatchObject(outcome);
    expect(requests).toHaveLength(1);
  });

  it('a refusal that can be of the address names the version of the connection', async () => {
    answer = says(404);
    const outcome = await clientOf({ version: '20240515' }).process('7', signal);
    expect(outcome).toMatchObject({ failure: { message: expect.stringContaining('does not know this project') as string } });
    expect(outcome).toMatchObject({ failure: { message: expect.stringContaining('“20240515”') as string } });
  });

  it('asks for JSON below the path of the address', async () => {
    answer = says(200);
    await clientOf({ baseUrl: `${baseUrl}/desk/api//` }).process('7', signal);
    await clientOf({ baseUrl: `${baseUrl}/` }).process('7', signal);
    expect(requests).toEqual(['POST /desk/api/integrations/v1/project/7/process', 'POST /integrations/v1/project/7/process']);
    expect(accepted).toEqual(['application/json', 'application/json']);
  });

  it('a refusal keeps the words of the service', async () => {
    answer = says(422, '{"message":"Unknown heading","field":"Plz"}');
    const outcome = await clientOf().process('7', signal);
    expect(outcome).toMatchObject({ outcome: 'refused', words: 'Unknown heading', texts: ['Unknown heading', 'Plz'] });
  });

  it('a refusal that repeats the token is kept without it', async () => {
    answer = says(422, '{"message":"The key secret-token is not valid"}');
    const outcome = await clientOf().process('7', signal);
    expect(outcome).toMatchObject({ outcome: 'refused', words: expect.stringContaining('is not valid') as string });
    expect(JSON.stringify(outcome)).not.toContain('secret-token');
  });

  it('an answer without a balance is kept without the token', async () => {
    answer = says(200, '{"hint":"secret-token has no balance"}');
    const { remaining, raw } = await clientOf().credits(signal);
    expect([remaining, raw]).toEqual([null, expect.stringContaining('has no balance')]);
    expect(raw).not.toContain('secret-token');
  });
});

describe('a call without an answer', () => {
  it.each<[what: string, act: () => ReturnType<ServiceClient['process']>]>([
    ['to a port where nothing listens', () => clientOf({ baseUrl: 'http://127.0.0.1:1' }).process('7', signal)],
    ['that finds no way', () => clientOf({}, { connect: () => Promise.reject(new Error('no way')) }).process('7', signal)],
    ['without any way', () => clientOf({}, { connect: () => Promise.resolve({ proxies: [], trust: null }) }).process('7', signal)],
  ])('%s was not sent', async (_what, act) => {
    answer = says(200);
    expect(await act()).toMatchObject({ outcome: 'not-sent', waitMs: null });
    expect(requests).toEqual([]);
  });

  it.each([
    ['an impossible port', 'http://ann:proxy-secret@proxy.example:99999'],
    ['no host', 'http://ann:proxy-secret@'],
    ['an unknown scheme', 'ftp://ann:proxy-secret@proxy.example'],
  ])('because the address of the proxy has %s was not sent, and the error does not contain the proxy’s password', async (_what, proxy) => {
    answer = says(200);
    const network = { connect: () => Promise.resolve({ proxies: [proxy], trust: null }) };
    const timeouts = { connect: 1_000, answer: 1_000, idle: 1_000 };
    const call = { method: 'POST', url: new URL(baseUrl), token: 'secret-token', accept: '*/*', timeouts, signal } as const;
    const failure = await request(network, call).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RequestFailed);
    expect(failure).toMatchObject({ sent: false });
    expect(inspect(failure, { depth: null, showHidden: true })).not.toMatch(/proxy-secret|secret-token/);
    const outcome = await clientOf({}, network).process('7', signal);
    expect(outcome).toMatchObject({ outcome: 'not-sent' });
    expect(inspect(outcome, { depth: null, showHidden: true })).not.toMatch(/proxy-secret|secret-token/);
    expect(requests).toEqual([]);
  });

  it('is not sent when a proxy does not answer, long before the answer of the service would be late', async () => {
    const proxy = createServer().on('connect', () => undefined);
    await new Promise<void>((listening) => {
      proxy.listen(0, '127.0.0.1', listening);
    });
    const proxies = [`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`];
    const client = clientOf({ timeouts: { connect: 0.1 } }, { connect: () => Promise.resolve({ proxies, trust: null }) });
    expect(await client.process('7', signal)).toMatchObject({ outcome: 'not-sent', failure: { details: { kind: 'proxy-unreachable' } } });
    proxy.closeAllConnections();
    proxy.close();
  });

  it.each([
    ['at a proxy names the proxy, and is not tried without it', true, 'proxy-unreachable'],
    ['at the service says that it did not accept the connection', false, 'connect-timeout'],
  ])('whose time limit ends before it is sent, %s', async (_where, isProxied, kind) => {
    answer = says(200);
    const silentServer = createTcpServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((listening) => {
      silentServer.listen(0, '127.0.0.1', listening);
    });
    const address = `127.0.0.1:${(silentServer.address() as AddressInfo).port}`;
    const network = { connect: () => Promise.resolve({ proxies: isProxied ? [`http://${address}`, null] : [null], trust: null }) };
    const client = clientOf(isProxied ? {} : { baseUrl: `https://${address}` }, network);
    expect(await client.process('7', AbortSignal.timeout(200))).toMatchObject({ outcome: 'not-sent', failure: { details: { kind } } });
    expect(requests).toEqual([]);
    silentServer.close();
  });

  it('that was stopped before it was made sends nothing', async () => {
    answer = says(200);
    expect(await clientOf().process('7', AbortSignal.abort())).not.toMatchObject({ outcome: 'done' });
    expect(requests).toEqual([]);
  });

  it('for longer than the limit is unknown', async () => {
    answer = silent;
    expect(await clientOf({ timeouts: { process: 0.05 } }).process('7', signal)).toMatchObject({ outcome: 'unknown' });
  });

  it('that was stopped after it was sent is unknown', async () => {
    const stop = new AbortController();
    answer = () => {
      stop.abort();
    };
    expect(await clientOf().process('7', stop.signal)).toMatchObject({ outcome: 'unknown' });
  });

  it('is unknown when the list stops moving', async () => {
    answer = silent;
    async function* chunks() {
      yield Buffer.from('{"scoreProfiles"');
      await new Promise(() => undefined);
    }
    const body = { contentType: 'application/json', bytes: 100, chunks: chunks() };
    expect(await clientOf({ timeouts: { idle: 0.05 } }).addList('7', body, signal)).toMatchObject({ outcome: 'unknown' });
  });

  it('throws the failure when the list could not be read, since an incomplete list is not accepted', async () => {
    answer = silent;
    const failure = new AppError('PROJECT_FILE_DAMAGED', 'The list changed.');
    async function* chunks() {
      yield await Promise.resolve(Buffer.from('{"scoreProfiles"'));
      throw failure;
    }
    const body = { contentType: 'application/json', bytes: 100, chunks: chunks() };
    await expect(clientOf().addList('7', body, signal)).rejects.toBe(failure);
  });

  it('is unknown when a list could not be read for an unexpected reason', async () => {
    answer = silent;
    async function* chunks() {
      yield await Promise.resolve(Buffer.from('{"scoreProfiles"'));
      throw new RangeError('unexpected');
    }
    const body = { contentType: 'application/json', bytes: 100, chunks: chunks() };
    expect(await clientOf().addList('7', body, signal)).toMatchObject({ outcome: 'unknown' });
  });
});

describe('a reading call', () => {
  const read = (more?: Partial<ServiceAddress>) => clientOf(more).project('7', signal);

  it.each<[status: number, attempts: number]>([
    [500, 4],
    [502, 4],
    [503, 4],
    [429, 4],
    [400, 1],
    [401, 1],
    [403, 1],
    [404, 1],
  ])('that is answered %i is made %i times', async (status, attempts) => {
    answer = says(status);
    await expect(read()).rejects.toBeInstanceOf(AppError);
    expect(requests).toHaveLength(attempts);
    expect(waits).toHaveLength(attempts - 1);
  });

  it('waits longer each time, with jitter', async () => {
    answer = hangsUp;
    await expect(read()).rejects.toBeInstanceOf(AppError);
    expect(waits).toEqual([250, 500, 1_000]);
  });

  it('waits as long as the service asks for, up to a minute; a longer wait is the caller’s', async () => {
    answer = says(429, '', { 'retry-after': '60' });
    await expect(read()).rejects.toMatchObject({ code: 'SERVICE_BUSY', details: { waitMs: 60_000 } });
    expect(waits).toEqual([60_000, 60_000, 60_000]);
    [requests, waits] = [[], []];
    answer = says(503, '', { 'retry-after': '61' });
    await expect(read()).rejects.toMatchObject({ details: { waitMs: 61_000 } });
    expect([requests.length, waits]).toEqual([1, []]);
  });

  it('that fails without such a wait names none, so that the caller chooses its own', async () => {
    answer = says(500);
    const failure = await read().catch((error: unknown) => error as AppError);
    expect((failure as AppError).details).not.toHaveProperty('waitMs');
  });

  it.each([
    ['900', /^The service is busy \(429\)\.$/],
    ['901', /^The service is busy \(429\)\. The service asks you to wait until [A-Z][a-z]+ \d+, 2026 at \d+:\d\d\s[AP]M\.$/],
  ])('whose failure asks for a wait of %s seconds names the day and the hour only after a quarter of an hour', async (seconds, message) => {
    answer = says(429, '', { 'retry-after': seconds });
    await expect(read()).rejects.toThrow(message);
  });

  it.each<readonly [string, (client: ServiceClient) => Promise<unknown>]>([
    ['the status', (client) => client.project('7', signal)],
    ['the projects', (client) => client.projects(signal)],
    ['the profiles', (client) => client.profileList({ index: 0, firstPage: 1, itemsPerPage: 5, address: null }, signal)],
  ])('of %s tells what an error says that came with a status of success', async (_what, call) => {
    answer = says(200, '{"success":false,"error":{"message":"The archive of secret-token is locked"}}');
    const failure = (await call(clientOf()).catch((error: unknown) => error)) as AppError;
    expect(failure).toMatchObject({ code: 'RESPONSE_UNEXPECTED', message: expect.stringMatching(/cannot be understood.* It says: “The archive of \(token removed\) is locked”$/) as string }); // prettier-ignore
    expect(failure.details).toMatchObject({ words: 'The archive of (token removed) is locked' });
  });

  it('asks for JSON, and for one page where an answer has several', async () => {
    answer = says(200, '[]');
    const { page } = await clientOf().profiles('7', signal);
    await page(2, 50);
    expect(requests).toEqual(['GET /integrations/v1/project/7/profiles', 'GET /integrations/v1/project/7/profiles?page=2&itemsPerPage=50']);
    expect(accepted).toEqual(['application/json', 'application/json']);
  });

  it('ends with the first success', async () => {
    answer = (response, request) => (requests.length < 3 ? says(503) : says(200, '{"status":"idle"}'))(response, request);
    expect(await read()).toMatchObject({ status: 'idle' });
    expect(requests).toHaveLength(3);
  });

  it('is made again after a truncated answer, but not after an answer that is not the service’s', async () => {
    answer = cutOff;
    await expect(read()).rejects.toBeInstanceOf(AppError);
    expect(requests).toHaveLength(4);
    requests = [];
    answer = says(200, '<html>Log in</html>', { 'content-type': 'text/html' });
    await expect(read()).rejects.toMatchObject({ code: 'SERVICE_NONSENSE' });
    expect(requests).toHaveLength(1);
  });

  it('that is stopped is not made again', async () => {
    const stop = new AbortController();
    answer = () => {
      stop.abort();
    };
    await expect(clientOf().project('7', stop.signal)).rejects.toMatchObject({ code: 'CLOSING' });
    expect([requests.length, waits]).toEqual([1, []]);
  });

  it('is not made again when a proxy requires a password, which no repetition has', async () => {
    let tunnels = 0;
    const proxy = createServer().on('connect', (_request, socket) => {
      tunnels += 1;
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n');
    });
    await new Promise<void>((listening) => {
      proxy.listen(0, '127.0.0.1', listening);
    });
    const proxies = [`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`];
    const client = clientOf({}, { connect: () => Promise.resolve({ proxies, trust: null }) });
    await expect(client.project('7', signal)).rejects.toMatchObject({ details: { kind: 'proxy-password' } });
    expect([tunnels, requests, waits]).toEqual([1, [], []]);
    proxy.close();
  });

  it.each([
    ['before an answer', silent, 'SERVICE_TIMEOUT'],
    [
      'within the answer',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":'),
      'SERVICE_TIMEOUT',
    ],
    ['while it waits to be made again', says(503, '', { 'retry-after': '30' }), 'SERVICE_BUSY'],
  ] as [string, Answer, string][])('whose time limit ends %s says why, and not that it was stopped', async (_when, answered, code) => {
    answer = answered;
    await expect(clientOf({}, direct, systemClock).project('7', AbortSignal.timeout(200))).rejects.toMatchObject({ code });
  });

  it('that is stopped within its answer is not made again', async () => {
    const stop = new AbortController();
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
      setTimeout(() => {
        stop.abort();
      }, 20);
    };
    await expect(clientOf().project('7', stop.signal)).rejects.toMatchObject({ code: 'CLOSING' });
    expect([requests.length, waits]).toEqual([1, []]);
  });

  it('is not redirected: the token goes to no other place', async () => {
    answer = says(307, '', { location: `${baseUrl}/else` });
    await expect(read()).rejects.toBeInstanceOf(AppError);
    expect(new Set(requests)).toEqual(new Set(['GET /integrations/v1/project/7']));
  });

  it('has a connection of its own, and tells the service that no other request follows on it', async () => {
    const seen: { readonly socket: unknown; readonly connection: string | undefined }[] = [];
    answer = (response, incoming) => {
      seen.push({ socket: incoming.socket, connection: incoming.headers.connection });
      says(200, '{"status":"idle"}')(response, incoming);
    };
    const client = clientOf();
    for (let call = 0; call < 2; call++) await client.project('7', signal);
    expect(seen.map(({ connection }) => connection)).toEqual(['close', 'close']);
    expect(new Set(seen.map(({ socket }) => socket)).size).toBe(2);
  });

  it('reports the time of the service', async () => {
    answer = says(200, '{"status":"idle"}', { date: 'Sun, 01 Mar 2026 10:00:00 GMT' });
    const client = clientOf();
    expect(client.servedAt).toBeNull();
    await client.project('7', signal);
    expect(client.servedAt).toBe(Date.parse('2026-03-01T10:00:00Z'));
    // The last answer whose time can be read.
    answer = says(200, '{"status":"idle"}', { date: 'today' });
    await client.project('7', signal);
    expect(client.servedAt).toBe(Date.parse('2026-03-01T10:00:00Z'));
  });
});
