/**
 * A file that appears only when it is complete: it is written under a hidden name in the target's folder, flushed to disk, then renamed to
 * replace the target. If the process is killed, the old file is unchanged, and `removeLeftovers` or the next writer in that folder removes
 * the temporary file.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode } from '../core/errors.ts';
import { WriteError, writeErrorOf } from './write-error.ts';

/** Name of a temporary file: hash of the host name, process ID, random part. */
const TEMPORARY = /^\.~export-([0-9a-f]{6})-(\d{1,10})-[0-9a-f]{12}\.tmp$/;
/** Age in milliseconds after which a temporary file of another computer is removed, because its process cannot be checked. */
const STALE_AFTER = 3 * 24 * 3600_000;
/** Error codes of network drives and memory cards that do not have permissions. */
const WITHOUT_MODES: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'];
/** Waits in milliseconds before each retry of the rename, because a virus scanner may keep the target open for a moment. */
const RENAME_WAITS = [20, 60, 150, 300, 600];

const thisComputer = () => createHash('sha256').update(hostname()).digest('hex').slice(0, 6);

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}

/** A new name for a temporary file of this process in the folder of a file. */
export const temporaryBeside = (path: string): string =>
  join(dirname(path), `.~export-${thisComputer()}-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);

/**
 * Removes temporary files that killed writers left in a folder. False if the folder cannot be read, or some files of this computer are
 * left. `now`: the time according to the drive, which may differ from this computer's time for a network folder.
 */
export async function removeLeftovers(folder: string, now: number = Date.now()): Promise<boolean> {
  const names = await readdir(folder).catch(() => null);
  let isClear = names !== null;
  for (const name of names ?? []) {
    const parts = TEMPORARY.exec(name);
    if (parts === null) continue;
    const path = join(folder, name);
    const pid = Number(parts[2]);
    const isOwn = parts[1] === thisComputer();
    const age = now - ((await stat(path).catch(() => null))?.mtimeMs ?? now);
    // In a sandbox, a process often has the same number as the one before.
    const isOrphan = isOwn && (pid === process.pid ? age > process.uptime() * 1000 : !isProcessAlive(pid));
    const isRemoved =
      (isOrphan || age > STALE_AFTER) &&
      (await rm(path, { force: true }).then(
        () => true,
        () => false,
      ));
    if (isOwn && !isRemoved) isClear = false;
  }
  return isClear;
}

/** Rejects a target that another program has open, according to that program's lock file (LibreOffice, and Excel outside Windows). */
async function rejectLocked(path: string): Promise<void> {
  for (const lock of [`.~lock.${basename(path)}#`, `~$${basename(path)}`]) {
    const found = await lstat(join(dirname(path), lock)).catch(() => null);
    if (found?.isFile() === true) {
      throw new WriteError('TARGET_UNWRITABLE', 'The file is open in another program. Close it there, or choose another name.');
    }
  }
}

/**
 * Permission bits of the file to replace; null if there is none.
 * @throws TARGET_UNWRITABLE when it cannot be replaced
 */
async function modeOfExisting(path: string): Promise<number | null> {
  const found = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (found === null) return null;
  if (found.isDirectory()) throw new WriteError('TARGET_UNWRITABLE', 'There is a folder with this name. Choose another file name.');
  if (!found.isFile()) throw new WriteError('TARGET_UNWRITABLE', 'This name belongs to a device. Choose another file name.');
  // Checks the bits too, because root can open read-only files.
  if ((found.mode & 0o222) === 0) throw new WriteError('TARGET_UNWRITABLE', 'The file is read-only. Choose another name.');
  // Windows rejects this while another program has the file open.
  await (await open(path, 'r+')).close();
  return found.mode & 0o777;
}

/** The file that a symbolic link points to; otherwise the path itself. */
async function realTarget(path: string): Promise<string> {
  const found = await lstat(path).catch(() => null);
  return found?.isSymbolicLink() === true ? await realpath(path) : path;
}

/** The folder in which the file at a path is written. */
export const targetFolder = async (path: string): Promise<string> => dirname(await realTarget(resolve(path)).catch(() => resolve(path)));

export class TargetFile {
  /** Path of the final file. */
  readonly path: string;
  private readonly temporary: string;
  private readonly mode: number | null;
  private handle: FileHandle | null;
  private size = 0;
  private state: 'open' | 'flushed' | 'done' | 'gone' = 'open';

  private constructor(path: string, temporary: string, mode: number | null, handle: FileHandle) {
    this.path = path;
    this.temporary = temporary;
    this.mode = mode;
    this.handle = handle;
  }

  /**
   * Checks the target, and creates a temporary file (mode 0600) in its folder. The new file gets the permissions of the old one if the
   * drive has permissions.
   * @throws TARGET_UNWRITABLE, DISK_FULL
   */
  static async open(path: string): Promise<TargetFile> {
    try {
      const target = await realTarget(resolve(path));
      const mode = await modeOfExisting(target);
      await rejectLocked(target);
      const temporary = temporaryBeside(target);
      const handle = await open(temporary, 'wx', 0o600);
      await removeLeftovers(dirname(target), (await handle.stat().catch(() => null))?.mtimeMs);
      return new TargetFile(target, temporary, mode, handle);
    } catch (error) {
      throw writeErrorOf(error, false);
    }
  }

  /**
   * Writes a whole file.
   * @throws TARGET_UNWRITABLE, DISK_FULL
   */
  static async write(path: string, bytes: Uint8Array): Promise<void> {
    const file = await TargetFile.open(path);
    try {
      await file.append(bytes);
      await file.commit();
    } catch (error) {
      await file.abort();
      throw error;
    }
  }

  /** Bytes appended so far. */
  get length(): number {
    return this.size;
  }

  /**
   * Appends bytes; calls must not overlap. A failure removes the temporary file.
   * @throws WriteError when the write fails
   */
  async append(bytes: Uint8Array): Promise<void> {
    await this.put(bytes, this.size);
    this.size += bytes.length;
  }

  /** Overwrites bytes that were appended before. Calls must not overlap. */
  async patch(bytes: Uint8Array, position: number): Promise<void> {
    if (position + bytes.length > this.size) throw new RangeError('only written bytes can be patched');
    await this.put(bytes, position);
  }

  private async put(bytes: Uint8Array, position: number): Promise<void> {
    const { handle } = this;
    if (handle === null || this.state !== 'open') throw new Error('the file is not open for writing');
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
        done += bytesWritten;
      }
    } catch (error) {
      await this.abort();
      throw writeErrorOf(error, true);
    }
  }

  /**
   * Flushes the file, and atomically moves it to the target. If another program has opened the target meanwhile, only the move fails: call
   * `commit` again, or `abort`.
   * @throws WriteError
   */
  async commit(): Promise<void> {
    if (this.state === 'done') return;
    if (this.state === 'gone') throw new Error('the file was given up');
    if (this.state === 'open') await this.flush();
    await this.rename();
    this.state = 'done';
    await this.flushFolder();
  }

  private async flush(): Promise<void> {
    try {
      if (this.mode !== null) await this.keepMode(this.mode);
      await this.handle?.sync();
      await this.handle?.close();
      this.handle = null;
      this.state = 'flushed';
    } catch (error) {
      await this.abort();
      throw writeErrorOf(error, true);
    }
  }

  /** If setting the permissions fails, the new file has those that its drive gives to every file. */
  private async keepMode(mode: number): Promise<void> {
    try {
      await this.handle?.chmod(mode);
    } catch (error) {
      if (!WITHOUT_MODES.includes(systemCode(error))) throw error;
    }
  }

  private async rename(): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      try {
        await rename(this.temporary, this.path);
        return;
      } catch (error) {
        const wait = RENAME_WAITS[turn];
        if (wait === undefined || !['EPERM', 'EACCES', 'EBUSY'].includes(systemCode(error))) throw writeErrorOf(error, true);
        await delay(wait);
      }
    }
  }

  /** Ensures that the rename survives a power failure. Windows has no such call, and some network drives reject it. */
  private async flushFolder(): Promise<void> {
    if (process.platform === 'win32') return;
    const folder = await open(dirname(this.path), 'r').catch(() => null);
    await folder?.sync().catch(() => undefined);
    await folder?.close().catch(() => undefined);
  }

  /** Removes the temporary file; the old target is unchanged. Does nothing after `commit`. Never fails. */
  async abort(): Promise<void> {
    if (this.state === 'done' || this.state === 'gone') return;
    this.state = 'gone';
    await this.handle?.close().catch(() => undefined);
    this.handle = null;
    await rm(this.temporary, { force: true }).catch(() => undefined);
  }
}
