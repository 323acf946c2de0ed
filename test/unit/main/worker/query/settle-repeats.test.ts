/** One decision for all repeats of a rule, and the filter of a column. */
import { afterEach, expect, it } from 'vitest';
import { CheckedList } from '../../../../kit/checked-list.ts';
import { EVERY_ROW } from '../../../../kit/messy-lists.ts';
import { checkCounts } from '../../../../../shared/rows/check-counts.ts';
import { rowsByDisposition } from '../../../../../shared/rows/histogram.ts';

const FIELDS = ['constituentId', 'primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode', 'personalEmail'] as const;
const HOME = ['1 Elm St', 'Worcester', 'MA', '01609'];

let open: CheckedList | null = null;
const listOf = async (rows: readonly (readonly string[])[]) => (open = await CheckedList.make({ fields: FIELDS, rows, rowsPerBlock: 3 }));
afterEach(() => {
  open?.close();
  open = null;
});

it('keeps the fuller row of each person, leaves different people for the user to decide, and is one step', async () => {
  const { session } = await listOf([
    ['7', 'Ann', 'Pell', ...HOME, ''],
    ['7', 'Ann', 'Pell', ...HOME, 'ann@example.org'],
    ['8', 'Bo', 'Quill', ...HOME, 'bo@example.org'],
    ['8', 'Max', 'Farrow', '9 Oak St', 'Nashua', 'NH', '03060', ''],
  ]);
  const before = checkCounts(session.summary().histogram);
  const plan = session.settling('ID_DUPLICATE', 'fuller');
  expect(plan).toEqual({ groups: 1, left: 1, rows: 1, examples: [{ name: 'Ann Pell', kept: 3, others: [2] }] });
  const after = await session.edit({ kind: 'settle', code: 'ID_DUPLICATE', how: 'fuller' });
  expect(checkCounts(after.histogram).leftOut).toBe(1);
  // The user chose a way to decide, not this row.
  const reasons = rowsByDisposition(after.histogram, { sendErrors: false, resendRecent: false });
  expect(reasons).toMatchObject({ otherRowSent: 1, leftOutByHand: 0 });
  expect(after.undo).toBe('keeping the fuller of 1 repeat');
  expect(checkCounts((await session.edit({ kind: 'undo' })).histogram)).toEqual(before);
});

it('merges rows that differ in the ID alone', async () => {
  const { session } = await listOf([
    ['1', 'Ann', 'Pell', ...HOME, 'ann@example.org'],
    ['2', 'Ann', 'Pell', ...HOME, 'ann@example.org'],
    ['3', 'Bo', 'Quill', '9 Oak St', 'Nashua', 'NH', '03060', ''],
    ['4', 'Bo', 'Quill', '9 Oak St', 'Nashua', 'NH', '03060', 'bo@example.org'],
  ]);
  expect(session.settling('HOUSEHOLD_TWICE', 'identical')).toMatchObject({ groups: 1, left: 1, rows: 1 });
  const after = await session.edit({ kind: 'settle', code: 'HOUSEHOLD_TWICE', how: 'identical' });
  expect(checkCounts(after.histogram).leftOut).toBe(1);
  expect(after.undo).toBe('merging 1 identical repeat');
});

it('leaves couples to a person, and counts no repeats among rows that are not sent', async () => {
  const { session } = await listOf([
    ['7', 'Ann', 'Pell', ...HOME, 'pell@example.org'],
    ['7', 'Aldous', 'Pell', ...HOME, 'pell@example.org'],
    ['8', '', 'Anonymous', ...HOME, 'gift@example.org'],
    ['8', '', 'Anonymous', ...HOME, 'gift@example.org'],
  ]);
  for (const how of ['fuller', 'identical'] as const)
    expect(session.settling('ID_DUPLICATE', how)).toEqual({ groups: 0, left: 1, rows: 0, examples: [] });
});

it('filters the rows by the problems and the content of one column', async () => {
  const { session } = await listOf([
    ['1', 'Ann', 'Pell', ...HOME, 'ask her'],
    ['2', 'Bea', 'Pell', ...HOME, 'bea@example.org'],
    ['3', 'Cleo', 'Quill', ...HOME, 'ask Cleo'],
    ['4', 'Dan', 'Quill', ...HOME, ''],
  ]);
  const rows = (column: { codes?: string[]; contains?: string; filled?: boolean | null }) =>
    session
      .page({
        filter: { kind: 'all' },
        find: '',
        column: { field: 'personalEmail', codes: [], causes: [], values: [], contains: '', filled: null, ...column },
        offset: 0,
        limit: 20,
        options: EVERY_ROW,
      })
      .rows.map(({ row }) => row);
  expect(rows({ codes: ['EMAIL_FORMAT'] })).toEqual([2, 4]);
  expect(rows({ codes: ['EMAIL_FORMAT'], contains: 'HER' })).toEqual([2]);
  expect(rows({ contains: 'example' })).toEqual([3]);
  expect(rows({ filled: false })).toEqual([5]);
  expect(rows({ filled: true })).toEqual([2, 3, 4]);
});
