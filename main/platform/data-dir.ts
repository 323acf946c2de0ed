/** Which folder is the data folder, and whether it is ours to write to. */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../shared/base/errors.ts';
import { defaultDataDir } from './places.ts';

/** The folder that the user named, or the default one. @throws USAGE when the name is empty: it would mean the current folder */
export function dataDirNamed(named: string | undefined): string {
  if (named === undefined) return defaultDataDir();
  if (named.trim() === '') throw new AppError('USAGE', '--data needs the path to a folder.');
  return resolve(named);
}

/** Makes a folder and those above it, one by one: `recursive` never returns for a path below /proc. */
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Names that the program gives to files and folders of its data folder. */
const OWN_NAMES = /^((history\.sqlite|data\.key|secrets\.|runner\.|practice).*|projects|spool|logs|browser|window|\.DS_Store)$/;

/**
 * Makes sure that a data folder is ours before anything is written to it or its rights are changed: it is new, empty, or holds only what
 * this program made. @throws DATA_FOLDER otherwise, and when the folder cannot be made or read
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
