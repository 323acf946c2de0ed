/**
 * Who counts as sent before: an email address in capitals means the same person, and a person without a result may have been paid for.
 * @module-tag deep
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people, person } from '../../kit/list-people.ts';
import { importNewer, baselineCost } from '../../kit/baseline-lists.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const desk = await setupTestDesk(localTasks);
afterEach(async (context) => {
  await desk.practice.client.clearFaults();
  context.expect(desk.log.errors).toEqual([]);
});

const cost = (id: string) => desk.call('cost.get', { id });
const inCapitals = (id: string) => person(id, { email: `${id.toUpperCase()}@EXAMPLE.ORG` });

/** Clears the index of people and records of finished screenings, as if it had not been written yet. */
function forgetRemembered(): void {
  const database = new Database(join(desk.folder, 'data', 'history.sqlite'));
  database.exec("UPDATE project SET facts = json_set(facts, '$.index', NULL)");
  database.close();
}

describe('an email address in capitals', () => {
  it('does not count as a change of a recently screened person, and is sent as written', async () => {
    const first = await desk.importPeople(person('A1'), inCapitals('A2'), person('A3'));
    await desk.send(first);
    const id = await desk.importPeople(inCapitals('A1'), person('A2'), person('A3', { email: 'other@example.org' }), inCapitals('A4'));
    expect(await cost(id)).toMatchObject({
      rowsToSend: 2,
      leftOut: [{ reason: 'recentlyScreened', rows: 2 }],
      screened: { unchanged: 2, changed: 1 },
    });
    const { records } = await desk.call('cost.sample', { id, limit: 2 });
    expect(records[1]?.text).toContain('A4@EXAMPLE.ORG');
  });

  it('does not count as a change of a person in another running list', async () => {
    const first = await desk.importPeople(person('B1'), inCapitals('B2'));
    await desk.practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step: 'profiles' } });
    await desk.send(first);
    const id = await desk.importPeople(inCapitals('B1'), person('B2'));
    expect((await cost(id)).leftOut).toEqual([{ reason: 'inProgress', rows: 2 }]);
    await desk.call('project.cancel', { id: first });
  });

  it('does not count as a change since the screening that a newer list is compared with', async () => {
    const first = await desk.importPeople(person('C1'), inCapitals('C2'));
    await desk.send(first);
    const id = await importNewer(desk, [inCapitals('C1'), person('C2'), person('C3')], first);
    expect(await baselineCost(desk, id)).toMatchObject({ newRows: 1, changed: 0, unchanged: 2 });
  });

  it('is recognized once the index is written again, including records as they were sent before a correction', async () => {
    const first = await desk.importPeople(person('D1'), person('D2', { email: 'D2@EXAMPLE.invalid' }), inCapitals('D3'));
    await desk.call('projects.change', { id: first, sendErrors: true });
    await desk.send(first);
    const { id: fixing } = await desk.call('projects.fixRefused', { id: first });
    await desk.idle();
    await desk.call('check.edit', { id: fixing, row: 3, field: 'personalEmail', value: 'Mended@Example.org' });
    await desk.send(fixing);
    expect((await desk.call('projects.get', { id: first })).state).toMatchObject({ counts: { scored: 3, refused: 0 } });
    forgetRemembered();
    const list = [inCapitals('D1'), person('D2', { isRefused: true }), person('D3')];
    const asAtFirst = await importNewer(desk, list, first);
    expect((await cost(asAtFirst)).leftOut).toEqual([{ reason: 'unchanged', rows: 3 }]);
    const asFixed = await importNewer(desk, [person('D2', { email: 'MENDED@example.org' })], first);
    expect((await cost(asFixed)).leftOut).toEqual([{ reason: 'unchanged', rows: 1 }]);
    // The refused record was not screened: only the corrected record is held back.
    const again = await desk.importPeople(...list);
    await desk.call('projects.change', { id: again, sendErrors: true });
    expect(await cost(again)).toMatchObject({ leftOut: [{ reason: 'recentlyScreened', rows: 2 }], screened: { changed: 1 } });
  });
});

describe('a person without a result', () => {
  it('may have been paid for, so the next list leaves them out and names their screening', async () => {
    const before = await desk.charged();
    const first = await desk.importPeople(...people('E', 1, 2, 3, 4));
    await desk.call('projects.change', { id: first, name: 'Spring' });
    await desk.practice.client.setFaults({ kind: 'missing-profiles', every: 2, times: null });
    await desk.send(first);
    await desk.keepPartialResults();
    await desk.practice.client.clearFaults();
    const { state } = await desk.call('projects.get', { id: first });
    expect(state).toMatchObject({ at: 'done', counts: { submitted: 4, scored: 2, refused: 0, unknown: 2 } });
    expect((await desk.charged()) - before).toBe(4);

    const again = await desk.importPeople(...people('E', 1, 2, 3, 4));
    expect(await cost(again)).toMatchObject({
      rowsToSend: 0,
      leftOut: [{ reason: 'recentlyScreened', rows: 4 }],
      screened: { unchanged: 4, withoutResult: [{ id: first, name: 'Spring', rows: 2 }] },
    });
    await expect(desk.call('project.send', { id: again, rows: 4, connectionId: desk.connectionId })).rejects.toMatchObject({
      code: 'SENT_BEFORE',
      message: expect.stringContaining('2 people in “Spring” have no result yet and may have been paid for') as string,
    });
    const more = await desk.importPeople(...people('E', 1, 2, 3, 4, 5));
    await desk.send(more);
    expect(await desk.idsOnService(more)).toEqual(['E5']);
    expect((await desk.charged()) - before).toBe(5);

    // The user can send them again explicitly.
    await desk.call('projects.change', { id: again, resendRecent: true });
    expect((await cost(again)).rowsToSend).toBe(4);
    await desk.call('projects.change', { id: again, resendRecent: false, recencyDays: 0 });
    expect(await cost(again)).toMatchObject({ rowsToSend: 4, screened: { withoutResult: [] } });
  });

  it('is reported once for a list that was sent in parts', async () => {
    const { settings } = (await desk.call('connections.list', {})).find(({ id }) => id === desk.connectionId)!;
    await desk.call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 2 } });
    const first = await desk.importPeople(...people('F', 1, 2, 3, 4));
    await desk.call('projects.change', { id: first, name: 'In parts' });
    await desk.practice.client.setFaults({ kind: 'missing-profiles', every: 2, times: null });
    await desk.send(first, 2);
    await desk.keepPartialResults();
    await desk.practice.client.clearFaults();
    const id = await desk.importPeople(...people('F', 1, 2, 3, 4, 5));
    const { rowsToSend, screened } = await cost(id);
    expect(rowsToSend).toBe(1);
    expect(screened.withoutResult.filter(({ name }) => name.startsWith('In parts'))).toEqual([{ id: first, name: 'In parts', rows: 2 }]);
    await desk.call('connections.change', { id: desk.connectionId, settings });
  });

  it('can be sent again if the row was refused', async () => {
    const first = await desk.importPeople(person('G1'), person('G2', { isRefused: true }));
    await desk.call('projects.change', { id: first, sendErrors: true });
    await desk.send(first);
    const id = await desk.importPeople(person('G1'), person('G2', { isRefused: true }));
    await desk.call('projects.change', { id, sendErrors: true });
    expect(await cost(id)).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'recentlyScreened', rows: 1 }] });
  });
});
