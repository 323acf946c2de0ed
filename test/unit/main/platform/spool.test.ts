import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownSpool, removeLeftSpools } from '../../../../main/platform/spool.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'desk-spool-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

/** Puts a file into a folder of the spool. */
function put(folder: string): string {
  const path = join(dataDir, 'spool', folder);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'upload'), 'First Name');
  return folder;
}
const kept = () => readdirSync(join(dataDir, 'spool')).toSorted();

describe('the spool', () => {
  it('keeps the folders of programs that run, this one included', async () => {
    const folders = [put(basename(ownSpool(dataDir))), put(`program-${process.ppid}`)];
    await removeLeftSpools(dataDir);
    expect(kept()).toEqual(folders.toSorted());
  });

  it('does not keep what programs that have ended left, and other files', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    for (const folder of [`program-${pid}`, 'downloads', 'program-', `program-${process.pid}x`]) put(folder);
    writeFileSync(join(dataDir, 'spool', 'dGhlIHVwbG9hZA'), 'First Name');
    await removeLeftSpools(dataDir);
    expect(kept()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('does not keep the folder of an ended program whose number another one has', async () => {
    put(`program-${process.pid}-an-earlier-boot_1`);
    await removeLeftSpools(dataDir);
    expect(kept()).toEqual([]);
  });
});
