/** A small temporary project with this project's scripts, for tests that build and run in it. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const CHECKOUT = join(import.meta.dirname, '../..');

export interface SmallProject {
  readonly root: string;
  write(path: string, text: string): void;
  remove(path: string): void;
  /** Removes all sources and their builds. */
  clear(): void;
  dispose(): void;
}

/** Creates the project: the scripts, `package.json`, all libraries, and copies of `folders`. */
export function makeSmallProject(folders: readonly string[] = []): SmallProject {
  const root = mkdtempSync(join(tmpdir(), 'desk-project-'));
  const path = (name: string) => join(root, name);
  for (const name of ['scripts', 'package.json', 'tsconfig.base.json', ...folders])
    cpSync(join(CHECKOUT, name), path(name), { recursive: true });
  mkdirSync(path('node_modules'));
  for (const name of readdirSync(join(CHECKOUT, 'node_modules')))
    // Cache folders belong to the checkout, so they are not linked.
    if (!name.startsWith('.')) symlinkSync(join(CHECKOUT, 'node_modules', name), path(`node_modules/${name}`), 'junction');
  return {
    root,
    write(name, text) {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
    },
    remove: (name) => rmSync(path(name), { recursive: true, force: true }),
    clear() {
      for (const name of ['main', 'preload', 'shared', 'practice', 'renderer', 'out']) rmSync(path(name), { recursive: true, force: true });
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Creates a copy of the whole project without its history and builds. */
export const copyCheckout = (): SmallProject =>
  makeSmallProject(
    readdirSync(CHECKOUT).filter((name) => !['.git', 'node_modules', 'out', 'release', 'artifacts', 'results'].includes(name)),
  );
