import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { fetchResults, type ResultsSource } from '../../../../main/runner/fetch-results.ts';
import type { QueryName } from '../../../../main/worker-protocol/tasks.ts';

/** Profiles on each page, and whether the fields after them announce another page. */
const PAGES = [
  { ids: ['a', 'b'], more: true },
  { ids: ['c', 'd'], more: true },
  { ids: ['e'], more: false },
];

/** A service that counts pages from 1 and announces further pages after the entries; each page arrives in two pieces. */
function serviceInPages() {
  const asked: number[] = [];
  const answer = (page: number): unknown => ({
    contentType: 'application/json',
    contentLength: null,
    chunks: Readable.from([Buffer.from(`${page}`), Buffer.from('rest')]),
    following: () => null,
    page: (next: number) => {
      asked.push(next);
      return Promise.resolve(answer(next));
    },
  });
  const client = {
    profiles: () => Promise.resolve(answer(1)),
    errors: () =>
      Promise.resolve({ contentType: 'application/json', contentLength: null, chunks: Readable.from([]), following: () => null }),
  };
  return { asked, client };
}

/** Imitates the worker: the envelope is known at the end of a page, a repeated page at its first entry. */
function collecting() {
  const seen = new Set<string>();
  const entries: string[] = [];
  let page: (typeof PAGES)[number] | undefined;
  let repeats: boolean | null = null;
  const task = {
    write: (chunk: Uint8Array) => {
      const number = Number(Buffer.from(chunk).toString());
      if (Number.isNaN(number)) return Promise.resolve();
      page = PAGES[number - 1];
      const [first = ''] = page?.ids ?? [];
      repeats = seen.has(first);
      seen.add(first);
      if (!repeats) entries.push(...(page?.ids ?? []));
      return Promise.resolve();
    },
    ask: (query: QueryName<'collect'>) => {
      if (query === 'begin') repeats = null;
      const progress = {
        entries: entries.length,
        rows: entries.length,
        more: query === 'end' ? (page?.more ?? null) : null,
        repeats,
        isUnderstood: true,
      };
      return Promise.resolve(query === 'settle' ? { missing: 0, missingProfiles: 0 } : progress);
    },
    cancel: () => undefined,
    result: Promise.resolve(null),
  };
  return { entries, task };
}

test('a repeated first page does not end the list, because the previous envelope still counts', async () => {
  const { asked, client } = serviceInPages();
  const { entries, task } = collecting();
  const source = {
    client,
    remoteId: 'p',
    remote: { validRows: null },
    rows: 5,
    spawn: () => task,
    host: { keepAwake: () => () => undefined },
    signal: new AbortController().signal,
    progress: () => undefined,
  } as unknown as ResultsSource;
  await fetchResults(source);
  expect(entries).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(asked).toEqual([1, 2, 3]);
});
