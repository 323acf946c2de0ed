/** A newer export of a list that was screened before: only new or changed people are sent and paid for. */
import { describe, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people, person } from '../../kit/list-people.ts';
import { importNewer, screenList, baselineCost } from '../../kit/baseline-lists.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const desk = await setupTestDesk(localTasks);

/** An error that makes the service refuse the row too. */
const TOO_LONG = { street: `4 ${'Harbor View '.repeat(25)}` };

describe('a newer export', () => {
  it('sends and pays for only new and changed rows, and reports what it leaves out', async () => {
    const noId = person('A9').replace(/^A9/, '');
    const first = await screenList(desk, [...people('A', 1, 2, 3, 4), person('A5', TOO_LONG), noId]);
    const before = await desk.charged();
    const later = [
      ...people('A', 1, 3),
      person('A2', { street: '600 Elsewhere Ave' }),
      person('A4', { email: 'four@example.org' }),
      person('A5', TOO_LONG),
      ...people('A', 6),
      noId,
    ];
    const id = await importNewer(desk, later, first);
    expect(await desk.call('projects.get', { id })).toMatchObject({ lineage: { kind: 'baseline', of: first } });
    const cost = await desk.call('cost.get', { id });
    // The row without an ID cannot be recognized. The refused row would be refused again.
    expect(cost).toMatchObject({
      rowsInFile: 7,
      rowsToSend: 4,
      leftOut: [
        { reason: 'unchanged', rows: 2 },
        { reason: 'unchangedUnscored', rows: 1 },
      ],
      baseline: { id: first, newRows: 2, changed: 2, unchanged: 3, saved: 3, otherSettings: false },
    });
    const found = async (code: string) => {
      const filter = { kind: 'rule', code, field: 'constituentId' } as const;
      const { rows } = await desk.call('check.page', { id, filter, find: '', offset: 0, limit: 20 });
      return rows.map(({ row }) => row);
    };
    expect(await found('UNCHANGED_SINCE')).toEqual([2, 3]);
    expect(await found('CHANGED_SINCE')).toEqual([4, 5]);
    expect(await found('UNSCORED_SINCE')).toEqual([6]);
    expect(await found('NEW_SINCE')).toEqual([7, 8]);
    const shown = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 20 });
    expect(shown.rows.map(({ notSent }) => notSent)).toEqual(['unchanged', 'unchanged', null, null, 'unchangedUnscored', null, null]);
    expect((await desk.call('check.get', { id })).alreadyScreened).toBe(3);
    // If rows with errors are not sent, the error is the reason for that row.
    await desk.call('projects.change', { id, sendErrors: false });
    expect((await desk.call('check.get', { id })).alreadyScreened).toBe(2);
    await desk.call('projects.change', { id, sendErrors: true });
    expect((await desk.call('cost.sample', { id, limit: 20 })).records).toHaveLength(4);
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['A2', 'A4', 'A6', expect.stringMatching(/^row-[A-Z0-9]{8}-8-[0-9a-f]{10}$/)]);
    expect((await desk.charged()) - before).toBe(4);
    const timeline = (await desk.call('project.timeline', { id })).map(({ title, evidence }) => `${title}: ${evidence}`);
    expect(timeline).toContainEqual(
      expect.stringMatching(
        /^Confirmed sending what is new or changed: 4 rows.*2 new and 2 changed since “1-list”; 3 unchanged left out$/,
      ) as string,
    );
  });

  it('counts as everyone who would be sent without a baseline, and as saved what everyone costs more', async () => {
    const first = await screenList(desk, [...people('V', 1, 2, 3), person('V4', { isRefused: true })]);
    const later = [...people('V', 1, 2), person('V3', { street: '3 Changed St' }), person('V4', { isRefused: true }), ...people('V', 5)];
    const id = await importNewer(desk, later, first);
    const everyone = async () => {
      await desk.call('projects.change', { id, baselineId: null });
      return (await desk.call('cost.get', { id })).estimate;
    };
    const since = async () => {
      await desk.call('projects.change', { id, baselineId: first });
      return await desk.call('cost.get', { id });
    };
    expect(await everyone()).toBe(5);
    expect(await since()).toMatchObject({ estimate: 2, baseline: { everyone: 5, saved: 3, unchanged: 3 } });
    // Without the baseline, recently screened people are left out too, so the baseline saves only the refused row.
    await desk.call('projects.change', { id, recencyDays: 90 });
    expect(await everyone()).toBe(3);
    expect(await since()).toMatchObject({ estimate: 2, baseline: { everyone: 3, saved: 1, unchanged: 3 } });
    // An unchanged row is not also listed as recently screened.
    const codes = (await desk.call('check.get', { id })).rules.map(({ code, rows }) => [code, rows]);
    expect(codes).toContainEqual(['UNCHANGED_SINCE', 2]);
    expect(codes).not.toContainEqual(['SCREENED_BEFORE', 2]);
    await desk.call('projects.change', { id, resendRecent: true });
    expect(await everyone()).toBe(5);
    expect(await since()).toMatchObject({ estimate: 2, baseline: { everyone: 5, saved: 3 } });
  });

  it('is compared again after each change, and is not compared if the user chooses so', async () => {
    const first = await screenList(desk, people('B', 1, 2, 3));
    const id = await importNewer(desk, people('B', 1, 2, 3, 4), first);
    expect(await baselineCost(desk, id)).toMatchObject({ newRows: 1, changed: 0, unchanged: 3 });
    await desk.call('check.edit', { id, row: 3, field: 'city', value: 'Salem' });
    expect(await baselineCost(desk, id)).toMatchObject({ newRows: 1, changed: 1, unchanged: 2 });
    await desk.call('check.edit', { id, row: 3, field: 'city', value: 'Worcester' });
    expect(await baselineCost(desk, id)).toMatchObject({ newRows: 1, changed: 0, unchanged: 3 });
    // If a column is no longer sent, every record is changed.
    const { plan, headers } = await desk.call('columns.get', { id });
    const email = headers.indexOf('Email');
    const columns = plan.columns.map((column) => (column.column === email ? { ...column, to: { kind: 'none' as const } } : column));
    await desk.call('columns.change', { id, plan: { ...plan, columns } });
    expect(await baselineCost(desk, id)).toMatchObject({ newRows: 1, changed: 3, unchanged: 0 });
    await desk.call('columns.change', { id, plan });
    await desk.call('projects.change', { id, baselineId: null });
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 4, baseline: null });
    expect((await desk.call('projects.get', { id })).lineage).toBeNull();
  });

  it('is exported together with the earlier scores of unchanged people', async () => {
    const first = await screenList(desk, [...people('K', 1, 2, 3), person('K4', { isRefused: true })]);
    const id = await importNewer(
      desk,
      [...people('K', 1), person('K2', { street: '2 New St' }), person('K4', { isRefused: true }), ...people('K', 3, 5)],
      first,
    );
    await desk.call('check.leaveOut', { id, rows: [5], leaveOut: true });
    await desk.send(id);
    const third = await importNewer(desk, people('K', 1, 5, 6), id);
    await desk.send(third);
    const score = async (project: string, row: number) => {
      const { columns } = await desk.call('results.get', { id: project });
      const key = columns.find(({ title }) => title === 'Overall score')!.key;
      const page = await desk.call('results.page', {
        id: project,
        selection: { outcome: 'scored', filters: [], find: '' },
        columns: [key],
        sort: null,
        offset: 0,
        limit: 200,
      });
      return Number(page.rows.find((one) => one.row === row)!.cells[0]);
    };
    const table = async (project: string, withEarlier: boolean) =>
      (await desk.exportRows(project, { kind: 'scoresById', priorScores: withEarlier })).map((row) => [
        row['Constituent ID'],
        row['Screening outcome'],
        row['Why it was not sent'],
        row['Overall score'],
      ]);
    const [unchanged, unscored] = [
      'Not changed since the earlier screening, which has the scores',
      'Not changed since the earlier screening, which found no scores',
    ];
    // A person whom the user left out stays without scores, although earlier scores exist.
    expect(await table(id, true)).toEqual([
      ['K1', 'Scored before', unchanged, await score(first, 2)],
      ['K2', 'Scored', undefined, await score(id, 3)],
      ['K4', 'Not sent', unscored, undefined],
      ['K3', 'Not sent', 'Left out by you, in Check', undefined],
      ['K5', 'Scored', undefined, await score(id, 6)],
    ]);
    expect((await table(id, false)).map(([, outcome]) => outcome)).toEqual(['Not sent', 'Scored', 'Not sent', 'Not sent', 'Scored']);
    const [before, sent] = await desk.exportRows(id, { kind: 'list', priorScores: true });
    const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
    expect(before).toMatchObject({ 'Last Name': 'Lastkl', 'Screening outcome': 'Scored before', 'Scored on': today });
    expect(sent).toMatchObject({ Address: '2 New St', 'Screening outcome': 'Scored', 'Scored on': today });
    const earlier = async (project: string, row: number) => await desk.call('results.earlier', { id: project, row });
    const overall = (view: Awaited<ReturnType<typeof earlier>>) =>
      Number(view?.values.find(({ title }) => title === 'Overall score')?.value);
    // Only the page of the person who was left out as unchanged shows the earlier scores.
    const held = await earlier(id, 2);
    expect(held).toMatchObject({ projectId: first, row: 2, at: expect.any(Number) as number });
    expect([overall(held), JSON.parse(held!.json)]).toEqual([await score(first, 2), expect.objectContaining({ constituentId: 'K1' })]);
    expect(await Promise.all([3, 4, 5, 6].map((row) => earlier(id, row)))).toEqual([null, null, null, null]);
    // The chain of screenings: the scores come from the first for row 2, from the second for row 3.
    expect([await earlier(third, 2), await earlier(third, 3)]).toMatchObject([{ projectId: first }, { projectId: id, row: 6 }]);
    expect(await earlier(third, 4)).toBeNull();
    const again = await desk.call('results.history', { id, row: 2 });
    expect(again.entries.map(({ projectId }) => projectId)).toEqual([first]);
    expect(await table(third, true)).toEqual([
      ['K1', 'Scored before', unchanged, await score(first, 2)],
      ['K5', 'Scored before', unchanged, await score(id, 6)],
      ['K6', 'Scored', undefined, await score(third, 4)],
    ]);
  });

  it('shows people who were not sent again separately from people left out, in a comparison', async () => {
    const first = await screenList(desk, [...people('L', 1, 2, 3, 4), person('L5', { isRefused: true }), person('L6')]);
    const list = [person('L2', { street: '2 New St' }), ...people('L', 1, 7), person('L5', { isRefused: true }), ...people('L', 3, 1)];
    const id = await importNewer(desk, list, first);
    await desk.call('check.leaveOut', { id, rows: [6], leaveOut: true });
    await desk.send(id);
    const { columns } = await desk.call('results.get', { id });
    const column = columns.find(({ title }) => title === 'Overall score')!.key;
    const asked = { id, withId: first, column };
    const { counts } = await desk.call('results.compare', asked);
    const { new: fresh, notAgain, leftOut, gone, ...both } = counts;
    expect([fresh, notAgain, leftOut, gone]).toEqual([1, 2, 1, 2]);
    expect(Object.values(both).reduce((sum, rows) => sum + rows, 0)).toBe(1);
    const page = async (change: 'notAgain' | 'leftOut' | 'gone') =>
      (await desk.call('results.comparePage', { ...asked, change, order: 'size', offset: 0, limit: 20 })).rows;
    // The row in this list leads to the person's page, which shows the reason.
    const held = await page('notAgain');
    expect(held.map((row) => [row.id, row.row, row.after, row.by])).toEqual([
      ['L1', 3, '', null],
      ['L5', 5, '', null],
    ]);
    const before = await desk.call('results.page', {
      id: first,
      selection: { outcome: 'scored', filters: [], find: '' },
      columns: [column],
      sort: null,
      offset: 0,
      limit: 1,
    });
    expect(held.map((row) => row.before)).toEqual([before.rows[0]!.cells[0], '']);
    expect((await page('leftOut')).map((row) => [row.id, row.row, row.after])).toEqual([['L3', 6, '']]);
    expect((await page('gone')).map((row) => [row.id, row.row])).toEqual([
      ['L4', null],
      ['L6', null],
    ]);
    const saved = await desk.exportRows(id, { kind: 'comparison', withId: first, column });
    expect(saved.map((row) => [row['Constituent ID'], row['Change']]).slice(2)).toEqual([
      ['L1', 'Unchanged, not sent again'],
      ['L5', 'Unchanged, not sent again'],
      ['L3', 'Left out of this list'],
      ['L4', 'No longer here'],
      ['L6', 'No longer here'],
    ]);
  });

  it('is not sent if nothing is new, and the message explains why', async () => {
    const first = await screenList(desk, people('C', 1, 2));
    const id = await importNewer(desk, people('C', 1, 2), first);
    const sending = desk.call('project.send', { id, rows: 2, connectionId: desk.connectionId });
    await expect(sending).rejects.toMatchObject({
      code: 'NOTHING_TO_SEND',
      message: expect.stringMatching(/2 rows have not changed since/) as string,
    });
  });

  it('still leaves out people who were screened recently in another list with the same data', async () => {
    const first = await screenList(desk, people('D', 1, 2, 3));
    await screenList(desk, [person('D1', { street: '1 New St' })]);
    const id = await importNewer(desk, [person('D1', { street: '1 New St' }), person('D2', { street: '2 New St' }), person('D3')], first);
    expect(await baselineCost(desk, id)).toMatchObject({ newRows: 0, changed: 2, unchanged: 1 });
    await desk.call('projects.change', { id, recencyDays: 90 });
    expect(await desk.call('cost.get', { id })).toMatchObject({
      rowsToSend: 1,
      leftOut: [
        { reason: 'unchanged', rows: 1 },
        { reason: 'recentlyScreened', rows: 1 },
      ],
      baseline: { changed: 1, unchanged: 1 },
    });
    await desk.call('projects.change', { id, resendRecent: true });
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 2, baseline: { changed: 2, unchanged: 1 } });
  });
});

it('new rows are charged once, even if the answer is lost and the program restarts', async () => {
  const first = await screenList(desk, people('J', 1, 2, 3));
  const before = await desk.charged();
  const id = await importNewer(desk, [...people('J', 1, 2, 3), ...people('J', 4, 5)], first);
  await desk.practice.client.setFaults({ kind: 'drop-answer', on: { step: 'process' } });
  const { rowsToSend } = await desk.call('cost.get', { id });
  await desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId });
  await desk.restart();
  await desk.idle();
  await desk.practice.client.clearFaults();
  expect((await desk.call('projects.get', { id })).state).toMatchObject({ at: 'done', counts: { submitted: 2, scored: 2 } });
  expect((await desk.charged()) - before).toBe(2);
});
