/** Moves files, also when a virus scanner has one of them open for a moment: Windows then refuses to move it. */
import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../../shared/base/index.ts';

/** Error codes of Windows for a file that a program has open. */
const IN_USE: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** Milliseconds before each further try. */
const WAITS: readonly number[] = [20, 60, 150, 300, 600, 900];

/** True for the error of a file call on Windows when a program has the file open. Elsewhere it can also mean missing permissions. */
export const isFileInUse = (error: unknown): boolean => IN_USE.has(codeOf(error));

/**
 * Moves a file in one step and replaces the file at `to`. Tries for two seconds while one of them is in use.
 * @throws a system error with its code
 */
export async function renameFile(from: string, to: string): Promise<void> {
  for (const wait of WAITS) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isFileInUse(error)) throw error;
    }
    await delay(wait);
  }
  await rename(from, to);
}

/**
 * As `renameFile`, and the thread waits: for files that a program needs before it can go on.
 * @throws a system error with its code
 */
export function renameFileSync(from: string, to: string): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (const wait of WAITS) {
    try {
      return renameSync(from, to);
    } catch (error) {
      if (!isFileInUse(error)) throw error;
    }
    Atomics.wait(clock, 0, 0, wait);
  }
  renameSync(from, to);
}
