import { AppError } from '../../../../../shared/base/errors.ts';
import { expect, it } from 'vitest';
import { AnswerList, type WantedList } from '../../../../../main/worker/collect/answer-list.ts';
import { splitterFor } from '../../../../../main/worker/collect/answer-splitter.ts';

/** Keeps only objects, which is what profiles are. */
class Texts {
  readonly texts: string[] = [];

  get count(): number {
    return this.texts.length;
  }

  add(bytes: Buffer): void {
    const text = bytes.toString('utf8');
    if (text.startsWith('{')) this.texts.push(text);
  }

  restart(): void {
    this.texts.length = 0;
  }
}

function readPages(...pages: readonly object[]) {
  return readList('profiles', ...pages);
}

function readList(wanted: WantedList, ...pages: readonly object[]) {
  const entries = new Texts();
  const list = new AnswerList(entries, wanted);
  const progress = pages.map((page) => {
    list.beginPage({});
    const splitter = splitterFor('application/json', list.sink);
    splitter.write(Buffer.from(JSON.stringify(page)));
    splitter.end();
    list.endPage();
    return list.progress();
  });
  return { texts: entries.texts, progress, notRead: list.notRead };
}

it('takes the likeliest list of the envelope, wherever it is', () => {
  expect(readPages({ tags: ['a'], items: [{ id: 1 }], other: [{ id: 2 }] }).texts).toEqual(['{"id":1}']);
});

it('takes the list under the same path on all pages', () => {
  const { texts, progress } = readPages({ data: [{ id: 1 }], hasMore: true }, { items: [{ id: 9 }], data: [{ id: 2 }], hasMore: false });
  expect(texts).toEqual(['{"id":1}', '{"id":2}']);
  expect(progress).toEqual([
    { entries: 1, rows: 1, more: true, next: null, lastId: '1', repeats: false, isUnderstood: true },
    { entries: 2, rows: 2, more: false, next: null, lastId: '2', repeats: false, isUnderstood: true },
  ]);
});

it('recognizes a repeated page', () => {
  const page = { items: [{ id: 1 }, { id: 2 }] };
  const { texts, progress } = readPages(page, page);
  expect(texts).toHaveLength(2);
  expect(progress[1]).toMatchObject({ entries: 2, more: null, repeats: true });
});

it('a page whose first entry equals that of an earlier page is no repetition when another entry differs', () => {
  const { texts, progress } = readPages(
    { total: 4, items: [{ score: 1 }, { score: 2 }] },
    { total: 4, items: [{ score: 1 }, { score: 3 }] },
  );
  expect(texts).toEqual(['{"score":1}', '{"score":2}', '{"score":1}', '{"score":3}']);
  expect(progress[1]).toMatchObject({ entries: 3, more: true, repeats: false });
});

it('a page that begins with the person of an earlier one repeats it, also with people that were left out there', () => {
  const [first, second, third] = [1, 2, 3].map((id) => ({ id }));
  const { texts, progress } = readPages({ items: [first, third] }, { items: [first, second, third] }, { items: [second] });
  expect(texts).toEqual(['{"id":1}', '{"id":3}', '{"id":2}']);
  expect(progress.map(({ entries, repeats }) => [entries, repeats])).toEqual([
    [2, false],
    [2, true],
    [3, false],
  ]);
});

it('a page without IDs that begins with all entries of a shorter one is no repetition', () => {
  const [first, second, third] = [1, 2, 3].map((score) => ({ score }));
  const { texts, progress } = readPages({ items: [first, second] }, { items: [first, second, third] }, { items: [first, second] });
  expect(texts).toHaveLength(5);
  expect(progress.map(({ entries, repeats }) => [entries, repeats])).toEqual([
    [2, false],
    [3, false],
    [3, true],
  ]);
});

it('recognizes a repeated page of very many entries before its end', () => {
  const entries = new Texts();
  const list = new AnswerList(entries, 'profiles');
  const ids = Array.from({ length: 10_001 }, (_, id) => ({ id }));
  const text = JSON.stringify({ items: ids });
  const repeats = [text, text.slice(0, -2)].map((part) => {
    list.beginPage({});
    splitterFor('application/json', list.sink).write(Buffer.from(part));
    return list.progress().repeats;
  });
  expect(repeats).toEqual([false, true]);
  expect(entries.count).toBe(10_001);
});

it('recognizes a repeated page whose envelope has another array before the list', () => {
  const page = { tags: ['a'], items: [{ id: 1 }, { id: 2 }] };
  const { texts, progress } = readPages(page, page);
  expect(texts).toHaveLength(2);
  expect(progress[1]!.repeats).toBe(true);
});

it.each<[object, string[]]>([
  [{ profiles: { a: { n: 1 }, 7: { n: 2.5 } } }, ['{"id":"7","n":2.5}', '{"id":"a","n":1}']],
  [{ profiles: { items: [{ n: 1 }] } }, ['{"n":1}']],
  [{ profiles: { data: [{ n: 1 }] }, total: 1 }, ['{"n":1}']],
  [{ data: { profiles: { a: { id: 'own' } } } }, ['{"id":"own"}']],
  [{ profiles: { a: {} } }, ['{"id":"a"}']],
  [{ errors: { b: { n: 2 } }, profiles: { a: { n: 1 } } }, ['{"id":"a","n":1}']],
  [{ profiles: { id: 'one', mostRecentScore: { overallScore: 1 } } }, []],
])('takes a map from IDs, or a list below its name: %j', (page, texts) => {
  expect(readPages(page).texts).toEqual(texts);
});

it.each<[object, string[]]>([
  [
    {
      data: {
        profiles: {
          edges: [
            { cursor: 'a', node: { n: 1 } },
            { node: { n: 2.5 }, cursor: 'b' },
          ],
        },
      },
    },
    ['{"n":1}', '{"n":2.5}'],
  ],
  [{ edges: [{ node: { node: { n: 1 } } }] }, ['{"node":{"n":1}}']],
  [{ edges: [{ n: 1, node: 'text' }] }, ['{"n":1,"node":"text"}']],
  [{ items: [{ node: { n: 1 } }] }, ['{"node":{"n":1}}']],
])('takes the nodes of edges: %j', (page, texts) => {
  expect(readPages(page).texts).toEqual(texts);
});

it('reads what is said about pages next to a list, whatever is around it', () => {
  const page = { data: { profiles: { edges: [{ node: { id: 1 } }], pageInfo: { hasNextPage: true, endCursor: 'abc' } } } };
  expect(readPages(page).progress).toMatchObject([{ more: true, next: { kind: 'cursor', parameter: 'after', value: 'abc' } }]);
});

it('keeps a number in a map as it is written', () => {
  const entries = new Texts();
  const list = new AnswerList(entries, 'profiles');
  list.beginPage({});
  splitterFor('application/json', list.sink).write(Buffer.from('{"profiles":{"a":{"giftId":12345678901234567890}}}'));
  expect(entries.texts).toEqual(['{"id":"a","giftId":12345678901234567890}']);
});

it.each<[unknown, boolean]>([
  [[], true],
  [{ items: [] }, true],
  [{ profiles: {} }, true],
  [{ total: 0 }, true],
  [{}, true],
  [null, true],
  [{ profiles: { a: {} } }, true],
  [{ message: 'not ready' }, false],
  [{ one: { two: [{ id: 1 }] } }, false],
  [{ tags: [] }, false],
  [{ data: { message: 'not ready' } }, false],
  ['text', false],
])('an answer without a list is not understood: %j → %s', (page, isUnderstood) => {
  expect(readPages(page as object).progress[0]!.isUnderstood).toBe(isUnderstood);
});

it.each([
  { items: [{ id: 1 }], _links: { next: { href: '/p?c=2' } } },
  {
    links: [
      { rel: 'self', href: '/p' },
      { rel: 'next', href: '/p?c=2' },
    ],
    items: [{ id: 1 }],
  },
  { meta: { paging: { next: '/p?c=2' } }, profiles: { 1: {} } },
])('shows the next page that the envelope names: %j', (page) => {
  expect(readPages(page).progress).toMatchObject([{ entries: 1, more: true, next: { kind: 'address', address: '/p?c=2' } }]);
});

it.each<[WantedList, object, string[], number]>([
  ['profiles', { profiles: [], errors: [{ row: 1 }, { row: 2 }] }, [], 2],
  ['profiles', { errors: [{ row: 1 }], data: [{ id: 1 }] }, ['{"id":1}'], 1],
  ['profiles', { data: { rowErrors: [{ row: 1 }], items: [{ id: 1 }] } }, ['{"id":1}'], 1],
  ['profiles', { profiles: [{ id: 1 }], pending: [{ id: 2 }, { id: 3 }], tags: ['a'] }, ['{"id":1}'], 2],
  ['profiles', { people: [{ id: 2 }, { id: 3 }], profiles: [{ id: 1 }] }, ['{"id":1}'], 2],
  ['profiles', { profiles: { a: { n: 1 } }, errors: { b: { n: 2 } } }, ['{"id":"a","n":1}'], 1],
  ['profiles', { items: [{ id: 1 }], links: [{ rel: 'next', href: '/p' }] }, ['{"id":1}'], 0],
  ['errors', { profiles: [{ id: 1 }], errors: [{ row: 1 }] }, ['{"row":1}'], 1],
  ['errors', { errors: [], scores: [{ id: 1 }] }, [], 1],
  ['errors', { scores: [{ id: 1 }], errors: [] }, [], 1],
  ['errors', { _embedded: { profiles: [{ row: 1 }] } }, ['{"row":1}'], 0],
  ['errors', { errors: [], items: [{ row: 1 }] }, ['{"row":1}'], 0],
])('of the %s in %j it takes the list, and counts the entries of the others', (wanted, page, texts, notRead) => {
  const read = readList(wanted, page);
  expect([read.texts, read.notRead, read.progress[0]!.isUnderstood]).toEqual([texts, notRead, true]);
});

it('errors alone are no list of profiles', () => {
  expect(readPages({ errors: [{ row: 1 }] }).progress[0]!.isUnderstood).toBe(false);
});

it('an entry that two pages in a row have counts once, and both are given', () => {
  const page = (...ids: number[]) => ({ total: 6, items: ids.map((id) => ({ id })) });
  const { texts, progress } = readPages(page(1, 2, 3, 4), page(3, 4, 5, 6));
  expect(texts).toHaveLength(8);
  expect(progress.map(({ entries, more }) => [entries, more])).toEqual([
    [4, true],
    [6, false],
  ]);
});

it('a key that does not end is refused before it fills the memory', () => {
  const splitter = splitterFor('application/json', new AnswerList(new Texts(), 'profiles').sink);
  const write = (count: number) => {
    splitter.write(Buffer.from('{"'));
    for (let piece = 0; piece < count; piece++) splitter.write(Buffer.alloc(4_096, 'x'));
  };
  expect(() => {
    write(100);
  }).toThrow(AppError);
});
