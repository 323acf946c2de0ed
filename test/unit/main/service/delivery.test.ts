/**
 * What is known about a call that changes the service. Only a call that was not sent or was refused may be made again: after any other
 * outcome the service may have acted, and a second call could cost money.
 */
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceClient } from '../../../../main/service/client.ts';
import { RequestFailed } from '../../../../main/service/failures.ts';
import { request } from '../../../../main/service/http.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { type Answer, cutOff, hangsUp, says, ScriptedService, silent } from '../../../kit/scripted-service.ts';

const service = new ScriptedService();
const { signal } = new AbortController();

beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.forget());

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
    ['307', says(307, '', { location: '/else' }), { outcome: 'refused', status: 307, words: null, texts: [] }],
    ['308', says(308, '', { location: '/else' }), { outcome: 'refused', status: 308 }],
    // The service may have acted on the request.
    ['301', says(301, '', { location: '/else' }), { outcome: 'unknown' }],
    ['302', says(302, '', { location: '/else' }), { outcome: 'unknown' }],
    ['303', says(303, '', { location: '/else' }), { outcome: 'unknown' }],
  ])('%s', async (_what, answered, outcome) => {
    service.answer = answered;
    expect(await service.clientOf().process('7', signal)).toMatchObject(outcome);
    expect([service.requests, service.waits]).toEqual([['POST /integrations/v1/project/7/process'], []]);
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
    service.answer = answered;
    expect(await service.clientOf().createProject('Spring', null, signal)).toMatchObject(outcome);
    expect(service.requests).toHaveLength(1);
  });

  it.each<readonly [what: string, body: string, outcome: object]>([
    [
      'only says that it failed is unknown',
      '{"success":false,"message":"The archive of secret-token is locked"}',
      { outcome: 'unknown', why: expect.stringContaining('It says: “The archive of (token removed) is locked”') as string },
    ],
    [
      'names an error next to the ID of the request is unknown',
      '{"id":"R1","error":{"message":"No match","score":1}}',
      { outcome: 'unknown' },
    ],
    ...['', 'null', '{}', '[]', '[{"score":null}]'].map(
      (body) =>
        [
          `is ${body || 'empty'} is unknown`,
          body,
          { outcome: 'unknown', why: 'The service accepted the request but did not return a profile.' },
        ] as const,
    ),
    ['is a text is done', '"R-17"', { outcome: 'done', value: 'R-17' }],
    ['has only fields of the record is done', '{"constituentId":"A-1"}', { outcome: 'done' }],
    ['has a score is done whatever else it says', '{"error":"Old address","mostRecentScore":{"overallScore":3.1}}', { outcome: 'done' }],
    ['says nothing of a failure is done', '{"id":"P1"}', { outcome: 'done', value: { id: 'P1' } }],
  ])('the answer to the screening of one person that %s', async (_what, body, outcome) => {
    service.answer = says(200, body);
    const record = { primaryLast: 'Byrne' };
    expect(await service.clientOf().screenOne(record, signal)).toMatchObject(outcome);
    expect(await service.clientOf().requestScore(record, signal)).toMatchObject(outcome);
    expect(service.requests).toHaveLength(2);
  });

  it('a refusal that can be of the address names the version of the connection', async () => {
    service.answer = says(404);
    const outcome = await service.clientOf({ version: '20240515' }).process('7', signal);
    expect(outcome).toMatchObject({ failure: { message: expect.stringContaining('does not know this project') as string } });
    expect(outcome).toMatchObject({ failure: { message: expect.stringContaining('“20240515”') as string } });
  });

  it('asks for JSON below the path of the address', async () => {
    service.answer = says(200);
    await service.clientOf({ baseUrl: `${service.baseUrl}/desk/api//` }).process('7', signal);
    await service.clientOf({ baseUrl: `${service.baseUrl}/` }).process('7', signal);
    expect(service.requests).toEqual(['POST /desk/api/integrations/v1/project/7/process', 'POST /integrations/v1/project/7/process']);
    expect(service.accepted).toEqual(['application/json', 'application/json']);
  });

  it('a refusal keeps the words of the service', async () => {
    service.answer = says(422, '{"message":"Unknown heading","field":"Plz"}');
    const outcome = await service.clientOf().process('7', signal);
    expect(outcome).toMatchObject({ outcome: 'refused', words: 'Unknown heading', texts: ['Unknown heading', 'Plz'] });
  });

  it('a refusal that repeats the token is kept without it', async () => {
    service.answer = says(422, '{"message":"The key secret-token is not valid"}');
    const outcome = await service.clientOf().process('7', signal);
    expect(outcome).toMatchObject({ outcome: 'refused', words: expect.stringContaining('is not valid') as string });
    expect(JSON.stringify(outcome)).not.toContain('secret-token');
  });

  it('an answer without a balance is kept without the token', async () => {
    service.answer = says(200, '{"hint":"secret-token has no balance"}');
    const { remaining, raw } = await service.clientOf().credits(signal);
    expect([remaining, raw]).toEqual([null, expect.stringContaining('has no balance')]);
    expect(raw).not.toContain('secret-token');
  });
});

describe('a call without an answer', () => {
  it.each<[what: string, act: () => ReturnType<ServiceClient['process']>]>([
    ['to a port where nothing listens', () => service.clientOf({ baseUrl: 'http://127.0.0.1:1' }).process('7', signal)],
    ['that finds no way', () => service.clientOf({}, { connect: () => Promise.reject(new Error('no way')) }).process('7', signal)],
    ['without any way', () => service.clientOf({}, { connect: () => Promise.resolve({ proxies: [], trust: null }) }).process('7', signal)],
  ])('%s was not sent', async (_what, act) => {
    service.answer = says(200);
    expect(await act()).toMatchObject({ outcome: 'not-sent', waitMs: null });
    expect(service.requests).toEqual([]);
  });

  it.each([
    ['an impossible port', 'http://ann:proxy-secret@proxy.example:99999'],
    ['no host', 'http://ann:proxy-secret@'],
    ['an unknown scheme', 'ftp://ann:proxy-secret@proxy.example'],
  ])('because the address of the proxy has %s was not sent, and the error does not contain the proxy’s password', async (_what, proxy) => {
    service.answer = says(200);
    const network = { connect: () => Promise.resolve({ proxies: [proxy], trust: null }) };
    const timeouts = { connect: 1_000, answer: 1_000, idle: 1_000 };
    const call = { method: 'POST', url: new URL(service.baseUrl), token: 'secret-token', accept: '*/*', timeouts, signal } as const;
    const failure = await request(network, call).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RequestFailed);
    expect(failure).toMatchObject({ sent: false });
    expect(inspect(failure, { depth: null, showHidden: true })).not.toMatch(/proxy-secret|secret-token/);
    const outcome = await service.clientOf({}, network).process('7', signal);
    expect(outcome).toMatchObject({ outcome: 'not-sent' });
    expect(inspect(outcome, { depth: null, showHidden: true })).not.toMatch(/proxy-secret|secret-token/);
    expect(service.requests).toEqual([]);
  });

  it('is not sent when a proxy does not answer, long before the answer of the service would be late', async () => {
    const proxy = createServer().on('connect', () => undefined);
    await new Promise<void>((listening) => {
      proxy.listen(0, '127.0.0.1', listening);
    });
    const proxies = [`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`];
    const client = service.clientOf({ timeouts: { connect: 0.1 } }, { connect: () => Promise.resolve({ proxies, trust: null }) });
    expect(await client.process('7', signal)).toMatchObject({ outcome: 'not-sent', failure: { details: { kind: 'proxy-unreachable' } } });
    proxy.closeAllConnections();
    proxy.close();
  });

  it.each([
    ['at a proxy names the proxy, and is not tried without it', true, 'proxy-unreachable'],
    ['at the service says that it did not accept the connection', false, 'connect-timeout'],
  ])('whose time limit ends before it is sent, %s', async (_where, isProxied, kind) => {
    service.answer = says(200);
    const silentServer = createTcpServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((listening) => {
      silentServer.listen(0, '127.0.0.1', listening);
    });
    const address = `127.0.0.1:${(silentServer.address() as AddressInfo).port}`;
    const network = { connect: () => Promise.resolve({ proxies: isProxied ? [`http://${address}`, null] : [null], trust: null }) };
    const client = service.clientOf(isProxied ? {} : { baseUrl: `https://${address}` }, network);
    expect(await client.process('7', AbortSignal.timeout(200))).toMatchObject({ outcome: 'not-sent', failure: { details: { kind } } });
    expect(service.requests).toEqual([]);
    silentServer.close();
  });

  it('that was stopped before it was made sends nothing', async () => {
    service.answer = says(200);
    expect(await service.clientOf().process('7', AbortSignal.abort())).not.toMatchObject({ outcome: 'done' });
    expect(service.requests).toEqual([]);
  });

  it('for longer than the limit is unknown', async () => {
    service.answer = silent;
    expect(await service.clientOf({ timeouts: { process: 0.05 } }).process('7', signal)).toMatchObject({ outcome: 'unknown' });
  });

  it('that was stopped after it was sent is unknown', async () => {
    const stop = new AbortController();
    service.answer = () => {
      stop.abort();
    };
    expect(await service.clientOf().process('7', stop.signal)).toMatchObject({ outcome: 'unknown' });
  });

  it('is unknown when the list stops moving', async () => {
    service.answer = silent;
    async function* chunks() {
      yield Buffer.from('{"scoreProfiles"');
      await new Promise(() => undefined);
    }
    const body = { contentType: 'application/json', bytes: 100, chunks: chunks() };
    expect(await service.clientOf({ timeouts: { idle: 0.05 } }).addList('7', body, signal)).toMatchObject({ outcome: 'unknown' });
  });

  it('throws the failure when the list could not be read, since an incomplete list is not accepted', async () => {
    service.answer = silent;
    const failure = new AppError('PROJECT_FILE_DAMAGED', 'The list changed.');
    async function* chunks() {
      yield await Promise.resolve(Buffer.from('{"scoreProfiles"'));
      throw failure;
    }
    const body = { contentType: 'application/json', bytes: 100, chunks: chunks() };
    await expect(service.clientOf().addList('7', body, signal)).rejects.toBe(failure);
  });

  it('is unknown when a list could not be read for an unexpected reason', async () => {
    service.answer = silent;
    async function* chunks() {
      yield await Promise.resolve(Buffer.from('{"scoreProfiles"'));
      throw new RangeError('unexpected');
    }
    const body = { contentType: 'application/json', bytes: 100, chunks: chunks() };
    expect(await service.clientOf().addList('7', body, signal)).toMatchObject({ outcome: 'unknown' });
  });
});
