import { expect, it } from 'vitest';
import { AnswerList } from '../../../../../main/worker/results/answer-list.ts';
import { splitterFor } from '../../../../../main/worker/results/answer-splitter.ts';

/** Keeps objects only, as profiles do. */
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
  const entries = new Texts();
  const list = new AnswerList(entries);
  const progress = pages.map((page) => {
    list.beginPage();
    const splitter = splitterFor('application/json', list.sink);
    splitter.write(Buffer.from(JSON.stringify(page)));
    splitter.end();
    return list.progress();
  });
  return { texts: entries.texts, progress };
}

it('takes the likeliest list of the envelope, wherever it is', () => {
  expect(readPages({ tags: ['a'], items: [{ id: 1 }], other: [{ id: 2 }] }).texts).toEqual(['{"id":1}']);
});

it('takes the list under the same path on all pages', () => {
  const { texts, progress } = readPages({ data: [{ id: 1 }], hasMore: true }, { items: [{ id: 9 }], data: [{ id: 2 }], hasMore: false });
  expect(texts).toEqual(['{"id":1}', '{"id":2}']);
  expect(progress).toEqual([
    { entries: 1, more: true, repeats: false },
    { entries: 2, more: false, repeats: false },
  ]);
});

it('recognizes a repeated page by its first entry', () => {
  const page = { items: [{ id: 1 }, { id: 2 }] };
  const { texts, progress } = readPages(page, page);
  expect(texts).toHaveLength(2);
  expect(progress[1]).toEqual({ entries: 2, more: null, repeats: true });
});

it('recognizes a repeated page whose envelope has another array before the list', () => {
  const page = { tags: ['a'], items: [{ id: 1 }, { id: 2 }] };
  const { texts, progress } = readPages(page, page);
  expect(texts).toHaveLength(2);
  expect(progress[1]!.repeats).toBe(true);
});
