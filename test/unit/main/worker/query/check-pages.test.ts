/** Pages of the checked list beyond filters: rows that stay listed, empty fields, groups of duplicates, and cells changed together. */
import { afterEach, expect, it } from 'vitest';
import type { FieldKey } from '../../../../../shared/fields/table.ts';
import { CheckedList } from '../../../../kit/checked-list.ts';

const FIELDS = ['constituentId', 'primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode', 'businessTitle'] as const satisfies readonly FieldKey[]; // prettier-ignore
const ROWS = [
  ['1', 'Dr. Ada', 'Ashdown', '1 Larkspur Ln', 'Worcester', 'MA', '01609', ''],
  ['2', 'Grace', 'Brink', '2 Quarry Rd', 'Nashua', 'NH', '03060', ''],
  ['3', 'Dr. Ida', 'Carrow', '3 Mill St', 'Lowell', 'MA', '01852', ''],
  ['1', 'Bea', 'Other', '9 High St', 'Boston', 'MA', '02108', ''],
  ['2', 'Grace', 'Brink', '2 Quarry Rd', 'Nashua', 'NH', '03060', ''],
  ['2', 'Grace', 'Brink', '2 Quarry Rd', 'Nashua', 'NH', '03061', ''],
];
const OPTIONS = { sendErrors: false, resendRecent: false };
const TITLES = { kind: 'rule', code: 'NAME_TITLE', field: null } as const;

let open: CheckedList | null = null;
const listOf = async () => (open = await CheckedList.make({ fields: FIELDS, rows: ROWS, rowsPerBlock: 2 }));
afterEach(() => {
  open?.close();
  open = null;
});

it('lists an edited row that no longer matches in its place, and only once', async () => {
  const { session } = await listOf();
  await session.edit({ kind: 'correct', row: 2, field: 'primaryFirst', value: 'Ada' });
  const ask = { filter: TITLES, find: '', offset: 0, limit: 10, options: OPTIONS };
  expect(session.page(ask).rows.map(({ row }) => row)).toEqual([4]);
  const page = session.page({ ...ask, keepListed: [2, 4, 99] });
  expect({ total: page.total, rows: page.rows.map(({ row }) => row) }).toEqual({ total: 2, rows: [2, 4] });
  expect(session.page({ ...ask, find: 'lowell', keepListed: [2] }).rows.map(({ row }) => row)).toEqual([2, 4]);
});

it('returns the cells of a column of the file with the rows, whether or not it is sent', async () => {
  const { session } = await listOf();
  const ask = { filter: { kind: 'all' }, find: '', offset: 1, limit: 2, options: OPTIONS } as const;
  expect(session.page({ ...ask, cells: 4 }).rows.map(({ row, cell }) => [row, cell])).toEqual([
    [3, 'Nashua'],
    [4, 'Lowell'],
  ]);
  // The rows of a sorted page come from everywhere in the list.
  const sort = { field: 'primaryLast', descending: true } as const;
  expect(session.page({ ...ask, offset: 0, limit: 1, sort, cells: 3 }).rows[0]).toMatchObject({ cell: '9 High St' });
  expect(session.page(ask).rows[0]).not.toHaveProperty('cell');
});

it('lists the fields that no row fills, and none that a correction fills', async () => {
  const { session } = await listOf();
  expect(session.emptyFields()).toContain('businessTitle');
  expect(session.emptyFields()).not.toContain('primaryFirst');
  await session.edit({ kind: 'correct', row: 3, field: 'businessTitle', value: 'Dean' });
  expect(session.emptyFields()).not.toContain('businessTitle');
});

it('groups the rows of one ID, and shows the most similar rows first', async () => {
  const { session } = await listOf();
  const { total, groups } = session.duplicates({ code: 'ID_DUPLICATE', offset: 0, limit: 50, options: OPTIONS });
  expect(total).toBe(2);
  expect(groups.map(({ count, rows }) => [count, rows.map(({ row }) => row)])).toEqual([
    [3, [3, 6, 7]],
    [2, [2, 5]],
  ]);
  expect(session.duplicates({ code: 'ID_DUPLICATE', offset: 1, limit: 1, options: OPTIONS }).groups).toHaveLength(1);
});

it('a row that is left out is not a duplicate, and one undo restores its group', async () => {
  const { session } = await listOf();
  const heads = () =>
    session.duplicates({ code: 'ID_DUPLICATE', offset: 0, limit: 50, options: OPTIONS }).groups.map(({ rows }) => rows[0]?.row);
  await session.edit({ kind: 'leaveOut', rows: [6, 7], leaveOut: true });
  expect(heads()).toEqual([2]);
  await session.edit({ kind: 'undo' });
  expect(heads()).toEqual([3, 2]);
});

it('changes several cells in one step', async () => {
  const { session } = await listOf();
  const zips = () =>
    session.page({ filter: { kind: 'all' }, find: '', offset: 0, limit: 10, options: OPTIONS }).rows.map(({ values }) => values[6]);
  const before = zips();
  const changed = await session.edit({
    kind: 'correctCells',
    cells: [
      { row: 2, field: 'postalCode', value: '01610' },
      { row: 4, field: 'postalCode', value: '01853' },
    ],
  });
  expect(zips().slice(0, 3)).toEqual(['01610', '03060', '01853']);
  expect(changed.undo).toBe('the change of 2 cells in 2 rows');
  await session.edit({ kind: 'undo' });
  expect(zips()).toEqual(before);
});

it('shows the list as it is while the safe fixes are tried', async () => {
  const { session } = await listOf();
  const page = () => session.page({ filter: { kind: 'all' }, find: '', offset: 0, limit: 10, options: OPTIONS });
  const before = page();
  await session.edit({ kind: 'correct', row: 3, field: 'city', value: 'Salem' });
  await session.edit({ kind: 'undo' });
  const tried = session.safeFixes(null);
  expect(page()).toEqual(before);
  expect((await tried).fixes.map(({ code }) => code)).toEqual(['NAME_TITLE']);
  expect(page()).toEqual(before);
});
