/**
 * The disk is full while a project's file is written: a clear message, no partial data, and the project continues when there is space.
 * @module-tag deep
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProjectTable } from '../../../main/store/app-database/project-table.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { OpenDesk } from '../../kit/ready-list.ts';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { sendList, rootProject } from '../../kit/desk-actions.ts';
import { eventually } from '../../kit/eventually.ts';
import { type Change, fullDisk } from '../../kit/full-disk.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();
afterEach(() => {
  vi.restoreAllMocks();
});

/** The first change of this kind. `what` is a stream or the name of a stored value. */
const first =
  (kind: Change['kind'], what = '') =>
  (change: Change): boolean =>
    change.kind === kind && change.what === what;

const DISK_FULL_MESSAGE = /^The disk is full\. .*Free some space and try again\.$/;

async function withDesk(work: (desk: OpenDesk) => Promise<void>): Promise<void> {
  const desk = await readyList.openCopy();
  try {
    await work(desk);
    expect((await desk.report()).defects).toEqual([]);
  } finally {
    await desk.close();
  }
}

describe('while a file is read', () => {
  it.each([
    ['with the first rows', first('write', 'rows')],
    ['with the findings of the check', first('write', 'check')],
    ['with its counts', first('write', 'counts')],
    ['at the end', first('commit')],
  ])('%s: the file is not imported, nothing of it is kept, and it can be imported when there is space', async (_, hits) => {
    await withDesk(async ({ application, call, dataDir }) => {
      const files = () => readdirSync(join(dataDir, 'projects')).toSorted();
      const before = files();
      const disk = fullDisk(hits);
      const { token } = await application.offerFile(readyList.list, 'list.csv');
      const { id } = await call('projects.create', { file: token });
      await application.idle();
      expect(disk.isHit()).toBe(true);
      const state = { at: 'unreadable', code: 'DISK_FULL', message: expect.stringMatching(DISK_FULL_MESSAGE) as string };
      expect((await call('projects.get', { id })).state).toEqual(state);
      expect(files()).toEqual(before);
      // A second attempt on the full disk gives the same message, and the file stays available.
      await call('import.change', { id });
      expect((await call('projects.get', { id })).state).toEqual(state);
      disk.relieve();
      expect(await call('import.change', { id })).toMatchObject({ rows: readyList.rows, isReadable: true });
      expect(await call('projects.get', { id })).toMatchObject({ state: { at: 'draft' }, sheet: { rows: readyList.rows } });
      expect((await call('check.get', { id })).rows).toBe(readyList.rows);
      expect(existsSync(join(dataDir, 'projects', `${id}.sqlite.new`))).toBe(false);
    });
  });
});

describe('while the history cannot be written either', () => {
  it('the import ends with its reason, which is shown from memory, and it can be read when there is space', async () => {
    await withDesk(async ({ application, call }) => {
      const { token } = await application.offerFile(readyList.list, 'list.csv');
      const advance = vi.spyOn(ProjectTable.prototype, 'advance').mockImplementation(() => {
        throw new AppError('DISK_FULL', 'The disk is full. Free some space and try again.');
      });
      const { id } = await call('projects.create', { file: token });
      await application.idle();
      const state = { at: 'unreadable', code: 'DISK_FULL', message: expect.stringMatching(/^The disk is full\./) as string };
      expect((await call('projects.get', { id })).state).toEqual(state);
      expect((await call('projects.list', {})).find((project) => project.id === id)!.state).toEqual(state);
      advance.mockRestore();
      expect(await call('import.change', { id })).toMatchObject({ rows: readyList.rows });
      expect((await call('projects.get', { id })).state.at).toBe('draft');
    });
  });
});

describe('while a list is checked', () => {
  it.each([
    ['with the findings', first('write', 'check')],
    ['with the keys', first('write', 'keys')],
    ['at the end', first('commit')],
  ])('%s: the earlier check is kept, nothing is sent, and the next attempt is complete', async (_, hits) => {
    await withDesk(async (desk) => {
      const { id } = await rootProject(desk.call);
      const before = await desk.call('check.get', { id });
      const organizationRules = { required: [], severities: { ZIP_OTHER_STATE: 'error' as const } };
      await desk.call('organizationRules.set', organizationRules);
      const disk = fullDisk(hits);
      const failure = { code: 'DISK_FULL', message: expect.stringMatching(DISK_FULL_MESSAGE) as string };
      await expect(desk.call('check.get', { id })).rejects.toMatchObject(failure);
      await expect(sendList(desk.call)).rejects.toMatchObject(failure);
      expect(disk.isHit()).toBe(true);
      expect((await rootProject(desk.call)).state.at).toBe('draft');
      expect(await readyList.ledgerOf(desk)).toEqual([]);
      await desk.call('organizationRules.set', { required: [], severities: {} });
      expect(await desk.call('check.get', { id })).toEqual(before);
      await desk.call('organizationRules.set', organizationRules);
      disk.relieve();
      expect(before.invalid).toBe(0);
      expect((await desk.call('check.get', { id })).invalid).toBeGreaterThan(0);
    });
  });

  it.each([
    ['with the correction', first('write', 'edits')],
    ['with its findings', first('write', 'check')],
    ['at the end', first('commit')],
  ])('after a correction, %s: nothing has changed, and the correction can be repeated', async (_, hits) => {
    await withDesk(async ({ call }) => {
      const { id } = await rootProject(call);
      const cityOf = async (row: number) => {
        const { fields, rows } = await call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 });
        return rows.find((one) => one.row === row)?.values[fields.indexOf('city')];
      };
      const before = await call('check.get', { id });
      const city = await cityOf(2);
      const disk = fullDisk(hits);
      const correct = () => call('check.edit', { id, row: 2, field: 'city', value: 'Elsewhere' });
      await expect(correct()).rejects.toMatchObject({ code: 'DISK_FULL' });
      expect(disk.isHit()).toBe(true);
      expect(await cityOf(2)).toBe(city);
      disk.relieve();
      expect(await call('check.get', { id })).toEqual(before);
      expect((await correct()).undo).not.toBeNull();
      expect(await cityOf(2)).toBe('Elsewhere');
    });
  });
});

/** Waits until the project reports that the full disk blocks it. */
const isHeldUp = (desk: OpenDesk) =>
  eventually(async () => {
    expect(await rootProject(desk.call)).toMatchObject({
      lastError: { code: 'DISK_FULL', message: expect.stringMatching(DISK_FULL_MESSAGE) as string },
    });
  });

describe('after "send"', () => {
  it.each([
    ['the list of rows sent', first('write', 'list')],
    ['the index of ids', first('write', 'ids')],
    ['the profiles', first('write', 'profiles')],
    ['the scores', first('write', 'scores')],
    ['the columns of the scores', first('putValue', 'scoreColumns')],
    ['the matches', first('write', 'matches')],
    ['the row errors', first('write', 'rowErrors')],
    ['all of the results together', first('commit')],
  ])('with %s: the project waits, reports why, and is complete and paid for once when there is space', async (_, hits) => {
    await withDesk(async (desk) => {
      const disk = fullDisk(hits);
      await sendList(desk.call, desk.name);
      await isHeldUp(desk);
      expect(disk.isHit()).toBe(true);
      const held = await rootProject(desk.call);
      expect(['preparing', 'collecting']).toContain(held.state.at);
      await expect(desk.call('results.get', { id: held.id })).rejects.toMatchObject({ code: 'NOT_NOW' });
      disk.relieve();
      await desk.application.idle();
      expect((await rootProject(desk.call)).lastError).toBeNull();
      const end = { report: await desk.report(), projects: await readyList.ledgerOf(desk) };
      expect(readyList.problems(end, plain)).toEqual([]);
      expect(end.projects).toHaveLength(1);
    });
  });

  it('with the results, if the program ends during it: they are requested again at the next start', async () => {
    const { run } = readyList.copy();
    const desk = await readyList.open(run);
    try {
      fullDisk(first('write', 'matches'));
      await sendList(desk.call, run);
      await isHeldUp(desk);
    } finally {
      await desk.close();
    }
    vi.restoreAllMocks();
    const after = await readyList.open(run);
    try {
      await after.application.idle();
      expect(readyList.problems({ report: await after.report(), projects: await readyList.ledgerOf(after) }, plain)).toEqual([]);
    } finally {
      await after.close();
    }
  });
});
