/** The record of a saved file, which allows the next export to replace it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ExportTargets } from '../../../../main/results/export-targets.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { memorySettings } from '../../../kit/memory-settings.ts';

it('a saved file does not count as failed when the data folder has no room for its record', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'export-targets-'));
  const path = join(folder, 'out.csv');
  const settings = memorySettings();
  const full = () => {
    throw new AppError('DISK_FULL', 'The disk is full.');
  };
  try {
    writeFileSync(path, 'A1');
    await new ExportTargets({ ...settings, set: full }, { now: () => 0 }).written(path);
    const targets = new ExportTargets(settings, { now: () => 0 });
    const rules = { mayReplace: false, inputs: [] };
    await expect(targets.check(path, rules)).rejects.toThrow('did not write it');
    await targets.written(path);
    await targets.check(path, rules);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
