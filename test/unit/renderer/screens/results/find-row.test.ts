import { describe, expect, it } from 'vitest';
import { findRow, type LoadRowPage } from '../../../../../renderer/screens/results/person/find-row.ts';

function listOf(rows: readonly (number | null)[]) {
  let calls = 0;
  const load: LoadRowPage = (offset, limit) => {
    calls++;
    return Promise.resolve({ total: rows.length, rows: rows.slice(offset, offset + limit).map((row) => ({ row })) });
  };
  return { load, calls: () => calls };
}

describe('the position of a row in the results', () => {
  const inOrder = Array.from({ length: 1000 }, (_, position) => position * 3 + 2);

  it('is found with its neighbors', async () => {
    const { load } = listOf(inOrder);
    expect(await findRow(load, 302, true)).toEqual({ position: 100, total: 1000, previous: 299, next: 305 });
  });

  it('has no neighbor before the first and after the last', async () => {
    const { load } = listOf(inOrder);
    expect(await findRow(load, 2, true)).toEqual({ position: 0, total: 1000, previous: null, next: 5 });
    expect(await findRow(load, 2999, true)).toEqual({ position: 999, total: 1000, previous: 2996, next: null });
    expect(await findRow(listOf([7]).load, 7, true)).toEqual({ position: 0, total: 1, previous: null, next: null });
  });

  it('is null for a row outside the selection', async () => {
    expect(await findRow(listOf(inOrder).load, 3, true)).toEqual({ position: null, total: 1000, previous: null, next: null });
    expect(await findRow(listOf([]).load, 3, true)).toMatchObject({ position: null, total: 0 });
  });

  it('needs few requests in list order', async () => {
    const list = listOf(inOrder);
    await findRow(list.load, 1502, true);
    expect(list.calls()).toBeLessThan(15);
  });

  it('is found by reading in score order', async () => {
    const { load } = listOf(inOrder.toReversed());
    expect(await findRow(load, 2999 - 3 * 450, false)).toMatchObject({ position: 450, previous: 2999 - 3 * 449, next: 2999 - 3 * 451 });
  });
});
