import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Downloads } from '../../../../main/loopback/downloads.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-downloads-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('gives the file of a token once, and none for an invented token', async () => {
  const downloads = new Downloads(folder);
  const { path, download } = await downloads.target('results.xlsx');
  expect(downloads.take('x'.repeat(43))).toBeNull();
  expect(downloads.take(download ?? '')).toEqual({ path, name: 'results.xlsx' });
  expect(downloads.take(download ?? '')).toBeNull();
});

it('keeps a file in its folder, whatever the name of the project contains', async () => {
  const { path } = await new Downloads(folder).target('../../results.xlsx');
  expect(path.startsWith(folder)).toBe(true);
  expect(basename(path)).toBe('results.xlsx');
});

it('removes them before a second removal that is requested in between ends', async () => {
  const downloads = new Downloads(folder);
  const { path } = await downloads.target('a.xlsx');
  writeFileSync(path, 'people');
  const first = downloads.removeUnfetched();
  await downloads.removeUnfetched();
  expect(existsSync(path)).toBe(false);
  await first;
});

it('removes what the page did not download, but not a file that is still written or downloaded', async () => {
  const downloads = new Downloads(folder);
  const [finished, written, requested] = [
    await downloads.target('a.xlsx'),
    await downloads.target('b.xlsx'),
    await downloads.target('c.xlsx'),
  ];
  for (const { path } of [finished, requested]) writeFileSync(path, 'people');
  downloads.take(requested.download ?? '');
  await downloads.removeUnfetched();
  expect([finished, requested].map(({ path }) => existsSync(path))).toEqual([false, true]);
  expect(downloads.take(finished.download ?? '')).toBeNull();
  expect(downloads.take(written.download ?? '')).toMatchObject({ name: 'b.xlsx' });
});
