/** The connection test names the problem of an address or a token, and no list or token is sent to a wrong place. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createRawServer, type AddressInfo, type Server as RawServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../main/application.ts';
import { createApplication } from '../../../main/create-application.ts';
import { AppError, type Failure } from '../../../shared/base/errors.ts';
import { writeList } from '../../kit/csv-list.ts';
import { memorySecrets, testPorts, workerPool } from '../../kit/test-ports.ts';
import { importList, type Call, callOf } from '../../kit/desk-actions.ts';
import { type SpawnedPractice, spawnPractice } from '../../kit/practice-client.ts';
import { selfSigned } from '../../kit/self-signed.ts';

const TOKEN = 'a-token-of-the-tests';
const pool = workerPool();
const folder = mkdtempSync(join(tmpdir(), 'desk-reach-'));
let application: Application;
let call: Call;
let practice: SpawnedPractice;
let connections = 0;

beforeAll(async () => {
  practice = await spawnPractice({ dataDir: null });
  application = await createApplication(testPorts(join(folder, 'data'), pool, { secrets: memorySecrets(null) }));
  call = callOf(application);
});

afterAll(async () => {
  await application.close();
  await pool.close();
  await practice.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

const open: (Server | RawServer)[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
});

async function listening(server: Server | RawServer): Promise<number> {
  open.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
  return (server.address() as AddressInfo).port;
}

/** A web server on this computer that records its requests with their headers. */
async function web(answer: RequestListener): Promise<{ readonly url: string; readonly asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, asked };
}

const credits: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"remaining":5}');
};

/** The result of the connection test for `baseUrl`: the balance or the failure. */
async function tested(baseUrl: string, given: { readonly token?: string; readonly version?: string } = {}): Promise<number | Failure> {
  let added = '';
  try {
    const name = `Service ${++connections}`;
    const { token = TOKEN, version = '20240515' } = given;
    const { id } = await call('connections.add', { name, baseUrl, token, version });
    added = id;
    const view = await call('connections.test', { id });
    expect(view.testedAt).not.toBeNull();
    expect(view.lastTest).toMatchObject({ at: view.testedAt, failure: null });
    return view.credits?.remaining ?? -1;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const view = (await call('connections.list', {})).find(({ id }) => id === added);
    // An address that cannot be used is not added.
    if (view !== undefined && view.lastTest?.failure?.code !== error.code)
      throw new Error('the connection shows another failure', { cause: error });
    return error.toFailure();
  }
}

const failure = (result: number | Failure): Failure => {
  if (typeof result === 'number') throw new Error('the test succeeded');
  return result;
};

describe('an address', () => {
  it.each(['/', '/api/v2', '/api/v2/', '/api/v2/integrations/20240515', '/integrations/20240515/'])(
    'is accepted if it ends in %s',
    async (path) => {
      const { url, asked } = await web(credits);
      expect(await tested(url + path)).toBe(5);
      const prefix = path.startsWith('/api') ? '/api/v2' : '';
      expect(asked.map((request) => request.url)).toEqual([`${prefix}/integrations/20240515/credits`]);
    },
  );

  it.each([
    ['http://screening.example.org', /must begin with https/],
    ['http://127.0.0.1.example.org', /must begin with https/],
    ['ftp://127.0.0.1', /must begin with https/],
    ['screening.example.org', /not a web address/],
    ['https://me:secret@screening.example.org', /user name or password/],
    ['https://screening.example.org/?key=1', /without "\?"/],
  ])('is refused before any request: %s', async (baseUrl, words) => {
    const error = failure(await tested(baseUrl));
    expect(error.code).toBe('BASE_URL_INVALID');
    expect(error.message).toMatch(words);
    expect(error.message).not.toContain('secret');
  });

  it('is reported if its host does not exist', async () => {
    const error = failure(await tested('https://no-such-host.invalid'));
    expect(error.code).toBe('SERVICE_HOST_UNKNOWN');
    expect(error.message).toContain('no-such-host.invalid');
  });

  it('receives nothing if its certificate is not trusted', async () => {
    let asked = 0;
    const port = await listening(
      createSecureServer(selfSigned(), () => {
        asked += 1;
      }),
    );
    const error = failure(await tested(`https://localhost:${port}`));
    expect(error.code).toBe('SERVICE_CERTIFICATE');
    expect(error.message).toMatch(/not trusted.*nothing was sent.*log in first.*IT department/);
    expect(asked).toBe(0);
  });

  it('is reported if the server does not have the expected encryption', async () => {
    const { url, asked } = await web(credits);
    const error = failure(await tested(url.replace('http:', 'https:')));
    expect(error.code).toBe('SERVICE_CERTIFICATE');
    expect(error.message).toMatch(/does not encrypt.*nothing was sent.*log in first.*port is wrong/);
    expect(asked).toEqual([]);
  });

  it('is reported if a filter of the network answers in its place, before anybody changes the token', async () => {
    const { url } = await web((_request, response) =>
      response.writeHead(403, { 'content-type': 'text/html' }).end('<html><title>Page blocked</title></html>'),
    );
    const error = failure(await tested(url));
    expect(error).toMatchObject({
      code: 'TOKEN_REFUSED',
      message: expect.stringMatching(/filter of the network.*IT department.*Page blocked/) as string,
    });
  });

  it('is reported if the server does not use HTTP', async () => {
    const greets = createRawServer((socket) => {
      socket.on('error', () => undefined).on('data', () => socket.end());
      socket.write('220 mail.example.org ESMTP\r\n');
    });
    expect(failure(await tested(`http://127.0.0.1:${await listening(greets)}`)).code).toBe('SERVICE_NONSENSE');
  });

  it.each([
    ['a web page', 'text/html', '<!doctype html><title>Sign in to the network</title>'],
    ['a word', 'text/plain', 'Welcome'],
  ])('is reported if the server answers with %s', async (_what, type, body) => {
    const { url } = await web((_request, response) => response.writeHead(200, { 'content-type': type }).end(body));
    expect(failure(await tested(url)).code).toBe('SERVICE_NONSENSE');
  });

  it('leads to the service’s answer and a hint if its version segment is wrong', async () => {
    const error = failure(await tested(practice.client.url, { token: practice.client.token, version: '19990101' }));
    expect(error.code).toBe('SERVICE_REFUSED');
    expect(error.message).toMatch(/version segment “19990101”/);
    expect(error.message).toMatch(/It says: “.+”/);
    expect(await tested(practice.client.url, { token: practice.client.token })).toBeGreaterThan(0);
  });
});

describe('a token', () => {
  it('is reported if the service refuses it, but is not shown', async () => {
    const error = failure(await tested(practice.client.url, { token: 'another-one' }));
    expect(error.code).toBe('TOKEN_REFUSED');
    expect(JSON.stringify(error)).not.toContain('another-one');
  });

  it.each([301, 302, 303, 307, 308])('is not sent to the target of a redirect (%s)', async (status) => {
    const elsewhere = await web(credits);
    const { url } = await web((_request, response) => response.writeHead(status, { location: `${elsewhere.url}/credits` }).end());
    const error = failure(await tested(url));
    expect(error.code).toBe('SERVICE_REDIRECTED');
    expect(elsewhere.asked).toEqual([]);
  });

  it('is removed if the address changes to another host, and stays for the same host', async () => {
    const first = await web(credits);
    const second = await web(credits);
    const { id } = await call('connections.add', { name: 'Moving', baseUrl: first.url, token: TOKEN });
    await call('connections.test', { id });
    await call('connections.change', { id, baseUrl: `${first.url}/below` });
    await call('connections.test', { id });
    expect(first.asked.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
    const moved = await call('connections.change', { id, baseUrl: second.url });
    expect(moved).toMatchObject({ token: 'none', testedAt: null });
    await expect(call('connections.test', { id })).rejects.toMatchObject({ code: 'TOKEN_MISSING' });
    expect(second.asked).toEqual([]);
  });
});

it('no list is sent over a connection whose test fails', async () => {
  const list = join(folder, 'list.csv');
  writeList(list, 20);
  const { client } = practice;
  const id = await importList(application, list, client.url);
  const { connection } = await call('projects.get', { id });
  const { rowsToSend: rows } = await call('cost.get', { id });
  const send = () => call('project.send', { id, rows, connectionId: connection.id });

  await expect(send()).rejects.toMatchObject({ code: 'TOKEN_MISSING' });
  await call('connections.setToken', { id: connection.id, token: 'another-one' });
  await expect(send()).rejects.toMatchObject({ code: 'TOKEN_REFUSED' });
  await call('connections.setToken', { id: connection.id, token: client.token });
  await client.setFaults(
    { kind: 'content-type', value: 'text/html', times: null, on: { step: 'credits' } },
    { kind: 'malformed', times: null, on: { step: 'credits' } },
  );
  await expect(send()).rejects.toMatchObject({ code: expect.stringMatching(/SERVICE_NONSENSE|ANSWER_TRUNCATED/) as string });
  expect((await call('projects.get', { id })).state.at).toBe('draft');
  expect((await client.ledger()).projects).toEqual([]);

  await client.clearFaults();
  await send();
  await application.idle();
  expect((await call('projects.get', { id })).state.at).toBe('done');
});
