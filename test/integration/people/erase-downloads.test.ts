/**
 * Files that were saved for the browser and not downloaded yet are in a folder of the program: an erasure removes them, and says so first.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import { Downloads, loopbackHost } from '../../../main/loopback/downloads.ts';
import { STANDARD_GIFT_CHOICES } from '../../../shared/gifts/index.ts';
import { callOf } from '../../kit/desk-actions.ts';
import { eventually } from '../../kit/eventually.ts';
import { PEOPLE_HEADINGS, people } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { bySheets } from '../../kit/sheetjs-workbook.ts';
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

/** A list with a gift file that has a copy in the data folder; `path`: the path of the copy. */
async function withGifts(how: string) {
  const call = callOf(application);
  const [connection] = await call('connections.list', {});
  const offer = async (name: string, lines: readonly string[], isSpooled: boolean) => {
    const path = join(folder, `${how}-${name}`);
    writeFileSync(path, lines.join('\r\n'));
    return { path, token: (await application.offerFile(path, name, isSpooled)).token };
  };
  const list = await offer('people.csv', [PEOPLE_HEADINGS, ...people('G', 1, 2)], false);
  const { id } = await call('projects.create', { file: list.token, connectionId: connection!.id });
  await application.idle();
  const gifts = await offer('gifts.csv', ['Constituent ID,Gift Date,Gift Amount', 'G1,2024-02-03,500', 'G2,2024-02-04,70'], true);
  await call('gifts.read', { id, file: gifts.token, options: {}, choices: STANDARD_GIFT_CHOICES });
  expect(existsSync(gifts.path)).toBe(true);
  return { call, id, path: gifts.path };
}
const erasureIn = (id: string) => ({ text: 'G1', places: [{ id, row: 2, profile: null }], neverScreen: false });

it.each(['erased', 'removed'] as const)('removes the copy of a gift file: %s', async (how) => {
  const { call, id, path } = await withGifts(how);
  if (how === 'erased') await call('people.erase', erasureIn(id));
  else await call('projects.remove', { id });
  await application.idle();
  // Removing the project does not wait for the removal of the copy.
  await eventually(() => Promise.resolve(expect(existsSync(path)).toBe(false)));
  const shown = how === 'erased' ? JSON.stringify(await call('gifts.get', { id })) : '';
  expect(shown).not.toMatch(/Firstb|"G1"/);
});

it('tries to remove a copy of a gift file again that another program has open, before anything is erased', async () => {
  const { call, id, path } = await withGifts('open');
  // A folder in place of the file cannot be removed, like an open file on Windows.
  rmSync(path);
  mkdirSync(path);
  await expect(call('people.erase', erasureIn(id))).rejects.toThrow('The disk with the data folder is full or cannot be written');
  expect((await call('people.find', { text: 'G1' })).projects.flatMap((one) => (one.id === id ? one.people : []))).toHaveLength(1);
  rmSync(path, { recursive: true });
  writeFileSync(path, 'G1');
  await call('people.erase', erasureIn(id));
  expect(existsSync(path)).toBe(false);
});

it('removes a list although the copy of its gift file cannot be removed', async () => {
  const { call, id, path } = await withGifts('locked');
  rmSync(path);
  mkdirSync(path);
  await call('projects.remove', { id });
  await application.idle();
  await expect(call('projects.get', { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  rmSync(path, { recursive: true });
});

it('removes the copy of a list that was still being read when its removal was requested', async () => {
  const call = callOf(application);
  const [connection] = await call('connections.list', {});
  const path = join(folder, 'copy.xlsx');
  const rows = [PEOPLE_HEADINGS, ...people('S', 1, 2)].map((line) => line.split(','));
  // A copy is kept only if it has another sheet to choose.
  writeFileSync(path, bySheets({ People: rows, More: rows }));
  const { token } = await application.offerFile(path, 'copy.xlsx', true);
  const { id } = await call('projects.create', { file: token, connectionId: connection!.id });
  await call('projects.remove', { id });
  await eventually(() => Promise.resolve(expect(existsSync(path)).toBe(false)));
});

it('removes a list together with its saved files that wait for a download', async () => {
  const { call, id } = await withGifts('saved');
  await call('results.export', { kind: 'cleanedList', id, format: 'csv' });
  await application.idle();
  const saved = () => readdirSync(spool, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.csv'));
  expect(saved()).toHaveLength(1);
  await call('projects.remove', { id });
  await eventually(() => Promise.resolve(expect(saved()).toEqual([])));
});
