import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDataFolder } from '../../../main/open-data-folder.ts';
import type { Ports } from '../../../main/platform/ports.ts';
import { AppError } from '../../../shared/base/errors.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'desk-open-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

const KEY = Buffer.alloc(32, 7);
const portsWith = (dataKey: () => Promise<Buffer>) =>
  ({ dataDir, clock: { now: () => 0 }, host: { kind: 'cli' }, secrets: { dataKey } }) as unknown as Ports;

it.each<[what: string, key: () => Promise<Buffer>, prepare: () => void, error: string]>([
  [
    'its spool is a file',
    () => Promise.resolve(KEY),
    () => writeFileSync(join(dataDir, 'spool'), ''),
    'The data folder cannot be written.',
  ],
  [
    'its key cannot be read',
    () => Promise.reject(new AppError('KEYCHAIN_LOCKED', 'The keychain is locked.')),
    () => undefined,
    'The keychain is locked.',
  ],
])('a data folder that cannot be opened because %s stays free for another attempt', async (_, key, prepare, error) => {
  prepare();
  await expect(openDataFolder(portsWith(key))).rejects.toThrow(error);
  rmSync(join(dataDir, 'spool'), { recursive: true, force: true });
  const { database, lock } = await openDataFolder(portsWith(() => Promise.resolve(KEY)));
  expect(lock.heldBy).toBeNull();
  lock.release();
  database.close();
});
