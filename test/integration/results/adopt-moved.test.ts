/** A connection has moved to another address, and the service there gives its own projects the IDs that the earlier one gave. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../../main/application.ts';
import { createApplication } from '../../../main/create-application.ts';
import { countsOf, remoteIdOf } from '../../kit/adoption-desks.ts';
import { type Call, callOf } from '../../kit/desk-actions.ts';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { people as records, type SpawnedPractice, spawnPractice } from '../../kit/practice-client.ts';
import { fastClock, memorySecrets, testPorts } from '../../kit/test-ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-moved-'));
const services: SpawnedPractice[] = [];
let application: Application;
let call: Call;
let connectionId = '';
let ownId = '';

beforeAll(async () => {
  for (const _ of ['earlier', 'new'])
    services.push(await spawnPractice({ dataDir: null, credits: 100, secondsPerThousandRows: 0, dialect: 'numeric-ids' }));
  const [earlier, later] = services;
  const ports = { secrets: memorySecrets(earlier!.client.token), clock: fastClock(1_000) };
  application = await createApplication(testPorts(join(folder, 'data'), { spawn: localTasks }, ports));
  call = callOf(application);
  connectionId = (await call('connections.add', { name: 'Service', baseUrl: earlier!.client.url })).id;
  const path = join(folder, 'spring.csv');
  writeFileSync(path, [PEOPLE_HEADINGS, ...people('A', 1, 2, 3)].join('\r\n'));
  const { id } = await call('projects.create', {
    file: (await application.offerFile(path, 'spring.csv')).token,
    connectionId,
    name: 'Spring',
  });
  await application.idle();
  const { rowsToSend } = await call('cost.get', { id });
  await call('project.send', { id, rows: rowsToSend, connectionId });
  await application.idle();
  ownId = id;
  await later!.client.screen('Autumn', records(2));
  await call('connections.change', { id: connectionId, baseUrl: later!.client.url });
  await call('connections.setToken', { id: connectionId, token: later!.client.token });
}, 60_000);
afterAll(async () => {
  await application.close();
  for (const service of services) await service.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

it('the other project is not taken for the one that was sent to the earlier address, and can be adopted', async () => {
  const own = await call('projects.get', { id: ownId });
  const [other] = await call('service.projects', { connectionId });
  expect(other).toMatchObject({ remoteId: remoteIdOf(own), name: 'Autumn', projectId: null });
  const adopted = await call('projects.adopt', { connectionId, remoteId: other!.remoteId, file: null });
  expect(countsOf(adopted)).toMatchObject({ submitted: 2, scored: 2 });
  expect(await call('service.projects', { connectionId })).toMatchObject([{ projectId: adopted.id }]);
  await expect(call('projects.adopt', { connectionId, remoteId: other!.remoteId, file: null })).rejects.toMatchObject({
    code: 'NOT_NOW',
    message: 'This project is already in this data folder: “Autumn”.',
  });
  expect(countsOf(await call('projects.get', { id: ownId }))).toMatchObject({ submitted: 3, scored: 3 });
});

it('a list of the name of the other project is not sent without a question, although the ID was given to one of this folder', async () => {
  const path = join(folder, 'autumn.csv');
  writeFileSync(path, [PEOPLE_HEADINGS, ...people('B', 1, 2)].join('\r\n'));
  const [other] = await call('service.projects', { connectionId });
  const { id } = await call('projects.create', {
    file: (await application.offerFile(path, 'autumn.csv')).token,
    connectionId,
    name: 'Autumn',
  });
  await application.idle();
  expect(await call('cost.elsewhere', { id })).toMatchObject({ isUnread: false, found: [{ name: other!.name, totalRows: 2 }] });
});
