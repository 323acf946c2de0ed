import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../shared/results/json.ts';
import { type NextPage, readNextPage } from '../../../../shared/results/next-page.ts';

const address = (text: string): NextPage => ({ kind: 'address', address: text });
const cursor = (parameter: string, value: string) => expect.objectContaining({ kind: 'cursor', parameter, value }) as NextPage;

describe('the next page in a body', () => {
  it.each<[Json, NextPage | null]>([
    [{ next: 'https://a.example/p?c=2' }, address('https://a.example/p?c=2')],
    [{ next: '/p?c=2' }, address('/p?c=2')],
    [{ next: '?c=2' }, address('?c=2')],
    [{ next: 'project?page=2' }, address('project?page=2')],
    [{ next: { href: '/p?c=2' } }, address('/p?c=2')],
    [{ '@odata.nextLink': '/p?$skip=2' }, address('/p?$skip=2')],
    [{ _links: { next: { href: '/p?c=2' } } }, address('/p?c=2')],
    [{ meta: { pagination: { next_page_url: '/p?c=2' } } }, address('/p?c=2')],
    [
      {
        links: [
          { rel: 'self', href: '/p' },
          { rel: 'next', href: '/p?c=2' },
        ],
      },
      address('/p?c=2'),
    ],
    [{ next: 'abc=' }, cursor('cursor', 'abc=')],
    [{ next: 2 }, cursor('page', '2')],
    [{ nextPage: '3' }, cursor('page', '3')],
    [{ nextCursor: 'abc' }, cursor('cursor', 'abc')],
    [{ next_cursor: 'abc' }, cursor('cursor', 'abc')],
    [{ nextPageToken: 'abc' }, cursor('pageToken', 'abc')],
    [{ next_page_token: 'abc' }, cursor('page_token', 'abc')],
    [{ nextToken: 'abc' }, cursor('nextToken', 'abc')],
    [{ nextOffset: 50 }, cursor('offset', '50')],
    [{ pageInfo: { endCursor: 'abc' } }, cursor('after', 'abc')],
    [{ paging: { cursors: { after: 'abc' } } }, cursor('after', 'abc')],
    // A name for the next page wins over a cursor that may be this page's.
    [{ cursor: 'this', nextCursor: 'abc' }, cursor('cursor', 'abc')],
    [{ next: null }, null],
    [{ next: true }, null],
    [{ nextCursor: '' }, null],
    [{ constructor: 'abc' }, null],
    // A page that says where it is.
    [{ items: [], offset: 20, limit: 10, total: 31 }, cursor('offset', '30')],
    [{ meta: { skip: '0', take: '10', totalCount: '30' } }, cursor('skip', '10')],
    [{ offset: 20, limit: 10, total: 30 }, null],
    [{ offset: 20, limit: 0, total: 30 }, null],
    [{ offset: 20, limit: 10 }, null],
    // If the answer also has a page number, an offset can count anything.
    [{ page: 1, offset: 0, limit: 10, total: 30 }, null],
    [{ PageNumber: 2, pageSize: 10, totalPages: 3 }, cursor('PageNumber', '3')],
    [{ pageNumber: 3, totalPages: 3 }, null],
    [{ items: [{ next: '/p' }] }, null],
    [[{ next: '/p' }], null],
    [null, null],
    // Pages under this name are asked for by number, whether the first one is 0 or 1.
    [{ page: 1, totalPages: 3 }, null],
    [{ pageNumber: -1, totalPages: 3 }, null],
  ])('%j → %j', (answer, next) => {
    expect(readNextPage(answer, false)).toEqual(next);
  });

  it('none follows the last page, whatever cursor it has', () => {
    expect(readNextPage({ pageInfo: { endCursor: 'abc' } }, true)).toBeNull();
  });
});
