/** After work on a checked list is canceled, the list is exactly as before, and the same work can be done again. */
import { afterEach, expect, it, test } from 'vitest';
import type { FieldKey } from '../../../../../shared/fields/table.ts';
import type { CheckedListSession } from '../../../../../main/worker/query/checked-list-session.ts';
import type { EditRequest } from '../../../../../main/worker-protocol/list.ts';
import type { Work } from '../../../../../main/worker-protocol/tasks.ts';
import { AppError } from '../../../../../shared/base/errors.ts';
import { CheckedList } from '../../../../kit/checked-list.ts';

const FIELDS = ['constituentId', 'primaryFirst', 'primaryLast', 'state', 'postalCode'] as const satisfies readonly FieldKey[];
const ROWS = Array.from({ length: 200 }, (_, index) => [
  String(index),
  index % 3 === 0 ? 'Dr. Ada' : 'Ada',
  `Ashdown${index % 17}`,
  'MA',
  index % 2 === 0 ? '1609' : '01609',
]);
const OPTIONS = { sendErrors: false, resendRecent: false };
const ALL = { kind: 'all' } as const;

/** Work that is canceled at the progress report with this number, because a thread notices a cancellation when it reports. */
function canceledAt(report: number): Work & { readonly reports: () => number } {
  const abort = new AbortController();
  let reports = 0;
  return {
    signal: abort.signal,
    progress: (done, total) => {
      expect(done).toBeLessThanOrEqual(total ?? Infinity);
      if (reports++ === report) abort.abort(new AppError('CANCELED', 'It was canceled.'));
    },
    reports: () => reports,
  };
}

let open: CheckedList | null = null;
const listOf = async () => (open = await CheckedList.make({ fields: FIELDS, rows: ROWS, rowsPerBlock: 2 }));
afterEach(() => {
  open?.close();
  open = null;
});

const page = (session: CheckedListSession) => session.page({ filter: ALL, find: '', offset: 0, limit: 200, options: OPTIONS });
const stateOf = (list: CheckedList) => ({
  stored: list.stored(),
  summary: list.session.summary(),
  page: page(list.session),
  edits: list.reader.getValue('edits'),
});

/** The state without the stamp of its edits, which differs after each change. */
const withoutStamps = ({ summary, edits, ...state }: ReturnType<typeof stateOf>) => ({
  ...state,
  summary: { ...summary, edited: null },
  edits: { ...(edits as object), stamp: null },
});

const LEAVE_OUT: EditRequest = { kind: 'leaveOut', rows: { kind: 'rule', code: 'NAME_TITLE', field: null }, leaveOut: true };
const EDITS: Readonly<Record<string, EditRequest>> = {
  'a bulk fix': { kind: 'fix', code: 'NAME_TITLE', field: null },
  'all safe fixes': { kind: 'fixSafe', codes: null },
  'a replacement': { kind: 'replace', field: 'primaryLast', find: 'Ashdown', replace: 'Brink', how: 'part', matchCase: true },
  'leaving out': LEAVE_OUT,
  undo: { kind: 'undo' },
  redo: { kind: 'redo' },
};

for (const [name, request] of Object.entries(EDITS))
  test(`${name}, canceled at its start, in the middle, or at its end, changes nothing`, async () => {
    const list = await listOf();
    if (request.kind === 'undo' || request.kind === 'redo') await list.session.edit(LEAVE_OUT);
    if (request.kind === 'redo') await list.session.edit({ kind: 'undo' });
    const counted = canceledAt(Infinity);
    await list.session.edit(request, counted);
    const done = stateOf(list);
    await list.session.edit({ kind: request.kind === 'undo' ? 'redo' : 'undo' });
    const before = stateOf(list);
    const reports = counted.reports();
    expect(reports).toBeGreaterThan(2);
    for (const at of [0, Math.floor(reports / 2), reports - 1]) {
      const work = canceledAt(at);
      await expect(list.session.edit(request, work)).rejects.toMatchObject({ code: 'CANCELED' });
      expect(work.reports()).toBeLessThanOrEqual(at + 1);
      expect(stateOf(list)).toEqual(before);
    }
    await list.session.edit(request);
    expect(withoutStamps(stateOf(list))).toEqual(withoutStamps(done));
  });

it('a search, a sort, and a trial of the safe fixes stop when they are canceled and can be requested again', async () => {
  const { session } = await listOf();
  const before = page(session);
  const sorted = (work?: Work) =>
    session.page({ filter: ALL, find: '', sort: { field: 'primaryLast', descending: false }, offset: 0, limit: 3, options: OPTIONS }, work);
  const found = (work?: Work) => session.page({ filter: ALL, find: 'ashdown16', offset: 0, limit: 3, options: OPTIONS }, work);
  for (const ask of [sorted, found]) {
    expect(() => ask(canceledAt(2))).toThrow(expect.objectContaining({ code: 'CANCELED' }));
    expect(page(session)).toEqual(before);
    expect(ask().rows).toHaveLength(3);
  }
  await expect(session.safeFixes(null, canceledAt(2))).rejects.toMatchObject({ code: 'CANCELED' });
  expect(page(session)).toEqual(before);
  expect((await session.safeFixes(null)).rows).toBeGreaterThan(0);
});
