/** The pages of a long list: all of them are read, unless the service announces pages without end. */
import { expect, test } from 'vitest';
import { type LaterPages, PageAddresses, type PageState, readLaterPages } from '../../../../main/service/later-pages.ts';

interface NumberedPage extends LaterPages<NumberedPage> {
  readonly number: number;
}

/** Pages of a list, counted from 1; each page except the last announces the next. */
function pagesOf(last: number): NumberedPage {
  const pageAt = (number: number): NumberedPage => ({
    number,
    following: () => (number < last ? Promise.resolve(pageAt(number + 1)) : null),
    page: () => Promise.reject(new Error('no page is asked for by number')),
  });
  return pageAt(1);
}

/** Reads the pages after the first. `entriesAt`: the number of different entries up to a page. Returns the last page that was read. */
async function lastPage(last: number, entriesAt: (page: number) => number): Promise<number> {
  let read = 1;
  const state = (number: number): PageState => ({ entries: entriesAt(number), more: null, next: null, lastId: null, repeats: false });
  await readLaterPages(
    pagesOf(last),
    state(1),
    ({ number }) => Promise.resolve(state((read = number))),
    () => false,
  );
  return read;
}

test('a million profiles are read with 25 on a page', async () => {
  expect(await lastPage(40_000, (page) => page * 25)).toBe(40_000);
});

test('a service that names ever more pages without a new entry is left', async () => {
  expect(await lastPage(1_000_000, () => 25)).toBeLessThan(2000);
});

test.each([
  ['http://10.0.0.5:8080/integrations/1/project/p/profiles?page=2', 'https://a.example/v/integrations/1/project/p/profiles?page=2'],
  ['http://a.example/other/profiles?page=2', 'https://a.example/other/profiles?page=2'],
  ['https://b.example/login?page=2', null],
  ['ftp://a.example/v/integrations/1/project/p/profiles?page=2', null],
])('the page %s is read at the origin of the connection, or not at all', (named, address) => {
  const current = new URL('https://a.example/v/integrations/1/project/p/profiles');
  expect(new PageAddresses(current).take({ kind: 'address', address: named }, current)?.href ?? null).toBe(address);
});
