/**
 * A colleague with the same file on another computer: the service's list of projects shows that it may have been sent already.
 * @module-tag deep
 */
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import type { Application } from '../../../main/application.ts';
import { type SpawnedPractice, spawnPractice } from '../../kit/practice-client.ts';
import { rawAnswer, startRawService } from '../../kit/raw-service.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { fastClock, memorySecrets, testPorts } from '../../kit/test-ports.ts';
import { type Call, callOf } from '../../kit/desk-actions.ts';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const desk = await setupTestDesk(localTasks);
/** The colleague's program, with its own data folder. */
let colleague: Application;
let call: Call;
let connectionId = '';
beforeAll(async () => {
  const secrets = memorySecrets(desk.practice.client.token);
  const ports = { secrets, log: desk.log, clock: fastClock(100) };
  colleague = await createApplication(testPorts(join(desk.folder, 'colleague'), { spawn: localTasks }, ports));
  call = callOf(colleague);
  connectionId = (await call('connections.add', { name: 'Service', baseUrl: desk.practice.client.url })).id;
});
afterAll(async () => {
  await colleague.close();
});
afterEach(() => desk.practice.client.clearFaults());

/** Imports a list under a name in our program. */
async function importList(name: string, lines: readonly string[]): Promise<string> {
  const id = await desk.importPeople(...lines);
  await desk.call('projects.change', { id, name });
  return id;
}

/** Imports a list under a name in the colleague's program. */
async function importThere(name: string, lines: readonly string[]): Promise<string> {
  const path = join(desk.folder, `${name}.csv`);
  writeFileSync(path, `${[PEOPLE_HEADINGS, ...lines].join('\r\n')}\r\n`);
  const { token } = await colleague.offerFile(path, `${name}.csv`);
  const { id } = await call('projects.create', { file: token, connectionId, name });
  await colleague.idle();
  return id;
}

async function sendThere(id: string, allowElsewhere = false): Promise<void> {
  const { rowsToSend, parts, quoteId } = await call('cost.get', { id });
  await call('project.send', { id, rows: rowsToSend, connectionId, parts, quoteId, allowElsewhere });
  await colleague.idle();
}

const NONE = { found: [], isUnread: false };

describe('a list that a colleague has sent', () => {
  it('is reported before it is sent again, and is sent only after a confirmation', async () => {
    const before = await desk.charged();
    await desk.send(await importList('Spring', people('A', 1, 2, 3)));
    expect((await desk.charged()) - before).toBe(3);
    const id = await importThere('spring ', people('A', 1, 2, 3));
    const { found } = await call('cost.elsewhere', { id });
    expect(found).toEqual([
      {
        name: expect.stringMatching(/^Spring · \w{8}$/) as string,
        status: 'processed',
        totalRows: 3,
        createdAt: expect.any(Number) as number,
      },
    ]);
    expect(Math.abs(found[0]!.createdAt! - Date.now())).toBeLessThan(3_600_000);
    await expect(sendThere(id)).rejects.toMatchObject({
      code: 'SENT_BEFORE',
      message: expect.stringMatching(
        /^The service already has “Spring · \w{8}” \(3 rows, .+, status “processed”\)\. .+ nothing was sent\./,
      ) as string,
    });
    expect((await call('projects.get', { id })).state.at).toBe('draft');
    expect((await desk.charged()) - before).toBe(3);
    await sendThere(id, true);
    expect((await call('projects.get', { id })).state.at).toBe('done');
    expect((await desk.charged()) - before).toBe(6);
  });

  it('is a different list under another name, with another number of rows after five days, or eight weeks later', async () => {
    await desk.send(await importList('Summer', people('B', 1, 2)));
    expect(await call('cost.elsewhere', { id: await importThere('Summer camp', people('B', 1, 2)) })).toEqual(NONE);
    const id = await importThere('Summer', people('B', 1, 2, 3));
    // A very recent project counts with any number of rows: a colleague, or this computer before its backup was restored, can have left out
    // another row.
    expect(await call('cost.elsewhere', { id })).toMatchObject({ found: [{ totalRows: 2 }] });
    await desk.practice.client.setFaults({ kind: 'clock-skew', ms: -6 * 86_400_000, on: { step: 'projects' } });
    expect(await call('cost.elsewhere', { id })).toEqual(NONE);
    await call('check.leaveOut', { id, rows: [4], leaveOut: true });
    expect(await call('cost.elsewhere', { id })).toMatchObject({ found: [{ status: 'processed' }] });
    await desk.practice.client.setFaults({ kind: 'clock-skew', ms: -57 * 86_400_000, on: { step: 'projects' } });
    expect(await call('cost.elsewhere', { id })).toEqual(NONE);
  });

  it('is not reported if it was sent from this computer, even if it was removed', async () => {
    const first = await importList('Autumn', people('C', 1, 2));
    await desk.send(first);
    const id = await importList('Autumn', people('C', 1, 2));
    await desk.call('projects.change', { id, resendRecent: true });
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(2);
    expect(await desk.call('cost.elsewhere', { id })).toEqual(NONE);
    await desk.call('projects.remove', { id: first });
    expect(await desk.call('cost.elsewhere', { id })).toEqual(NONE);
    expect(await call('cost.elsewhere', { id: await importThere('Autumn', people('C', 1, 2)) })).toMatchObject({
      found: [{ status: 'processed' }],
    });
  });

  it('is found by the first project of a list that is sent in several projects', async () => {
    const { settings } = (await call('connections.list', {})).find(({ id }) => id === connectionId)!;
    await desk.send(await importList('Winter', people('D', 1, 2)));
    await call('connections.change', { id: connectionId, settings: { ...settings, maxRows: 2 } });
    const id = await importThere('Winter', people('D', 1, 2, 3));
    await expect(sendThere(id)).rejects.toMatchObject({ code: 'SENT_BEFORE' });
    expect((await call('projects.list', {})).filter(({ lineage }) => lineage !== null)).toEqual([]);
    await call('connections.change', { id: connectionId, settings });
  });

  it.each([
    ['counts-not-in-list', 2],
    ['counts-never', null],
  ])('is reported by a service that does not list numbers of rows: %s', async (dialect, totalRows) => {
    const name = `Harvest ${dialect}`;
    await desk.send(await importList(name, people(`F${totalRows}-`, 1, 2)));
    await desk.practice.client.settings({ dialect });
    try {
      const id = await importThere(name, people(`F${totalRows}-`, 1, 2));
      expect(await call('cost.elsewhere', { id })).toMatchObject({ found: [{ totalRows }] });
      const before = await desk.charged();
      await expect(sendThere(id)).rejects.toMatchObject({ code: 'SENT_BEFORE' });
      expect(await desk.charged()).toBe(before);
    } finally {
      await desk.practice.client.settings({ dialect: 'default' });
    }
  });

  it('is reported while the service does not count its rows yet', async () => {
    await desk.practice.client.settings({ dialect: 'counts-null' });
    await desk.practice.client.setFaults({ kind: 'status', status: 400, times: null, on: { step: 'process' } });
    try {
      await desk.send(await importList('Advent', people('G', 1, 2)));
      const id = await importThere('Advent', people('G', 1, 2));
      expect(await call('cost.elsewhere', { id })).toMatchObject({ found: [{ totalRows: null }] });
      await expect(sendThere(id)).rejects.toMatchObject({
        code: 'SENT_BEFORE',
        message: expect.stringContaining('number of rows not known') as string,
      });
    } finally {
      await desk.practice.client.settings({ dialect: 'default' });
    }
  });

  it('is reported even if a project of another account, which was sent from here, has the same ID', async () => {
    const options = { dataDir: null, credits: 100, secondsPerThousandRows: 0.01 };
    const accounts = [await spawnPractice(options), await spawnPractice(options)] as const;
    try {
      const [other, own] = accounts;
      const connections: string[] = [];
      for (const { client } of accounts) {
        await client.settings({ dialect: 'numeric-ids' });
        const { id } = await desk.call('connections.add', { name: `Account ${connections.length}`, baseUrl: client.url });
        await desk.call('connections.setToken', { id, token: client.token });
        connections.push(id);
      }
      const sent = await importList('Epiphany', people('H', 1, 2));
      await desk.call('projects.change', { id: sent, connectionId: connections[0]! });
      const cost = await desk.call('cost.get', { id: sent });
      await desk.call('project.send', { id: sent, rows: cost.rowsToSend, connectionId: connections[0]!, quoteId: cost.quoteId });
      await desk.idle();
      const person = { constituentId: 'H1', primaryFirst: 'Ada', primaryLast: 'Example', postalCode: '02110' };
      const id = await own.client.screen('Epiphany · 7F3KQ2ZM', [person, { ...person, constituentId: 'H2' }]);
      const ids = async ({ client }: SpawnedPractice) =>
        (await client.read<{ items: { id: number }[] }>('/project')).items.map((one) => one.id);
      expect([await ids(other), await ids(own)]).toEqual([[id], [id]]);
      const here = await importList('Epiphany', people('H', 1, 2));
      await desk.call('projects.change', { id: here, connectionId: connections[1]! });
      expect(await desk.call('cost.elsewhere', { id: here })).toMatchObject({ found: [{ name: 'Epiphany · 7F3KQ2ZM', totalRows: 2 }] });
    } finally {
      await Promise.all(accounts.map((account) => account.end('SIGTERM')));
    }
  });

  it('is not reported if it was sent from here over a removed connection, even if the service drops the marker from its name', async () => {
    const service = await startRawService(desk.practice.client.url);
    service.answer = async (request) => {
      if (request.method !== 'GET' || !/^\/project(?:\/[^/]+)?$/.test(request.path)) return null;
      const { body } = await request.forwarded();
      return rawAnswer(['HTTP/1.1 200 OK', 'content-type: application/json'], body.toString().replaceAll(/ · \w{8}"/g, '"'));
    };
    const connect = async () => (await desk.call('connections.add', { name: 'Without markers', baseUrl: service.url })).id;
    try {
      const first = await connect();
      const sent = await importList('Whitsun', people('I', 1, 2));
      await desk.call('projects.change', { id: sent, connectionId: first });
      const cost = await desk.call('cost.get', { id: sent });
      await desk.call('project.send', { id: sent, rows: cost.rowsToSend, connectionId: first, quoteId: cost.quoteId });
      await desk.idle();
      await desk.call('project.decide', { id: sent, choice: 'ours' });
      await desk.idle();
      expect((await desk.call('projects.get', { id: sent })).state.at).toBe('done');
      await desk.call('projects.remove', { id: sent });
      await desk.call('connections.remove', { id: first });
      const again = await importList('Whitsun', people('I', 1, 2));
      await desk.call('projects.change', { id: again, connectionId: await connect(), resendRecent: true });
      expect(await desk.call('cost.elsewhere', { id: again })).toEqual(NONE);
    } finally {
      await service.close();
    }
  });

  it('is not known if the service does not list its projects: the cost says so, and the list is sent', async () => {
    await desk.send(await importList('Gala', people('E', 1, 2)));
    const id = await importThere('Gala', people('E', 1, 2));
    const before = await desk.charged();
    await desk.practice.client.setFaults({ kind: 'status', status: 404, times: null, on: { step: 'projects' } });
    expect(await call('cost.elsewhere', { id })).toEqual({ found: [], isUnread: true });
    await sendThere(id);
    expect((await call('projects.get', { id })).state.at).toBe('done');
    expect((await desk.charged()) - before).toBe(2);
  });
});
