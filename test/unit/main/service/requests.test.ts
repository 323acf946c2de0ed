/** Method, path, headers and body of every call, as in section 4 of the interface. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceClient } from '../../../../main/service/client.ts';
import type { ScoreConfiguration } from '../../../../shared/base/score-configuration.ts';
import { UNREADABLE_TEXT } from '../../../../shared/base/unreadable-text.ts';
import { fastClock } from '../../../kit/test-ports.ts';
import { person } from '../../../kit/practice-client.ts';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: Server;
let client: ServiceClient;
let received: Received[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"a/b","items":[],"status":"processed"}');
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const network = { connect: () => Promise.resolve({ proxies: [null], trust: null }) };
  client = new ServiceClient({ baseUrl, version: '20240515', token: 'secret-token' }, network, fastClock(1_000));
});
afterAll(() => {
  server.close();
});

it('a list of projects that does not end is read up to a bound, and does not count as complete', { timeout: 60_000 }, async () => {
  const ids = (page: number) => Array.from({ length: 20_000 }, (_, at) => ({ id: `p-${page}-${at}`, name: 'n' }));
  let pages = 0;
  const endless = createServer((_request, response) => {
    pages += 1;
    const body = JSON.stringify({ items: ids(pages), next: `/integrations/20240515/project?page=${pages}` });
    // Ends a test whose client does not stop at the limit.
    if (pages > 30) response.destroy();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((listening) => {
    endless.listen(0, '127.0.0.1', listening);
  });
  try {
    const baseUrl = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`;
    const network = { connect: () => Promise.resolve({ proxies: [null], trust: null }) };
    const reader = new ServiceClient({ baseUrl, version: '20240515', token: 'secret-token' }, network, fastClock(1_000));
    const { projects, whole } = await reader.projects(AbortSignal.timeout(50_000));
    expect([projects.length, whole, pages]).toEqual([220_000, false, 11]);
  } finally {
    endless.close();
  }
});

it.each(['.', '..', '\uD800'])('an ID that would lead to another address gets no call: %j', async (id) => {
  const signal = AbortSignal.timeout(10_000);
  received = [];
  const calls = [
    () => client.process(id, signal),
    () => client.addList(id, { contentType: 'text/csv', bytes: 1, chunks: [Buffer.from('a')] }, signal),
    () => client.project(id, signal),
    () => client.profile(id, signal),
    () => client.scoreRequest(id, signal),
  ];
  for (const call of calls) await expect((async () => await call())()).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  expect(received).toEqual([]);
});

/** Every field of a record, and every part of the score settings. */
const RECORD = person(5);
const SETTINGS: Required<ScoreConfiguration> = {
  primaryAffinity: 'EDU',
  primaryAffinityDescription: 'Education',
  secondaryAffinity: 'ART',
  secondaryAffinityDescription: 'Arts',
  minimumConfidenceOfMatch: 62.5,
  scoreWeights: { propensity: 1, affinity: 2, capacity: 3 },
  scoreCapacityLimits: [1_000, 50_000],
  recencyFrequencyMonetary: {
    weights: { recency: 1, frequency: 2, monetary: 3 },
    recencyLimits: [12, 36],
    frequencyLimits: [2, 5],
    monetaryLimits: [100, 1_000],
  },
};
const LIST = Buffer.from('constituentId,primaryLast\r\nA-1,Berg\r\n');
const csv = { contentType: 'text/csv', bytes: LIST.length, chunks: [LIST] };
const JSON_LIST = Buffer.from('{"scoreProfiles":[]}');
const jsonList = { contentType: 'application/json', bytes: JSON_LIST.length, chunks: [JSON_LIST] };
const { signal } = new AbortController();
const JSON_TYPE = 'application/json';

interface Expected {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly type?: string;
  readonly body?: unknown;
}

it.each<[number: string, call: () => Promise<unknown>, expected: Expected]>([
  ['1', () => client.screenOne(RECORD, signal), { method: 'POST', path: '/profile', type: JSON_TYPE, body: RECORD }],
  [
    '2',
    () => client.profileList({ index: 2, firstPage: 1, itemsPerPage: 50, address: null }, signal),
    { method: 'GET', path: '/profile?page=3&itemsPerPage=50' },
  ],
  [
    '3',
    () => client.createProject('Spring', SETTINGS, signal),
    { method: 'POST', path: '/project', type: JSON_TYPE, body: { name: 'Spring', scoreConfiguration: SETTINGS } },
  ],
  [
    '3 without settings',
    () => client.createProject('Spring', null, signal),
    { method: 'POST', path: '/project', type: JSON_TYPE, body: { name: 'Spring' } },
  ],
  [
    '4',
    () => client.addList('a/b', jsonList, signal),
    { method: 'POST', path: '/project/a%2Fb/scores', type: JSON_TYPE, body: { scoreProfiles: [] } },
  ],
  [
    '4 as CSV',
    () => client.addList('a/b', csv, signal),
    { method: 'POST', path: '/project/a%2Fb/scores', type: 'text/csv', body: LIST.toString() },
  ],
  ['5', () => client.process('a/b', signal), { method: 'POST', path: '/project/a%2Fb/process' }],
  ['6', () => client.project('a/b', signal), { method: 'GET', path: '/project/a%2Fb' }],
  ['7', () => client.profiles('a/b', signal), { method: 'GET', path: '/project/a%2Fb/profiles' }],
  ['8', () => client.errors('a/b', signal), { method: 'GET', path: '/project/a%2Fb/errors' }],
  ['9', () => client.projects(signal), { method: 'GET', path: '/project' }],
  ['10', () => client.credits(signal), { method: 'GET', path: '/credits' }],
  ['11', () => client.requestScore(RECORD, signal), { method: 'POST', path: '/score-request', type: JSON_TYPE, body: RECORD }],
  ['12', () => client.scoreRequest('r?1', signal), { method: 'GET', path: '/score-request/r%3F1' }],
  ['13', () => client.projectScores('a/b', signal), { method: 'GET', path: '/project/a%2Fb/scores' }],
  ['GET /profile/{id}', () => client.profile('p 1', signal), { method: 'GET', path: '/profile/p%201' }],
])('#%s sends exactly what the interface specifies', async (_number, call, { method, path, type, body }) => {
  received = [];
  await call();
  expect(received).toHaveLength(1);
  const [request] = received;
  expect(request).toMatchObject({ method, url: `/integrations/20240515${path}` });
  expect(request!.headers).toMatchObject({ authorization: 'Bearer secret-token', accept: type === 'text/csv' ? 'text/csv' : JSON_TYPE });
  expect(request!.headers['content-type']).toBe(type);
  expect(type === JSON_TYPE ? JSON.parse(request!.body) : request!.body).toEqual(body ?? '');
});

it.each<[call: string, () => Promise<unknown>]>([
  ['4', () => client.addList(UNREADABLE_TEXT, jsonList, signal)],
  ['5', () => client.process(UNREADABLE_TEXT, signal)],
  ['6', () => client.project(UNREADABLE_TEXT, signal)],
  ['7', () => client.profiles(UNREADABLE_TEXT, signal)],
  ['8', () => client.errors(UNREADABLE_TEXT, signal)],
  ['13', () => client.projectScores(UNREADABLE_TEXT, signal)],
])('#%s asks the service nothing about a project whose stored ID cannot be read', async (_number, call) => {
  received = [];
  await expect((async () => await call())()).rejects.toMatchObject({ code: 'PROJECT_FILE_DAMAGED' });
  expect(received).toEqual([]);
});
