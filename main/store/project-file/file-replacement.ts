/** Replaces a project file with a new one in one step, and removes project files. */
import { readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { diskFailureOf } from '../../../shared/base/index.ts';
import { isFileInUse, removeFile, renameFile, syncFolder } from '../../platform/index.ts';
import { isThere } from './disk-errors.ts';

/** The path of the record of how many changes the file at `path` has had (`ChangeRecord`). */
export const recordPath = (path: string): string => `${path}.changes`;

/** The path of the new file until it replaces the file at `path`. */
export const unfinishedPath = (path: string): string => `${path}.new`;

/** Makes SQLite apply the journal of a file that is about to be replaced, because the journal must never be applied to the new file. */
function applyJournal(path: string): void {
  if (!isThere(`${path}-wal`)) return;
  try {
    const old = new Database(path);
    try {
      old.pragma('journal_mode = DELETE');
    } finally {
      old.close();
    }
  } catch (error) {
    // A damaged file has nothing to lose. A file that cannot be read now keeps its journal.
    if (diskFailureOf(error) !== 'damaged') throw error;
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Moves the finished new file to `path`; both the file and its name are on the disk when this resolves. */
export async function replaceProjectFile(path: string): Promise<void> {
  await flush(unfinishedPath(path));
  applyJournal(path);
  for (const ending of ['-wal', '-shm']) removeFile(path + ending);
  // A worker that has just ended may take a moment to close the old file.
  await renameFile(unfinishedPath(path), path);
  syncFolder(dirname(path));
}

function removeAll(path: string): void {
  for (const name of [recordPath(path), ...['', '-wal', '-shm', '-journal'].map((ending) => path + ending)]) removeFile(name);
}

/** Removes the new file of an interrupted import. */
export function removeUnfinished(path: string): void {
  removeAll(unfinishedPath(path));
}

/** Removes a project's file with its journal and index files. A missing file is not an error. */
export function removeProjectFile(path: string): void {
  removeAll(path);
  removeUnfinished(path);
}

/**
 * Removes all files of a project in `folder`, including those from before its list was read again. `except`: the path of a file to keep;
 * then a file that another program has open on Windows is skipped, and the next call removes it.
 */
export function removeProjectFiles(folder: string, projectId: string, except: string | null = null): void {
  const failures: unknown[] = [];
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!name.startsWith(`${projectId}.`) || (except !== null && path.startsWith(except))) continue;
    try {
      removeFile(path);
    } catch (error) {
      if (except === null || !isFileInUse(error)) failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
