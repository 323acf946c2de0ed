/** A list is sent as its cost showed it: a change made during sending is never sent unseen. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '../../../shared/contract/index.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people, person } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const desk = await setupTestDesk(localTasks);
let otherId = '';
beforeAll(async () => {
  otherId = (await desk.call('connections.add', { name: 'Another', baseUrl: desk.practice.client.url })).id;
});

const connectionOf = async (id: string) => (await desk.call('connections.list', {})).find((one) => one.id === id)!;

/** The rows that the service received and charged so far. */
async function ledger() {
  const { projects } = await desk.practice.client.ledger();
  const sum = (of: (project: (typeof projects)[number]) => number) => projects.reduce((total, project) => total + of(project), 0);
  return { rows: sum(({ rowsStored }) => rowsStored), charged: sum(({ creditsCharged }) => creditsCharged) };
}

/** Sends a list as the cost shows it. With `seen`, it reports the cost that was shown, as the window does. */
async function send(id: string, seen = true): Promise<unknown> {
  const cost = await desk.call('cost.get', { id });
  return await desk.call('project.send', {
    id,
    rows: cost.rowsToSend,
    connectionId: desk.connectionId,
    parts: cost.parts,
    ...(seen ? { quoteId: cost.quoteId } : {}),
  });
}

const CHANGES: readonly (readonly [what: string, change: (id: string) => Promise<unknown>])[] = [
  ['moved to another connection', (id) => desk.call('projects.change', { id, connectionId: otherId })],
  ['set to send rows with errors', (id) => desk.call('projects.change', { id, sendErrors: true })],
  ['given other score settings', (id) => desk.call('projects.change', { id, scoreConfiguration: { primaryAffinity: 'Arts' } })],
  ['left with one row fewer', (id) => desk.call('check.leaveOut', { id, rows: [2], leaveOut: true })],
  ['corrected', (id) => desk.call('check.edit', { id, row: 2, field: 'city', value: 'Salem' })],
  [
    'mapped differently',
    async (id) => {
      const { plan } = await desk.call('columns.get', { id });
      const columns = plan.columns.map((one) => (one.column === 4 ? { ...one, to: { kind: 'none' as const } } : one));
      await desk.call('columns.change', { id, plan: { ...plan, columns } });
    },
  ],
  ['set to another version of the service', () => desk.call('connections.change', { id: desk.connectionId, version: '20990101' })],
];

describe('a list that is changed while it is being sent', () => {
  let letter = 0;
  afterEach(async () => {
    const { version } = await connectionOf(otherId);
    await desk.call('connections.change', { id: desk.connectionId, version });
  });

  for (const seen of [true, false])
    it.each(CHANGES)(`is not sent if it is %s${seen ? '' : ', without the reported cost'}`, async (_, change) => {
      const prefix = `A${'BCDEFGHIJKLMNOPQRSTUVWXYZ'[letter++]}`;
      const id = await desk.importPeople(...people(prefix, 1, 2, 3), person(`${prefix}4`, { isRefused: true }));
      const before = await ledger();
      await desk.call('cost.get', { id });
      desk.duringNextRequest = () => change(id);
      await expect(send(id, seen)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
      await desk.idle();
      expect(desk.duringNextRequest).toBe(null);
      expect((await desk.call('projects.get', { id })).state.at).toBe('draft');
      expect(await ledger()).toEqual(before);
    });
});

describe('a list after its cost was shown', () => {
  it('is not sent if another window changed it, even with the same number of rows', async () => {
    const id = await desk.importPeople(...people('BA', 1, 2, 3));
    const { rowsToSend, quoteId } = await desk.call('cost.get', { id });
    const sending: Input<'project.send'> = { id, rows: rowsToSend, connectionId: desk.connectionId, quoteId };
    await desk.call('check.edit', { id, row: 2, field: 'city', value: 'Salem' });
    await expect(desk.call('project.send', sending)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await desk.call('check.undo', { id });
    await desk.call('projects.change', { id, connectionId: otherId });
    const moved = desk.call('project.send', { ...sending, connectionId: otherId });
    await expect(moved).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await desk.call('projects.change', { id, connectionId: desk.connectionId });
    const before = await ledger();
    const now = await desk.call('cost.get', { id });
    await desk.call('project.send', { ...sending, quoteId: now.quoteId });
    await desk.idle();
    expect((await ledger()).charged - before.charged).toBe(3);
  });

  it('is not sent to the former connection after it was moved to another one, even without the reported cost', async () => {
    const id = await desk.importPeople(...people('FA', 1, 2));
    const { rowsToSend } = await desk.call('cost.get', { id });
    await desk.call('projects.change', { id, connectionId: otherId });
    const before = await ledger();
    const sending = desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId });
    await expect(sending).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('another connection') as string,
    });
    await desk.idle();
    expect((await desk.call('projects.get', { id })).state.at).toBe('draft');
    expect(await ledger()).toEqual(before);
  });

  it('is sent if another list with different people was sent in between', async () => {
    const id = await desk.importPeople(...people('CA', 1, 2));
    const other = await desk.importPeople(...people('CB', 1, 2));
    const before = await ledger();
    const sending = await desk.call('cost.get', { id });
    await send(other);
    await desk.call('project.send', { id, rows: 2, connectionId: desk.connectionId, quoteId: sending.quoteId });
    await desk.idle();
    expect((await ledger()).charged - before.charged).toBe(4);
  });
});

describe('a list that is sent twice at the same time', () => {
  it('is sent once, with each of its parts once', async () => {
    const { settings } = await connectionOf(desk.connectionId);
    await desk.call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 2 } });
    const id = await desk.importPeople(...people('DA', 1, 2, 3, 4, 5));
    const before = await ledger();
    // One call sends the list and finishes while the other one waits for the service.
    let inner: PromiseSettledResult<unknown>[] = [];
    desk.duringNextRequest = async () => {
      inner = await Promise.allSettled([send(id)]);
      await desk.idle();
    };
    const sent = [...(await Promise.allSettled([send(id)])), ...inner];
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await desk.idle();
    expect(await desk.call('projects.get', { id })).toMatchObject({ state: { at: 'done', counts: { submitted: 5, scored: 5 } } });
    const parts = (await desk.call('projects.list', {})).filter(({ lineage }) => lineage?.kind === 'part' && lineage.of === id);
    expect(parts.map(({ state }) => state.at)).toEqual(['done', 'done']);
    expect((await ledger()).charged - before.charged).toBe(5);
    await desk.call('connections.change', { id: desk.connectionId, settings });
  });

  it('sends no one twice if a row is left out while its parts are prepared', async () => {
    const { settings } = await connectionOf(desk.connectionId);
    await desk.call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 2 } });
    const id = await desk.importPeople(...people('EA', 1, 2, 3, 4, 5));
    const before = await ledger();
    await desk.call('cost.get', { id });
    // The parts are prepared after the service has answered, from the earlier cost.
    desk.duringNextRequest = () => desk.call('check.leaveOut', { id, rows: [2], leaveOut: true });
    await expect(send(id)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(desk.duringNextRequest).toBe(null);
    await desk.idle();
    expect(await ledger()).toEqual(before);
    expect((await desk.call('projects.list', {})).filter(({ lineage }) => lineage?.kind === 'part' && lineage.of === id)).toEqual([]);
    await send(id);
    await desk.idle();
    expect((await ledger()).charged - before.charged).toBe(4);
    await desk.call('connections.change', { id: desk.connectionId, settings });
  });
});
