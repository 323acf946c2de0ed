/** Programs of tests that are started hundreds of times, as single files: starting from a hundred source files takes twice as long. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Rolldown } from 'vite';
import { ROOT } from '../../scripts/targets.mjs';

const FOLDER = join(ROOT, 'node_modules', '.cache', 'bundled-tests');

const bundles = new Map<string, Promise<string>>();

/** The path of the program whose entry is the source file `entry`, as one file. */
export function bundledProgram(entry: string): Promise<string> {
  const known = bundles.get(entry);
  if (known !== undefined) return known;
  const path = bundle(entry);
  bundles.set(entry, path);
  return path;
}

async function bundle(entry: string): Promise<string> {
  const { output } = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    // Each source file still needs its own location to find other files.
    plugins: [
      {
        name: 'own-place',
        transform: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      },
    ],
    ssr: { noExternal: true, external: ['better-sqlite3', 'keytar'] },
    build: {
      ssr: entry,
      write: false,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        external: ['better-sqlite3', 'keytar', 'electron', ...builtinModules, /^node:/],
        output: { format: 'es', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const { code } = output[0];
  const path = join(FOLDER, `${basename(entry, '.ts')}-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`);
  if (existsSync(path)) return path;
  mkdirSync(FOLDER, { recursive: true });
  // Written to another name and renamed, because other processes may start it at the same moment.
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, code);
  renameSync(fresh, path);
  return path;
}
