/** Files that killed exports left in a folder are removed at a later start, even if the folder is missing at the next one. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnfinishedExports } from '../../../../main/results/unfinished-exports.ts';
import { AppDatabase } from '../../../../main/store/app-database/app-database.ts';
import { fastClock } from '../../../kit/test-ports.ts';

/** Above the highest process ID of any system. */
const DEAD = 999_999_999;
const DAY = 24 * 3600_000;

let folder: string;
let disk: string;
let database: AppDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-unfinished-'));
  disk = join(folder, 'disk');
  mkdirSync(disk);
  database = new AppDatabase(join(folder));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const partialOf = (pid: number) => {
  const computer = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
  const path = join(disk, `.~export-${computer}-${pid}-0123456789ab.tmp`);
  writeFileSync(path, 'Quillfeather');
  return path;
};
const KEY = Buffer.alloc(32, 5);
const unfinishedWith = (clock = fastClock(1)) => new UnfinishedExports(database.settings, clock, KEY);
const recordOf = async (pid: number) => {
  const own = vi.spyOn(process, 'pid', 'get').mockReturnValue(pid);
  await unfinishedWith().begin('one', join(disk, 'out.csv'));
  own.mockRestore();
};
async function start(later = 0): Promise<void> {
  const clock = fastClock(1);
  const unfinished = unfinishedWith({ ...clock, now: () => clock.now() + later });
  unfinished.removeLeftovers();
  await unfinished.close();
}
const isRecorded = () => database.settings.get('export/one') !== null;

it('an unfinished export is removed at the next start, and a finished one leaves no record', async () => {
  const partial = partialOf(DEAD);
  await recordOf(DEAD);
  await start();
  expect([existsSync(partial), isRecorded()]).toEqual([false, false]);
  const unfinished = unfinishedWith();
  await unfinished.begin('one', join(disk, 'out.csv'));
  expect(isRecorded()).toBe(true);
  unfinished.finish('one');
  expect(isRecorded()).toBe(false);
});

it('an unfinished export is removed once its disk is back, and its record is removed after 30 days', async () => {
  const partial = partialOf(DEAD);
  await recordOf(DEAD);
  renameSync(disk, join(folder, 'away'));
  await start(29 * DAY);
  expect(isRecorded()).toBe(true);
  renameSync(join(folder, 'away'), disk);
  await start(29 * DAY);
  expect([existsSync(partial), isRecorded()]).toEqual([false, false]);
  await recordOf(DEAD);
  renameSync(disk, join(folder, 'away'));
  await start(31 * DAY);
  expect(isRecorded()).toBe(false);
});

it('an unfinished export stays while the program that writes it runs', async () => {
  const partial = partialOf(process.ppid);
  await recordOf(process.ppid);
  await start();
  expect([existsSync(partial), isRecorded()]).toEqual([true, true]);
});

it('an unfinished export is removed even if this process has the ID of the killed one', async () => {
  const partial = partialOf(process.pid);
  const hourAgo = new Date(Date.now() - 3600_000 - process.uptime() * 1000);
  utimesSync(partial, hourAgo, hourAgo);
  const own = partialOf(process.pid).replace('0123456789ab', 'ba9876543210');
  writeFileSync(own, 'being written');
  utimesSync(partial, hourAgo, hourAgo);
  await recordOf(process.pid);
  await start();
  expect([existsSync(partial), existsSync(own)]).toEqual([false, true]);
});

it('the name of the folder is not on the disk in plain text, and a record that cannot be read does not keep the others', async () => {
  await unfinishedWith().begin('one', join(disk, 'out.csv'));
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files) expect(readFileSync(join(folder, name)).includes(disk)).toBe(false);
  database.settings.set('export/none', 'unreadable');
  await start();
  expect([...database.settings.withPrefix('export/').keys()]).toEqual([]);
});
