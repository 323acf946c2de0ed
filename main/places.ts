/** Where the parts of the program lie beside a host's entry file: run from source, or built into `out/`. */
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
}

/** `hostUrl` is the `import.meta.url` of a host's own entry, `main/<host>/index.ts` or `out/<host>/index.mjs`. */
export function placesFrom(hostUrl: string): Places {
  const bundled = !hostUrl.endsWith('.ts');
  const at = (source: string, built: string) => new URL(bundled ? built : source, hostUrl);
  return {
    bundled,
    worker: at('../worker/index.ts', '../worker/index.mjs'),
    practice: at('../../practice/worker.ts', '../practice/worker.mjs'),
    renderer: fileURLToPath(at('../../out/renderer/', '../renderer/')),
    samples: fileURLToPath(at('../../assets/samples/', '../../assets/samples/')),
  };
}
