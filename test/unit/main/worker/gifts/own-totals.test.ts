/** The totals of a list agree with its records, even if several cells decide them, and if they are corrected. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ProjectFile } from '../../../../../main/store/project-file/project-file.ts';
import { OwnTotals } from '../../../../../main/worker/gifts/own-totals.ts';
import { Edits } from '../../../../../main/worker/list/edits.ts';
import type { MappingPlan } from '../../../../../shared/mapping/index.ts';
import { suggest } from '../../../../kit/suggested-mapping.ts';
import { textBlock } from '../../../../kit/text-block.ts';

const TOTAL = 'rfmTotalGiftValue';
const ROWS = [
  ['A1', '$1,200.50', '', 'USD'],
  ['A2', '', '30', 'CAD'],
  ['A3', 'see file', '7', 'USD'],
  ['A4', '12', '8', 'CAD'],
];
const HEADERS = ['Constituent ID', 'Total Giving', 'Total of spouse', 'Currency of total'];
const { plan: suggested } = suggest(Object.fromEntries(HEADERS.map((header, column) => [header, ROWS.map((row) => row[column]!)])));
const none = { kind: 'none' } as const;
const total = { kind: 'field', field: TOTAL } as const;
const NONE: MappingPlan = {
  ...suggested,
  combinations: [],
  constants: [],
  columns: suggested.columns.map(({ column, settled, dateOrder }) => ({ column, settled, dateOrder, to: none, decimal: 'point' as const })),
};
const from = (...columns: readonly number[]): MappingPlan => ({
  ...NONE,
  columns: NONE.columns.map((one) => (columns.includes(one.column) ? { ...one, to: total } : one)),
});
const inCurrency = from(1);
const BLOCK = textBlock(ROWS)!;

const totalsOf = (plan: MappingPlan, edits = new Edits(null)) => {
  const totals = new OwnTotals(plan, edits);
  return totals.exist ? ROWS.map((_, row) => totals.of(BLOCK, row)) : null;
};

it.each<readonly [string, MappingPlan, readonly number[] | null]>([
  ['no column', NONE, null],
  ['one column', from(1), [1200.5, 0, 0, 12]],
  [
    'one column or the other',
    { ...from(1), combinations: [{ field: TOTAL, columns: [1, 2], how: 'firstFilled', separator: '' }] },
    [1200.5, 30, 0, 12],
  ],
  ['a fixed value', { ...from(1), constants: [{ field: TOTAL, value: '5' }] }, [1200.5, 5, 0, 12]],
  [
    'the amounts in one currency',
    {
      ...inCurrency,
      columns: inCurrency.columns.map((one) => (one.column === 1 ? { ...one, currency: { main: 'USD', column: 3 } } : one)),
    },
    [1200.5, 0, 0, 0],
  ],
])('from %s', (_, plan, expected) => {
  expect(totalsOf(plan)).toEqual(expected);
});

it('as they are corrected, even without a column', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-totals-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  using file = new ProjectFile({ path: join(folder, 'list.sqlite'), projectId: 'list', key: Buffer.alloc(32, 7) }, 'create');
  const edits = new Edits(file);
  file.transaction(() => void edits.add(file, { kind: 'correct', label: 'a correction', corrections: [[4, TOTAL, '99']] }));
  expect(totalsOf(from(1), edits)).toEqual([1200.5, 0, 0, 99]);
  expect(totalsOf(NONE, edits)).toEqual([0, 0, 0, 99]);
});
