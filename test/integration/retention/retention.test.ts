/** Finished lists are removed some months after their screening: announced a week before, never while kept or unsaved, and completely. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it, vi } from 'vitest';
import { AppError } from '../../../shared/base/index.ts';
import type { ConnectionSettings } from '../../../shared/contract/settings.ts';
import type { Input } from '../../../shared/contract/index.ts';
import type { RetainedList } from '../../../shared/contract/retention.ts';
import { NO_POLICY, parsePolicy } from '../../../shared/policy/policy.ts';
import { createApplication } from '../../../main/create-application.ts';
import { SettingTable } from '../../../main/store/app-database/setting-table.ts';
import { ProjectStore } from '../../../main/projects/project-store.ts';
import { ProjectRemoval } from '../../../main/projects/project-removal.ts';
import { Downloads } from '../../../main/loopback/downloads.ts';
import { callOf } from '../../kit/desk-actions.ts';
import { people, person } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { fastClock, keptLog, memorySecrets, testPorts } from '../../kit/test-ports.ts';

const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP';
const listOf = (prefix: string) => [HEADINGS, `${prefix}-1,Ottilie,Marsh,8 Pine St,Salem,OR,97301`];
const DAY_MS = 86_400_000;

const desk = await setupTestDesk();
desk.setNoon();
const dataDir = join(desk.folder, 'data');

async function change(settings: Partial<ConnectionSettings>): Promise<void> {
  const before = (await desk.call('connections.list', {})).find(({ id }) => id === desk.connectionId)!.settings;
  await desk.call('connections.change', { id: desk.connectionId, settings: { ...before, ...settings } });
}
const lists = async () => (await desk.call('retention.get', {})).lists;
const listed = async (id: string): Promise<RetainedList | undefined> => (await lists()).find((list) => list.id === id);
const exists = async (id: string) => (await desk.call('projects.list', {})).some((project) => project.id === id);

/** Lets this many days pass and restarts the program, which then does what is due. */
async function afterDays(days: number): Promise<void> {
  desk.clockOffset += days * DAY_MS;
  await desk.restart();
  await desk.idle();
}

async function screened(prefix: string): Promise<string> {
  const id = await desk.importList(listOf(prefix));
  await desk.call('projects.change', { id, resendRecent: true });
  await desk.send(id);
  return id;
}

/** Projects: saved in a file; not saved; saved and kept; a draft. */
const ids = { saved: '', unsaved: '', kept: '', draft: '' };
beforeAll(async () => {
  ids.saved = await screened('S');
  ids.unsaved = await screened('U');
  ids.kept = await screened('K');
  ids.draft = await desk.importList(listOf('D'));
  await desk.exportRows(ids.saved);
  await desk.exportRows(ids.kept);
});

it('without a period, nothing is listed and nothing is removed', async () => {
  await afterDays(400);
  expect(await lists()).toEqual([]);
  expect(await exists(ids.saved)).toBe(true);
});

it('a list that is due already is announced first, and removed a week later, when the program starts', async () => {
  await change({ retentionMonths: 6 });
  expect(await listed(ids.saved)).toMatchObject({ state: 'planned', announced: null });
  expect(await listed(ids.unsaved)).toMatchObject({ state: 'unsaved' });
  expect(await listed(ids.draft)).toBeUndefined();
  await desk.call('retention.keep', { ids: [ids.kept], reason: 'Campaign until June' });
  await afterDays(0);
  const { announced, removed } = (await listed(ids.saved))!;
  expect(Date.parse(removed) - Date.parse(announced!)).toBe(7 * DAY_MS);
  await afterDays(6);
  expect(await exists(ids.saved)).toBe(true);
  const before = readdirSync(join(dataDir, 'projects')).filter((name) => name.startsWith(ids.saved));
  const key = wrappedKey(ids.saved);
  expect(before).not.toEqual([]);
  expect(bytes().includes(key)).toBe(true);
  await afterDays(1);
  expect(await exists(ids.saved)).toBe(false);
  expect(readdirSync(join(dataDir, 'projects')).filter((name) => name.startsWith(ids.saved))).toEqual([]);
  // Without its key, nothing of the list could be decrypted, wherever its bytes might be.
  expect(bytes().includes(key)).toBe(false);
  expect(bytes().includes('Ottilie')).toBe(false);
  expect(settingsOf(ids.saved)).toEqual([]);
});

it('its record is kept, and says that the list was removed', async () => {
  const record = await desk.call('record.get', { id: ids.saved });
  expect(record.entries.map(({ kind }) => kind)).toEqual(['sent', 'ended', 'removed']);
  expect(record.sent?.rows.sent).toBe(1);
  expect(record.ended?.counts?.scored).toBe(1);
  expect(record.chain.verdict.problem).toBeNull();
});

it('the same list is still not paid for a second time', async () => {
  const { clockOffset } = desk;
  // The practice service uses the clock of this computer.
  desk.clockOffset = 0;
  await desk.restart();
  const paid = await desk.charged();
  const again = await screened('S');
  expect((await desk.call('projects.get', { id: again })).lastError?.code).toBe('SENT_BEFORE');
  expect(await desk.charged()).toBe(paid);
  desk.clockOffset = clockOffset;
});

it('a list that the user keeps stays with its reason, until it is released and announced again', async () => {
  await afterDays(30);
  expect(await listed(ids.kept)).toMatchObject({ state: 'kept', reason: 'Campaign until June' });
  await desk.call('retention.keep', { ids: [ids.kept], reason: null });
  await afterDays(0);
  await afterDays(6);
  expect(await exists(ids.kept)).toBe(true);
  await afterDays(1);
  expect(await exists(ids.kept)).toBe(false);
});

it('a decision about several lists applies to all of them or to none', async () => {
  const gone = '00000000-0000-4000-8000-000000000000';
  await expect(desk.call('retention.keep', { ids: [ids.unsaved, gone], reason: 'Audit' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await listed(ids.unsaved)).toMatchObject({ state: 'unsaved', reason: null });
});

it('a file without everybody’s results, such as the report, does not count as saved results', async () => {
  const id = ids.unsaved;
  for (const request of [
    { kind: 'report', id, format: 'xlsx' },
    { kind: 'toReview', id, format: 'xlsx', filters: [], find: '' },
    { kind: 'refusedRows', id, format: 'csv' },
  ] satisfies Input<'results.export'>[]) {
    desk.target = join(desk.folder, `${request.kind}.${request.format}`);
    await desk.call('results.export', request);
    await desk.idle();
    expect(existsSync(desk.target)).toBe(true);
  }
  expect(await listed(id)).toMatchObject({ state: 'unsaved' });
});

it('results that were never saved stay until somebody agrees to lose them', async () => {
  expect(await listed(ids.unsaved)).toMatchObject({ state: 'unsaved' });
  await desk.call('retention.agree', { ids: [ids.unsaved] });
  await afterDays(8);
  expect(await exists(ids.unsaved)).toBe(false);
  expect(await exists(ids.draft)).toBe(true);
});

it('a list stays while its people count as recently screened', async () => {
  await change({ retentionMonths: 1, recencyDays: 90 });
  const id = await screened('R');
  await desk.exportRows(id);
  const { screened: day, removed } = (await listed(id))!;
  expect(Date.parse(removed) - Date.parse(day)).toBe(91 * DAY_MS);
});

it('a clock that is wrong for a while removes nothing: what was announced is announced again', async () => {
  await change({ retentionMonths: 1, recencyDays: 30 });
  const id = await screened('W');
  await desk.exportRows(id);
  await afterDays(40);
  const { announced } = (await listed(id))!;
  expect(announced).not.toBeNull();
  await afterDays(400);
  expect(await exists(id)).toBe(true);
  await afterDays(-400);
  expect(await listed(id)).toMatchObject({ announced });
  await afterDays(6);
  expect(await exists(id)).toBe(true);
  await afterDays(1);
  expect(await exists(id)).toBe(false);
});

it('a list in parts is one list, and is removed with all of them', async () => {
  await change({ retentionMonths: 1, recencyDays: 30, maxRows: 1 });
  const id = await desk.importPeople(...people('PA', 1, 2));
  await desk.call('projects.change', { id, resendRecent: true });
  await desk.send(id, 2);
  await change({ maxRows: 10_000 });
  const part = (await desk.call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'part' && lineage.of === id)!;
  await desk.exportRows(id);
  expect(await listed(id)).toMatchObject({ state: 'planned' });
  expect(await listed(part.id)).toBeUndefined();
  await afterDays(40);
  await afterDays(7);
  expect([await exists(id), await exists(part.id)]).toEqual([false, false]);
});

it('a list that cannot be removed is reported, and does not prevent removing others', async () => {
  await change({ retentionMonths: 1, recencyDays: 30 });
  const both = [await screened('FA'), await screened('FB')];
  for (const id of both) await desk.exportRows(id);
  await afterDays(40);
  await afterDays(6);
  expect(await Promise.all(both.map(exists))).toEqual([true, true]);
  const removing = vi.spyOn(ProjectRemoval.prototype, 'remove').mockRejectedValueOnce(new AppError('DISK_FULL', 'The disk is full.'));
  try {
    desk.clockOffset += DAY_MS;
    await expect(desk.call('retention.apply', {})).rejects.toMatchObject({ code: 'DISK_FULL' });
  } finally {
    removing.mockRestore();
  }
  expect((await Promise.all(both.map(exists))).filter(Boolean)).toHaveLength(1);
  await desk.call('retention.apply', {});
  expect(await Promise.all(both.map(exists))).toEqual([false, false]);
});

it('a list is not removed if somebody keeps it while its removal waits for other work', async () => {
  const id = await screened('Q');
  await desk.exportRows(id);
  await afterDays(40);
  await afterDays(6);
  expect(await listed(id)).toMatchObject({ state: 'planned' });
  const removing = vi.spyOn(ProjectRemoval.prototype, 'remove').mockImplementationOnce(async function afterWork(
    this: ProjectRemoval,
    ...one
  ) {
    await desk.call('retention.keep', { ids: [id], reason: 'Campaign' });
    return await this.remove(...one);
  });
  try {
    desk.clockOffset += DAY_MS;
    expect((await desk.call('retention.apply', {})).removed).toEqual([]);
    expect(removing).toHaveBeenCalled();
  } finally {
    removing.mockRestore();
  }
  expect(await listed(id)).toMatchObject({ state: 'kept', reason: 'Campaign' });
  await desk.call('projects.remove', { id, loseResults: true });
});

it('a list stays while its refused rows are being fixed', async () => {
  const id = await desk.importPeople(...people('RE', 1), person('RE2', { isRefused: true }));
  await desk.call('projects.change', { id, resendRecent: true, sendErrors: true });
  await desk.send(id);
  await desk.exportRows(id);
  const retry = await desk.call('projects.fixRefused', { id });
  await desk.idle();
  expect(await listed(id)).toMatchObject({ state: 'unfinished' });
  await afterDays(50);
  await afterDays(8);
  expect(await exists(id)).toBe(true);
  await desk.call('projects.remove', { id: retry.id });
  expect(await listed(id)).toMatchObject({ state: 'planned' });
});

it('while another program runs the projects, this one removes nothing and erases nobody', async () => {
  const log = keptLog();
  const ports = { log, secrets: memorySecrets(desk.practice.client.token), clock: fastClock(1_000) };
  const second = await createApplication(testPorts(dataDir, { spawn: localTasks }, ports));
  try {
    await second.idle();
    const call = callOf(second);
    await expect(call('retention.apply', {})).rejects.toMatchObject({ code: 'RUNNER_ELSEWHERE' });
    const erasing = { text: 'D-1', places: [{ id: ids.draft, row: 2, profile: null }], neverScreen: false };
    await expect(call('people.erase', erasing)).rejects.toMatchObject({ code: 'RUNNER_ELSEWHERE' });
    expect(log.errors).toEqual([]);
  } finally {
    await second.close();
  }
});

it('the period of the policy applies in place of that of the connection', async () => {
  desk.policy = parsePolicy('the policy', { version: 1, retention: 36 });
  await desk.restart();
  expect(new Set((await lists()).map(({ months }) => months))).toEqual(new Set([36]));
});

it('a file with results that waits for its download is removed with the list', async () => {
  desk.policy = NO_POLICY;
  await desk.restart();
  await change({ retentionMonths: 1, recencyDays: 30 });
  // Nothing else is due.
  await afterDays(40);
  await afterDays(8);
  const downloads = new Downloads(join(desk.folder, 'downloads'));
  desk.removeUnfetched = () => downloads.removeUnfetched();
  await desk.restart();
  const id = await screened('F');
  const { path } = await downloads.target('results.jsonl');
  desk.target = path;
  await desk.call('results.export', {
    kind: 'list',
    id,
    format: { kind: 'jsonl' },
    people: { kind: 'everyone', priorScores: false },
    columns: null,
  });
  await desk.idle();
  expect(readFileSync(path, 'utf8')).toContain('Ottilie');
  await afterDays(40);
  expect(existsSync(path)).toBe(true);
  await afterDays(7);
  expect(await exists(id)).toBe(false);
  expect(existsSync(path)).toBe(false);
});

it('a history of many lists is not read once per list when nothing is due', async () => {
  for (const prefix of ['MA', 'MB', 'MC']) await screened(prefix);
  await desk.idle();
  const all = vi.spyOn(ProjectStore.prototype, 'all');
  try {
    const { view } = await desk.call('retention.apply', {});
    expect(view.lists.length).toBeGreaterThanOrEqual(3);
    expect(all.mock.calls.length).toBeLessThan(view.lists.length);
  } finally {
    all.mockRestore();
  }
});

it('if the disk was full while an announcement was withdrawn, the list is still not removed before it is announced again', async () => {
  await change({ retentionMonths: 1, recencyDays: 30 });
  const id = await screened('X');
  await desk.exportRows(id);
  await afterDays(40);
  expect((await listed(id))!.announced).not.toBeNull();
  desk.clockOffset += 400 * DAY_MS;
  const set = Object.getOwnPropertyDescriptor(SettingTable.prototype, 'set')?.value as SettingTable['set'];
  const storing = vi.spyOn(SettingTable.prototype, 'set').mockImplementation(function (this: SettingTable, name, value) {
    if (name.includes(id)) throw new AppError('DISK_FULL', 'The disk is full.');
    set.call(this, name, value);
  });
  try {
    await expect(desk.call('retention.apply', {})).rejects.toMatchObject({ code: 'DISK_FULL' });
  } finally {
    storing.mockRestore();
  }
  const { removed } = await desk.call('retention.apply', {});
  expect(removed).toEqual([]);
  expect(await exists(id)).toBe(true);
});

/** The retention settings about a project. */
function settingsOf(id: string): unknown[] {
  const database = new Database(join(dataDir, 'history.sqlite'), { readonly: true });
  try {
    return database.prepare('SELECT name FROM setting WHERE name = ?').all(`retention/${id}`);
  } finally {
    database.close();
  }
}

/** The key of a project as it is stored. */
function wrappedKey(id: string): Buffer {
  const database = new Database(join(dataDir, 'history.sqlite'), { readonly: true });
  try {
    return database.prepare('SELECT wrapped_key FROM project WHERE id = ?').pluck().get(id) as Buffer;
  } finally {
    database.close();
  }
}

/** Every byte of the data folder. */
function bytes(): Buffer {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Buffer.concat(files.map(({ parentPath, name }) => readFileSync(join(parentPath, name))));
}
