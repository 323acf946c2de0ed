/** The address of a connection cannot change while a project that was sent over it is running. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { people as practicePeople } from '../../kit/practice-client.ts';
import { startRawService } from '../../kit/raw-service.ts';
import { bytesOf } from '../../kit/carving.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const desk = await setupTestDesk(localTasks);

const connection = async () => (await desk.call('connections.list', {})).find(({ id }) => id === desk.connectionId)!;
const change = (changes: { readonly baseUrl?: string; readonly version?: string; readonly name?: string }) =>
  desk.call('connections.change', { id: desk.connectionId, ...changes });
const MOVED = 'https://elsewhere.example';

/** A list that was sent and waits for a token. */
async function held(...numbers: number[]): Promise<string> {
  const id = await desk.importPeople(...people('A', ...numbers));
  await desk.call('projects.change', { id, name: 'Spring' });
  await desk.practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step: 'profiles' } });
  await desk.send(id);
  expect((await desk.call('projects.get', { id })).state.at).toBe('needs-token');
  await desk.practice.client.clearFaults();
  return id;
}

describe('the address of a connection', () => {
  it('cannot change while a project is running, like its version, and the message names the project', async () => {
    const url = desk.practice.client.url;
    const id = await held(1, 2);
    const before = await connection();
    for (const changes of [{ baseUrl: MOVED }, { version: '20990101' }, { baseUrl: `${url}/eu`, name: 'Renamed' }])
      await expect(change(changes)).rejects.toMatchObject({
        code: 'NOT_NOW',
        message: expect.stringContaining('“Spring” was sent over this connection and is not finished') as string,
      });
    expect(await connection()).toEqual(before);
    // Another form of the same address, or another name, does not change the location.
    expect(await change({ baseUrl: `${url}/integrations/20240515/`, version: before.version, name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
      baseUrl: before.baseUrl,
    });
    await desk.call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
    await desk.idle();
    expect((await desk.call('projects.get', { id })).state.at).toBe('done');
    expect(await change({ version: '20990101' })).toMatchObject({ version: '20990101', testedAt: null });
    await change({ version: before.version });
  });

  it('can change when all lists are drafts or stopped', async () => {
    const url = desk.practice.client.url;
    await desk.importPeople(...people('B', 1, 2));
    expect(await change({ baseUrl: MOVED })).toMatchObject({ baseUrl: MOVED });
    await change({ baseUrl: url });
    const stopped = await held(3, 4);
    await expect(change({ baseUrl: MOVED })).rejects.toMatchObject({ code: 'NOT_NOW' });
    await desk.call('project.cancel', { id: stopped });
    expect(await change({ baseUrl: MOVED })).toMatchObject({ baseUrl: MOVED });
    await change({ baseUrl: url });
  });
});

it('the name of a removed connection is in no byte of the data folder', async () => {
  const dataDir = join(desk.folder, 'data');
  const name = 'Account of Wilhelmina Thorne';
  const { id } = await desk.call('connections.add', { name, baseUrl: MOVED });
  expect(bytesOf(dataDir).includes(name)).toBe(true);
  await desk.call('connections.remove', { id });
  expect(bytesOf(dataDir).includes(name)).toBe(false);
});

it('the next pages of profiles that the earlier address named are not requested there with the new token', async () => {
  const { client } = desk.practice;
  await client.settings({ dialect: 'pages-by-address' });
  const [earlier, later] = [await startRawService(client.url), await startRawService(client.url)];
  try {
    await client.screen('Profiles', practicePeople(6));
    const { id } = await desk.call('connections.add', { name: 'Moved', baseUrl: earlier.url });
    await desk.call('connections.setToken', { id, token: client.token });
    const page = async (number: number) =>
      (await desk.call('service.profiles', { connectionId: id, page: number, itemsPerPage: 2 })).profiles.map(({ json }) => json);
    const pages = [await page(0), await page(1)];
    await desk.call('connections.change', { id, baseUrl: later.url });
    await desk.call('connections.setToken', { id, token: client.token });
    const asked = earlier.asked.length;
    expect(await page(1)).toEqual(pages[1]);
    expect(earlier.asked.slice(asked)).toEqual([]);
  } finally {
    await Promise.all([earlier.close(), later.close()]);
    await client.settings({ dialect: 'default' });
  }
});

it('somebody who was screened alone over a connection that was never tested is known at its address after the connection has moved', async () => {
  const { url: baseUrl, token } = desk.practice.client;
  const add = async (name: string) => (await desk.call('connections.add', { name, baseUrl, token })).id;
  const record = { primaryFirst: 'Ada', primaryLast: 'Quarrington', postalCode: '02110' };
  await change({ baseUrl: MOVED });
  const first = await add('Untested');
  await desk.call('service.screenOne', { connectionId: first, record });
  await desk.call('connections.change', { id: first, baseUrl: MOVED });
  const second = await add('Again');
  const before = await desk.practice.client.ledger();
  await expect(desk.call('service.screenOne', { connectionId: second, record })).rejects.toMatchObject({ code: 'SENT_BEFORE' });
  expect((await desk.practice.client.ledger()).credits).toEqual(before.credits);
});
