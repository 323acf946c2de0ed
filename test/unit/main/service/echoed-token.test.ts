/** A service repeats the token in what is stored and shown: no part of the token is kept, even where a text is cut. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AppError } from '../../../../shared/base/index.ts';
import { ServiceClient } from '../../../../main/service/client.ts';
import { fastClock } from '../../../kit/test-ports.ts';

const TOKEN = `eyJ${'a1B2'.repeat(300)}`;
const REMOVED = '(token removed)';

let server: Server;
let client: ServiceClient;

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url?.endsWith('/type') === true) {
      response.writeHead(200, { 'content-type': `x/${TOKEN}`, 'x-request-id': TOKEN.slice(0, 200) }).end('nonsense');
      return;
    }
    if (url?.endsWith('/encoding') === true) {
      response.writeHead(200, { 'content-encoding': TOKEN }).end('[]');
      return;
    }

    const project = { id: '7', name: `n ${TOKEN}`, status: `waits for ${TOKEN}` };
    const answer =
      url?.endsWith('/credits') === true ? { credits: 5, organization: `o ${TOKEN}` } : url?.endsWith('/7') === true ? project : [project];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const network = { connect: () => Promise.resolve({ proxies: [null], trust: null }) };
  client = new ServiceClient({ baseUrl, version: '20240515', token: TOKEN }, network, fastClock(1_000));
});
afterAll(() => {
  server.close();
});

const { signal } = new AbortController();

it('a token that is longer than the name or the status may be is removed before it is cut', async () => {
  const project = { name: `n ${REMOVED}`, status: `waits for ${REMOVED}` };
  expect(await client.project('7', signal)).toMatchObject(project);
  expect(await client.projects(signal)).toMatchObject({ projects: [project] });
  expect(await client.credits(signal)).toMatchObject({ organization: `o ${REMOVED}` });
});

it.each([
  ['the type of an answer', 'type', { contentType: `x/${REMOVED}` }],
  ['the name of a compression', 'encoding', {}],
])('a token in %s is removed from the failure', async (_place, id, details) => {
  const failure = (await client.project(id, signal).catch((error: unknown) => error)) as AppError;
  expect(failure.toFailure()).toMatchObject({ code: 'SERVICE_NONSENSE', details });
  expect(JSON.stringify(failure.toFailure())).not.toContain(TOKEN.slice(0, 16));
});
