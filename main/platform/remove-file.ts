import { unlinkSync } from 'node:fs';
import { codeOf } from '../../shared/base/index.ts';

/**
 * Removes a file; a missing one is not an error. `rmSync` of Node throws most failures of the disk without their code, so that they cannot
 * be told from a defect.
 * @throws a system error, with its code
 */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
