/** How left-out rows are counted: an issue is done if no other row has it, and open again if such a row is included again. */
import { afterEach, expect, it } from 'vitest';
import type { CheckFilter } from '../../../../../shared/contract/check.ts';
import { checkCounts } from '../../../../../shared/rows/check-counts.ts';
import { CheckedList } from '../../../../kit/checked-list.ts';
import { EVERY_ROW } from '../../../../kit/messy-lists.ts';

const FIELDS = ['constituentId', 'primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode'] as const;
const IN_WORCESTER = ['Worcester', 'MA', '01609'];
const INCOMPLETE = { kind: 'rule', code: 'MATCH_PART_MISSING', field: null } as const;

let open: CheckedList | null = null;
const sessionOf = async (rows: readonly (readonly string[])[]) =>
  (open = await CheckedList.make({ fields: FIELDS, rows, rowsPerBlock: 3 })).session;
afterEach(() => {
  open?.close();
  open = null;
});

const listed = (session: CheckedList['session'], filter: CheckFilter) =>
  session.page({ filter, find: '', offset: 0, limit: 20, options: EVERY_ROW }).rows;
const kind = (session: CheckedList['session'], code: string) => {
  const { rows = 0, leftOut = 0, fix = null } = session.summary().rules.find((rule) => rule.code === code) ?? {};
  return { rows, leftOut, canFix: fix !== null };
};

it('a kind is done when all of its rows are left out, and comes back by undo and by taking one back', async () => {
  const session = await sessionOf([
    ['1', 'Ann', 'Pell', '', ...IN_WORCESTER],
    ['2', 'Bo', 'Quill', '', ...IN_WORCESTER],
    ['3', 'Cleo', 'Farrow', '3 Oak St', ...IN_WORCESTER],
  ]);
  expect(kind(session, 'MATCH_PART_MISSING')).toMatchObject({ rows: 2, leftOut: 0 });
  await session.edit({ kind: 'leaveOut', rows: [2], leaveOut: true });
  expect(kind(session, 'MATCH_PART_MISSING')).toMatchObject({ rows: 1, leftOut: 1 });
  const done = await session.edit({ kind: 'leaveOut', rows: INCOMPLETE, leaveOut: true });
  expect(kind(session, 'MATCH_PART_MISSING')).toMatchObject({ rows: 0, leftOut: 2 });
  expect(checkCounts(done.histogram)).toMatchObject({ ready: 1, incomplete: 0, leftOut: 2, withIssues: 0, withWarnings: 0 });
  expect(listed(session, { ...INCOMPLETE, leftOut: true }).map(({ row }) => row)).toEqual([2, 3]);
  await session.edit({ kind: 'undo' });
  expect(kind(session, 'MATCH_PART_MISSING')).toMatchObject({ rows: 1, leftOut: 1 });
  await session.edit({ kind: 'leaveOut', rows: { ...INCOMPLETE, leftOut: true }, leaveOut: false });
  expect(kind(session, 'MATCH_PART_MISSING')).toMatchObject({ rows: 2, leftOut: 0 });
});

it('tells how many rows of a kind also have an error, which explains why fewer rows are incomplete', async () => {
  const session = await sessionOf([
    ['1', 'Ann', 'Pell', '', ...IN_WORCESTER],
    ['2', 'Bo', 'Quill', '', ...IN_WORCESTER],
    ['2', 'Cleo', 'Farrow', '', ...IN_WORCESTER],
    ['4', 'Dee', 'Hale', '', ...IN_WORCESTER],
  ]);
  await session.edit({ kind: 'leaveOut', rows: [5], leaveOut: true });
  const { incomplete, invalid } = checkCounts(session.summary().histogram);
  expect([kind(session, 'MATCH_PART_MISSING').rows, incomplete, invalid]).toEqual([3, 2, 1]);
  expect(session.causes('MATCH_PART_MISSING')).toMatchObject({ invalid: 1, fields: [] });
  await session.edit({ kind: 'leaveOut', rows: [4], leaveOut: true });
  expect(session.causes('MATCH_PART_MISSING').invalid).toBe(0);
});

it('a fix of a kind does not change the rows that are left out', async () => {
  const session = await sessionOf([
    ['1', 'Dr. Ann', 'Pell', '1 Elm St', ...IN_WORCESTER],
    ['2', 'Dr. Bo', 'Quill', '2 Elm St', ...IN_WORCESTER],
  ]);
  await session.edit({ kind: 'leaveOut', rows: [3], leaveOut: true });
  const safe = await session.safeFixes(null);
  expect([safe.rows, safe.fixes.map(({ code, rows }) => [code, rows])]).toEqual([1, [['NAME_TITLE', 1]]]);
  await session.edit({ kind: 'fixSafe', codes: null });
  expect(kind(session, 'NAME_TITLE')).toEqual({ rows: 0, leftOut: 1, canFix: false });
  expect(listed(session, { kind: 'all' }).map(({ values }) => values[1])).toEqual(['Ann', 'Dr. Bo']);
  await session.edit({ kind: 'leaveOut', rows: [3], leaveOut: false });
  expect(kind(session, 'NAME_TITLE')).toEqual({ rows: 1, leftOut: 0, canFix: true });
});

it('an organization needs nothing that only a person has, unless it is sent', async () => {
  const session = await sessionOf([
    ['', '', 'Larkspur Foundation', '', ...IN_WORCESTER],
    ['2', 'Bo', 'Quill', '2 Elm St', ...IN_WORCESTER],
  ]);
  const codesOf = () => listed(session, { kind: 'all' })[0]!.issues.map(({ code }) => code);
  expect(codesOf()).toEqual(['ORGANIZATION']);
  expect(kind(session, 'ORGANIZATION')).toMatchObject({ rows: 0, leftOut: 1 });
  const asked = ['ID_MISSING', 'FIRST_AND_STREET_MISSING'];
  expect(asked.map((code) => kind(session, code).leftOut)).toEqual([0, 0]);
  await session.edit({ kind: 'leaveOut', rows: [2], leaveOut: false });
  expect(codesOf()).toEqual(expect.arrayContaining(['ORGANIZATION', ...asked]));
  expect(asked.map((code) => kind(session, code).rows)).toEqual([1, 1]);
  await session.edit({ kind: 'leaveOut', rows: [2], leaveOut: true });
  expect(codesOf()).toEqual(['ORGANIZATION']);
});
