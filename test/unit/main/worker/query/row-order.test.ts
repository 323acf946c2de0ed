/** Sorted pages of the checked list, steps from issue to issue, and rows that stay in place while they are edited. */
import { afterEach, describe, expect, it } from 'vitest';
import type { CheckSort } from '../../../../../shared/contract/index.ts';
import type { FieldKey } from '../../../../../shared/fields/table.ts';
import { CheckedList } from '../../../../kit/checked-list.ts';
import { randomOf } from '../../../../kit/random.ts';

const FIELDS = ['constituentId', 'primaryFirst', 'primaryLast', 'postalCode', 'rfmTotalGiftValue', 'rfmMostRecentGiftDate'] as const satisfies readonly FieldKey[]; // prettier-ignore
const ROWS = [
  ['A-100', 'Ada', 'Ångström', '01609', '9', '2024-03-12'],
  ['A-99', 'Dr. Bea', 'brink', '1609', '100', '2023-12-01'],
  ['A-7', 'Cy', 'Brink', '03060', '', ''],
  ['', 'Dot', '', '01852', '20.5', '2024-03-02'],
  ['A-101', 'Dr. Eve', "O'Dell", '1852', 'nine', 'soon'],
  ['B-1', 'Fay', 'Odell', '02108', '20.5', '2024-03-02'],
];
const OPTIONS = { sendErrors: false, resendRecent: false };
const ALL = { kind: 'all' } as const;

let open: CheckedList | null = null;
const listOf = async (rows: readonly (readonly string[])[] = ROWS, fields: readonly FieldKey[] = FIELDS) =>
  (open = await CheckedList.make({ fields, rows, rowsPerBlock: 2 }));
afterEach(() => {
  open?.close();
  open = null;
});

const by = (field: FieldKey, descending = false): CheckSort => ({ field, descending });
const rowsOf = (list: CheckedList, sort: CheckSort | null, filter: { readonly kind: 'all' | 'issues' } = ALL, find = '') =>
  list.session.page({ filter, find, sort, offset: 0, limit: 200, options: OPTIONS }).rows.map(({ row }) => row);

describe('the order', () => {
  it('ignores case, accents, and apostrophes in texts, keeps equal texts in the order of the file, and puts empty ones last', async () => {
    const list = await listOf();
    expect(rowsOf(list, by('primaryLast'))).toEqual([2, 3, 4, 6, 7, 5]);
    expect(rowsOf(list, by('primaryLast', true))).toEqual([6, 7, 3, 4, 2, 5]);
  });

  it('sorts amounts as numbers, and puts other values after them', async () => {
    const list = await listOf();
    expect(rowsOf(list, by('rfmTotalGiftValue'))).toEqual([2, 5, 7, 3, 6, 4]);
    expect(rowsOf(list, by('rfmTotalGiftValue', true))).toEqual([3, 5, 7, 2, 6, 4]);
  });

  it('sorts dates as days', async () => {
    const list = await listOf();
    expect(rowsOf(list, by('rfmMostRecentGiftDate'))).toEqual([3, 5, 7, 2, 6, 4]);
  });

  it('sorts numbers in IDs by their value', async () => {
    expect(rowsOf(await listOf(), by('constituentId'))).toEqual([4, 3, 2, 6, 7, 5]);
  });

  it('sorts the rows of a filter and of a search, page by page', async () => {
    const list = await listOf();
    expect(rowsOf(list, by('primaryFirst', true), ALL, 'dr.')).toEqual([6, 3]);
    const pages = [0, 2, 4].flatMap((offset) =>
      list.session.page({ filter: ALL, find: '', sort: by('primaryLast'), offset, limit: 2, options: OPTIONS }).rows.map(({ row }) => row),
    );
    expect(pages).toEqual(rowsOf(list, by('primaryLast')));
  });

  it('is the same as in a plain stable sort for many rows with long common beginnings', async () => {
    const random = randomOf(11);
    const names = Array.from({ length: 300 }, () => `Montgomery-Ashdown ${'abc'[Math.floor(random() * 3)]} ${Math.floor(random() * 40)}`);
    const list = await listOf(
      names.map((name, index) => [String(index), 'Ada', name]),
      ['constituentId', 'primaryFirst', 'primaryLast'],
    );
    const plain = (sign: number) =>
      names
        .map((name, index) => ({ name: name.toLowerCase(), row: index + 2 }))
        .toSorted((a, b) => (a.name < b.name ? -sign : a.name > b.name ? sign : 0))
        .map(({ row }) => row);
    const sorted = (descending: boolean) =>
      [0, 200].flatMap((offset) =>
        list.session
          .page({ filter: ALL, find: '', sort: by('primaryLast', descending), offset, limit: 200, options: OPTIONS })
          .rows.map(({ row }) => row),
      );
    expect(sorted(false)).toEqual(plain(1));
    expect(sorted(true)).toEqual(plain(-1));
  });
});

describe('edits in a sorted list', () => {
  it('leave the rows where they are until another list is shown', async () => {
    const list = await listOf();
    const before = rowsOf(list, by('primaryLast'));
    await list.session.edit({ kind: 'correct', row: 2, field: 'primaryLast', value: 'Zuber' });
    expect(rowsOf(list, by('primaryLast'))).toEqual(before);
    expect(rowsOf(list, by('primaryLast', true))[0]).toBe(2);
    expect(rowsOf(list, by('primaryLast')).at(-2)).toBe(2);
  });

  it('an edit of many rows in one step sorts the list again', async () => {
    const list = await listOf();
    expect(rowsOf(list, by('primaryFirst'))).toEqual([2, 4, 5, 3, 6, 7]);
    await list.session.edit({ kind: 'fix', code: 'NAME_TITLE', field: null });
    expect(rowsOf(list, by('primaryFirst'))).toEqual([2, 3, 4, 5, 6, 7]);
  });
});

describe('the next issue', () => {
  const step = (list: CheckedList, from: number, back = false, sort: CheckSort | null = null) =>
    list.session.nextIssue({
      filter: ALL,
      find: '',
      sort,
      issues: { kind: 'rule', code: 'NAME_TITLE', field: null },
      from,
      back,
    });

  it('is found in the order of the file, below and above', async () => {
    const list = await listOf();
    expect([step(list, 0), step(list, 1), step(list, 2), step(list, 5)]).toEqual([1, 1, 4, null]);
    expect([step(list, 5, true), step(list, 4, true), step(list, 3, true), step(list, 0, true)]).toEqual([4, 4, 1, null]);
  });

  it('is found in a sorted list', async () => {
    const list = await listOf();
    const order = rowsOf(list, by('primaryLast', true));
    const places = [order.indexOf(3), order.indexOf(6)].toSorted((a, b) => a - b);
    expect([step(list, 0, false, by('primaryLast', true)), step(list, places[0]! + 1, false, by('primaryLast', true))]).toEqual(places);
    expect(step(list, 5, true, by('primaryLast', true))).toBe(places[1]);
  });
});
