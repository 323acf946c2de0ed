import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../shared/results/json.ts';
import { readList, readMore } from '../../../../shared/results/list-answer.ts';

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
    [{ nothing: 1 }, null],
    ['text', null],
  ])('%j → %j', (answer, list) => {
    expect(readList(answer)).toEqual(list);
  });

  it.each<[Json, boolean | null]>([
    [{ items: [], total: 60 }, true],
    [{ items: [], total: 50 }, false],
    [{ items: [], last: true }, false],
    [{ items: [], next: '/page/3' }, true],
    [{ items: [], next: null }, false],
    [{ content: [], page: { totalElements: 51 } }, true],
    [{ data: [], meta: { total: 50 } }, false],
    [{ items: [], page: 2 }, null],
    [{ items: [] }, null],
    [[], null],
  ])('more after page 2 of 25: %j → %s', (answer, more) => {
    expect(readMore(answer, 2, 25, 1)).toBe(more);
  });
});
