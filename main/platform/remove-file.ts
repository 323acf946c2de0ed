import { unlinkSync } from 'node:fs';
import { codeOf } from '../../shared/base/index.ts';

/**
 * Removes a file; a missing one is not an error. Node's `rmSync` throws most disk failures without their code, so that they look like
 * defects.
 * @throws a system error with its code
 */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
