/** What ends the wait of a running project when the computer wakes from sleep or is online again. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import type { Application } from '../../../main/application.ts';
import { fastClock, memorySecrets, testHost, testPorts } from '../../kit/test-ports.ts';
import { type Call, callOf } from '../../kit/desk-actions.ts';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { type SpawnedPractice, spawnPractice } from '../../kit/practice-client.ts';
import { localTasks } from '../../kit/local-tasks.ts';

let practice: SpawnedPractice;
let application: Application;
let call: Call;
const folder = mkdtempSync(join(tmpdir(), 'desk-wake-'));
const clock = fastClock(500);
const host = testHost();

beforeAll(async () => {
  practice = await spawnPractice({ dataDir: null, credits: 1000, secondsPerThousandRows: 0.01 });
  const ports = { clock, host, secrets: memorySecrets(practice.client.token) };
  application = await createApplication(testPorts(join(folder, 'data'), { spawn: localTasks }, ports));
  call = callOf(application);
});
afterAll(async () => {
  await application.close();
  await practice.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

it('does not repeat a call before the time that the service asked for', async () => {
  const { id: connectionId } = await call('connections.add', { name: 'Service', baseUrl: practice.client.url });
  const path = join(folder, 'list.csv');
  writeFileSync(path, [PEOPLE_HEADINGS, ...people('A', 1, 2)].join('\r\n'));
  const { id } = await call('projects.create', { file: (await application.offerFile(path, 'list.csv')).token, connectionId });
  await application.idle();
  await practice.client.setFaults({ kind: 'status', status: 429, retryAfter: { seconds: 600 }, times: 1, on: { step: 'add' } });
  const { rowsToSend, quoteId } = await call('cost.get', { id });
  const untilTold = new Promise<number>((resolve) => {
    const stop = application.subscribe((event) => {
      if (event.name !== 'project.changed' || event.payload.activity?.kind !== 'waiting') return;
      stop();
      resolve(event.payload.activity.nextAt!);
    });
  });
  await call('project.send', { id, rows: rowsToSend, connectionId, quoteId });
  const nextAt = await untilTold;
  host.wake();
  await application.idle();
  const sent = (await call('project.timeline', { id })).filter(({ title }) => title === 'Began to send the list');
  expect(sent.length).toBe(2);
  expect(sent.at(-1)!.at).toBeGreaterThanOrEqual(nextAt);
  expect((await call('projects.get', { id })).state.at).toBe('done');
});
