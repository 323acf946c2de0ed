/** What was saved for the browser and not downloaded yet is in a folder of the program: it goes with the person, and that is said before. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import { Downloads, loopbackHost } from '../../../main/loopback/downloads.ts';
import { callOf } from '../../kit/desk-actions.ts';
import { PEOPLE_HEADINGS, people } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { testPorts } from '../../kit/test-ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-erase-downloads-'));
const spool = join(folder, 'downloads');
const application = await createApplication(
  testPorts(join(folder, 'data'), { spawn: localTasks }, { host: loopbackHost(new Downloads(spool)) }),
);
afterAll(async () => {
  await application.close();
  rmSync(folder, { recursive: true, force: true });
});

it('removes a cleaned list that waits for its download', async () => {
  const call = callOf(application);
  const { id: connectionId } = await call('connections.add', { name: 'Service', baseUrl: 'https://service.example/api' });
  const path = join(folder, 'list.csv');
  writeFileSync(path, [PEOPLE_HEADINGS, ...people('A', 1, 2)].join('\r\n'));
  const { token } = await application.offerFile(path, 'list.csv');
  const { id } = await call('projects.create', { file: token, connectionId });
  await application.idle();
  await call('results.export', { kind: 'cleanedList', id, format: 'csv' });
  await application.idle();
  const saved = () => readdirSync(spool, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.csv'));
  expect(saved()).toHaveLength(1);
  const chosen = { text: 'A1', places: [{ id, row: 2, profile: null }] };
  expect((await call('people.erasing', chosen)).breaks.join(' ')).toContain('Files that the browser has not downloaded yet are removed.');
  await call('people.erase', { ...chosen, neverScreen: false });
  expect(saved()).toEqual([]);
});
