/**
 * The list of all projects is read to its end, or does not count as complete, where only headers or only IDs lead to the next page: a
 * project of ours that is not in a complete list would be created and paid again.
 */
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ServiceClient } from '../../../main/service/client.ts';
import { fastClock } from '../../kit/test-ports.ts';

interface Page {
  readonly body: unknown;
  readonly headers?: OutgoingHttpHeaders;
  readonly status?: number;
}

const projects = (...ids: number[]) => ids.map((id) => ({ id, name: `Project ${id}`, status: 'created' }));
const [FIRST, SECOND] = [projects(1, 2), projects(3)];

let answer: (query: URLSearchParams) => Page;
const server = createServer((request, response) => {
  const { body, headers = {}, status = 200 } = answer(new URL(request.url!, 'http://service').searchParams);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function found() {
  const client = new ServiceClient(
    { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, version: '20240515', token: 't' },
    { connect: () => Promise.resolve({ proxies: [null], trust: null }) },
    fastClock(500),
  );
  const all = await client.projects(AbortSignal.timeout(30_000));
  return { ids: all.projects.map(({ remoteId }) => remoteId), whole: all.whole };
}

it.each<[string, (query: URLSearchParams) => Page]>([
  [
    'a cursor in a header',
    (query) => (query.get('cursor') === 'c2' ? { body: SECOND } : { body: FIRST, headers: { 'X-Next-Cursor': 'c2' } }),
  ],
  ['a token in a header', (query) => (query.get('token') === 'c2' ? { body: SECOND } : { body: FIRST, headers: { 'Next-Token': 'c2' } })],
  [
    'a number in a header',
    (query) =>
      query.get('page') === '2' ? { body: SECOND, headers: { 'X-Next-Page': '' } } : { body: FIRST, headers: { 'X-Next-Page': '2' } },
  ],
  ['a total in a header', (query) => ({ body: query.get('page') === '2' ? SECOND : FIRST, headers: { 'X-Total-Count': '3' } })],
  [
    'the ID of the last project',
    (query) =>
      query.get('starting_after') === '2' ? { body: { data: SECOND, has_more: false } } : { body: { data: FIRST, has_more: true } },
  ],
  [
    'the ID of the last project, while page numbers are refused',
    (query) => {
      if (query.has('page')) return { body: { error: 'unknown parameter: page' }, status: 400 };
      return query.get('starting_after') === '2' ? { body: { data: SECOND, has_more: false } } : { body: { data: FIRST, has_more: true } };
    },
  ],
  [
    'a cursor of edges',
    (query) => {
      const isSecond = query.get('after') === 'c2';
      const edges = (isSecond ? SECOND : FIRST).map((node) => ({ cursor: 'c', node }));
      return { body: { data: { projects: { edges, pageInfo: { hasNextPage: !isSecond, endCursor: 'c2' } } } } };
    },
  ],
])('%s leads to the next page', async (_what, service) => {
  answer = service;
  expect(await found()).toEqual({ ids: ['1', '2', '3'], whole: true });
});

it.each<[string, Page]>([
  ['a total', { body: FIRST, headers: { 'X-Total-Count': '3' } }],
  ['a range', { body: FIRST, headers: { 'Content-Range': 'projects 0-1/3' } }],
  ['a flag', { body: FIRST, headers: { 'X-Has-More': 'true' } }],
])('%s in a header says that the list is not complete, if no page follows', async (_what, page) => {
  answer = () => page;
  expect(await found()).toEqual({ ids: ['1', '2'], whole: false });
});
