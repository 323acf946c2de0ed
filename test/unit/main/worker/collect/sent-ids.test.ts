/** The IDs of a list as they were sent: which rows have the same ID, and which IDs could be confused. */
import { describe, expect, it } from 'vitest';
import { ID_CHANGE } from '../../../../../shared/results/constituent-ids.ts';
import { SentIds } from '../../../../../main/worker/collect/sent-ids.ts';
import { listIndex } from '../../../../kit/ordinals.ts';

const made = (...ids: string[]) => new SentIds(ids, ids.length);

describe('the IDs of a list', () => {
  const ids = made('007', 'A', '7', '', 'a', '7', '', 'B');

  it('are grouped by the forms that a service could give them', () => {
    expect([...ids.places(listIndex(0))]).toEqual([0, 2, 5]);
    expect([...ids.places(listIndex(1))]).toEqual([1, 4]);
    expect([...ids.places(listIndex(7))]).toEqual([7]);
  });

  it.each<[echoed: string, first: number]>([
    ['7', 0],
    ['7.0', 0],
    ['a', 1],
    ['b', 7],
    ['B', 7],
    ['C', -1],
    ['', -1],
    ['70', -1],
  ])('%j belongs to the group of place %i', (echoed, first) => {
    expect(ids.groupOf(echoed)).toBe(first);
  });

  it('form no group when no other ID could be confused with them', () => {
    expect([0, 1, 7].map((first) => ids.isAlone(listIndex(first)))).toEqual([false, false, true]);
    // The first row of a list is found too.
    expect(made('A', 'B').isAlone(listIndex(0))).toBe(true);
    expect(made('A', 'A').isAlone(listIndex(0))).toBe(false);
  });

  it('are compared exactly', () => {
    expect(ids.isExactly(listIndex(0), '007')).toBe(true);
    expect(ids.isExactly(listIndex(0), '7')).toBe(false);
    expect(ids.isExactly(listIndex(2), '7')).toBe(true);
    expect(ids.haveSameId(listIndex(2), listIndex(5))).toBe(true);
    expect(ids.haveSameId(listIndex(0), listIndex(2))).toBe(false);
    expect(ids.haveSameId(listIndex(1), listIndex(4))).toBe(false);
  });

  it('are those of a single row, or of several', () => {
    const some = made('007', '7', '7', 'A');
    expect(some.isOnlyOf(listIndex(0), '007')).toBe(true);
    expect(some.isOnlyOf(listIndex(1), '007')).toBe(false);
    expect(some.isOnlyOf(listIndex(1), '7')).toBe(false);
    expect(some.isOnlyOf(listIndex(3), 'a')).toBe(false);
    expect(some.isOnlyOf(listIndex(3), 'B')).toBe(false);
  });

  it('are empty for rows without an ID, which belong to no group', () => {
    const empty = made('', '', '');
    expect(empty.groupOf('')).toBe(-1);
    expect(empty.length).toBe(3);
  });

  it('show how a service would change them', () => {
    expect([0, 1, 2, 4].map((place) => ids.changesAt(listIndex(place)))).toEqual([
      ID_CHANGE.number | ID_CHANGE.text,
      ID_CHANGE.lower,
      0,
      ID_CHANGE.upper,
    ]);
  });
});

/** Pairs of texts with one of two hashes in common. Only both hashes together distinguish IDs. */
const COLLISIONS = [
  ['costarring', 'liquid'],
  ['rfbsrksq', 'hqiggrhr'],
  ['ktmlsnwv', 'sgpslxdk'],
] as const;

it.each(COLLISIONS)('%s and %s are two IDs, although one half of their hashes is equal', (one, other) => {
  const ids = made(one, other);
  expect(ids.isExactly(listIndex(0), other)).toBe(false);
  expect(ids.isExactly(listIndex(1), one)).toBe(false);
  expect(ids.haveSameId(listIndex(0), listIndex(1))).toBe(false);
});
