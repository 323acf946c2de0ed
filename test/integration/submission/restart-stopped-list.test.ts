/** A list that was stopped during sending starts again as a separate draft, and is paid for once. The next estimate uses it. */
import { describe, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const HEADINGS = 'Constituent ID,Given,Last Name,Address,City,State,ZIP,Region';
const LINES = [
  'P1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609,East',
  'P2,Desmond,Okafor,5 Quarry Rd,Nashua,NH,03060,East',
  'P3,Tobias,Whitlock,77 Old Post Rd,Boulder,CO,80306,West',
];

const desk = await setupTestDesk();

const rowsOf = async (id: string) =>
  (await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 })).rows.map(({ row, leftOut, values }) => ({
    row,
    leftOut,
    values,
  }));

describe('a list that was stopped before it was completely sent', () => {
  it('starts again with its columns, corrections, left-out rows and options, and is charged once', async () => {
    const id = await desk.importList([HEADINGS, ...LINES]);
    const { plan } = await desk.call('columns.get', { id });
    const columns = plan.columns.map((one) =>
      one.column === 7 ? { ...one, to: { kind: 'field' as const, field: 'businessName' as const }, settled: true } : one,
    );
    await desk.call('columns.change', { id, plan: { ...plan, columns } });
    await desk.call('check.edit', { id, row: 2, field: 'city', value: 'Wooster' });
    await desk.call('check.leaveOut', { id, rows: [3], leaveOut: true });
    await desk.call('projects.change', { id, purpose: 'Spring appeal', recencyDays: 30 });
    const before = await rowsOf(id);
    await desk.practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step: 'create' } });
    await desk.send(id);
    expect((await desk.call('projects.get', { id })).state.at).toBe('needs-token');
    await expect(desk.call('projects.startAgain', { id })).rejects.toMatchObject({ code: 'NOT_NOW' });
    await desk.call('project.cancel', { id });
    await desk.practice.client.clearFaults();
    await desk.call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });

    const { id: again } = await desk.call('projects.startAgain', { id });
    expect(again).not.toBe(id);
    await expect.poll(async () => (await desk.call('projects.get', { id: again })).state.at).toBe('draft');
    expect(await rowsOf(again)).toEqual(before);
    expect(await desk.call('projects.get', { id: again })).toMatchObject({ purpose: 'Spring appeal', lineage: null });
    expect(await desk.call('cost.get', { id: again })).toMatchObject({
      rowsToSend: 2,
      leftOut: [{ reason: 'leftOutByHand', rows: 1 }],
      screened: { recencyDays: 30 },
    });
    // An edit of the first project can be undone here, too.
    expect((await desk.call('check.get', { id: again })).undo).not.toBeNull();
    await desk.send(again);
    expect(await desk.idsOnService(again)).toEqual(['P1', 'P3']);
    expect(await desk.charged()).toBe(2);
    // A second restart of the stopped list sends nothing, because its people were already screened.
    const { id: third } = await desk.call('projects.startAgain', { id });
    await expect.poll(async () => (await desk.call('projects.get', { id: third })).state.at).toBe('draft');
    expect(await desk.call('cost.get', { id: third })).toMatchObject({ rowsToSend: 0 });
    await expect(desk.call('projects.startAgain', { id: again })).rejects.toMatchObject({ code: 'NOT_NOW' });
  });
});

describe('the pace of a connection', () => {
  it('comes from its last finished screening', async () => {
    const id = await desk.importList([HEADINGS, LINES[0]!.replace('P1', 'Q1')]);
    const pace = await desk.call('project.pace', { id });
    expect(pace).toMatchObject({ rows: 2 });
    expect(pace!.screeningMs).toBeGreaterThan(0);
  });
});
