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
  /** Null if the caller sends none. */
  readonly cursor: number | null;
}

const PATH = '/integrations/20240515/project';

/** The entries of a page, with pages counted from `first`. */
const pageOf = (page: number | null, first: number) => {
  const from = ((page ?? first) - first) * ROWS_A_PAGE;
  return ALL.slice(Math.max(0, from), Math.max(0, from + ROWS_A_PAGE)).map(project);
};
const isLast = (page: number | null, first: number) => ((page ?? first) - first + 1) * ROWS_A_PAGE >= ALL.length;

const cursorAfter = (cursor: number | null) => (isLast(cursor, 1) ? null : String((cursor ?? 1) + 1));
const addressAfter = (cursor: number | null) => `${PATH}?cursor=${cursorAfter(cursor)}`;
const linksAfter = (cursor: number | null) => ({
  self: { href: PATH },
  ...(isLast(cursor, 1) ? {} : { next: { href: addressAfter(cursor) } }),
});
const linkListAfter = (cursor: number | null) => [
  { rel: 'self', href: PATH },
  ...(isLast(cursor, 1) ? [] : [{ rel: 'next', href: addressAfter(cursor) }]),
];

/** The answers of a service, the projects that are found, and whether the list is complete. */
const SERVICES: readonly (readonly [string, (asked: Asked) => unknown, readonly string[], boolean])[] = [
  ['one array', () => ALL.map(project), ALL, true],
  ['an envelope without pages', () => ({ items: ALL.map(project) }), ALL, true],
  ['no project at all', () => ({ items: [], total: 0 }), [], true],
  ['pages from 1 with a total', ({ page }) => ({ items: pageOf(page, 1), total: ALL.length }), ALL, true],
  ['pages from 0 with a total', ({ page }) => ({ items: pageOf(page, 0), total: ALL.length }), ALL, true],
  ['pages from 1 with a last one', ({ page }) => ({ content: pageOf(page, 1), last: isLast(page, 1) }), ALL, true],
  ['pages from 0 with a last one', ({ page }) => ({ content: pageOf(page, 0), last: isLast(page, 0) }), ALL, true],
  [
    'pages with the address of the next one',
    ({ page }) => ({ data: pageOf(page, 1), next: isLast(page, 1) ? null : `${PATH}?page=${(page ?? 1) + 1}` }),
    ALL,
    true,
  ],
  ['pages by cursor', ({ cursor }) => ({ items: pageOf(cursor, 1), nextCursor: cursorAfter(cursor) }), ALL, true],
  ['pages by cursor below paging', ({ cursor }) => ({ items: pageOf(cursor, 1), paging: { next_cursor: cursorAfter(cursor) } }), ALL, true],
  ['pages by address below links', ({ cursor }) => ({ items: pageOf(cursor, 1), _links: linksAfter(cursor) }), ALL, true],
  ['pages with a list of links', ({ cursor }) => ({ items: pageOf(cursor, 1), links: linkListAfter(cursor) }), ALL, true],
  ['pages with a number of pages', ({ page }) => ({ items: pageOf(page, 1), page: page ?? 1, totalPages: 3 }), ALL, true],
  [
    'pages that name the number of the next one',
    ({ page }) => ({ items: pageOf(page, 1), nextPage: isLast(page, 1) ? null : (page ?? 1) + 1 }),
    ALL,
    true,
  ],
  [
    'a cursor that leads in a circle',
    ({ cursor }) => ({ items: pageOf(cursor, 1), nextCursor: cursor === 2 ? 1 : 2 }),
    ['A', 'B', 'C', 'D'],
    false,
  ],
  ['an address of another origin', () => ({ items: pageOf(1, 1), next: 'https://elsewhere.example/project?page=2' }), ['A', 'B'], false],
  [
    'an address with the host of another origin in its path',
    () => ({ items: pageOf(1, 1), next: '//elsewhere.example/project' }),
    ['A', 'B'],
    false,
  ],
  ['a map from IDs', () => ({ projects: Object.fromEntries(ALL.map((id) => [id, { name: `Project ${id}` }])) }), ALL, true],
  ['a list below its name', () => ({ projects: { items: ALL.map(project), total: 5 } }), ALL, true],
  ['a list two levels below', () => ({ data: { projects: { data: ALL.map(project) } } }), ALL, true],
  ['a total that is not reached', () => ({ items: pageOf(1, 1), last: true, total: 5 }), ['A', 'B'], false],
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

interface Answer {
  readonly body: unknown;
  readonly link?: string | undefined;
}

/** The projects that the client finds, whether the list is complete, and the hosts to which it sent requests. */
async function projectsOf(answer: (asked: Asked) => Answer): Promise<readonly [(string | null)[], boolean]> {
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://service').searchParams;
    const number = (name: string) => (query.has(name) ? Number(query.get(name)) : null);
    const { body, link } = answer({ page: number('page'), cursor: number('cursor') });
    response.writeHead(200, { 'content-type': 'application/json', ...(link === undefined ? {} : { link }) });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new ServiceClient(
      { baseUrl: origin, version: '20240515', token: 't' },
      {
        connect: (asked) => {
          if (asked !== origin) throw new Error(`the client asks ${asked}`);
          return Promise.resolve({ proxies: [null], trust: null });
        },
      },
      fastClock(500),
    );
    const list = await client.projects(new AbortController().signal);
    return [list.projects.map(({ remoteId }) => remoteId), list.whole];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it.each(SERVICES)('reads %s', async (_name, answer, found, whole) => {
  expect(await projectsOf((asked) => ({ body: answer(asked) }))).toEqual([found, whole]);
});

it('follows a Link header, although the body is a bare array', async () => {
  const answer = ({ cursor }: Asked) => ({
    body: pageOf(cursor, 1),
    link: `<${PATH}>; rel="first"${isLast(cursor, 1) ? '' : `, <${addressAfter(cursor)}>; title="a, b"; rel="last next"`}`,
  });
  expect(await projectsOf(answer)).toEqual([ALL, true]);
});
