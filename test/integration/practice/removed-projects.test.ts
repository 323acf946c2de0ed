/**
 * A removed project is also removed from the practice service of the data folder: its charges stay, but nothing about its people.
 * @module-tag deep
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import type { Application } from '../../../main/application.ts';
import { AppDatabase } from '../../../main/store/app-database/app-database.ts';
import { fastClock, keptLog, memorySecrets, testPorts } from '../../kit/test-ports.ts';
import { writeList } from '../../kit/csv-list.ts';
import { type Call, callOf } from '../../kit/desk-actions.ts';
import { eventually } from '../../kit/eventually.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const ROWS = 3000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-practice-removed-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function started(): Promise<{ readonly application: Application; readonly call: Call }> {
  const application = await createApplication(
    testPorts(join(folder, 'data'), { spawn: localTasks }, { clock: fastClock(300), secrets: memorySecrets(null), log: keptLog() }),
  );
  return { application, call: callOf(application) };
}

/** Screens a list of `rows` people and returns its project. */
async function screened({ application, call }: Awaited<ReturnType<typeof started>>, name: string, rows: number): Promise<string> {
  const list = join(folder, `${name}.csv`);
  writeList(list, rows);
  const { token } = await application.offerFile(list, `${name}.csv`);
  const { id } = await call('projects.create', { file: token, connectionId: 'practice', name });
  await application.idle();
  const { rowsToSend, parts } = await call('cost.get', { id });
  await call('project.send', { id, rows: rowsToSend, connectionId: 'practice', parts });
  await application.idle();
  expect((await call('projects.get', { id })).state.at).toBe('done');
  return id;
}

const files = () => join(folder, 'data', 'practice');
const bytesOnDisk = () => Buffer.concat(readdirSync(files()).map((name) => readFileSync(join(files(), name))));

/** The last 64 bytes of each stored block of people, by list. */
function storedPieces(): Map<number, Buffer[]> {
  const copy = join(folder, 'copy.sqlite');
  for (const ending of ['', '-wal']) writeFileSync(copy + ending, readFileSync(join(files(), `practice.sqlite${ending}`)));
  const db = new Database(copy);
  const pieces = new Map<number, Buffer[]>();
  for (const { list_id, records } of db.prepare('SELECT list_id, records FROM chunk').all() as { list_id: number; records: Buffer }[])
    pieces.set(list_id, [...(pieces.get(list_id) ?? []), records.subarray(-64)]);
  db.close();
  return pieces;
}

it('removes the project from its files immediately, and keeps other projects and the credits', async () => {
  const desk = await started();
  await desk.call('connections.test', { id: 'practice' });
  const kept = await screened(desk, 'Kept list', 500);
  // The people of the first list are not sent again.
  const removed = await screened(desk, 'Removed list', ROWS);
  const { credits } = await desk.call('connections.test', { id: 'practice' });
  const remaining = credits!.remaining;
  const [keptPieces, removedPieces] = [...storedPieces().values()];
  expect(removedPieces!.every((piece) => bytesOnDisk().includes(piece))).toBe(true);
  await desk.call('projects.remove', { id: removed });
  const there = bytesOnDisk();
  expect(removedPieces!.filter((piece) => there.includes(piece))).toEqual([]);
  expect(keptPieces!.every((piece) => there.includes(piece))).toBe(true);
  expect((await desk.call('connections.test', { id: 'practice' })).credits!.remaining).toBe(remaining);
  await desk.call('results.fetchAgain', { id: kept });
  await desk.application.idle();
  expect((await desk.call('results.get', { id: kept })).counts.scored).toBeGreaterThan(0);
  await desk.application.close();

  // The state after a program ended right after it removed the project from the history.
  const database = new AppDatabase(join(folder, 'data'));
  database.settings.set('practice-removal', '');
  database.eraseProject(kept, 1);
  database.close();
  expect(keptPieces!.every((piece) => bytesOnDisk().includes(piece))).toBe(true);
  const next = await started();
  await eventually(() => Promise.resolve(expect(keptPieces!.filter((piece) => bytesOnDisk().includes(piece))).toEqual([])));
  expect((await next.call('connections.test', { id: 'practice' })).credits!.remaining).toBe(remaining);
  await next.application.close();
});

it('records a removal until the service has no copy of the people any more', async () => {
  const desk = await started();
  const id = await screened(desk, 'List', 20);
  const isRecorded = () => {
    const database = new Database(join(folder, 'data', 'history.sqlite'), { readonly: true });
    try {
      return database.prepare("SELECT count(*) FROM setting WHERE name = 'practice-removal'").pluck().get() === 1;
    } finally {
      database.close();
    }
  };
  const steps: boolean[] = [];
  // The page gets the event when the project is gone, before the practice service removes it.
  desk.application.subscribe(({ name }) => {
    if (name === 'project.removed') steps.push(isRecorded());
  });
  await desk.call('projects.remove', { id });
  expect([...steps, isRecorded()]).toEqual([true, false]);
  await desk.application.close();
});
