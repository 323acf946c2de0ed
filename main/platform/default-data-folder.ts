import { homedir } from 'node:os';
import { join, posix, resolve, win32 } from 'node:path';

const EMPTY_NAME = 'DESK_DATA is empty. Set it to the path of a folder, or remove it.';

/**
 * The data folder of the installed program. All hosts use it, so they show the same projects; DESK_DATA overrides it. On Windows it does
 * not roam to other computers, because two computers would run the same projects.
 * @throws Error with a sentence for the user when DESK_DATA is empty or blank, because the folder would not be the one that the user
 * expects, and when nothing names a folder and this user has no home folder
 */
export function defaultDataDir(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  homeFolder: () => string = homedir,
): string {
  const named = environment['DESK_DATA'];
  if (named?.trim() === '') throw new Error(EMPTY_NAME);
  if (named !== undefined) return resolve(named);
  // An empty or relative value would mean the current folder. The XDG specification says to ignore it.
  const absolute = (value: string | undefined) =>
    value !== undefined && (posix.isAbsolute(value) || win32.isAbsolute(value)) ? value : null;
  const home = () => {
    try {
      return homeFolder();
    } catch (cause) {
      throw new Error('This user has no home folder. Name the data folder with --data or DESK_DATA.', { cause });
    }
  };
  const settings =
    platform === 'win32'
      ? (absolute(environment['LOCALAPPDATA']) ?? join(home(), 'AppData/Local'))
      : platform === 'darwin'
        ? join(home(), 'Library/Application Support')
        : (absolute(environment['XDG_CONFIG_HOME']) ?? join(home(), '.config'));
  return join(settings, 'Screening Desk/data');
}
