/** The folder for the temporary files of tests. */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** More bytes than the tests of all workers use at the same time. */
const ROOM = 4 * 2 ** 30;

/**
 * A folder in memory if it has enough space, because on a disk every commit of a database waits for the disk; otherwise the usual folder.
 * If a program is killed, both keep the same files.
 */
export function temporaryFolder(): string {
  if (process.env['TMPDIR'] !== undefined) return process.env['TMPDIR'];
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize >= ROOM && process.availableMemory() >= 2 * ROOM) return IN_MEMORY;
  } catch {
    // The system has no such folder.
  }
  return tmpdir();
}
