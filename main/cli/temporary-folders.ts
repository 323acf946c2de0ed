/** Folders for files that hold people only while a command runs. */
import { readdirSync, rmdirSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/base/index.ts';
import { removeFile } from '../platform/index.ts';
import { SIGNAL_EXIT } from './output.ts';

const folders = new Set<string>();

/** A terminal that is closed ends a program without its `exit`, unless something listens. */
const hangUp = () => process.exit(SIGNAL_EXIT + constants.signals.SIGHUP);

/** Removes them with their files. What the system does not let go of is left to it: the command has its result. */
export function removeTemporaryFolders(): void {
  for (const folder of folders)
    try {
      for (const name of readdirSync(folder)) removeFile(join(folder, name));
      rmdirSync(folder);
    } catch {
      continue;
    }
  folders.clear();
  process.off('exit', removeTemporaryFolders).off('SIGHUP', hangUp);
}

/**
 * A folder that only this user can open, until the program ends: in `parent`, which is made, or where the system wants temporary files.
 * @throws DATA_FOLDER when there is no place for temporary files
 */
export async function temporaryFolder(parent?: string): Promise<string> {
  const place = parent ?? tmpdir();
  if (folders.size === 0) process.once('exit', removeTemporaryFolders);
  try {
    if (parent !== undefined) await mkdir(parent, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(place, 'desk-'));
    folders.add(folder);
    // No later start looks in the folder of the system. The data folder is cleaned up by the next one.
    if (parent === undefined && process.listenerCount('SIGHUP', hangUp) === 0) process.on('SIGHUP', hangUp);
    return folder;
  } catch (cause) {
    throw new AppError(
      'DATA_FOLDER',
      `Temporary files cannot be written to ${place}. Name another folder with the environment variable TMPDIR.`,
      {},
      { cause },
    );
  }
}
