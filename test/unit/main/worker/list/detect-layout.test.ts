/** Notes on Columns state the rows that they cover if the list has more. */
import { expect, it } from 'vitest';
import { detectColumns, VALUE_ROWS_SAMPLED } from '../../../../../main/worker/list/detect-layout.ts';

const remarkOf = (rows: number) => {
  const below = Array.from({ length: rows }, (_, at) => [at === 0 ? '1609' : '03060']);
  return detectColumns(['ZIP'], below, undefined).suggestion.suggestions[0]!.remark;
};

it.each([
  [VALUE_ROWS_SAMPLED, '1 lost the leading zero in the first 1,000 rows'],
  [VALUE_ROWS_SAMPLED - 1, '1 lost the leading zero'],
])('a note from %i rows reads %j', (rows, remark) => {
  expect(remarkOf(rows)).toBe(remark);
});
