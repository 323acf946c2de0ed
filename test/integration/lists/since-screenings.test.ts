/** The screenings that a newer list is compared with: from one to the next, their refused rows and parts, when they are offered, on their way or removed. */
import { describe, expect, it } from 'vitest';
import { deskOfFile } from '../../kit/desk-of-file.ts';
import { people, PEOPLE_HEADINGS, person } from '../../kit/list-people.ts';
import { newer, screened, sinceOf } from '../../kit/newer-lists.ts';
import { tasksHere } from '../../kit/tasks-here.ts';

const desk = await deskOfFile(tasksHere);

describe('the screenings that a list is compared with', () => {
  it('go back from one to the next: what was sent last for somebody counts', async () => {
    const first = await screened(desk, people('E', 1, 2, 3));
    const second = await newer(desk, [person('E1'), person('E2', { street: '2 Changed St' }), person('E3')], first);
    await desk.send(second);
    expect(await desk.arrived(second)).toEqual(['E2']);
    const before = await desk.charged();
    // E1 stands as it was sent with the first, E2 as it was then and not as it was sent last.
    const third = await newer(desk, [...people('E', 1, 2, 3), ...people('E', 4)], second);
    expect(await sinceOf(desk, third)).toMatchObject({ fresh: 1, changed: 1, unchanged: 2 });
    await desk.send(third);
    expect(await desk.arrived(third)).toEqual(['E2', 'E4']);
    expect((await desk.charged()) - before).toBe(2);
  });

  it('have the rows that were refused and sent again as they were sent at first and in the end', async () => {
    const first = await screened(desk, [...people('F', 1), person('F2', { email: 'nobody' })]);
    const { id: mending } = await desk.call('projects.fixRefused', { id: first });
    await desk.settle();
    await desk.call('check.edit', { id: mending, row: 3, field: 'personalEmail', value: 'mended@example.org' });
    await desk.send(mending);
    expect(await desk.arrived(mending)).toEqual(['F2']);
    const asAtFirst = await newer(desk, [person('F1'), person('F2', { email: 'nobody' })], first);
    expect((await desk.call('cost.get', { id: asAtFirst })).leftOut).toEqual([{ reason: 'unchanged', rows: 2 }]);
    const asMended = await newer(desk, [person('F1'), person('F2', { email: 'mended@example.org' })], mending);
    expect((await desk.call('projects.get', { id: asMended })).link).toEqual({ kind: 'since', of: first });
    expect((await desk.call('cost.get', { id: asMended })).leftOut).toEqual([{ reason: 'unchanged', rows: 2 }]);
    const other = await newer(desk, [person('F2', { email: 'other@example.org' })], first);
    expect(await sinceOf(desk, other)).toMatchObject({ fresh: 0, changed: 1, unchanged: 0 });
  });

  it('keep a newer list waiting while mended rows of theirs are on their way, and the mended rows while the newer list is', async () => {
    const first = await screened(desk, [...people('M', 1), person('M2', { email: 'nobody' }), person('M3', { email: 'nobody' })]);
    const mended = person('M2', { email: 'mended@example.org' });
    const list = [...people('M', 1), mended, ...people('M', 4)];
    const id = await newer(desk, list, first);
    const { id: mending } = await desk.call('projects.fixRefused', { id: first });
    await desk.settle();
    await desk.call('check.edit', { id: mending, row: 3, field: 'personalEmail', value: 'mended@example.org' });
    const before = await desk.charged();
    const send = async (of: string) => {
      const { rowsToSend } = await desk.call('cost.get', { id: of });
      await desk.call('project.send', { id: of, rows: rowsToSend, connectionId: desk.connectionId });
    };
    // Its results cannot be fetched, so that nobody knows yet which of its rows were scored.
    const held = async (of: string) => {
      await desk.practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step: 'profiles' } });
      await desk.send(of);
      expect((await desk.call('projects.get', { id: of })).state.at).toBe('needs-token');
    };
    const letGo = async () => {
      await desk.practice.client.clearFaults();
      await desk.call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
      await desk.settle();
    };
    await held(mending);
    await expect(send(id)).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining('Refused rows') as string });
    await letGo();
    expect(await sinceOf(desk, id)).toMatchObject({ fresh: 1, changed: 0, unchanged: 2 });

    await held(id);
    const { id: again } = await desk.call('projects.fixRefused', { id: first });
    await desk.settle();
    await desk.call('check.edit', { id: again, row: 4, field: 'personalEmail', value: 'third@example.org' });
    await expect(send(again)).rejects.toMatchObject({ code: 'NOT_NOW' });
    await letGo();
    await desk.send(again);
    expect((await desk.charged()) - before).toBe(3);
  });

  it('may have gone out in parts, as the newer list may', async () => {
    const { settings } = (await desk.call('connections.list', {})).find(({ id }) => id === desk.connectionId)!;
    await desk.call('connections.change', { id: desk.connectionId, settings: { ...settings, mostRows: 2 } });
    const inParts = async (id: string) => {
      const { rowsToSend, parts } = await desk.call('cost.get', { id });
      await desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, parts });
      await desk.settle();
    };
    const first = await desk.bring([PEOPLE_HEADINGS, ...people('G', 1, 2, 3, 4, 5)]);
    await inParts(first);
    const before = await desk.charged();
    const id = await newer(desk, [...people('G', 1, 2, 4, 5), person('G3', { street: '3 New St' }), ...people('G', 6, 7)], first);
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 3, parts: 2, since: { fresh: 2, changed: 1, unchanged: 4 } });
    await inParts(id);
    expect((await desk.call('projects.get', { id })).state).toMatchObject({ counts: { submitted: 3, scored: 3 } });
    expect((await desk.charged()) - before).toBe(3);
    await desk.call('connections.change', { id: desk.connectionId, settings });
  });

  it('are offered when they have sent people of the list over the same connection', async () => {
    const first = await screened(desk, people('H', 1, 2, 3, 4));
    const id = await desk.bring([PEOPLE_HEADINGS, ...people('H', 1, 2, 3, 5)]);
    expect(await desk.call('cost.since', { id })).toEqual([
      expect.objectContaining({ id: first, name: expect.any(String) as string, shared: 0.75 }),
    ]);
    const { id: elsewhere } = await desk.call('connections.add', { name: 'Elsewhere', baseUrl: 'http://127.0.0.1:9' });
    await desk.call('projects.change', { id, since: first });
    await expect(desk.call('projects.change', { id, since: id })).rejects.toMatchObject({ code: 'NOT_NOW' });
    // Scores of one connection say nothing of another one.
    await desk.call('projects.change', { id, connectionId: elsewhere });
    expect((await desk.call('projects.get', { id })).link).toBeNull();
    expect(await desk.call('cost.since', { id })).toEqual([]);
    await expect(desk.call('projects.change', { id, since: first })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    const file = await desk.file('other.csv', [PEOPLE_HEADINGS, ...people('H', 1)]);
    await expect(desk.call('projects.create', { file, connectionId: elsewhere, since: first })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    expect((await desk.call('projects.create', { file, connectionId: desk.connectionId, since: first })).link).toEqual({
      kind: 'since',
      of: first,
    });
    await desk.settle();
  });

  it('are forgotten when they are removed, and the list is whole again', async () => {
    const first = await screened(desk, people('I', 1, 2));
    const id = await newer(desk, people('I', 1, 2, 3), first);
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(1);
    await desk.call('projects.remove', { id: first });
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 3, since: null });
    expect((await desk.call('projects.get', { id })).link).toBeNull();
  });

  it('keep nobody in the clear', async () => {
    const first = await screened(desk, [person('KEPT7781', { email: 'winifred@kept.example.org' })]);
    const id = await newer(desk, [person('KEPT7781', { email: 'winifred@kept.example.org' })], first);
    expect(await sinceOf(desk, id)).toMatchObject({ unchanged: 1 });
    await desk.again();
    const kept = desk.keptBytes();
    for (const text of ['KEPT7781', 'winifred', 'kept.example.org']) expect(kept.includes(text)).toBe(false);
  });
});
