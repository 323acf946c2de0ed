/**
 * The folder `spool`: uploads until they are imported, exports until the page downloads them, and profiles during an export. Each program
 * has its own folder in it, so that a starting program removes only what ended programs left.
 */
import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isNameOfRunning, processName } from './processes.ts';

const spool = (dataDir: string): string => join(dataDir, 'spool');

/** The folder of this program, which may not exist yet. */
export const ownSpool = (dataDir: string): string => join(spool(dataDir), processName());

/** Removes the folders of ended programs, and everything else that does not belong to a running program. */
export async function removeLeftSpools(dataDir: string): Promise<void> {
  mkdirSync(spool(dataDir), { recursive: true, mode: 0o700 });
  const left = (await readdir(spool(dataDir))).filter((name) => !isNameOfRunning(name));
  await Promise.all(left.map((name) => rm(join(spool(dataDir), name), { recursive: true, force: true })));
}
