/** The pages of a list: which entries are given, and when the list ends. */
import { expect, it } from 'vitest';
import { everyPage, type ListPage } from '../../../../shared/results/pages.ts';

async function read(pages: readonly ListPage<string>[]) {
  const entries: string[] = [];
  let isWhole: boolean | null = null;
  const empty: ListPage<string> = { entries: [], more: false, total: null };
  for await (const page of everyPage(
    (at) => Promise.resolve(pages[at] ?? empty),
    (entry) => entry,
    (whole) => (isWhole = whole),
  ))
    entries.push(...page);
  return { entries, isWhole };
}

it('pages that overlap are read to the total, and each entry is given once', async () => {
  const page = (...entries: string[]) => ({ entries, more: null, total: 8 });
  expect(await read([page('a', 'b', 'c', 'd'), page('c', 'd', 'e', 'f'), page('e', 'f', 'g', 'h')])).toEqual({
    entries: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
    isWhole: true,
  });
});

it('a page with nothing new does not end a list of which the service says that more follows', async () => {
  const page = (more: boolean, ...entries: string[]) => ({ entries, more, total: null });
  expect(await read([page(true, 'a', 'b', 'c'), page(true, 'b', 'c'), page(false, 'd')])).toEqual({
    entries: ['a', 'b', 'c', 'd'],
    isWhole: true,
  });
});
