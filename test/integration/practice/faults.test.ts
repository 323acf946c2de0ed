/**
 * The effect of each fault, as a caller sees it and as the ledger counts it.
 * @module-tag deep
 */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPracticeServer, type PracticeServer } from '../../../practice/server/server.ts';
import { people, person, PracticeClient, until } from '../../kit/practice-client.ts';

let server: PracticeServer;
let client: PracticeClient;

beforeAll(async () => {
  server = await createPracticeServer({ token: 't', controlToken: 'c', dataDir: null, secondsPerThousandRows: 0 });
  client = new PracticeClient(server.url, 't', 'c');
});

afterEach(() => client.clearFaults());
afterAll(() => server.close());

const status = async (path: string, method = 'GET') => (await client.call(path, { method })).status;

/** How a fetch failed: the error code of the system or of undici. */
async function brokenBy(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    return cause?.code ?? String(error);
  }
  return 'not broken';
}

/** Sends raw bytes and returns what arrives until the connection ends, and whether it ended by a reset. */
async function exchange(text: string): Promise<{ received: string; reset: boolean }> {
  const socket: Socket = connect(server.port, '127.0.0.1');
  let received = '';
  let reset = false;
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  socket.on('error', (error: NodeJS.ErrnoException) => (reset = error.code === 'ECONNRESET' || error.code === 'EPIPE'));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(text);
  await closed;
  return { received, reset };
}

const raw = (path: string, method = 'GET', body = '') =>
  `${method} /integrations/20240515${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer t\r\nConnection: close\r\n${
    body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  }\r\n${body}`;

describe('the calls that a fault affects', () => {
  test('are the nth matching call and the requested number of calls after it', async () => {
    const { faults } = await client.setFaults({ kind: 'status', status: 503, on: { step: 'credits' }, nth: 2, times: 2 });
    expect(await status('/project')).toBe(200);
    expect([await status('/credits'), await status('/credits'), await status('/credits'), await status('/credits')]).toEqual([
      200, 503, 503, 200,
    ]);
    expect((await client.faults()).faults).toEqual([{ ...faults[0], seen: 4, hit: 2 }]);
  });

  test('are selected by method, by route and by project', async () => {
    const one = await client.create('one');
    const two = await client.create('two');
    await client.setFaults(
      { kind: 'status', status: 501, on: { method: 'POST' }, times: null },
      { kind: 'status', status: 502, on: { route: '/project/:id', project: two }, times: null },
    );
    expect([await status('/credits'), await status(`/project/${one}`), await status(`/project/${two}`)]).toEqual([200, 200, 502]);
    expect(await status(`/project/${two}/process`, 'POST')).toBe(501);
  });

  test('do not include a call with the wrong token, which does not count', async () => {
    await client.setFaults({ kind: 'status', status: 503 });
    expect((await client.call('/credits', { token: 'x' })).status).toBe(401);
    expect((await client.faults()).faults[0]).toMatchObject({ seen: 0, hit: 0 });
    expect(await status('/credits')).toBe(503);
  });

  test('are no longer affected after a rule is cleared by its id, and an invalid rule is refused with the reason', async () => {
    const { faults } = await client.setFaults({ kind: 'status', status: 500, times: null }, { kind: 'latency', ms: 1 });
    const control = (method: string, path: string, body?: string) =>
      fetch(`${server.url}/__control${path}`, {
        method,
        headers: { authorization: 'Bearer c', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body }),
      });
    expect(await (await control('DELETE', `/faults/${faults[0]?.id}`)).json()).toEqual({ cleared: 1 });
    expect((await client.faults()).faults.map(({ rule }) => rule.kind)).toEqual(['latency']);
    expect((await control('DELETE', '/faults/nothing')).status).toBe(404);
    const refused = await control('POST', '/faults', '{"kind":"latency"}');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toHaveProperty(['error', 'details', 0, 'field'], 'ms');
    expect((await control('POST', '/faults', '[{"kind":"surprise"}]')).status).toBe(400);
  });
});

describe('refusals', () => {
  test('a 429 has Retry-After in seconds or as a date', async () => {
    await client.setFaults(
      { kind: 'status', status: 429, retryAfter: { seconds: 7 } },
      { kind: 'status', status: 429, retryAfter: { seconds: 90, form: 'date' }, nth: 2 },
    );
    const first = await client.call('/credits');
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '7']);
    const second = await client.call('/credits');
    const wait = Date.parse(second.headers.get('retry-after') ?? '') - Date.now();
    expect(wait).toSatisfy((ms: number) => ms > 80_000 && ms < 95_000);
    expect(second.headers.get('x-request-id')).not.toBeNull();
  });

  test('a refusal can come before the body is read, after it is read, and after the action', async () => {
    const countsOf = async (id: string) => {
      const { listsReceived, listsStored, addCalls } = await client.ledgerOf(id);
      return { addCalls, listsReceived, listsStored };
    };
    await client.setFaults(
      { kind: 'status', status: 503, when: 'head', on: { step: 'add' }, nth: 1 },
      { kind: 'status', status: 503, when: 'body', on: { step: 'add' }, nth: 2 },
      { kind: 'status', status: 503, when: 'act', on: { step: 'add' }, nth: 3 },
    );
    const id = await client.create('refused');
    expect((await client.add(id, people(3))).status).toBe(503);
    expect((await client.add(id, people(3))).status).toBe(503);
    expect(await countsOf(id)).toEqual({ addCalls: 2, listsReceived: 0, listsStored: 0 });
    expect((await client.add(id, people(3))).status).toBe(503);
    expect(await countsOf(id)).toEqual({ addCalls: 3, listsReceived: 1, listsStored: 1 });
  });

  test('a refusal can have its own headers and body, as a redirect or a page of a proxy', async () => {
    await client.setFaults(
      { kind: 'status', status: 302, headers: { location: 'https://elsewhere.example/' }, nth: 1 },
      { kind: 'status', status: 502, headers: { 'content-type': 'text/html' }, body: '<title>Bad gateway</title>', nth: 2 },
    );
    const redirected = await fetch(`${server.url}/integrations/20240515/credits`, {
      headers: { authorization: 'Bearer t' },
      redirect: 'manual',
    });
    expect([redirected.status, redirected.headers.get('location')]).toEqual([302, 'https://elsewhere.example/']);
    const page = await client.call('/credits');
    expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([502, 'text/html', '<title>Bad gateway</title>']);
  });

  test('a token that expires at a call remains expired until the rule is cleared', async () => {
    await client.setFaults({ kind: 'token-expires', nth: 3 });
    expect([await status('/credits'), await status('/project'), await status('/credits'), await status('/project')]).toEqual([
      200, 200, 401, 401,
    ]);
    await client.clearFaults();
    expect(await status('/credits')).toBe(200);
  });

  test('a replaced token is refused', async () => {
    await client.settings({ token: 'new' });
    expect(await status('/credits')).toBe(401);
    expect((await client.call('/credits', { token: 'new' })).status).toBe(200);
    await client.settings({ token: 't' });
  });
});

describe('connections', () => {
  test('latency can occur before and after the effect', async () => {
    const id = await client.screen('slow', people(2));
    const slow = async (when: 'head' | 'act') => {
      await client.setFaults({ kind: 'latency', ms: 150, when });
      const began = performance.now();
      await client.read(`/project/${id}`);
      return performance.now() - began;
    };
    expect(await slow('head')).toBeGreaterThan(140);
    expect(await slow('act')).toBeGreaterThan(140);
  });

  test('with latency after the effect, the effect has happened while the caller still waits', async () => {
    await client.setFaults({ kind: 'latency', ms: 60_000, when: 'act', on: { step: 'add' } });
    const id = await client.create('late answer');
    const given = new AbortController();
    const call = client.call(`/project/${id}/scores`, { json: { scoreProfiles: people(2) }, signal: given.signal });
    await until(async () => (await client.ledgerOf(id)).listsStored === 1);
    given.abort();
    await expect(call).rejects.toThrow(/abort/u);
  });

  test('latency ends when the faults are cleared', async () => {
    await client.setFaults({ kind: 'latency', ms: 86_400_000, on: { step: 'credits' } });
    const call = client.call('/credits');
    await until(async () => (await client.faults()).faults[0]!.hit === 1);
    await client.clearFaults();
    expect((await call).status).toBe(200);
  });

  test.each([0, 1, 300, -1, 10_000_000])('a request is reset at byte %i, and nothing was stored', async (atByte) => {
    const id = await client.create('reset');
    await client.setFaults({ kind: 'reset-request', on: { step: 'add' }, atByte });
    expect(await brokenBy(client.add(id, people(20)))).toMatch(/ECONNRESET|EPIPE|UND_ERR_SOCKET/u);
    await until(async () => (await client.ledgerOf(id)).addCalls === 1);
    expect(await client.ledgerOf(id)).toMatchObject({ listsReceived: 0, listsStored: 0 });
    expect((await client.add(id, people(20))).status).toBe(200);
  });

  test('a request without a body is reset before its effect', async () => {
    const id = await client.create('reset');
    await client.add(id, people(2));
    await client.setFaults({ kind: 'reset-request', on: { step: 'process' } });
    expect(await exchange(raw(`/project/${id}/process`, 'POST'))).toEqual({ received: '', reset: true });
    expect(await client.ledgerOf(id)).toMatchObject({ processCalls: 1, processActs: 0, creditsCharged: 0 });
  });

  test('a connection can also be closed as if the service had ended', async () => {
    await client.setFaults({ kind: 'drop-answer', how: 'close' });
    expect(await exchange(raw('/credits'))).toEqual({ received: '', reset: false });
  });

  test('the answer is dropped after the action: create, add, process, profile', async () => {
    await client.setFaults({ kind: 'drop-answer', times: null });
    const call = async (path: string, json?: unknown) =>
      brokenBy(client.call(path, { method: 'POST', ...(json === undefined ? {} : { json }) }));
    const before = await client.ledger();
    expect(await call('/project', { name: 'dropped' })).toMatch(/ECONNRESET|UND_ERR_SOCKET/u);
    const id = (await client.ledger()).projects.find((project) => project.name === 'dropped')?.id ?? '';
    expect(await call(`/project/${id}/scores`, { scoreProfiles: people(3) })).toMatch(/ECONNRESET|UND_ERR_SOCKET/u);
    expect(await call(`/project/${id}/process`)).toMatch(/ECONNRESET|UND_ERR_SOCKET/u);
    expect(await call('/profile', person(1))).toMatch(/ECONNRESET|UND_ERR_SOCKET/u);
    const after = await client.ledger();
    expect(await client.ledgerOf(id)).toMatchObject({ listsStored: 1, rowsStored: 3, processCalls: 1, processActs: 1, creditsCharged: 3 });
    expect(after.singles.profiles).toBe(before.singles.profiles + 1);
    expect(before.credits.remaining - after.credits.remaining).toBe(4);
  });

  test.each(['reset', 'close'] as const)('an answer is broken at byte N of its body (%s)', async (how) => {
    const id = await client.screen('broken', people(300));
    await client.setFaults({ kind: 'reset-answer', on: { step: 'profiles' }, atByte: 100_000, how });
    const response = await client.call(`/project/${id}/profiles`);
    expect(response.status).toBe(200);
    expect(await brokenBy(response.text())).toMatch(/ECONNRESET|UND_ERR_SOCKET/u);
    await client.setFaults({ kind: 'reset-answer', on: { step: 'profiles' }, atByte: 100_000, how: 'close' });
    const { received } = await exchange(raw(`/project/${id}/profiles`));
    const [, body = ''] = received.split(/\r\n\r\n(.*)/su);
    const chunks = [...body.matchAll(/([0-9a-f]+)\r\n/gu)].map((match) => Number.parseInt(match[1] ?? '0', 16));
    expect(chunks[0]).toBe(100_000);
    expect(received.endsWith('0\r\n\r\n')).toBe(false);
  });

  test('an answer without a body is broken too', async () => {
    await client.settings({ dialect: 'no-content-204' });
    const id = await client.create('bodyless');
    await client.setFaults({ kind: 'reset-answer', on: { step: 'add' }, how: 'close' });
    expect(await brokenBy(client.add(id, people(2)))).toMatch(/ECONNRESET|UND_ERR_SOCKET/u);
    await client.settings({ dialect: 'default' });
    expect(await client.ledgerOf(id)).toMatchObject({ listsStored: 1 });
  });

  test('an answer is broken before its last byte', async () => {
    await client.setFaults({ kind: 'reset-answer', atByte: -1, how: 'close' });
    const { received } = await exchange(raw('/credits'));
    expect(received).toContain('"organization":"Practice"\r\n');
    expect(received).not.toContain('}');
  });

  test('an answer arrives slowly', async () => {
    await client.setFaults({ kind: 'trickle', bytesPerSecond: 200 });
    const began = performance.now();
    const body = await client.read('/credits');
    expect(body).toHaveProperty('organization');
    expect(performance.now() - began).toBeGreaterThan((JSON.stringify(body).length / 200) * 900);
  });

  test('a request is read slowly', async () => {
    const id = await client.create('slowly');
    await client.setFaults({ kind: 'slow-request', on: { step: 'add' }, bytesPerSecond: 10_000 });
    const began = performance.now();
    expect((await client.add(id, people(4))).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(200);
  });

  test('an answer stops in the middle for some time, or until the caller gives up', async () => {
    await client.setFaults({ kind: 'stall', atByte: 10 }, { kind: 'stall', atByte: 10, ms: 100, nth: 2 });
    const response = await client.call('/credits', { signal: AbortSignal.timeout(300) });
    await expect(response.text()).rejects.toThrow(/timeout/u);
    expect(await client.read('/credits')).toHaveProperty('remaining');
  });
});

describe('bodies', () => {
  const textOf = async (path: string) => (await client.call(path)).text();

  test('a body is truncated, but complete for HTTP', async () => {
    await client.setFaults({ kind: 'truncate', atByte: 9 }, { kind: 'truncate', atByte: -2, nth: 2 });
    const whole = JSON.stringify({ remaining: (await client.ledger()).credits.remaining, organization: 'Practice' });
    expect(await textOf('/credits')).toBe(whole.slice(0, 9));
    expect(await textOf('/credits')).toBe(whole.slice(0, -2));
  });

  test('a body is malformed', async () => {
    await client.setFaults({ kind: 'malformed', atByte: 20 });
    const text = await textOf('/credits');
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(text).toHaveLength((await textOf('/credits')).length + 1);
  });

  test('a body has another content type', async () => {
    await client.setFaults({ kind: 'content-type', value: 'text/html; charset=utf-8' });
    const response = await client.call('/credits');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.json()).toHaveProperty('remaining');
  });

  test('a body is compressed although the caller did not request it', async () => {
    await client.setFaults({ kind: 'gzip', packed: true });
    const call = request(`${server.url}/integrations/20240515/credits`, { headers: { authorization: 'Bearer t' } });
    call.end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(Buffer.concat(chunks)).toString())).toHaveProperty('remaining');
  });

  test('a very large body does not need more memory', async () => {
    const padding = 400 << 20;
    await client.setFaults({ kind: 'big-answer', bytes: padding });
    const before = process.memoryUsage.rss();
    const call = request(`${server.url}/integrations/20240515/credits`, { headers: { authorization: 'Bearer t' } });
    call.end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    let length = 0;
    let tail = '';
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      tail = chunk.subarray(-60).toString();
    }
    expect(length).toBe(padding + tail.trim().length);
    expect(JSON.parse(tail)).toHaveProperty('organization');
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 << 20);
  });
});

test('without a control token there are no control endpoints, and with one they require it', async () => {
  const plain = await createPracticeServer({ token: 't', dataDir: null });
  try {
    for (const [method, path] of [
      ['GET', '/ledger'],
      ['GET', '/health'],
      ['GET', '/faults'],
      ['PUT', '/settings'],
    ] as const) {
      const tried = async (url: string, token: string) =>
        (await fetch(`${url}/__control${path}`, { method, headers: { authorization: `Bearer ${token}` } })).status;
      expect(await tried(plain.url, 't')).toBe(404);
      expect(await tried(server.url, 't')).toBe(401);
      expect(await tried(server.url, 'cc')).toBe(401);
    }
  } finally {
    await plain.close();
  }
});

test('one call can have two faults: the list is stored in part and the answer is lost', async () => {
  await client.setFaults({ kind: 'partial-list', rows: 3, on: { step: 'add' } }, { kind: 'drop-answer', on: { step: 'add' } });
  const id = await client.create('both');
  expect(await brokenBy(client.add(id, people(5)))).not.toBe('not broken');
  expect(await client.ledgerOf(id)).toMatchObject({ rowsStored: 3 });
});
