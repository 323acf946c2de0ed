/** Finds the data folder, and makes sure that it belongs to this program. */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../shared/base/index.ts';
import { defaultDataDir } from './default-data-folder.ts';

/**
 * The folder that the user named, or the default one.
 * @throws USAGE when the name, or DESK_DATA, is empty or blank: it would mean the current folder, or when nothing is
 * named and this user has no home folder
 */
export function dataDirNamed(named: string | undefined): string {
  if (named === undefined) {
    try {
      return defaultDataDir();
    } catch (cause) {
      throw new AppError('USAGE', (cause as Error).message, {}, { cause });
    }
  }
  if (named.trim() === '') throw new AppError('USAGE', '--data needs the path to a folder.');
  return resolve(named);
}

/** Creates a folder and those above it one by one, because `recursive` never returns for a path below /proc. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Names of the files and folders that the program creates in its data folder. */
const OWN_NAMES = /^((history\.(sqlite|changes)|data\.key|secrets\.|runner\.|practice).*|projects|spool|logs|browser|window|\.DS_Store)$/;

/**
 * Call it before anything is written to the data folder or its permissions are changed.
 * @throws DATA_FOLDER unless the folder is new, empty or holds only files of this program, and when it cannot be
 * created or read.
 */
export function requireDataFolder(dataDir: string): void {
  let names: string[];
  try {
    makeFolder(dataDir);
    names = readdirSync(dataDir);
  } catch (cause) {
    throw new AppError(
      'DATA_FOLDER',
      'The data folder cannot be created or read. Choose another one or change its permissions.',
      {},
      { cause },
    );
  }
  const foreign = names.find((name) => !OWN_NAMES.test(name));
  if (foreign === undefined || names.includes('history.sqlite')) return;
  throw new AppError(
    'DATA_FOLDER',
    `The folder holds files of other programs, such as “${foreign}”, so nothing was changed in it. Choose an empty folder or a data folder of Screening Desk.`,
  );
}
