/** Two threads give the same results as one, in order and without loss or repetition, and both do part of the work. */
import { expect, it } from 'vitest';
import { CellKind, type RowBlock } from '../../../../../main/spreadsheet/core/rowblock.ts';
import { RowBlockBuilder } from '../../../../../main/spreadsheet/core/rowblock-builder.ts';
import { CheckScheduler } from '../../../../../main/worker/check/check-scheduler.ts';
import { Edits } from '../../../../../main/worker/list/edits.ts';
import { RowChecker, type RowResults } from '../../../../../main/worker/check/row-checker.ts';
import { DataRows } from '../../../../../main/worker/list/stored-rows.ts';
import { NO_INPUTS } from '../../../../../main/worker-protocol/check.ts';
import { field, planOf } from '../../../../kit/mapped-rows.ts';
import { localHelpers } from '../../../../kit/local-helpers.ts';

const request = {
  plan: planOf([field('constituentId'), field('personalEmail')]),
  sheetLayout: { headers: [] },
  today: '2026-11-20',
  inputs: NO_INPUTS,
};
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
const newChecker = () => new RowChecker(request, new DataRows(list), new Edits(null));

it.each([
  { what: 'rows of usual length', note: '', count: 40 },
  { what: 'rows with very long cells', note: 'n'.repeat(400_000), count: 12 },
])('shares $what with the helper thread and delivers the results in order', async ({ note, count }) => {
  const alone = groupsOf(count, note).map((group) => newChecker().checkBlocks(group));
  const delivered: { readonly rows: readonly number[]; readonly results: RowResults }[] = [];
  const scheduler = new CheckScheduler(newChecker(), (blocks, results) => {
    delivered.push({ rows: blocks.map((one) => one.rowNumber(0)), results });
  });
  let posted = 0;
  const start = localHelpers(({ type }) => {
    if (type === 'check') posted += 1;
  });
  scheduler.addHelper(start('checker'), { request, list, file: null, changed: null });
  for (const group of groupsOf(count, note)) await scheduler.add(group);
  await scheduler.finish();

  expect(delivered.map(({ rows }) => rows)).toEqual(groupsOf(count, note).map((group) => group.map((one) => one.rowNumber(0))));
  expect(delivered.map(({ results }) => results)).toEqual(alone);
  expect(posted).toBeGreaterThan(count / 6);
  expect(posted).toBeLessThan(count);
});
