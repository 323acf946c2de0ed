/**
 * The screenings that a newer list is compared with: chains, refused rows, parts, and screenings that are offered, running or removed.
 * @module-tag deep
 */
import { describe, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people, PEOPLE_HEADINGS, person } from '../../kit/list-people.ts';
import { importNewer, screenList, baselineCost } from '../../kit/baseline-lists.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const desk = await setupTestDesk(localTasks);

describe('the screenings that a list is compared with', () => {
  it('form a chain: the last record that was sent for a person counts', async () => {
    const first = await screenList(desk, people('E', 1, 2, 3));
    const second = await importNewer(desk, [person('E1'), person('E2', { street: '2 Changed St' }), person('E3')], first);
    await desk.send(second);
    expect(await desk.idsOnService(second)).toEqual(['E2']);
    const before = await desk.charged();
    // E1 is the same as in the first list. E2 is the same as in the first list, but differs from the last one.
    const third = await importNewer(desk, [...people('E', 1, 2, 3), ...people('E', 4)], second);
    expect(await baselineCost(desk, third)).toMatchObject({ newRows: 1, changed: 1, unchanged: 2 });
    await desk.send(third);
    expect(await desk.idsOnService(third)).toEqual(['E2', 'E4']);
    expect((await desk.charged()) - before).toBe(2);
  });

  it('include refused rows that were sent again, both as first sent and as fixed', async () => {
    const first = await screenList(desk, [...people('F', 1), person('F2', { isRefused: true })]);
    const { id: fixing } = await desk.call('projects.fixRefused', { id: first });
    await desk.idle();
    await desk.call('check.edit', { id: fixing, row: 3, field: 'personalEmail', value: 'mended@example.org' });
    await desk.send(fixing);
    expect(await desk.idsOnService(fixing)).toEqual(['F2']);
    const asAtFirst = await importNewer(desk, [person('F1'), person('F2', { isRefused: true })], first);
    expect((await desk.call('cost.get', { id: asAtFirst })).leftOut).toEqual([{ reason: 'unchanged', rows: 2 }]);
    const asFixed = await importNewer(desk, [person('F1'), person('F2', { email: 'mended@example.org' })], fixing);
    expect((await desk.call('projects.get', { id: asFixed })).lineage).toEqual({ kind: 'baseline', of: first });
    expect((await desk.call('cost.get', { id: asFixed })).leftOut).toEqual([{ reason: 'unchanged', rows: 2 }]);
    const other = await importNewer(desk, [person('F2', { email: 'other@example.org' })], first);
    expect(await baselineCost(desk, other)).toMatchObject({ newRows: 0, changed: 1, unchanged: 0 });
  });

  it('block a newer list while their fixed rows are running, and block fixed rows while the newer list is running', async () => {
    const first = await screenList(desk, [...people('M', 1), person('M2', { isRefused: true }), person('M3', { isRefused: true })]);
    const fixedPerson = person('M2', { email: 'mended@example.org' });
    const list = [...people('M', 1), fixedPerson, ...people('M', 4)];
    const id = await importNewer(desk, list, first);
    const { id: fixing } = await desk.call('projects.fixRefused', { id: first });
    await desk.idle();
    await desk.call('check.edit', { id: fixing, row: 3, field: 'personalEmail', value: 'mended@example.org' });
    const before = await desk.charged();
    const send = async (of: string) => {
      const { rowsToSend } = await desk.call('cost.get', { id: of });
      await desk.call('project.send', { id: of, rows: rowsToSend, connectionId: desk.connectionId });
    };
    // Its results cannot be fetched, so it is not known yet which rows are scored.
    const held = async (of: string) => {
      await desk.practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step: 'profiles' } });
      await desk.send(of);
      expect((await desk.call('projects.get', { id: of })).state.at).toBe('needs-token');
    };
    const letGo = async () => {
      await desk.practice.client.clearFaults();
      await desk.call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
      await desk.idle();
    };
    await held(fixing);
    await expect(send(id)).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('Not accepted') as string });
    await letGo();
    expect(await baselineCost(desk, id)).toMatchObject({ newRows: 1, changed: 0, unchanged: 2 });

    await held(id);
    const { id: again } = await desk.call('projects.fixRefused', { id: first });
    await desk.idle();
    await desk.call('check.edit', { id: again, row: 4, field: 'personalEmail', value: 'third@example.org' });
    await expect(send(again)).rejects.toMatchObject({ code: 'NOT_NOW' });
    await letGo();
    await desk.send(again);
    expect((await desk.charged()) - before).toBe(3);
  });

  it('may have been sent in parts, as the newer list may', async () => {
    const { settings } = (await desk.call('connections.list', {})).find(({ id }) => id === desk.connectionId)!;
    await desk.call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 2 } });
    const inParts = async (id: string) => {
      const { rowsToSend, parts } = await desk.call('cost.get', { id });
      await desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, parts });
      await desk.idle();
    };
    const first = await desk.importPeople(...people('G', 1, 2, 3, 4, 5));
    await inParts(first);
    const before = await desk.charged();
    const id = await importNewer(desk, [...people('G', 1, 2, 4, 5), person('G3', { street: '3 New St' }), ...people('G', 6, 7)], first);
    expect(await desk.call('cost.get', { id })).toMatchObject({
      rowsToSend: 3,
      parts: 2,
      baseline: { newRows: 2, changed: 1, unchanged: 4 },
    });
    await inParts(id);
    expect((await desk.call('projects.get', { id })).state).toMatchObject({ counts: { submitted: 3, scored: 3 } });
    expect((await desk.charged()) - before).toBe(3);
    await desk.call('connections.change', { id: desk.connectionId, settings });
  });

  it('are offered if they sent people of the list over the same connection', async () => {
    const first = await screenList(desk, people('H', 1, 2, 3, 4));
    const id = await desk.importPeople(...people('H', 1, 2, 3, 5));
    expect(await desk.call('cost.baselines', { id })).toEqual([
      expect.objectContaining({ id: first, name: expect.any(String) as string, shared: 0.75 }),
    ]);
    const { id: elsewhere } = await desk.call('connections.add', { name: 'Elsewhere', baseUrl: 'http://127.0.0.1:9' });
    await desk.call('projects.change', { id, baselineId: first });
    await expect(desk.call('projects.change', { id, baselineId: id })).rejects.toMatchObject({ code: 'NOT_NOW' });
    // Scores of one connection do not apply to another.
    await desk.call('projects.change', { id, connectionId: elsewhere });
    expect((await desk.call('projects.get', { id })).lineage).toBeNull();
    expect(await desk.call('cost.baselines', { id })).toEqual([]);
    await expect(desk.call('projects.change', { id, baselineId: first })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    const file = await desk.file('other.csv', [PEOPLE_HEADINGS, ...people('H', 1)]);
    await expect(desk.call('projects.create', { file, connectionId: elsewhere, baselineId: first })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    expect((await desk.call('projects.create', { file, connectionId: desk.connectionId, baselineId: first })).lineage).toEqual({
      kind: 'baseline',
      of: first,
    });
    await desk.idle();
  });

  it('no longer count when they are removed, and the whole list is sent again', async () => {
    const first = await screenList(desk, people('I', 1, 2));
    const id = await importNewer(desk, people('I', 1, 2, 3), first);
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(1);
    await desk.call('projects.remove', { id: first });
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 3, baseline: null });
    expect((await desk.call('projects.get', { id })).lineage).toBeNull();
  });

  it('store no personal data in clear text', async () => {
    const first = await screenList(desk, [person('KEPT7781', { email: 'winifred@kept.example.org' })]);
    const id = await importNewer(desk, [person('KEPT7781', { email: 'winifred@kept.example.org' })], first);
    expect(await baselineCost(desk, id)).toMatchObject({ unchanged: 1 });
    await desk.restart();
    const kept = desk.storedBytes();
    for (const text of ['KEPT7781', 'winifred', 'kept.example.org']) expect(kept.includes(text)).toBe(false);
  });
});
