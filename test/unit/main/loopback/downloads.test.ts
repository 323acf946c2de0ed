import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Downloads } from '../../../../main/loopback/downloads.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-downloads-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('gives the file of a token once, and none for an invented token', async () => {
  const downloads = new Downloads(folder);
  const { path, download } = await downloads.target('results.xlsx');
  expect(downloads.take(download ?? '')).toBeNull();
  writeFileSync(path, 'people');
  expect(downloads.take('x'.repeat(43))).toBeNull();
  expect(downloads.take(download ?? '')).toEqual({ path, name: 'results.xlsx' });
  expect(downloads.take(download ?? '')).toBeNull();
});

describe('a download', () => {
  async function begun() {
    const downloads = new Downloads(folder);
    const { path, download } = await downloads.target('results.xlsx');
    const token = download ?? '';
    writeFileSync(path, 'people');
    return { downloads, token, path, file: downloads.take(token)! };
  }

  it('that broke off can be repeated, once it has ended', async () => {
    const { downloads, token, path, file } = await begun();
    expect(downloads.take(token)).toBeNull();
    await downloads.settle(token, file, false);
    expect(downloads.take(token)).toEqual({ path, name: 'results.xlsx' });
    await downloads.settle(token, file, true);
    expect([downloads.take(token), existsSync(path)]).toEqual([null, false]);
  });

  it('that broke off is removed like one that was never requested', async () => {
    const { downloads, token, path, file } = await begun();
    await downloads.settle(token, file, false);
    await downloads.removeUnfetched();
    expect([downloads.take(token), existsSync(path)]).toEqual([null, false]);
  });

  it('that breaks off after a person was removed, who may be in the file, cannot be repeated', async () => {
    const { downloads, token, path, file } = await begun();
    await downloads.removeUnfetched();
    expect(existsSync(path)).toBe(true);
    await downloads.settle(token, file, false);
    expect([downloads.take(token), existsSync(path)]).toEqual([null, false]);
  });
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
  writeFileSync(written.path, 'people');
  expect(downloads.take(written.download ?? '')).toMatchObject({ name: 'b.xlsx' });
});
