/**
 * A program ends while it copies the rows of a new list from another list: the next start copies them, or the next command does. It never
 * asks for a file, and nobody is sent twice.
 * @module-tag deep
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import type { CallProgress } from '../../../shared/contract/index.ts';
import type { RunningTask, SpawnWorker } from '../../../main/platform/ports.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { callOf } from '../../kit/desk-actions.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { best, first, HEADINGS, ids, line, pilot, rankedList } from '../../kit/ranked-lists.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { memorySecrets, testHost, testPorts } from '../../kit/test-ports.ts';

/** True: the program ends before the worker has copied a row. */
let isEnding = false;
/** The reports of progress while rows were copied. */
const copied: CallProgress[] = [];
const spawn: SpawnWorker = (name, input, onProgress) => {
  const isCopying = name === 'deriveRows' || name === 'planDraft';
  const tell: typeof onProgress = (progress) => {
    if (name === 'deriveRows') copied.push(progress);
    onProgress?.(progress);
  };
  if (!isEnding || !isCopying) return localTasks(name, input, tell);
  const result = Promise.reject(new AppError('CLOSING', 'The program ended.'));
  result.catch(() => undefined);
  // The test uses nothing else of this task.
  return { result, cancel: () => undefined } as unknown as RunningTask<typeof name>;
};
const desk = await setupTestDesk(spawn);
const call: typeof desk.call = (...asked) => desk.call(...asked);
const stateOf = async (id: string) => (await call('projects.get', { id })).state.at;

/** Makes a list from another list in a program that ends before the rows are copied; returns its ID. */
async function interrupted(make: () => Promise<{ readonly id: string }>): Promise<string> {
  isEnding = true;
  const { id } = await make();
  await desk.idle();
  isEnding = false;
  expect(await stateOf(id)).toBe('reading');
  return id;
}
async function startAgain(): Promise<void> {
  await desk.restart();
  await desk.idle();
}

async function screened(prefix: string): Promise<string> {
  const id = await desk.importList(rankedList(prefix, 6));
  await call('projects.change', { id, recencyDays: 0 });
  await call('cost.choose', { id, best: best(first(2)) });
  await call('check.edit', { id, row: 2, field: 'city', value: 'Boston' });
  await desk.send(id);
  return id;
}
const screenRest = (id: string) => () => call('projects.screenRest', { id });

it('the rest has its people and their corrections at the next start, and is sent once', async () => {
  const id = await screened('IA');
  const charged = await desk.charged();
  const rest = await interrupted(screenRest(id));
  await startAgain();
  expect(await call('projects.get', { id: rest })).toMatchObject({ state: { at: 'draft' }, sheet: { rows: 4 } });
  expect((await call('projects.screenRest', { id })).id).toBe(rest);
  const { records } = await call('cost.sample', { id: rest, limit: 20 });
  expect(records[0]).toMatchObject({ row: 2, values: expect.arrayContaining([{ field: 'city', value: 'Boston' }]) });
  await desk.send(rest);
  expect(await desk.idsOnService(rest)).toEqual(ids('IA', 1, 4));
  expect((await desk.charged()) - charged).toBe(4);
});

it('the rest counts no more rows as copied than its list has, with a heading above them', async () => {
  const id = await screened('IJ');
  copied.length = 0;
  await call('projects.screenRest', { id });
  await desk.idle();
  expect(copied.at(-1)).toEqual({ done: 6, total: 6, unit: 'rows' });
});

it('the rest is copied by the next command, in a program that continues nothing without a command', async () => {
  const id = await screened('IB');
  const rest = await interrupted(screenRest(id));
  const charged = await desk.charged();
  await desk.whileClosed(async (dataDir) => {
    const host = { ...testHost(), kind: 'cli' as const };
    const ports = testPorts(dataDir, { spawn: localTasks }, { secrets: memorySecrets(desk.practice.client.token), log: desk.log, host });
    const application = await createApplication(ports);
    const inTerminal = callOf(application);
    await application.idle();
    expect((await inTerminal('projects.get', { id: rest })).state.at).toBe('reading');
    expect((await inTerminal('projects.screenRest', { id })).id).toBe(rest);
    await application.idle();
    expect((await inTerminal('projects.get', { id: rest })).state.at).toBe('draft');
    await application.close();
  });
  expect(await stateOf(rest)).toBe('draft');
  await desk.send(rest);
  expect(await desk.idsOnService(rest)).toEqual(ids('IB', 1, 4));
  expect((await desk.charged()) - charged).toBe(4);
});

it('the rest whose list was removed in the meantime is gone, with its key and file', async () => {
  const id = await screened('IC');
  const rest = await interrupted(screenRest(id));
  await call('projects.remove', { id, loseResults: true });
  await startAgain();
  await expect(call('projects.get', { id: rest })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(readdirSync(join(desk.folder, 'data', 'projects')).filter((name) => name.startsWith(rest))).toEqual([]);
});

it('refused rows have their corrections, and are sent once', async () => {
  const wrong = [1, 2].map((n) => `${line('ID', n)},d${n}@example.invalid`);
  const id = await desk.importList([`${HEADINGS},Email`, `${line('ID', 9)},d9@example.org`, ...wrong]);
  await call('projects.change', { id, recencyDays: 0, sendErrors: true });
  await desk.send(id);
  const charged = await desk.charged();
  const retry = await interrupted(() => call('projects.fixRefused', { id }));
  await startAgain();
  expect(await call('projects.get', { id: retry })).toMatchObject({ state: { at: 'draft' }, sheet: { rows: 2 } });
  expect((await call('projects.fixRefused', { id })).id).toBe(retry);
  await call('projects.change', { id: retry, recencyDays: 0 });
  for (const n of [1, 2]) await call('check.edit', { id: retry, row: n + 2, field: 'personalEmail', value: `d${n}@example.org` });
  await desk.send(retry);
  expect(await desk.idsOnService(retry)).toEqual(['ID1', 'ID2']);
  expect((await desk.charged()) - charged).toBe(2);
});

it('a list that starts again has the corrections and the choice of the one that was stopped', async () => {
  const id = await desk.importList(rankedList('IE', 6));
  await call('cost.choose', { id, best: best(first(2)) });
  await call('check.edit', { id, row: 7, field: 'city', value: 'Boston' });
  await call('cost.get', { id });
  await desk.practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step: 'create' } });
  await desk.send(id);
  await call('project.cancel', { id });
  await desk.practice.client.clearFaults();
  await call('connections.setToken', { id: desk.connectionId, token: desk.practice.client.token });
  const draft = await interrupted(() => call('projects.startAgain', { id }));
  await startAgain();
  expect(await call('cost.get', { id: draft })).toMatchObject({ rowsToSend: 2, best: { chosen: 2, notChosen: 4 } });
  const { records } = await call('cost.sample', { id: draft, limit: 20 });
  expect(records.find(({ row }) => row === 7)).toMatchObject({ values: expect.arrayContaining([{ field: 'city', value: 'Boston' }]) });
});

it('two settings that were to be compared leave nothing behind, and are compared by the next attempt', async () => {
  const { connectionId } = desk;
  const id = await desk.importList(rankedList('IG', 6));
  await call('projects.change', { id, recencyDays: 0 });
  await call('cost.choose', { id, best: pilot(2) });
  await desk.send(id);
  const charged = await desk.charged();
  const scoreConfiguration = { scoreWeights: { propensity: 0.1, affinity: 0.1, capacity: 0.8 } };
  const compare = () => call('project.comparePilot', { id, connectionId, scoreConfiguration, rows: 2, credits: 2 });
  isEnding = true;
  await expect(compare()).rejects.toMatchObject({ code: 'CLOSING' });
  isEnding = false;
  await startAgain();
  const compared = async () => (await call('projects.list', {})).filter(({ lineage }) => lineage?.kind === 'comparison');
  expect(await compared()).toEqual([]);
  await compare();
  await desk.idle();
  expect((await compared()).map(({ state }) => state.at)).toEqual(['done']);
  expect((await desk.charged()) - charged).toBe(2);
});

it('a draft of the people who are due is gone, and the plan offers it again', async () => {
  const { connectionId } = desk;
  await desk.importList(rankedList('IH', 3));
  const { due } = await call('plan.get', { connectionId });
  const draft = await interrupted(() => call('plan.draft', { connectionId }));
  await startAgain();
  await expect(call('projects.get', { id: draft })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await call('plan.get', { connectionId })).toMatchObject({ due: { total: due.total }, draft: null });
  const { id } = await call('plan.draft', { connectionId });
  await desk.idle();
  expect(await call('projects.get', { id })).toMatchObject({ state: { at: 'draft' }, sheet: { rows: due.total } });
});

it('a later part is removed, and created again when its list is sent', async () => {
  const { connectionId } = desk;
  const { settings } = (await call('connections.list', {})).find(({ id }) => id === connectionId)!;
  await call('connections.change', { id: connectionId, settings: { ...settings, maxRows: 3 } });
  const id = await desk.importList(rankedList('IF', 5));
  const charged = await desk.charged();
  isEnding = true;
  await expect(desk.send(id, 2)).rejects.toMatchObject({ code: 'CLOSING' });
  isEnding = false;
  await startAgain();
  expect((await call('projects.list', {})).filter(({ lineage }) => lineage?.kind === 'part' && lineage.of === id)).toEqual([]);
  await desk.send(id, 2);
  expect((await desk.charged()) - charged).toBe(5);
  await call('connections.change', { id: connectionId, settings });
});
