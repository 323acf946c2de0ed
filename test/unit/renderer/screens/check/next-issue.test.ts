import { describe, expect, it } from 'vitest';
import { type LoadPart, nextIssue } from '../../../../../renderer/screens/check/next-issue.ts';
import type { CheckRow } from '../../../../../shared/contract/index.ts';

/** A list whose sheet rows begin at 4; `issues` gives the columns with issues by position. */
function listOf(length: number, issues: ReadonlyMap<number, readonly number[]>) {
  let calls = 0;
  const row = (position: number): CheckRow => ({
    row: position + 4,
    leftOut: false,
    heldBack: null,
    readiness: 'ready',
    values: [],
    issues: [],
  });
  const all = Array.from({ length }, (_, position) => row(position));
  const withIssues = [...issues.keys()].sort((a, b) => a - b).map(row);
  const load =
    (rows: readonly CheckRow[]): LoadPart =>
    (offset, limit) => {
      calls++;
      return Promise.resolve({ total: rows.length, fields: [], rows: rows.slice(offset, offset + limit) });
    };
  return {
    search: { rows: load(all), issues: load(withIssues), columnsOf: ({ row }: CheckRow) => issues.get(row - 4) ?? [] },
    calls: () => calls,
  };
}

describe('the next issue', () => {
  const { search } = listOf(
    1000,
    new Map([
      [3, [2, 5]],
      [7, [1]],
    ]),
  );

  it('is in the next cell of the row, then in the next row', async () => {
    expect(await nextIssue(search, { row: 0, column: 0 })).toEqual({ row: 3, column: 2 });
    expect(await nextIssue(search, { row: 3, column: 2 })).toEqual({ row: 3, column: 5 });
    expect(await nextIssue(search, { row: 3, column: 5 })).toEqual({ row: 7, column: 1 });
  });

  it('is found from the header', async () => {
    expect(await nextIssue(search, { row: -1, column: 6 })).toEqual({ row: 3, column: 2 });
  });

  it('does not exist below the last one', async () => {
    expect(await nextIssue(search, { row: 7, column: 1 })).toBeNull();
    expect(await nextIssue(listOf(0, new Map()).search, { row: 0, column: 0 })).toBeNull();
  });

  it('is found far down a long list without reading all of it', async () => {
    const long = listOf(250_000, new Map([[200_123, [4]]]));
    expect(await nextIssue(long.search, { row: 10, column: 0 })).toEqual({ row: 200_123, column: 4 });
    expect(long.calls()).toBeLessThan(40);
  });
});
