/**
 * The build targets, their sources, and whether they are up to date. Plain JavaScript with only Node's own modules, because every command
 * runs this first and it must be fast.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The sources of a host: `main` without the folders of the other hosts. */
const core = (...hosts) => ({
  sources: ['main', 'shared', 'practice'],
  except: ['electron', 'loopback', 'cli'].filter((host) => !hosts.includes(host)).map((host) => join('main', host)),
});

/** Every target: entry file, output file in `out/<target>/`, and sources. */
export const TARGETS = {
  electron: { entry: 'main/electron/index.ts', file: 'index.mjs', ...core('electron') },
  preload: { entry: 'preload/index.ts', file: 'index.cjs', sources: ['preload', 'shared'], except: [] },
  worker: { entry: 'main/worker/entry/index.ts', file: 'index.mjs', ...core() },
  practice: { entry: 'practice/server/worker.ts', file: 'worker.mjs', sources: ['practice', 'shared'], except: [] },
  loopback: { entry: 'main/loopback/index.ts', file: 'index.mjs', ...core('loopback') },
  cli: { entry: 'main/cli/index.ts', file: 'index.mjs', ...core('cli') },
  renderer: { entry: 'vite.config.ts', file: 'index.html', sources: ['renderer', 'shared', 'docs'], except: ['docs/adr', 'docs/pictures'] },
};

/** Files that affect every target. */
const COMMON = [
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'scripts/build.ts',
  'scripts/make-notices.ts',
  'scripts/targets.mjs',
];

const STAMP = 'out/build.json';

/** Adds path, size and modification time of every file in `folder` that belongs to the target. */
function addFolder(lines, root, folder, except) {
  let entries;
  try {
    entries = readdirSync(join(root, folder), { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!except.includes(path)) addFolder(lines, root, path, except);
    } else addFile(lines, root, path);
  }
}

function addFile(lines, root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (stat !== undefined) lines.push(`${path} ${stat.size} ${stat.mtimeMs}`);
}

/**
 * A digest of the names, sizes and modification times of a target's sources. Unlike a "newer than" test, it also detects removed and
 * restored files.
 */
export function fingerprint(name, root = ROOT) {
  const { entry, sources, except } = TARGETS[name];
  const lines = [];
  for (const folder of sources) addFolder(lines, root, folder, except);
  for (const file of [entry, ...COMMON]) addFile(lines, root, file);
  return createHash('sha256')
    .update(lines.toSorted((a, b) => (a < b ? -1 : 1)).join('\n'))
    .digest('hex')
    .slice(0, 32);
}

/** The last build: target → `{ fingerprint, at }`. Empty without a valid stamp. */
export function readStamp(root = ROOT) {
  try {
    const stamp = JSON.parse(readFileSync(join(root, STAMP), 'utf8'));
    return stamp.format === 1 ? stamp.targets : {};
  } catch {
    return {};
  }
}

/** The stamp's file content for these targets. */
export function stampText(targets) {
  return `${JSON.stringify({ format: 1, targets }, null, 2)}\n`;
}

export function stampPath(root = ROOT) {
  return join(root, STAMP);
}

export function builtFile(name, root = ROOT) {
  return join(root, 'out', name, TARGETS[name].file);
}

export function hasEntry(name, root = ROOT) {
  return existsSync(join(root, TARGETS[name].entry));
}

/** The targets of `names` that must be built. */
export function staleTargets(names, root = ROOT) {
  const stamp = readStamp(root);
  return names.filter(
    (name) => hasEntry(name, root) && (stamp[name]?.fingerprint !== fingerprint(name, root) || !existsSync(builtFile(name, root))),
  );
}
