/** How a call that only reads is repeated, and what its failure tells. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../main/platform/clock.ts';
import type { ServiceAddress, ServiceClient } from '../../../../main/service/client.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { type Answer, cutOff, direct, hangsUp, says, ScriptedService, silent } from '../../../kit/scripted-service.ts';

const service = new ScriptedService();
const { signal } = new AbortController();

beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.forget());

describe('a reading call', () => {
  const read = (more?: Partial<ServiceAddress>) => service.clientOf(more).project('7', signal);

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
    service.answer = says(status);
    await expect(read()).rejects.toBeInstanceOf(AppError);
    expect(service.requests).toHaveLength(attempts);
    expect(service.waits).toHaveLength(attempts - 1);
  });

  it('waits longer each time, with jitter', async () => {
    service.answer = hangsUp;
    await expect(read()).rejects.toBeInstanceOf(AppError);
    expect(service.waits).toEqual([250, 500, 1_000]);
  });

  it('waits as long as the service asks for, up to a minute; a longer wait is the caller’s', async () => {
    service.answer = says(429, '', { 'retry-after': '60' });
    await expect(read()).rejects.toMatchObject({ code: 'SERVICE_BUSY', details: { waitMs: 60_000 } });
    expect(service.waits).toEqual([60_000, 60_000, 60_000]);
    [service.requests, service.waits] = [[], []];
    service.answer = says(503, '', { 'retry-after': '61' });
    await expect(read()).rejects.toMatchObject({ details: { waitMs: 61_000 } });
    expect([service.requests.length, service.waits]).toEqual([1, []]);
  });

  it('that fails without such a wait names none, so that the caller chooses its own', async () => {
    service.answer = says(500);
    const failure = await read().catch((error: unknown) => error as AppError);
    expect((failure as AppError).details).not.toHaveProperty('waitMs');
  });

  it.each([
    ['900', /^The service is busy \(429\)\.$/],
    ['901', /^The service is busy \(429\)\. The service asks you to wait until [A-Z][a-z]+ \d+, 2026 at \d+:\d\d\s[AP]M\.$/],
  ])('whose failure asks for a wait of %s seconds names the day and the hour only after a quarter of an hour', async (seconds, message) => {
    service.answer = says(429, '', { 'retry-after': seconds });
    await expect(read()).rejects.toThrow(message);
  });

  it.each<readonly [string, (client: ServiceClient) => Promise<unknown>]>([
    ['the status', (client) => client.project('7', signal)],
    ['the projects', (client) => client.projects(signal)],
    ['one profile', (client) => client.profile('7', signal)],
    ['the profiles', (client) => client.profileList({ index: 0, firstPage: 1, itemsPerPage: 5, address: null }, signal)],
  ])('of %s tells what an error says that came with a status of success', async (_what, call) => {
    service.answer = says(200, '{"success":false,"error":{"message":"The archive of secret-token is locked"}}');
    const failure = (await call(service.clientOf()).catch((error: unknown) => error)) as AppError;
    expect(failure).toMatchObject({ code: 'RESPONSE_UNEXPECTED', message: expect.stringMatching(/(?:cannot be understood|answered without one).* It says: “The archive of \(token removed\) is locked”$/) as string }); // prettier-ignore
    expect(failure.details).toMatchObject({ words: 'The archive of (token removed) is locked' });
  });

  it('asks for JSON, and for one page where an answer has several', async () => {
    service.answer = says(200, '[]');
    const { page } = await service.clientOf().profiles('7', signal);
    await page(2, 50);
    expect(service.requests).toEqual([
      'GET /integrations/v1/project/7/profiles',
      'GET /integrations/v1/project/7/profiles?page=2&itemsPerPage=50',
    ]);
    expect(service.accepted).toEqual(['application/json', 'application/json']);
  });

  it('ends with the first success', async () => {
    service.answer = (response, request) => (service.requests.length < 3 ? says(503) : says(200, '{"status":"idle"}'))(response, request);
    expect(await read()).toMatchObject({ status: 'idle' });
    expect(service.requests).toHaveLength(3);
  });

  it('is made again after a truncated answer, but not after an answer that is not the service’s', async () => {
    service.answer = cutOff;
    await expect(read()).rejects.toBeInstanceOf(AppError);
    expect(service.requests).toHaveLength(4);
    service.requests = [];
    service.answer = says(200, '<html>Log in</html>', { 'content-type': 'text/html' });
    await expect(read()).rejects.toMatchObject({ code: 'SERVICE_NONSENSE' });
    expect(service.requests).toHaveLength(1);
  });

  it('that is stopped is not made again', async () => {
    const stop = new AbortController();
    service.answer = () => {
      stop.abort();
    };
    await expect(service.clientOf().project('7', stop.signal)).rejects.toMatchObject({ code: 'CLOSING' });
    expect([service.requests.length, service.waits]).toEqual([1, []]);
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
    const client = service.clientOf({}, { connect: () => Promise.resolve({ proxies, trust: null }) });
    await expect(client.project('7', signal)).rejects.toMatchObject({ details: { kind: 'proxy-password' } });
    expect([tunnels, service.requests, service.waits]).toEqual([1, [], []]);
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
    service.answer = answered;
    await expect(service.clientOf({}, direct, systemClock).project('7', AbortSignal.timeout(200))).rejects.toMatchObject({ code });
  });

  it('that is stopped within its answer is not made again', async () => {
    const stop = new AbortController();
    service.answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
      setTimeout(() => {
        stop.abort();
      }, 20);
    };
    await expect(service.clientOf().project('7', stop.signal)).rejects.toMatchObject({ code: 'CLOSING' });
    expect([service.requests.length, service.waits]).toEqual([1, []]);
  });

  it('is not redirected: the token goes to no other place', async () => {
    service.answer = says(307, '', { location: `${service.baseUrl}/else` });
    await expect(read()).rejects.toBeInstanceOf(AppError);
    expect(new Set(service.requests)).toEqual(new Set(['GET /integrations/v1/project/7']));
  });

  it('has a connection of its own, and tells the service that no other request follows on it', async () => {
    const seen: { readonly socket: unknown; readonly connection: string | undefined }[] = [];
    service.answer = (response, incoming) => {
      seen.push({ socket: incoming.socket, connection: incoming.headers.connection });
      says(200, '{"status":"idle"}')(response, incoming);
    };
    const client = service.clientOf();
    for (let call = 0; call < 2; call++) await client.project('7', signal);
    expect(seen.map(({ connection }) => connection)).toEqual(['close', 'close']);
    expect(new Set(seen.map(({ socket }) => socket)).size).toBe(2);
  });

  it('reports the time of the service', async () => {
    service.answer = says(200, '{"status":"idle"}', { date: 'Sun, 01 Mar 2026 10:00:00 GMT' });
    const client = service.clientOf();
    expect(client.servedAt).toBeNull();
    await client.project('7', signal);
    expect(client.servedAt).toBe(Date.parse('2026-03-01T10:00:00Z'));
    // The last answer whose time can be read.
    service.answer = says(200, '{"status":"idle"}', { date: 'today' });
    await client.project('7', signal);
    expect(client.servedAt).toBe(Date.parse('2026-03-01T10:00:00Z'));
  });
});
