/**
 * What is built from which sources, and whether it is still up to date. Plain JavaScript and node's own modules only:
 * the command line asks this before anything else is loaded, so it has to cost next to nothing.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the project. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** A host is no part of what the other hosts are built from. */
const core = (...hosts) => ({
  sources: ['main', 'shared', 'practice'],
  except: ['electron', 'loopback', 'cli'].filter((host) => !hosts.includes(host)).map((host) => join('main', host)),
});

/** Every target: its entry file, the file it becomes below `out/`, and what it is made of. */
export const TARGETS = {
  electron: { entry: 'main/electron/index.ts', file: 'index.mjs', ...core('electron') },
  preload: { entry: 'preload/index.ts', file: 'index.cjs', sources: ['preload', 'shared'], except: [] },
  worker: { entry: 'main/worker/entry/index.ts', file: 'index.mjs', ...core() },
  practice: { entry: 'practice/server/worker.ts', file: 'worker.mjs', sources: ['practice', 'shared'], except: [] },
  loopback: { entry: 'main/loopback/index.ts', file: 'index.mjs', ...core('loopback') },
  cli: { entry: 'main/cli/index.ts', file: 'index.mjs', ...core('cli') },
  renderer: { entry: 'vite.config.ts', file: 'index.html', sources: ['renderer', 'shared'], except: [] },
};

/** What changes every target when it changes. */
const COMMON = ['package.json', 'package-lock.json', 'node_modules/.package-lock.json', 'scripts/build.ts', 'scripts/targets.mjs'];

const STAMP = 'out/build.json';

/** Adds `path, size, time of change` of every file below `folder` that belongs to the target. */
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
 * A digest of the sources of a target by name, size and time of change. Equal digests mean "nothing to build"; sources
 * that were removed or put back to an older state are noticed too, which "newer than" would miss.
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

/** What was last built: target → `{ fingerprint, at }`. Empty when nothing was, or when the stamp is damaged. */
export function readStamp(root = ROOT) {
  try {
    const stamp = JSON.parse(readFileSync(join(root, STAMP), 'utf8'));
    return stamp.format === 1 ? stamp.targets : {};
  } catch {
    return {};
  }
}

/** The text of the stamp for these targets. */
export function stampText(targets) {
  return `${JSON.stringify({ format: 1, targets }, null, 2)}\n`;
}

/** Where the stamp lies. */
export function stampPath(root = ROOT) {
  return join(root, STAMP);
}

/** The built file of a target. */
export function builtFile(name, root = ROOT) {
  return join(root, 'out', name, TARGETS[name].file);
}

/** Whether the target's entry file has been written. */
export function hasEntry(name, root = ROOT) {
  return existsSync(join(root, TARGETS[name].entry));
}

/** Those of `names` that have to be built again. */
export function staleTargets(names, root = ROOT) {
  const stamp = readStamp(root);
  return names.filter(
    (name) => hasEntry(name, root) && (stamp[name]?.fingerprint !== fingerprint(name, root) || !existsSync(builtFile(name, root))),
  );
}
