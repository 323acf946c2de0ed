import { expect, it } from 'vitest';
import { readMore, readTotal } from '../../../../shared/results/list-answer.ts';
import { type NextPage, readNextPage } from '../../../../shared/results/next-page.ts';
import { readPageHeaders } from '../../../../shared/results/page-headers.ts';

const address = (text: string): NextPage => ({ kind: 'address', address: text });
const cursor = (parameter: string, value: string) => expect.objectContaining({ kind: 'cursor', parameter, value }) as NextPage;

it.each<[string, string, NextPage | null]>([
  ['x-next-cursor', 'abc', cursor('cursor', 'abc')],
  ['next-cursor', 'abc', cursor('cursor', 'abc')],
  ['x-pagination-next-cursor', 'abc', cursor('cursor', 'abc')],
  ['next-token', 'abc', cursor('nextToken', 'abc')],
  ['x-next-token', 'abc', cursor('nextToken', 'abc')],
  ['x-next-page-token', 'abc', cursor('pageToken', 'abc')],
  ['x-next-page', '2', cursor('page', '2')],
  ['opc-next-page', 'abc', cursor('page', 'abc')],
  ['x-next-page', '', null],
  ['x-ms-continuationtoken', 'abc', cursor('continuationToken', 'abc')],
  ['x-next-link', 'https://a.example/p?c=2', address('https://a.example/p?c=2')],
  ['x-pagination', '{"NextPageLink":"/p?c=2"}', address('/p?c=2')],
  ['x-pagination', 'none', null],
  ['next', 'abc', null],
  ['x-request-id', 'abc', null],
])('the header %s: %s names the next page', (name, value, next) => {
  expect(readNextPage(readPageHeaders({ [name]: value }), false)).toEqual(next);
});

it.each<[string, string, boolean | null, number | null]>([
  ['x-total-count', '60', true, 60],
  ['x-total-count', '50', false, 50],
  ['x-total', '60', true, 60],
  ['total-count', '60', true, 60],
  ['content-range', 'items 0-49/60', true, 60],
  ['content-range', '0-49/60', true, 60],
  ['content-range', '0-49/*', null, null],
  ['content-range', 'bytes 0-49/60', null, null],
  ['x-pagination', '{"TotalCount":60,"HasNext":true}', true, 60],
  ['x-total-pages', '3', true, null],
  ['x-has-more', 'True', true, null],
  ['x-has-more', 'false', false, null],
  ['x-next-page', '', false, null],
  ['total', '60', null, null],
  ['x-ratelimit-limit', '60', null, null],
])('the header %s: %s says whether another page follows', (name, value, more, total) => {
  const envelope = readPageHeaders({ [name]: value });
  expect([readMore(envelope, { pages: 2, entries: 50 }), readTotal(envelope)]).toEqual([more, total]);
});

it.each<[string, NextPage | null]>([
  ['</p?c=2>; rel="next"', address('/p?c=2')],
  ['</p?c=2>; rel=next', address('/p?c=2')],
  ['</p>; rel="first", </p?c=2>; title="a, b"; rel="last Next"', address('/p?c=2')],
  ['</p?a=1,2>; rel=prev,</p?c=2>;rel=next', address('/p?c=2')],
  ['</p?c=2>; rel="prev"', null],
  ['</p?c=2>; title="rel=next"', null],
  ['</p?c=2>', null],
  ['next', null],
])('a Link header: %s → %j', (header, next) => {
  expect(readNextPage(readPageHeaders({ link: header }), false)).toEqual(next);
});

it('a Link header that is made to be slow is read at once', () => {
  const before = performance.now();
  expect(readPageHeaders({ link: '<'.repeat(250_000) })).toEqual({});
  expect(readPageHeaders({ link: `${'<'.repeat(250_000)}/p?c=2>; rel=next` })).toEqual({ next: { href: '/p?c=2' } });
  expect(performance.now() - before).toBeLessThan(5_000);
});
