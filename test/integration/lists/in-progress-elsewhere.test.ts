/**
 * Two lists running at the same time over one connection: no one who is in both is paid for twice.
 * @module-tag deep
 */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { fullDisk } from '../../kit/full-disk.ts';
import { FIXED_EMAIL, sentWithFixedRow } from '../../kit/fixed-row.ts';
import { people, person } from '../../kit/list-people.ts';
import { HeldMeasuring } from '../../kit/held-measuring.ts';

const measuring = new HeldMeasuring();
const desk = await setupTestDesk(measuring.spawn);

const cost = (id: string) => desk.call('cost.get', { id });
const stateOf = async (id: string) => (await desk.call('projects.get', { id })).state;
/** Sends a list and makes it wait for a token: the service refuses calls of the given step. */
async function held(id: string, step: 'create' | 'profiles' = 'profiles'): Promise<void> {
  await desk.practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step } });
  await desk.send(id);
  expect((await stateOf(id)).at).toBe('needs-token');
  await desk.practice.client.clearFaults();
}

/** Gives a token to every list that waits for one. */
async function letGo(): Promise<void> {
  await desk.call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
  await desk.idle();
}

describe('a person in another running list', () => {
  it('is left out, unless the record has changed or the user decides otherwise, and is shown separately from screened people', async () => {
    const first = await desk.importPeople(...people('A', 1, 2, 3, 4));
    const before = await desk.charged();
    await held(first);
    const id = await desk.importPeople(
      person('A1'),
      person('A2', { street: '600 Elsewhere Ave' }),
      ...people('A', 3, 4),
      ...people('B', 1),
    );
    const { name } = await desk.call('projects.get', { id: first });
    const expected = {
      rowsToSend: 2,
      leftOut: [{ reason: 'inProgress', rows: 3 }],
      screened: { recencyDays: 90, unchanged: 3, changed: 1, inProgress: [{ id: first, name, isGivenUp: false }] },
    };
    expect(await cost(id)).toMatchObject(expected);
    const { rules } = await desk.call('check.get', { id });
    const found = Object.fromEntries(rules.map(({ code, rows }) => [code, rows]));
    expect(found).toMatchObject({ ON_ITS_WAY: 3, SCREENED_CHANGED: 1 });
    expect(found).not.toHaveProperty('SCREENED_BEFORE');
    const page = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 20 });
    expect(page.rows.map(({ notSent }) => notSent)).toEqual(['inProgress', null, 'inProgress', 'inProgress', null]);
    expect((await desk.call('check.get', { id })).alreadyScreened).toBe(3);
    // A correction changes the record, and undo restores it.
    await desk.call('check.edit', { id, row: 5, field: 'city', value: 'Salem' });
    expect((await cost(id)).rowsToSend).toBe(3);
    await desk.call('check.undo', { id });
    expect((await cost(id)).rowsToSend).toBe(2);
    await desk.call('projects.change', { id, resendRecent: true });
    expect(await cost(id)).toMatchObject({ rowsToSend: 5, leftOut: [] });
    await desk.call('projects.change', { id, resendRecent: false, recencyDays: 0 });
    expect(await cost(id)).toMatchObject({ rowsToSend: 5, leftOut: [], screened: { unchanged: 0, changed: 0, inProgress: [] } });
    await desk.call('projects.change', { id, recencyDays: null });
    await desk.restart();
    expect(await cost(id)).toMatchObject(expected);
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['A2', 'B1']);
    const selection = { outcome: 'leftOut' as const, filters: [], find: '' };
    const { rows } = await desk.call('results.page', { id, selection, columns: [], sort: null, offset: 0, limit: 20 });
    expect(rows.map(({ row, leftOut }) => [row, leftOut])).toEqual([
      [2, 'inProgress'],
      [4, 'inProgress'],
      [5, 'inProgress'],
    ]);
    await letGo();
    expect((await desk.charged()) - before).toBe(6);
  });

  it('is compared with the record in the running list, including its corrections and without left-out rows', async () => {
    const first = await desk.importPeople(...people('C', 1, 2, 3));
    await desk.call('check.edit', { id: first, row: 2, field: 'city', value: 'Salem' });
    await desk.call('check.leaveOut', { id: first, rows: [3], leaveOut: true });
    await held(first);
    const id = await desk.importPeople(person('C1').replace('Worcester', 'Salem'), ...people('C', 2, 3));
    expect(await cost(id)).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'inProgress', rows: 2 }], screened: { changed: 0 } });
    await letGo();
    expect((await cost(id)).leftOut).toEqual([{ reason: 'recentlyScreened', rows: 2 }]);
  });

  it('counts after that list has ended only if the service scored the record, and refused records are sent', async () => {
    const first = await desk.importPeople(person('D1'), person('D2', { isRefused: true }));
    await desk.call('projects.change', { id: first, sendErrors: true });
    await held(first);
    const id = await desk.importPeople(person('D1'), person('D2', { isRefused: true }), person('D3'));
    await desk.call('projects.change', { id, sendErrors: true });
    expect(await cost(id)).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'inProgress', rows: 2 }] });
    await letGo();
    expect(await cost(id)).toMatchObject({
      rowsToSend: 2,
      leftOut: [{ reason: 'recentlyScreened', rows: 1 }],
      screened: { inProgress: [] },
    });
  });

  it('can be sent if that list was stopped free of charge, but not if it may have been charged', async () => {
    const lines = people('E', 1, 2);
    const first = await desk.importPeople(...lines);
    await held(first, 'create');
    const id = await desk.importPeople(...lines, ...people('E', 3));
    expect((await cost(id)).rowsToSend).toBe(1);
    await desk.call('project.cancel', { id: first });
    expect(await stateOf(first)).toMatchObject({ at: 'ended', charged: 'no' });
    expect((await cost(id)).rowsToSend).toBe(3);
    const second = await desk.importPeople(...lines);
    await held(second);
    await desk.call('project.cancel', { id: second });
    expect(await stateOf(second)).toMatchObject({ at: 'ended', charged: 'maybe' });
    expect(await cost(id)).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'inProgress', rows: 2 }] });
    await desk.call('projects.remove', { id: second, loseResults: true });
    expect((await cost(id)).rowsToSend).toBe(3);
  });

  it('is not held back in practice runs', async () => {
    const practice = (await desk.call('connections.list', {})).find(({ kind }) => kind === 'practice')!.id;
    const first = await desk.importPeople(...people('F', 1, 2));
    const id = await desk.importPeople(...people('F', 1, 2));
    await desk.call('projects.change', { id, connectionId: practice });
    await held(first);
    expect(await cost(id)).toMatchObject({ rowsToSend: 2, screened: { recencyDays: 0, inProgress: [] } });
    await letGo();
  });

  it('causes an error that names the running list if it cannot be read', async () => {
    const first = await desk.importPeople(...people('G', 1, 2));
    const id = await desk.importPeople(...people('G', 1, 2));
    await held(first);
    await desk.restart();
    truncateSync(join(desk.folder, 'data', 'projects', `${first}.sqlite`), 100);
    const { name } = await desk.call('projects.get', { id: first });
    await expect(cost(id)).rejects.toMatchObject({ code: 'PROJECT_FILE_DAMAGED', message: expect.stringContaining(`“${name}”`) as string });
    await desk.call('projects.change', { id, recencyDays: 0 });
    expect((await cost(id)).rowsToSend).toBe(2);
    await desk.call('projects.remove', { id: first, loseResults: true });
    await desk.call('projects.change', { id, recencyDays: null });
    expect((await cost(id)).rowsToSend).toBe(2);
  });
});

describe('a person who was just screened', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('does not count as new while the disk is too full to store who was in that list', async () => {
    const first = await desk.importPeople(...people('O', 1, 2, 3));
    const id = await desk.importPeople(...people('O', 1, 2, 3), ...people('P', 1));
    await desk.send(first);
    const disk = fullDisk(({ kind, what }) => kind === 'write' && what === 'people');
    await expect(cost(id)).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(disk.isHit()).toBe(true);
    disk.relieve();
    vi.restoreAllMocks();
    expect(await cost(id)).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'recentlyScreened', rows: 3 }] });
  });

  it('causes an error that names the screening if it cannot be read', async () => {
    const first = await desk.importPeople(...people('Q', 1, 2));
    await desk.send(first);
    await desk.restart();
    truncateSync(join(desk.folder, 'data', 'projects', `${first}.sqlite`), 100);
    const id = await desk.importPeople(...people('Q', 1, 2, 3));
    expect((await stateOf(id)).at).toBe('draft');
    const { name } = await desk.call('projects.get', { id: first });
    await expect(cost(id)).rejects.toMatchObject({ code: 'PROJECT_FILE_DAMAGED', message: expect.stringContaining(`“${name}”`) as string });
    await desk.call('projects.change', { id, recencyDays: 0 });
    expect((await cost(id)).rowsToSend).toBe(3);
    await desk.call('projects.change', { id, recencyDays: null });
    await desk.call('projects.remove', { id: first });
    expect((await cost(id)).rowsToSend).toBe(3);
    // Both checks reported the file that could not be read.
    expect(desk.log.errors.splice(0)).toHaveLength(2);
  });
});

describe('a list with people of a list that was sent later', () => {
  it('is not sent at its earlier cost', async () => {
    const first = await desk.importPeople(...people('H', 1, 2));
    const id = await desk.importPeople(...people('H', 1, 2, 3));
    expect((await cost(id)).rowsToSend).toBe(3);
    const before = await desk.charged();
    await held(first);
    const sending = desk.call('project.send', { id, rows: 3, connectionId: desk.connectionId });
    await expect(sending).rejects.toMatchObject({ code: 'INPUT_INVALID', message: expect.stringContaining(': 1 row would') as string });
    expect((await stateOf(id)).at).toBe('draft');
    await letGo();
    expect((await desk.charged()) - before).toBe(2);
  });

  it('is compared with the rows that are sent in the end, if that list became a draft again and was changed before it was measured', async () => {
    const first = await desk.importPeople(...people('S', 1, 2));
    const id = await desk.importPeople(...people('S', 1, 2, 3));
    const before = await desk.charged();
    await desk.call('check.leaveOut', { id: first, rows: [3], leaveOut: true });
    const early = measuring.hold();
    onTestFinished(() => early.release());
    await desk.call('project.send', { id: first, rows: (await cost(first)).rowsToSend, connectionId: desk.connectionId });
    expect(await stateOf(first)).toMatchObject({ at: 'preparing' });
    expect(await cost(id)).toMatchObject({ rowsToSend: 2, leftOut: [{ reason: 'inProgress', rows: 1 }] });
    const draft = desk.until(first, ({ state }) => state.at === 'draft');
    early.fail(new AppError('PROJECT_FILE_DAMAGED', 'The list could not be read.'));
    await draft;
    await desk.call('check.leaveOut', { id: first, rows: [3], leaveOut: false });
    const late = measuring.hold();
    onTestFinished(() => late.release());
    await desk.call('project.send', { id: first, rows: (await cost(first)).rowsToSend, connectionId: desk.connectionId });
    expect(await stateOf(first)).toMatchObject({ at: 'preparing' });
    expect(await cost(id)).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'inProgress', rows: 2 }] });
    late.release();
    await desk.idle();
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['S3']);
    expect((await desk.charged()) - before).toBe(3);
  });

  it('is not sent if both are sent at the same time', async () => {
    const lists = [await desk.importPeople(...people('I', 1, 2, 3)), await desk.importPeople(...people('I', 1, 2, 4))];
    for (const id of lists) expect((await cost(id)).rowsToSend).toBe(3);
    const before = await desk.charged();
    const sent = await Promise.allSettled(lists.map((id) => desk.call('project.send', { id, rows: 3, connectionId: desk.connectionId })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await desk.idle();
    expect((await desk.charged()) - before).toBe(3);
    const late = lists[sent.findIndex(({ status }) => status === 'rejected')]!;
    expect(await cost(late)).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'recentlyScreened', rows: 2 }] });
    await desk.send(late);
    expect((await desk.charged()) - before).toBe(4);
  });

  it('is not sent at all if it has no other people, and the message names the other list', async () => {
    const first = await desk.importPeople(...people('J', 1, 2));
    const id = await desk.importPeople(...people('J', 2));
    await held(first);
    const { name } = await desk.call('projects.get', { id: first });
    const sending = desk.call('project.send', { id, rows: 1, connectionId: desk.connectionId });
    await expect(sending).rejects.toMatchObject({ code: 'SENT_BEFORE', message: expect.stringContaining(`“${name}”`) as string });
    await letGo();
  });
});

describe('lists that belong together', () => {
  it('do not hold each other back as parts, and people in a later part count as running', async () => {
    const { settings } = (await desk.call('connections.list', {})).find(({ id }) => id === desk.connectionId)!;
    await desk.call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 2 } });
    const first = await desk.importPeople(...people('K', 1, 2, 3, 4, 5));
    const id = await desk.importPeople(...people('K', 1, 3, 5), ...people('L', 1));
    const before = await desk.charged();
    await desk.practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step: 'profiles' } });
    await desk.call('project.send', { id: first, rows: 5, connectionId: desk.connectionId, parts: 3 });
    await desk.idle();
    await desk.practice.client.clearFaults();
    expect(await cost(id)).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'inProgress', rows: 3 }] });
    const [second] = (await desk.call('projects.list', {})).filter(({ lineage }) => lineage?.kind === 'part' && lineage.part === 2);
    expect(await cost(second!.id)).toMatchObject({ rowsToSend: 2, screened: { unchanged: 0, changed: 0, inProgress: [] } });
    await letGo();
    expect(await stateOf(first)).toMatchObject({ at: 'done', counts: { submitted: 5, scored: 5 } });
    expect((await desk.charged()) - before).toBe(5);
    expect((await cost(id)).leftOut).toEqual([{ reason: 'recentlyScreened', rows: 3 }]);
    await desk.call('connections.change', { id: desk.connectionId, settings });
  });

  it('include fixed rows, which are sent although their first record is running in another list; that list leaves out the fixed record', async () => {
    const first = await desk.importPeople(person('M1'), person('M2', { isRefused: true }));
    await desk.call('projects.change', { id: first, sendErrors: true });
    await desk.send(first);
    const other = await desk.importPeople(person('M2', { isRefused: true }), person('N1'));
    await desk.call('projects.change', { id: other, sendErrors: true });
    await held(other);
    const { id: fixing } = await desk.call('projects.fixRefused', { id: first });
    await desk.idle();
    await desk.call('check.edit', { id: fixing, row: 3, field: 'personalEmail', value: 'mended@example.org' });
    await held(fixing);
    const id = await desk.importPeople(person('M2', { email: 'mended@example.org' }), person('M3'));
    expect(await cost(id)).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'inProgress', rows: 1 }] });
    await letGo();
    expect(await desk.idsOnService(fixing)).toEqual(['M2']);
  });
});

describe('the fixed rows of a list and a newer list that is compared with it', () => {
  it('are not both sent if they are sent at the same time, even without a recency window', async () => {
    const { first, fixing } = await sentWithFixedRow(desk, 'YA');
    await desk.call('projects.change', { id: fixing, recencyDays: 0 });
    const newer = await desk.importPeople(person('YA1'), person('YA2', { email: FIXED_EMAIL }));
    await desk.call('projects.change', { id: newer, baselineId: first, recencyDays: 0 });
    for (const id of [fixing, newer]) expect((await cost(id)).rowsToSend).toBe(1);
    const before = await desk.charged();
    const sent = await Promise.allSettled(
      [fixing, newer].map((id) => desk.call('project.send', { id, rows: 1, connectionId: desk.connectionId })),
    );
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'NOT_NOW' } });
    await desk.idle();
    expect((await desk.charged()) - before).toBe(1);
  });
});

describe('the parts of a list that was never sent', () => {
  it('do not keep anyone from being sent after the list is removed', async () => {
    const { settings } = (await desk.call('connections.list', {})).find(({ id }) => id === desk.connectionId)!;
    await desk.call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 2 } });
    const first = await desk.importPeople(...people('R', 1, 2, 3));
    await desk.send(first, 2);
    // The service has accepted the same list before, so it stays a draft with its part prepared.
    const again = await desk.importPeople(...people('R', 1, 2, 3));
    await desk.call('projects.change', { id: again, resendRecent: true });
    await desk.send(again, 2);
    expect((await stateOf(again)).at).toBe('draft');
    const parts = (await desk.call('projects.list', {})).filter(({ lineage }) => lineage?.of === again);
    expect(parts).toHaveLength(1);
    await desk.call('projects.remove', { id: again });
    expect((await desk.call('projects.list', {})).filter(({ lineage }) => lineage?.of === again)).toEqual([]);
    await desk.call('projects.remove', { id: first });
    for (const { id, lineage } of await desk.call('projects.list', {}))
      if (lineage?.of === first) await desk.call('projects.remove', { id });
    const id = await desk.importPeople(...people('R', 1, 2, 3));
    expect(await cost(id)).toMatchObject({ rowsToSend: 3, leftOut: [], screened: { inProgress: [] } });
    await desk.call('connections.change', { id: desk.connectionId, settings });
  });
});
