/**
 * Builds the program into `out/`: `node scripts/build.ts [--if-stale] [target …]`; without a target, builds all. Bundles own code and
 * libraries; only electron and the two native modules stay external.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import Database from 'better-sqlite3';
import { build, type InlineConfig } from 'vite';
import { canMakeNotices, makeNotices } from './make-notices.ts';
import {
  fingerprint,
  hasEntry,
  readStamp,
  ROOT,
  type Stamp,
  staleTargets,
  stampPath,
  stampText,
  TARGETS,
  type TargetName,
} from './targets.mjs';

const NATIVE = ['electron', 'better-sqlite3', 'keytar'];

/** The packages that each target bundles, with their licenses. `scripts/make-notices.ts` combines these files. */
const LICENSES = { fileName: 'licenses.json' };

/**
 * Source maps refer to the sources by path instead of containing them; a debugger reads them from the checkout. The installer has no maps.
 */
const MAPS = { sourcemapExcludeSources: true };

/** Hash of the sources that affect what a check finds. It is the same in every target. */
function buildId(): string {
  const hash = createHash('sha256');
  const paths = globSync('{shared,main/{matching,spreadsheet,worker}}/**/*.ts', { cwd: ROOT });
  for (const path of paths.map((found) => found.replaceAll('\\', '/')).toSorted()) hash.update(path).update(readFileSync(join(ROOT, path)));
  return hash.digest('base64url').slice(0, 16);
}

/** Configuration of a Node target. Dynamic imports become separate chunks, so that a library is loaded only when needed. */
function nodeTarget(name: TargetName, outDir: string): InlineConfig {
  const { entry, file } = TARGETS[name];
  // a sandboxed preload script must be a single CommonJS file; its `require` knows little more than electron
  const isPreload = name === 'preload';
  return {
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    define: { __BUILD_ID__: JSON.stringify(buildId()) },
    ssr: { noExternal: true, external: NATIVE },
    build: {
      ssr: join(ROOT, entry),
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      // The preload script bundles no package.
      license: isPreload ? false : LICENSES,
      rolldownOptions: {
        external: [...NATIVE, ...builtinModules, /^node:/],
        output: isPreload
          ? { ...MAPS, format: 'cjs', entryFileNames: file, codeSplitting: false }
          : { ...MAPS, format: 'es', entryFileNames: file, chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  };
}

/** The page's configuration is vite.config.ts, which the development server also reads. */
function pageTarget(outDir: string): InlineConfig {
  return {
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, reportCompressedSize: false, license: LICENSES },
  };
}

/** Builds into a temporary folder and then moves it, so that a target is never incomplete. */
async function buildTarget(name: TargetName): Promise<Stamp> {
  // before the build, so that a change during the build makes the target stale
  const stamp = { fingerprint: fingerprint(name), at: Date.now() };
  const fresh = join(ROOT, 'out', `.${name}-${process.pid}`);
  const place = join(ROOT, 'out', name);
  try {
    await build(name === 'renderer' ? pageTarget(fresh) : nodeTarget(name, fresh));
    rmSync(place, { recursive: true, force: true });
    renameSync(fresh, place);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return stamp;
}

/** Locks the build until this process ends, even by a crash, so that parallel builds wait. */
function lockBuilds(): Database.Database {
  const file = join(ROOT, 'out', '.build-lock.sqlite');
  const open = (timeout: number) => {
    const lock = new Database(file, { timeout });
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      lock.close();
      throw error;
    }
  };
  try {
    return open(0);
  } catch (error) {
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    console.error('waiting for another build to finish …');
    return open(180_000);
  }
}

function readArguments(): { names: TargetName[]; onlyStale: boolean } {
  const { values, positionals } = parseArgs({ options: { 'if-stale': { type: 'boolean', default: false } }, allowPositionals: true });
  const unknown = positionals.filter((name) => !Object.hasOwn(TARGETS, name));
  if (unknown.length > 0) throw new Error(`unknown target ${unknown.join(', ')}; there are ${Object.keys(TARGETS).join(', ')}`);
  return { names: (positionals.length > 0 ? positionals : Object.keys(TARGETS)) as TargetName[], onlyStale: values['if-stale'] };
}

const { names, onlyStale } = readArguments();
// always build for production, even when a test run sets another value
process.env['NODE_ENV'] = 'production';
// vite.config.ts uses paths relative to the root
process.chdir(ROOT);
mkdirSync(join(ROOT, 'out'), { recursive: true });
const lock = lockBuilds();
const started = performance.now();
const wanted = onlyStale ? staleTargets(names) : names.filter((name) => hasEntry(name));
const stamps = { ...readStamp() };
const built: TargetName[] = [];
for (const name of wanted) {
  try {
    stamps[name] = await buildTarget(name);
    built.push(name);
    writeFileSync(stampPath(), stampText(stamps));
  } catch (error) {
    // continue with the other targets
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`${name} cannot be built: ${process.stderr.isTTY ? reason : stripVTControlCharacters(reason)}`);
    process.exitCode = 1;
  }
}
if (built.length > 0 && canMakeNotices()) makeNotices();
lock.close();
const missing = names.filter((name) => !hasEntry(name));
if (missing.length > 0) console.error(`not built, as the entry is missing: ${missing.map((name) => TARGETS[name].entry).join(', ')}`);
if (built.length > 0) console.log(`built ${built.join(', ')} in ${Math.round(performance.now() - started)} ms`);
