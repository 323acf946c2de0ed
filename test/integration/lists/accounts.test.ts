/**
 * One account of a service over several connections: no one is sent or paid for twice because a connection was entered twice.
 * @module-tag deep
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { sentWithFixedRow } from '../../kit/fixed-row.ts';
import { people } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { SCREENING } from '../../kit/practice-client.ts';

const desk = await setupTestDesk(localTasks);
/** The same service, entered again under another name and with another form of its address. */
let second = '';
beforeAll(async () => {
  const { port } = new URL(desk.practice.client.url);
  second = (await desk.call('connections.add', { name: 'Entered again', baseUrl: `http://localhost:${port}/integrations/20240515/` })).id;
});

const cost = (id: string) => desk.call('cost.get', { id });
const project = (id: string) => desk.call('projects.get', { id });

/** Imports a list over one of the connections. */
async function importList(connectionId: string, lines: readonly string[]): Promise<string> {
  const id = await desk.importPeople(...lines);
  await desk.call('projects.change', { id, connectionId });
  return id;
}

/** Sends a list over its connection at the quoted cost, and waits. */
async function send(id: string): Promise<void> {
  const { rowsToSend, quoteId } = await cost(id);
  await desk.call('project.send', { id, rows: rowsToSend, connectionId: (await project(id)).connection.id, quoteId });
  await desk.idle();
}

describe('refused rows', () => {
  it('stay on the account of their list, because their results are merged into it', async () => {
    const { first, fixing } = await sentWithFixedRow(desk, 'R');
    await expect(desk.call('projects.change', { id: fixing, connectionId: 'practice' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('sent to the same account as that list') as string,
    });
    expect((await project(fixing)).connection.id).toBe(desk.connectionId);
    await desk.call('projects.change', { id: fixing, connectionId: second });
    await desk.call('projects.change', { id: fixing, connectionId: desk.connectionId });
    await send(fixing);
    expect((await project(first)).state).toMatchObject({ counts: { scored: 2, refused: 0 } });
  });
});

describe('a service that was entered twice', () => {
  it('is one account: people screened over one connection are left out over the other, and the same list is not sent again', async () => {
    const views = await desk.call('connections.list', {});
    expect(views.filter(({ kind }) => kind === 'live').map(({ account }) => account.toSorted())).toEqual(
      Array.from({ length: 2 }, () => [desk.connectionId, second].toSorted()),
    );
    const before = await desk.charged();
    const first = await importList(desk.connectionId, people('A', 1, 2, 3));
    await send(first);
    expect((await desk.charged()) - before).toBe(3);

    const again = await importList(second, people('A', 1, 2, 3));
    expect(await cost(again)).toMatchObject({ rowsToSend: 0, leftOut: [{ reason: 'recentlyScreened', rows: 3 }] });
    const more = await importList(second, people('A', 1, 2, 3, 4));
    expect(await cost(more)).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'recentlyScreened', rows: 3 }] });

    // Screening the people again still reports that the same list was sent before.
    await desk.call('projects.change', { id: again, resendRecent: true });
    await send(again);
    expect(await project(again)).toMatchObject({ state: { at: 'draft' }, lastError: { code: 'SENT_BEFORE' } });
    expect((await desk.charged()) - before).toBe(3);

    // The user can confirm that the repetition is intended.
    const { rowsToSend } = await cost(again);
    await desk.call('project.send', { id: again, rows: rowsToSend, connectionId: second, allowDuplicate: true });
    await desk.idle();
    expect((await project(again)).state.at).toBe('done');
    expect((await desk.charged()) - before).toBe(6);
  });

  it('pays for lists over both from one balance, and knows the running lists of either', async () => {
    const first = await importList(desk.connectionId, people('B', 1, 2));
    const other = await importList(second, people('B', 1, 2, 3));
    await desk.practice.client.setFaults(SCREENING);
    const processing = desk.until(first, ({ state }) => state.at === 'processing');
    await desk.call('project.send', { id: first, rows: 2, connectionId: desk.connectionId });
    await processing;
    const { name } = await project(first);
    expect(await cost(other)).toMatchObject({
      rowsToSend: 1,
      leftOut: [{ reason: 'inProgress', rows: 2 }],
      running: [{ id: first, name, credits: 2 }],
    });
    await desk.call('project.cancel', { id: first });
    await desk.practice.client.clearFaults();
    await desk.idle();
  });

  it('compares its screenings with each other, whichever connection they were sent over', async () => {
    const first = await importList(desk.connectionId, people('C', 1, 2, 3));
    await send(first);
    const newer = await importList(second, people('C', 1, 2, 3, 4));
    expect((await desk.call('cost.baselines', { id: newer })).map(({ id }) => id)).toContain(first);
    await desk.call('projects.change', { id: newer, baselineId: first });
    expect((await cost(newer)).baseline).toMatchObject({ newRows: 1, unchanged: 3 });
    // The comparison stays when the list is moved to another connection of the account.
    await desk.call('projects.change', { id: newer, connectionId: desk.connectionId });
    expect((await cost(newer)).baseline).toMatchObject({ newRows: 1, unchanged: 3 });
    await desk.call('projects.change', { id: newer, connectionId: second });
    await send(newer);
    const { columns } = await desk.call('results.get', { id: newer });
    const compared = await desk.call('results.compare', { id: newer, withId: first, column: columns[0]!.key });
    expect(compared.counts).toMatchObject({ new: 1, notAgain: 3 });
    const ours = await desk.call('service.projects', { connectionId: second });
    expect(ours.map(({ projectId }) => projectId)).toContain(first);
  });
});

describe('two organizations at one address', () => {
  it('are two accounts once both are named, and each pays for its own list', async () => {
    const { client } = desk.practice;
    const one = await importList(desk.connectionId, people('D', 1, 2));
    const other = await importList(second, people('D', 1, 2));
    const before = await desk.charged();
    await client.settings({ organization: 'Fernhollow' });
    await desk.call('connections.test', { id: desk.connectionId });
    await send(one);
    // The second connection has not reported its organization since then.
    expect(await cost(other)).toMatchObject({ rowsToSend: 0, leftOut: [{ reason: 'recentlyScreened', rows: 2 }] });
    await client.settings({ organization: 'Riverside' });
    const third = (await desk.call('connections.add', { name: 'Riverside', baseUrl: client.url })).id;
    await desk.call('connections.test', { id: third });
    await desk.call('projects.change', { id: other, connectionId: third });
    expect(await cost(other)).toMatchObject({ rowsToSend: 2, leftOut: [] });
    await send(other);
    expect((await project(other)).state.at).toBe('done');
    expect((await desk.charged()) - before).toBe(4);
    await client.settings({ organization: 'Practice' });
  });
});

describe('a connection with a new address', () => {
  it('still knows who was screened at its old address', async () => {
    const first = await importList(desk.connectionId, people('E', 1, 2));
    await send(first);
    await desk.call('connections.change', { id: desk.connectionId, baseUrl: 'https://elsewhere.example' });
    const entered = (await desk.call('connections.add', { name: 'As before', baseUrl: desk.practice.client.url })).id;
    const again = await importList(entered, people('E', 1, 2));
    expect(await cost(again)).toMatchObject({ rowsToSend: 0, leftOut: [{ reason: 'recentlyScreened', rows: 2 }] });
    await desk.call('connections.change', { id: desk.connectionId, baseUrl: desk.practice.client.url });
  });
});
