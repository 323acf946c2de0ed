import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ZipOfFiles } from '../../../../../main/spreadsheet/write/zip-of-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-zip-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('no two files have names that some file system treats as the same', async () => {
  const path = join(folder, 'officers.zip');
  const zip = await ZipOfFiles.create(path);
  for (const name of ['Jos\u00E9', 'Jose\u0301', 'JOS\u00C9', 'Jose']) await zip.add(name, 'csv', (target) => writeFile(target, name));
  await zip.finish();
  const names = new Set(readFileSync(path, 'utf8').match(/jos[^.]*\.csv/giu));
  expect([...names]).toEqual(['Jos\u00E9.csv', 'Jose\u0301 (2).csv', 'JOS\u00C9 (3).csv', 'Jose.csv']);
});
