/** Finds the data folder, and makes sure that it belongs to this program. */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AppError } from '../../shared/base/index.ts';
import { defaultDataDir } from './default-data-folder.ts';

/**
 * The folder that the user named, or the default one. `locked`: the folder that the policy sets, or null.
 * @throws USAGE when the name, or DESK_DATA, is empty or blank, because that would mean the current folder, and when nothing is named and
 * this user has no home folder; POLICY_REFUSED when the user names a different folder than the policy
 */
export function dataDirNamed(
  named: string | undefined,
  locked: string | null,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (named?.trim() === '') throw new AppError('USAGE', '--data needs the path to a folder.');
  if (named !== undefined) return unlessLocked(resolve(named), locked);
  try {
    if (locked !== null && environment['DESK_DATA'] === undefined) return locked;
    return unlessLocked(defaultDataDir(environment), locked);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('USAGE', (cause as Error).message, {}, { cause });
  }
}

function unlessLocked(dataDir: string, locked: string | null): string {
  if (locked === null || resolve(locked) === dataDir) return dataDir;
  throw new AppError(
    'POLICY_REFUSED',
    `Your organization set the data folder to ${locked}, so no other one can be used. Leave out --data, and remove DESK_DATA.`,
  );
}

/** Creates a folder and its parents one by one, because `recursive` never returns for a path below /proc. */
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
