import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../shared/results/json.ts';
import { listRank, readList, readMore, readTotal } from '../../../../shared/results/list-answer.ts';

describe('lists', () => {
  it.each<[Json, Json[] | null]>([
    [
      [1, 2],
      [1, 2],
    ],
    [{ items: [1] }, [1]],
    [{ data: [2] }, [2]],
    [{ data: { profiles: [3] } }, [3]],
    [{ _embedded: { whatever: [4] } }, [4]],
    [{ strange: [5], count: 1 }, [5]],
    [{ links: ['x'], items: [6] }, [6]],
    [{ edges: [{ cursor: 'a', node: { id: 7 } }, { id: 8 }] }, [{ id: 7 }, { id: 8 }]],
    [{ data: { projects: { edges: [{ node: { id: 9 } }], pageInfo: {} } } }, [{ id: 9 }]],
    [{ nothing: 1 }, null],
    ['text', null],
    [null, null],
    // A known name wins over an unknown one, the better of two known names wins, and a list wins over a list inside another object.
    [{ errors: [1], items: [2] }, [2]],
    [{ items: [2], errors: [1] }, [2]],
    [{ data: { rows: [1] }, profiles: [2] }, [2]],
    [{ _embedded: { links: [1], profiles: [2] } }, [2]],
    [{ result: { rows: [3] } }, [3]],
    [{ response: { rows: [3] } }, [3]],
    [{ page: { rows: [3] } }, [3]],
    [{ data: { links: [1], scores: [2] } }, [2]],
    [{ other: { items: [1] } }, null],
    // The first of two unknown names wins.
    [{ one: [1], two: [2] }, [1]],
    [{ items: 'none', note: null }, null],
  ])('%j → %j', (answer, list) => {
    expect(readList(answer)).toEqual(list);
  });

  it.each<[Json, boolean | null]>([
    [{ items: [], total: 60 }, true],
    [{ items: [], total: 50 }, false],
    [{ data: { items: [], total: 60 } }, true],
    [{ response: { items: [], paging: { hasMore: true } } }, true],
    [{ items: [], last: true }, false],
    [{ items: [], next: '/page/3' }, true],
    [{ items: [], next: null }, false],
    [{ content: [], page: { totalElements: 51 } }, true],
    [{ data: [], meta: { total: 50 } }, false],
    [{ profiles: { items: [], total: 60 } }, true],
    [{ data: { profiles: { edges: [], pageInfo: { hasNextPage: false } } } }, false],
    [{ items: [], page: 2 }, null],
    [{ items: [] }, null],
    [[], null],
    [null, null],
    ['text', null],
    [{ last: false }, true],
    [{ hasMore: true }, true],
    [{ hasMore: false, next: '/page/3' }, false],
    [{ hasMore: 'unknown' }, null],
    [{ next: '' }, false],
    [{ next: false }, false],
    [{ next: true }, true],
    [{ totalItems: 51 }, true],
    [{ totalCount: 51 }, true],
    [{ totalCount: 50 }, false],
    [{ total: -1 }, null],
    [{ total: 0 }, false],
    [{ total: 'many', totalItems: 50 }, false],
    [{ paging: { hasMore: true } }, true],
    [{ pagination: { last: true } }, false],
    [{ page: { number: 2 }, meta: { next: null } }, false],
  ])('more after page 2 of 25: %j → %s', (answer, more) => {
    expect(readMore(answer, { pages: 2, entries: 50 })).toBe(more);
  });

  it.each<[Json, number | null]>([
    [{ total: 60 }, 60],
    [{ totalElements: '60' }, 60],
    [{ meta: { totalCount: 0 } }, 0],
    [{ page: 3, paging: { totalItems: 7 } }, 7],
    [{ total: -1 }, null],
    [{ count: 60 }, null],
    [[1, 2], null],
    ['60', null],
    [null, null],
  ])('the number of entries on all pages: %j → %s', (answer, total) => {
    expect(readTotal(answer)).toBe(total);
  });

  it('an array is the list down to three levels below known names', () => {
    const paths = [[], ['data', 'result', 'items'], ['data', 'other', 'items'], ['other', 'items'], ['data', 'result', 'items', 'rows']];
    expect(paths.map((path) => listRank(path) !== null)).toEqual([true, true, false, false, false]);
  });

  it.each<[Json, Json[] | null]>([
    [
      { profiles: { a: { n: 1 }, b: { n: 2 } } },
      [
        { id: 'a', n: 1 },
        { id: 'b', n: 2 },
      ],
    ],
    [{ data: { profiles: { a: { id: 7 } } } }, [{ id: 7 }]],
    [{ profiles: { items: [1] } }, [1]],
    [{ profiles: { data: [1] } }, [1]],
    [{ profiles: { items: { a: {} } } }, [{ id: 'a' }]],
    [{ profiles: { total: 1, a: { n: 1 } } }, [{ id: 'a', n: 1 }]],
    [{ profiles: {} }, []],
    // An object with other values, a single profile, and an object under an unknown name are no maps.
    [{ data: { message: 'none', a: {} } }, null],
    [{ profiles: { mostRecentScore: {} } }, null],
    [{ data: { organization: { name: 'x' } } }, null],
    [{ other: { a: {} } }, null],
  ])('a map from IDs: %j → %j', (answer, list) => {
    expect(readList(answer)).toEqual(list);
  });

  it('the rank falls with the certainty: bare, known name, any key in `_embedded`, known name in an envelope, any key', () => {
    const paths = [[], ['items'], ['rows'], ['_embedded', 'items'], ['_embedded', 'any'], ['data', 'items'], ['data', 'any'], ['any']];
    const ranks = paths.map((path) => listRank(path)!);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks).size).toBe(paths.length);
  });
});
