/** Folders for files with people in them that exist only while a command runs. */
import { readdirSync, rmdirSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/base/index.ts';
import { removeFile } from '../platform/index.ts';
import { SIGNAL_EXIT } from './output.ts';

const folders = new Set<string>();

/** Without a listener, closing the terminal would end the program without its `exit` event. */
const hangUp = () => process.exit(SIGNAL_EXIT + constants.signals.SIGHUP);

/**
 * Removes the folders with their files. A file that cannot be removed is left to the operating system, because the command has its result.
 */
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
 * A folder that only this user can open, which exists until the program ends. It is in `parent`, which is created, or in the system's
 * folder for temporary files.
 * @throws DATA_FOLDER when temporary files cannot be written
 */
export async function temporaryFolder(parent?: string): Promise<string> {
  const place = parent ?? tmpdir();
  if (folders.size === 0) process.once('exit', removeTemporaryFolders);
  try {
    if (parent !== undefined) await mkdir(parent, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(place, 'desk-'));
    folders.add(folder);
    // Only for the system's folder, which no later start cleans up. The next start cleans up the data folder.
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
