/** The operating system functions that reading the policy uses. Tests replace them to simulate each system. */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, fstatSync, mkdtempSync, openSync, readFileSync, realpathSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../shared/base/index.ts';
import { removeFile } from '../platform/index.ts';

/** `owner`: the user ID. `mode`: the permission bits. */
export interface Ownership {
  readonly owner: number;
  readonly mode: number;
}

export interface PolicySystem {
  readonly platform: NodeJS.Platform;
  /** Null if there is no such file or folder. Throws any other disk error. */
  ownership(path: string): Ownership | null;
  /** The text and the ownership of one open file; null if there is none. */
  read(path: string): (Ownership & { readonly text: string }) | null;
  /**
   * The output of a program, as bytes.
   * @throws Error when it cannot be started or fails
   */
  run(program: string, args: readonly string[]): Buffer;
  /** The bytes of a temporary file, after `write` has written it. */
  written(write: (path: string) => void): Buffer;
  /** The folder of Windows. */
  windowsFolder(): string;
}

const RUN_LIMIT_MS = 20_000;
const MAX_BYTES = 4 * 1024 * 1024;

/** The result; null when the file is missing. */
function unlessMissing<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The Windows folder according to the kernel. A user could change the environment variable SystemRoot, and so replace the program that
 * reads the registry.
 */
function windowsFolder(): string {
  try {
    return realpathSync.native(String.raw`\\?\GLOBALROOT\SystemRoot`);
  } catch {
    return existsSync(String.raw`C:\Windows\System32\reg.exe`) ? String.raw`C:\Windows` : (process.env['SystemRoot'] ?? '');
  }
}

export const THIS_SYSTEM: PolicySystem = {
  platform: process.platform,
  ownership: (path) =>
    unlessMissing(() => {
      const { uid, mode } = statSync(path);
      return { owner: uid, mode };
    }),
  read: (path) =>
    unlessMissing(() => {
      const file = openSync(path, 'r');
      try {
        const { uid, mode } = fstatSync(file);
        return { owner: uid, mode, text: readFileSync(file, 'utf8') };
      } finally {
        closeSync(file);
      }
    }),
  run(program, args) {
    const { status, stdout, error } = spawnSync(program, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: RUN_LIMIT_MS,
      maxBuffer: MAX_BYTES,
      windowsHide: true,
    });
    if (error !== undefined || status !== 0) throw new Error('The program failed.', { cause: error });
    return stdout;
  },
  written(write) {
    const folder = mkdtempSync(join(tmpdir(), 'screening-desk-'));
    const path = join(folder, 'policy');
    try {
      write(path);
      return readFileSync(path);
    } finally {
      removeFile(path);
      rmdirSync(folder);
    }
  },
  windowsFolder,
};
