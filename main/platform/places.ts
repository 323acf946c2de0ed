/** Paths of the program's parts relative to a host's entry file, in the source tree or built into `out/`. */
import { homedir } from 'node:os';
import { join, posix, resolve, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Places {
  readonly bundled: boolean;
  /** Entry file of the worker threads. */
  readonly worker: URL;
  /** Entry file of the practice service's thread. */
  readonly practice: URL;
  /** Folder of the built page. */
  readonly renderer: string;
  /** Folder of the sample workbooks. */
  readonly samples: string;
  /** The sample workbook with the most kinds of content, for the warm-up. */
  readonly sample: string;
  /** The licenses of the software that the installed program contains; `npm run build` writes the file. */
  readonly notices: string;
}

/** `hostUrl` is the `import.meta.url` of a host's own entry, `main/<host>/index.ts` or `out/<host>/index.mjs`. */
export function placesFrom(hostUrl: string): Places {
  const bundled = !hostUrl.endsWith('.ts');
  const at = (source: string, built: string) => new URL(bundled ? built : source, hostUrl);
  return {
    bundled,
    worker: at('../worker/entry/index.ts', '../worker/index.mjs'),
    practice: at('../../practice/server/worker.ts', '../practice/worker.mjs'),
    renderer: fileURLToPath(at('../../out/renderer/', '../renderer/')),
    samples: fileURLToPath(at('../../assets/samples/', '../../assets/samples/')),
    notices: fileURLToPath(at('../../out/notices/third-party-notices.txt', '../notices/third-party-notices.txt')),
    sample: fileURLToPath(at('../../assets/samples/sample-messy.xlsx', '../../assets/samples/sample-messy.xlsx')),
  };
}

/** The installed program's data folder, which all hosts use so that they show the same projects; DESK_DATA overrides it. */
export function defaultDataDir(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const named = environment['DESK_DATA'];
  if (named !== undefined && named !== '') return resolve(named);
  // An empty or relative value would mean the current folder; the XDG specification has programs ignore it.
  const absolute = (value: string | undefined) =>
    value !== undefined && (posix.isAbsolute(value) || win32.isAbsolute(value)) ? value : null;
  const settings =
    platform === 'win32'
      ? (absolute(environment['APPDATA']) ?? join(home, 'AppData/Roaming'))
      : platform === 'darwin'
        ? join(home, 'Library/Application Support')
        : (absolute(environment['XDG_CONFIG_HOME']) ?? join(home, '.config'));
  return join(settings, 'Screening Desk/data');
}
