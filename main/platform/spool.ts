/**
 * The folder `spool`: uploads until they are read, exports until they are fetched, and the list of profiles while its
 * pages are read. Each program has a folder in it, so that a program that starts can remove what others left without
 * taking what they still use.
 */
import { mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isNameOfRunning, processName } from './processes.ts';

const spool = (dataDir: string): string => join(dataDir, 'spool');

/** The folder of this program. It may not exist yet. */
export const ownSpool = (dataDir: string): string => join(spool(dataDir), processName());

/** Removes what programs that have ended left, and what earlier versions put next to their folders. */
export async function removeLeftSpools(dataDir: string): Promise<void> {
  mkdirSync(spool(dataDir), { recursive: true, mode: 0o700 });
  const left = (await readdir(spool(dataDir))).filter((name) => !isNameOfRunning(name));
  await Promise.all(left.map((name) => rm(join(spool(dataDir), name), { recursive: true, force: true })));
}
