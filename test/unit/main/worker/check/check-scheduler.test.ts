/** Two threads judge a list as one would: nothing is lost, doubled or out of order, and both have their share of the work. */
import { expect, it } from 'vitest';
import { CellKind, type RowBlock, RowBlockBuilder } from '../../../../../main/spreadsheet/core/rowblock.ts';
import { CheckScheduler } from '../../../../../main/worker/check/check-scheduler.ts';
import { Edits } from '../../../../../main/worker/list/edits.ts';
import { RowChecker, type RowResults } from '../../../../../main/worker/check/row-checker.ts';
import { DataRows } from '../../../../../main/worker/list/stored-rows.ts';
import { NO_INPUTS } from '../../../../../main/worker-protocol/check.ts';
import { field, planOf } from '../../../../kit/mapped-rows.ts';
import { secondHere } from '../../../../kit/second-here.ts';

const request = { plan: planOf([field('constituentId'), field('personalEmail')]), today: '2026-11-20', inputs: NO_INPUTS };
const list = { headerRow: null, totalsRows: [] };

function block(first: number, note: string): RowBlock {
  const builder = new RowBlockBuilder();
  for (let row = first; row < first + 3; row++) {
    builder.beginRow(row);
    builder.cellText(0, CellKind.Text, `ID-${row}`);
    builder.cellText(1, CellKind.Text, row % 4 === 0 ? 'nobody@' : `p${row}@example.org`);
    builder.cellText(2, CellKind.Text, note);
    builder.endRow();
  }
  return builder.finish()!;
}

const groupsOf = (count: number, note: string) =>
  Array.from({ length: count }, (_, at) => [block(at * 6 + 1, note), block(at * 6 + 4, note)]);
const judge = () => new RowChecker(request, new DataRows(list), new Edits(null));

it.each([
  { what: 'rows of usual length', note: '', count: 40 },
  { what: 'rows with very long cells', note: 'n'.repeat(400_000), count: 12 },
])('shares $what that are all at hand with the second thread, and hands them on in their order', async ({ note, count }) => {
  const alone = groupsOf(count, note).map((group) => judge().checkBlocks(group));
  const handed: { readonly rows: readonly number[]; readonly judged: RowResults }[] = [];
  const crew = new CheckScheduler(judge(), (blocks, judged) => {
    handed.push({ rows: blocks.map((one) => one.rowNumber(0)), judged });
  });
  let given = 0;
  const start = secondHere(({ type }) => {
    if (type === 'check') given += 1;
  });
  crew.addHelper(start('checker'), { request, list, file: null, changed: null });
  for (const group of groupsOf(count, note)) await crew.add(group);
  await crew.finish();

  expect(handed.map(({ rows }) => rows)).toEqual(groupsOf(count, note).map((group) => group.map((one) => one.rowNumber(0))));
  expect(handed.map(({ judged }) => judged)).toEqual(alone);
  expect(given).toBeGreaterThan(count / 6);
  expect(given).toBeLessThan(count);
});
