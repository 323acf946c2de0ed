/**
 * Every profile and every row error arrives, however a service divides its lists into pages and whatever it says about the pages.
 * @module-tag deep
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchResults } from '../../../main/runner/fetch-results.ts';
import { ServiceClient } from '../../../main/service/client.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { csvOf, listRows, profileFor, ResultProject } from '../../kit/result-project.ts';
import { fastClock } from '../../kit/test-ports.ts';

const ROWS = 30;

const ENDS = [
  'nothing',
  'total',
  'last',
  'hasMore',
  'totalPages',
  'next',
  'cursor',
  'link',
  'cursorHeader',
  'tokenHeader',
  'totalHeader',
  'lastId',
  'edges',
] as const;
/** Ways that need no envelope. */
const BARE_ENDS: ReadonlySet<string> = new Set(['nothing', 'link', 'cursorHeader', 'tokenHeader', 'totalHeader']);

interface Paging {
  readonly size: number;
  readonly firstPage: 0 | 1;
  /** Whether the service returns as many entries as the request asks for. */
  readonly takesSize: boolean;
  /** How a page shows whether another one follows. */
  readonly end: (typeof ENDS)[number];
  /** The answer after the last page. */
  readonly beyond: 'empty' | 'notFound' | 'lastAgain';
  readonly bare: boolean;
  readonly countsValid: boolean;
  readonly errorsOfRow: number;
  readonly grouped: boolean;
}

const pagings: fc.Arbitrary<Paging> = fc.record({
  size: fc.integer({ min: 2, max: 12 }),
  firstPage: fc.constantFrom(0, 1),
  takesSize: fc.boolean(),
  end: fc.constantFrom(...ENDS),
  beyond: fc.constantFrom('empty', 'notFound', 'lastAgain'),
  bare: fc.boolean(),
  countsValid: fc.boolean(),
  errorsOfRow: fc.integer({ min: 1, max: 3 }),
  grouped: fc.boolean(),
});

let paging: Paging;
let lists: Readonly<Record<'profiles' | 'errors', readonly unknown[]>>;

/** What a page says about the pages after it. */
function about(path: string, { at, pages, size, total }: Readonly<Record<'at' | 'pages' | 'size' | 'total', number>>): object {
  const isLast = at + 1 >= pages;
  const next = `${path}?page=${at + 1 + paging.firstPage}&itemsPerPage=${size}`;
  switch (paging.end) {
    case 'total':
      return { total };
    case 'last':
      return { last: isLast };
    case 'hasMore':
      return { hasMore: !isLast };
    case 'totalPages':
      return { totalPages: pages };
    case 'next':
      return { next: isLast ? null : next };
    case 'cursor':
      return { nextCursor: isLast ? null : String(at + 1) };
    case 'lastId':
      return { has_more: !isLast };
    case 'edges':
      return { pageInfo: { hasNextPage: !isLast, endCursor: String(at + 1) } };
    default:
      return {};
  }
}

/** What the headers of a page say about the pages after it. */
function headersAbout(path: string, { at, pages, size, total }: Readonly<Record<'at' | 'pages' | 'size' | 'total', number>>): object {
  if (paging.end === 'totalHeader') return { 'x-total-count': total };
  if (at + 1 >= pages) return {};
  switch (paging.end) {
    case 'link':
      return { link: `<${path}?page=${at + 1 + paging.firstPage}&itemsPerPage=${size}>; rel="next"` };
    case 'cursorHeader':
      return { 'x-next-cursor': at + 1 };
    case 'tokenHeader':
      return { 'next-token': at + 1 };
    default:
      return {};
  }
}

/** The page that is requested, from 0. Services with cursors ignore the number of a page. */
function pageAsked(searchParams: URLSearchParams, list: readonly unknown[], size: number): number {
  switch (paging.end) {
    case 'cursor':
    case 'cursorHeader':
      return Number(searchParams.get('cursor') ?? 0);
    case 'tokenHeader':
      return Number(searchParams.get('next_token') ?? 0);
    case 'edges':
      return Number(searchParams.get('after') ?? 0);
    case 'lastId': {
      const last = searchParams.get('starting_after');
      return last === null ? 0 : (list.findIndex((entry) => (entry as { id: unknown }).id === last) + 1) / size;
    }
    default:
      return Math.max(0, Number(searchParams.get('page') ?? paging.firstPage) - paging.firstPage);
  }
}

function answer({ pathname, searchParams }: URL, list: readonly unknown[], response: ServerResponse): void {
  const size = paging.takesSize ? Number(searchParams.get('itemsPerPage') ?? paging.size) : paging.size;
  const pages = Math.max(1, Math.ceil(list.length / size));
  const asked = pageAsked(searchParams, list, size);
  if (asked >= pages && paging.beyond === 'notFound') response.statusCode = 404;
  const at = asked >= pages && paging.beyond === 'lastAgain' ? pages - 1 : asked;
  const items = list.slice(at * size, (at + 1) * size);
  const place = { at, pages, size, total: list.length };
  for (const [name, value] of Object.entries(headersAbout(pathname, place))) response.setHeader(name, String(value));
  if (paging.bare && BARE_ENDS.has(paging.end)) response.end(JSON.stringify(items));
  else if (paging.end === 'edges') {
    const edges = items.map((node, index) => ({ cursor: String(index), node }));
    response.end(JSON.stringify({ data: { profiles: { edges, ...about(pathname, place) } } }));
  } else response.end(JSON.stringify({ items, ...about(pathname, place) }));
}

const server = createServer((request, response) => {
  const url = new URL(request.url!, 'http://service');
  const part = url.pathname.split('/').at(-1);
  response.setHeader('content-type', 'application/json');
  if (part === 'profiles' || part === 'errors') answer(url, lists[part], response);
  else response.end(JSON.stringify({ id: 'p', status: 'processed', validRows: paging.countsValid ? lists.profiles.length : null }));
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test('in pages of any kind', async () => {
  const client = new ServiceClient(
    { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, version: '20240515', token: 't' },
    { connect: () => Promise.resolve({ proxies: [null], trust: null }) },
    fastClock(500),
  );
  await fc.assert(
    fc.asyncProperty(pagings, fc.integer({ min: 0, max: 15 }), async (one, refused) => {
      paging = one;
      const scored = ROWS - refused;
      const errorsOf = (index: number) => {
        const of = { row: index + 1, constituentId: profileFor(index)['constituentId'] };
        const errors = Array.from({ length: one.errorsOfRow }, (_, at) => ({ message: `no ${at}` }));
        return one.grouped ? [{ ...of, errors }] : errors.map((error) => ({ ...of, ...error }));
      };
      lists = {
        profiles: Array.from({ length: scored }, (_, index) => profileFor(index)),
        errors: Array.from({ length: refused }, (_, at) => errorsOf(scored + at))
          .flat()
          .map((error, at) => ({ id: `error-${at}`, ...error })),
      };
      const project = await ResultProject.of(csvOf(listRows(ROWS)));
      try {
        const { counts } = await fetchResults({
          client,
          remoteId: 'p',
          rows: ROWS,
          spawn: () => localTasks('collect', { ...project.request, rowBase: 'find', body: project.body }),
          host: { keepAwake: () => () => undefined },
          signal: new AbortController().signal,
          progress: () => undefined,
        });
        expect(counts).toEqual({ submitted: ROWS, scored, refused, unknown: 0, unmatched: 0 });
      } finally {
        project.dispose();
      }
    }),
    { numRuns: 60 },
  );
});
