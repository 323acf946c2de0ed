import { expect, it } from 'vitest';
import type { CheckRow } from '../../../../../shared/contract/index.ts';
import { nextIssue } from '../../../../../renderer/screens/check/next-issue.ts';

/** The columns with an issue, by row. */
const ISSUES: readonly (readonly number[])[] = [[], [2, 4], [], [], [0], []];
const rows = ISSUES.map((_, index) => ({ row: index + 2 }) as CheckRow);

const step = (row: number, column: number, back = false) =>
  nextIssue(
    {
      rowAt: (index) => Promise.resolve(rows[index]),
      nextRow: (from, toTop) => {
        const found = ISSUES.flatMap((columns, index) => (columns.length > 0 && (toTop ? index <= from : index >= from) ? [index] : []));
        return Promise.resolve((toTop ? found.at(-1) : found[0]) ?? null);
      },
      columnsOf: (one) => ISSUES[one.row - 2]!,
    },
    { row, column },
    back,
  );

it('the next issue is in the same row, or else in the next row that has one', async () => {
  expect(await step(-1, 0)).toEqual({ row: 1, column: 2 });
  expect(await step(1, 2)).toEqual({ row: 1, column: 4 });
  expect(await step(1, 4)).toEqual({ row: 4, column: 0 });
  expect(await step(4, 0)).toBeNull();
});

it('the previous issue is found in the same way', async () => {
  expect(await step(5, 3, true)).toEqual({ row: 4, column: 0 });
  expect(await step(4, 0, true)).toEqual({ row: 1, column: 4 });
  expect(await step(1, 4, true)).toEqual({ row: 1, column: 2 });
  expect(await step(1, 2, true)).toBeNull();
  expect(await step(0, 3, true)).toBeNull();
});
