/** A connection is removed once its projects are, and what was paid over it is still recognized. */
import { expect, it } from 'vitest';
import { people } from '../../kit/list-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();
const LIST = people('R', 1, 2);

async function addConnection(name: string): Promise<void> {
  const { client } = desk.practice;
  desk.connectionId = (await desk.call('connections.add', { name, baseUrl: client.url, token: client.token })).id;
}

const names = async () => (await desk.call('connections.list', {})).map(({ name }) => name);

it('a connection with a project is kept, and the message names the project that must be removed first', async () => {
  await addConnection('Account');
  const id = await desk.importPeople(...LIST);
  await desk.call('projects.change', { id, name: 'Spring' });
  await desk.send(id);
  expect(await desk.charged()).toBe(2);
  await expect(desk.call('connections.remove', { id: desk.connectionId })).rejects.toMatchObject({
    code: 'NOT_NOW',
    message: '“Account” was not removed, because projects belong to it: “Spring”. Remove these projects first, then the connection.',
  });
  expect(await names()).toContain('Account');
});

it('without its project, it is removed with its token, even after a restart', async () => {
  const [project] = await desk.call('projects.list', {});
  await desk.call('projects.remove', { id: project!.id, loseResults: true });
  const { connectionId: id } = desk;
  await desk.call('connections.remove', { id });
  await desk.restart();
  expect(await names()).not.toContain('Account');
  await expect(desk.call('connections.test', { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(desk.call('connections.setToken', { id, token: 'another-token' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const file = await desk.file('list.csv', LIST);
  await expect(desk.call('projects.create', { file, connectionId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('the same list is not paid for again over a new connection with the same name and address, unless the user says so', async () => {
  await addConnection('Account');
  const id = await desk.importPeople(...LIST);
  await desk.send(id);
  const { state, lastError } = await desk.call('projects.get', { id });
  expect({ state, lastError }).toMatchObject({
    state: { at: 'draft' },
    lastError: { code: 'SENT_BEFORE', message: expect.stringContaining('removed project') as string },
  });
  expect(await desk.charged()).toBe(2);
  const { rowsToSend, quoteId } = await desk.call('cost.get', { id });
  await desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, quoteId, allowDuplicate: true });
  await desk.idle();
  expect(await desk.charged()).toBe(4);
});
