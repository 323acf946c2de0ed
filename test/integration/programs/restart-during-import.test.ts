/** The program that runs the projects is restarted while another program, such as a terminal, reads a file. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import type { Application } from '../../../main/application.ts';
import type { RunningTask, SpawnWorker } from '../../../main/platform/ports.ts';
import { ownSpool } from '../../../main/platform/spool.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { TestDesk } from '../../kit/test-desk.ts';
import { memorySecrets, testPorts } from '../../kit/test-ports.ts';
import { type Call, callOf } from '../../kit/desk-actions.ts';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

let desk: TestDesk;
let dataDir: string;
let other: Application;
let call: Call;

/** Holds the next import of the other program until `go`. */
let hold: { readonly begun: () => void; readonly go: Promise<void> } | null = null;
function heldReading(): { readonly begun: Promise<void>; readonly go: () => void } {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  hold = { begun: begun.resolve, go: go.promise };
  return { begun: begun.promise, go: go.resolve };
}
const spawnOther: SpawnWorker = (name, input, onProgress) => {
  if (name !== 'load' || hold === null) return localTasks(name, input, onProgress);
  const { begun, go } = hold;
  hold = null;
  begun();
  const canceled = Promise.withResolvers<never>();
  const result = Promise.race([go.then(() => localTasks(name, input, onProgress).result), canceled.promise]);
  // The test uses nothing else of this task.
  return { result, cancel: () => canceled.reject(new AppError('CLOSING', 'Closing.')) } as unknown as RunningTask<typeof name>;
};

beforeAll(async () => {
  desk = await TestDesk.start(localTasks);
  dataDir = join(desk.folder, 'data');
  const ports = { secrets: memorySecrets(desk.practice.client.token), log: desk.log };
  other = await createApplication(testPorts(dataDir, { spawn: spawnOther }, ports));
  call = callOf(other);
});
afterAll(async () => {
  await other.close();
  await desk.close();
});
afterEach((context) => {
  context.expect(desk.log.errors).toEqual([]);
});

const LIST = [PEOPLE_HEADINGS, ...people('A', 1, 2)].join('\r\n');

/** Restarts the desk while the other program imports a list. */
async function restartDuringImport(name: string) {
  const path = join(desk.folder, name);
  writeFileSync(path, LIST);
  const held = heldReading();
  const { id } = await call('projects.create', { file: (await other.offerFile(path, 'list.csv')).token, connectionId: desk.connectionId });
  await held.begun;
  await desk.restart();
  expect((await desk.call('projects.get', { id })).state.at).toBe('reading');
  return { id, held };
}

it('does not take the file of a list from the other program, which finishes its import', async () => {
  const { id, held } = await restartDuringImport('list.csv');
  held.go();
  await other.idle();
  expect((await desk.call('projects.get', { id })).state.at).toBe('draft');
  expect((await call('cost.get', { id })).rowsToSend).toBe(2);
});

it('does not take a file that the other program reads again under another header row', async () => {
  const path = join(desk.folder, 'other-header.csv');
  writeFileSync(path, LIST);
  const file = (await other.offerFile(path, 'list.csv')).token;
  const { id } = await call('projects.create', { file, connectionId: desk.connectionId, importOptions: { headerRow: 99 } });
  await other.idle();
  expect((await call('projects.get', { id })).state.at).toBe('unreadable');
  const held = heldReading();
  const changed = call('import.change', { id, headerRow: 1 });
  await held.begun;
  await desk.restart();
  held.go();
  await changed;
  expect((await desk.call('projects.get', { id })).state.at).toBe('draft');
});

it('does not remove a file that was uploaded to the other program', async () => {
  mkdirSync(ownSpool(dataDir), { recursive: true });
  const path = join(ownSpool(dataDir), 'upload');
  writeFileSync(path, LIST);
  const { token } = await other.offerFile(path, 'list.csv', true);
  await desk.restart();
  const { id } = await call('projects.create', { file: token, connectionId: desk.connectionId });
  await other.idle();
  expect((await desk.call('projects.get', { id })).state.at).toBe('draft');
});

it('says that an import was interrupted once the other program has ended', async () => {
  const { id } = await restartDuringImport('interrupted.csv');
  await other.close();
  await desk.restart();
  expect((await desk.call('projects.get', { id })).state).toMatchObject({ at: 'unreadable', code: 'FILE_UNREADABLE' });
});
