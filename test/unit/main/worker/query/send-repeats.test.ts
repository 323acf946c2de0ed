/** The user sends rows with the ID of an earlier row: each is sent once, with an ID that no other row has. */
import { afterEach, expect, it } from 'vitest';
import { CheckedList } from '../../../../kit/checked-list.ts';
import { sentRows } from '../../../../../main/worker/submit/sent-rows.ts';

const OPTIONS = { sendErrors: false, resendRecent: true };
const FIELDS = ['constituentId', 'primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode'] as const;
const row = (id: string, last: string) => [id, 'Ann', last, `${last} St 4`, 'Worcester', 'MA', '01609'];

let open: CheckedList | null = null;
afterEach(() => {
  open?.close();
  open = null;
});

/** The sent rows, each with its constituent ID. */
const sentIds = (checked: CheckedList) =>
  Array.from(sentRows(checked.reader, checked.source, OPTIONS), ({ rowNumber, record }) => `${rowNumber}: ${record.values[0]}`);

it('takes the next number that no row has, however the rows are ordered, and is taken back', async () => {
  const rows = [row('7', 'Pell'), row('7', 'Quill'), row('8', 'Farrow'), row('7', 'Brandt'), row('7-2', 'Tanabe'), row('8', 'Okafor')];
  open = await CheckedList.make({ fields: FIELDS, rows, rowsPerBlock: 2 });
  const { session } = open;
  expect(sentIds(open)).toEqual(['2: 7', '4: 8', '6: 7-2']);
  const after = await session.edit({ kind: 'sendRepeats', send: true });
  expect(after.undo).toBe('sending repeats as rows of their own');
  expect(sentIds(open)).toEqual(['2: 7', '3: 7-3', '4: 8', '5: 7-4', '6: 7-2', '7: 8-2']);
  expect(session.costIssues(OPTIONS).sentAnyway).toEqual([{ reason: 'duplicateId', rows: 3 }]);
  await session.edit({ kind: 'sendRepeats', send: false });
  expect(sentIds(open)).toEqual(['2: 7', '4: 8', '6: 7-2']);
  expect(session.costIssues(OPTIONS).sentAnyway).toEqual([]);
});

it('is undone completely after two steps, without changing later corrections of the user', async () => {
  open = await CheckedList.make({ fields: FIELDS, rows: [row('7', 'Pell'), row('7', 'Quill'), row('8', 'Farrow')], rowsPerBlock: 2 });
  const { session } = open;
  await session.edit({ kind: 'sendRepeats', send: true });
  await session.edit({ kind: 'correct', row: 4, field: 'constituentId', value: '7' });
  await session.edit({ kind: 'sendRepeats', send: true });
  expect(sentIds(open)).toEqual(['2: 7', '3: 7-2', '4: 7-3']);
  await session.edit({ kind: 'correct', row: 3, field: 'constituentId', value: '9' });
  await session.edit({ kind: 'sendRepeats', send: false });
  expect(sentIds(open)).toEqual(['2: 7', '3: 9']);
});

it('is counted once: the rows count as repeats, and not also as rows that share a home', async () => {
  const rows = [row('7', 'Pell'), row('7', 'Pell'), row('8', 'Pell'), row('9', 'Quill')];
  open = await CheckedList.make({ fields: FIELDS, rows, rowsPerBlock: 2 });
  const { session } = open;
  expect(session.costIssues(OPTIONS)).toMatchObject({ repeated: 1, sentAnyway: [] });
  await session.edit({ kind: 'sendRepeats', send: true });
  expect(session.costIssues(OPTIONS)).toMatchObject({ repeated: 1, sentAnyway: [{ reason: 'duplicateId', rows: 1 }] });
});
