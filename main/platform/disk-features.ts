/** Features that some disks do not have, such as network drives and memory cards: private files, and flushing a folder. */
import { chmodSync, closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { codeOf } from '../../shared/base/index.ts';

/** Error codes of file systems for functions that they do not have. */
const UNSUPPORTED: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'ENOTTY', 'EBADF', 'EISDIR', 'EPERM']);

/** True when a system error says that the file system does not have a function. */
export const isUnsupported = (error: unknown): boolean => UNSUPPORTED.has(codeOf(error));

/** Flushes a folder, because a rename or a new name is durable only then. Does nothing where folders cannot be flushed. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    if (!isUnsupported(error)) throw error;
  } finally {
    closeSync(handle);
  }
}

/**
 * Sets the mode of a file or folder that belongs to this user.
 * @returns false when other users can still use it, because the disk has no permissions
 * @throws a system error, also when the file belongs to another user
 */
export function makePrivate(path: string, mode: 0o600 | 0o700): boolean {
  if (process.platform === 'win32') return true;
  try {
    chmodSync(path, mode);
    return true;
  } catch (error) {
    const user = process.geteuid?.();
    const { uid, mode: present } = statSync(path);
    if (!isUnsupported(error) || (user !== uid && user !== 0)) throw error;
    return (present & 0o077) === 0;
  }
}
