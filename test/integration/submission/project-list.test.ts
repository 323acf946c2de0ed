/** The list of all projects (#9) in different forms: in one answer, in pages from 0 or 1, or in inconsistent pages. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { ServiceClient } from '../../../main/service/client.ts';
import { fastClock } from '../../kit/test-ports.ts';

const ALL = ['A', 'B', 'C', 'D', 'E'];
const project = (id: string) => ({ id, name: `Project ${id}`, status: 'created' });
const ROWS_A_PAGE = 2;

interface Asked {
  /** Null if the caller requests no page. */
  readonly page: number | null;
}

/** The entries of a page, with pages counted from `first`. */
const pageOf = (page: number | null, first: number) => {
  const from = ((page ?? first) - first) * ROWS_A_PAGE;
  return ALL.slice(Math.max(0, from), Math.max(0, from + ROWS_A_PAGE)).map(project);
};
const isLast = (page: number | null, first: number) => ((page ?? first) - first + 1) * ROWS_A_PAGE >= ALL.length;

/** How a service answers, the projects that are found, and whether the list is complete. */
const SERVICES: readonly (readonly [string, (asked: Asked) => unknown, readonly string[], boolean])[] = [
  ['one array', () => ALL.map(project), ALL, true],
  ['an envelope without pages', () => ({ items: ALL.map(project) }), ALL, true],
  ['no project at all', () => ({ items: [], total: 0 }), [], true],
  ['pages from 1 with a total', ({ page }) => ({ items: pageOf(page, 1), total: ALL.length }), ALL, true],
  ['pages from 0 with a total', ({ page }) => ({ items: pageOf(page, 0), total: ALL.length }), ALL, true],
  ['pages from 1 with a last one', ({ page }) => ({ content: pageOf(page, 1), last: isLast(page, 1) }), ALL, true],
  ['pages from 0 with a last one', ({ page }) => ({ content: pageOf(page, 0), last: isLast(page, 0) }), ALL, true],
  [
    'pages with a link to the next one',
    ({ page }) => ({ data: pageOf(page, 1), next: isLast(page, 1) ? null : '/project?page=9' }),
    ALL,
    true,
  ],
  ['pages with nested page information', ({ page }) => ({ content: pageOf(page, 0), page: { totalElements: ALL.length } }), ALL, true],
  ['the first page for every request', () => ({ items: pageOf(1, 1), total: ALL.length }), ['A', 'B'], false],
  [
    'pages that end too early',
    ({ page }) => ({ items: (page ?? 1) > 2 ? [] : pageOf(page, 1), hasMore: true }),
    ['A', 'B', 'C', 'D'],
    false,
  ],
  ['an entry that is not a project', () => [...ALL.map(project), 'F'], ALL, false],
];

it.each(SERVICES)('reads %s', async (_name, answer, found, whole) => {
  const server = createServer((request, response) => {
    const page = new URL(request.url ?? '', 'http://service').searchParams.get('page');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer({ page: page === null ? null : Number(page) })));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const client = new ServiceClient(
      { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, version: '20240515', token: 't' },
      { connect: () => Promise.resolve({ proxies: [null], trust: null }) },
      fastClock(500),
    );
    const list = await client.projects(new AbortController().signal);
    expect([list.projects.map(({ remoteId }) => remoteId), list.whole]).toEqual([found, whole]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
