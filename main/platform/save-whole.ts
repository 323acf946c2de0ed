/** Saves files where the user chooses. */
import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { AppError, diskFailureOf } from '../../shared/base/index.ts';
import { renameFile } from './rename-file.ts';

/**
 * Writes a file that appears only when it is complete. `what`: its name in an error message.
 * @throws DISK_FULL
 * @throws TARGET_UNWRITABLE
 */
export async function saveWhole(path: string, content: string | Uint8Array, what: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, content, { mode: 0o600, flag: 'wx', flush: true });
    await renameFile(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    if (diskFailureOf(cause) === 'full')
      throw new AppError(
        'DISK_FULL',
        `The disk is full, so the ${what} was not saved. Free some space, or choose another disk.`,
        {},
        { cause },
      );
    throw new AppError('TARGET_UNWRITABLE', `The ${what} could not be saved there. Choose another folder or name.`, {}, { cause });
  }
}
