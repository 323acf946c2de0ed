/** Paths of the program's parts relative to a host's entry file, in the source tree or built into `out/`. */
import { fileURLToPath } from 'node:url';

export interface ProgramPaths {
  /** Entry file of the worker threads. */
  readonly worker: URL;
  /** Entry file of the practice service's thread. */
  readonly practice: URL;
  /** Folder of the built page. */
  readonly renderer: string;
  /** Folder of the sample workbooks. */
  readonly samples: string;
  /** The sample workbook with the most kinds of content, used to warm up. */
  readonly sample: string;
  /** The licenses of the software that the installed program contains, in a file that `npm run build` writes. */
  readonly notices: string;
}

/** `hostUrl`: the `import.meta.url` of a host's entry, `main/<host>/index.ts` or `out/<host>/index.mjs`. */
export function programPaths(hostUrl: string): ProgramPaths {
  const isBuilt = !hostUrl.endsWith('.ts');
  const at = (source: string, built: string) => new URL(isBuilt ? built : source, hostUrl);
  // For files inside the archive, Electron opens the unpacked file but invents the result of `stat`, so the file would seem to change.
  const unpacked = (url: URL) => fileURLToPath(url).replace(/\.asar(?=[\\/])/, '.asar.unpacked');
  return {
    worker: at('../worker/entry/index.ts', '../worker/index.mjs'),
    practice: at('../../practice/server/worker.ts', '../practice/worker.mjs'),
    renderer: fileURLToPath(at('../../out/renderer/', '../renderer/')),
    samples: unpacked(at('../../assets/samples', '../../assets/samples')),
    notices: fileURLToPath(at('../../out/notices/third-party-notices.txt', '../notices/third-party-notices.txt')),
    sample: unpacked(at('../../assets/samples/sample-messy.xlsx', '../../assets/samples/sample-messy.xlsx')),
  };
}
