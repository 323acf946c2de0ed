/** A service quotes a record or the token when it refuses a call: neither is on the disk in plain text. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestDesk } from '../../kit/test-desk.ts';
import { people } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const EMAIL = 'ada.private@example.org';
const QUOTE = `The email "${EMAIL}" of Ada Private is not valid`;

/** Answers a request itself, and returns true; any other request goes to the practice service. */
type Refuse = (request: IncomingMessage, response: ServerResponse) => boolean;

let desk: TestDesk;
let refuse: Refuse = () => false;

const server = createServer((request, response) => {
  void (async () => {
    const body = await buffer(request);
    if (refuse(request, response)) return;
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
    const answer = await fetch(`${desk.practice.client.url}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': type, accept: 'application/json' },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    response.end(await answer.text());
  })();
});

beforeAll(async () => {
  desk = await TestDesk.start(localTasks);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  desk.connectionId = (await desk.call('connections.add', { name: 'Quoting', baseUrl: `http://127.0.0.1:${port}` })).id;
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await desk.close();
});
beforeEach(() => {
  refuse = () => false;
});

/** Refuses the calls that match with a status and a message, as JSON or as plain text. */
const refusing =
  (method: string, path: RegExp, status: number, message: (request: IncomingMessage) => string, type = 'application/json'): Refuse =>
  (request, response) => {
    if (request.method !== method || !path.test(request.url ?? '')) return false;
    response.writeHead(status, { 'content-type': type });
    response.end(type === 'text/plain' ? message(request) : JSON.stringify({ error: { message: message(request) } }));
    return true;
  };

const isKept = (text: string): boolean => desk.storedBytes().includes(text);

/** What the window shows about a project and its connection. */
async function shown(id: string) {
  const project = JSON.stringify([await desk.call('projects.get', { id }), await desk.call('project.timeline', { id })]);
  const connections = JSON.stringify(await desk.call('connections.list', {}));
  return { project, connections };
}

let lists = 0;
const newList = () => desk.importPeople(...people(`L${++lists}-`, 1, 2));

describe('a person whom the service quotes', () => {
  it.each([
    ['when it refuses the project', refusing('POST', /\/project$/, 422, () => QUOTE)],
    ['when it refuses the list', refusing('POST', /\/scores$/, 422, () => QUOTE)],
    ['in plain text', refusing('POST', /\/scores$/, 422, () => QUOTE, 'text/plain')],
    ['when it refuses the start', refusing('POST', /\/process$/, 422, () => QUOTE)],
    ['when it refuses every look at the project', refusing('GET', /\/project\/[^/]+$/, 422, () => QUOTE)],
    ['when it fails', refusing('POST', /\/project$/, 500, () => QUOTE)],
  ])('is not stored in plain form %s, and is shown until the project is removed', async (_when, quoting) => {
    refuse = quoting;
    const id = await newList();
    await desk.send(id);
    expect((await shown(id)).project).toContain(EMAIL);
    await desk.restart();
    const { project, connections } = await shown(id);
    expect(project).toContain(EMAIL);
    expect(connections).not.toContain(EMAIL);
    expect(isKept(EMAIL)).toBe(false);
    const { state } = await desk.call('projects.get', { id });
    if (state.at === 'needs-decision') await desk.call('project.decide', { id, choice: 'give-up' });
    await desk.call('projects.remove', { id, loseResults: true });
    await desk.restart();
    expect(isKept(EMAIL)).toBe(false);
  });

  it('is not stored with the connection when the token is refused with the list', async () => {
    refuse = refusing('POST', /\/scores$/, 401, () => QUOTE);
    const id = await newList();
    await desk.send(id);
    const { project, connections } = await shown(id);
    expect([project.includes(EMAIL), connections.includes(EMAIL), isKept(EMAIL)]).toEqual([true, false, false]);
    expect(connections).toContain('The service refused the token (401).');
  });

  it('is not stored by a test of the connection, which shows the words once', async () => {
    refuse = refusing('GET', /\/credits$/, 403, () => QUOTE);
    await expect(desk.call('connections.test', { id: desk.connectionId })).rejects.toThrow(EMAIL);
    expect(JSON.stringify(await desk.call('connections.list', {}))).not.toContain(EMAIL);
    expect(isKept(EMAIL)).toBe(false);
  });
});

describe('the question about a refused list', () => {
  it('still shows the words of the service after a restart', async () => {
    refuse = refusing('POST', /\/scores$/, 422, () => QUOTE);
    const id = await newList();
    await desk.send(id);
    await desk.restart();
    const { state } = await desk.call('projects.get', { id });
    const answer = `The service refused the request (422). It says: “${QUOTE}”`;
    expect(state).toMatchObject({ at: 'needs-decision', question: 'add-refused', answer });
  });
});

describe('a token that the service quotes', () => {
  const credentials = (request: IncomingMessage) => `Unknown credentials: ${request.headers.authorization}`;

  it('is neither stored nor shown by a test of the connection', async () => {
    refuse = refusing('GET', /./, 401, credentials);
    const error: unknown = await desk.call('connections.test', { id: desk.connectionId }).catch((reason: unknown) => reason);
    expect(String(error)).toContain('Unknown credentials: Bearer (token removed)');
    expect(JSON.stringify(error)).not.toContain(desk.practice.client.token);
    expect(isKept(desk.practice.client.token)).toBe(false);
  });

  it('is neither stored nor shown during a screening', async () => {
    refuse = refusing('POST', /./, 401, credentials);
    const id = await newList();
    await desk.send(id);
    const { project, connections } = await shown(id);
    expect(project).toContain('Unknown credentials: Bearer (token removed)');
    expect(project + connections).not.toContain(desk.practice.client.token);
    expect(isKept(desk.practice.client.token)).toBe(false);
  });

  it('is not stored with a balance that has no number', async () => {
    refuse = (request, response) => {
      if (!request.url!.endsWith('/credits')) return false;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ plan: 'unlimited', for: request.headers.authorization }));
      return true;
    };
    const { credits } = await desk.call('connections.test', { id: desk.connectionId });
    expect(credits?.raw).toContain('unlimited');
    expect(credits?.raw).not.toContain(desk.practice.client.token);
    expect(isKept(desk.practice.client.token)).toBe(false);
  });
});
