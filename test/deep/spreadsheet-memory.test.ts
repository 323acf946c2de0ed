import { spawn } from 'node:child_process';
import { json } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { read, temporaryFolder } from '../kit/sheet-files.ts';
import { writeCsvList, writeXlsxList } from '../kit/sheet-generate.ts';

const folder = temporaryFolder();
const ROWS = 60_000;
const FILES = ['shared.xlsx', 'inline.xlsx', 'list.csv'] as const;

beforeAll(async () => {
  await writeXlsxList(await folder.path('shared.xlsx'), { rows: ROWS, strings: 'shared' });
  await writeXlsxList(await folder.path('inline.xlsx'), { rows: ROWS, strings: 'inline' });
  await writeCsvList(await folder.path('list.csv'), { rows: ROWS });
});

/** Reads a file in a process with a heap that is too small for the list as objects. */
async function readInChild(path: string): Promise<{ rows: number; peakMB: number }> {
  const child = spawn(process.execPath, ['--max-old-space-size=24', 'bench/read.ts', '--side', 'ours', '--file', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await json(child.stdout)) as { rows: number; peakMB: number };
}

test.each(FILES)('%s is read without keeping its rows', async (name) => {
  const { rows, peakMB } = await readInChild(await folder.path(name));
  expect(rows).toBe(ROWS + 1);
  expect(peakMB).toBeLessThan(220);
});

test('the three files have the same list', async () => {
  const texts = async (name: string) => (await read(await folder.path(name), { maxRows: 3000 })).rows;
  const shared = await texts('shared.xlsx');
  expect(await texts('inline.xlsx')).toEqual(shared);
  expect(await texts('list.csv')).toEqual(shared);
});
