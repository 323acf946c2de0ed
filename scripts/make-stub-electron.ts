/** Creates a folder that electron-builder accepts as Electron, so that packaging can be tested without Electron's binary. */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { ROOT } from './targets.mjs';

const FUSE_COUNT = Object.values(FuseV1Options).filter((value) => typeof value === 'number').length;

/** The marker by which tools find the fuses, then format version 1, the number of fuses, and one character per fuse. */
function fuseWire(fuses: string): Buffer {
  return Buffer.concat([Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), Buffer.from([1, fuses.length]), Buffer.from(fuses)]);
}

/** Writes the stub to `folder` and replaces its content. `fuses`: one `0` or `1` per fuse. */
export function makeStubElectron(folder: string, fuses: string = '1'.repeat(FUSE_COUNT)): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/electron/package.json'), 'utf8')) as { version: string };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  // no default_app.asar: an empty file counts as a damaged archive
  mkdirSync(join(folder, 'resources'));
  const program = Buffer.concat([
    Buffer.from('#!/bin/sh\necho "a stand-in for tests, and not Electron" >&2\nexit 70\n# '),
    fuseWire(fuses),
    Buffer.from('\n'),
  ]);
  writeFileSync(join(folder, 'electron'), program);
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'version'), version);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'icudtl.dat', 'locales/en-US.pak', 'locales/de.pak'])
    writeFileSync(join(folder, name), '');
}

if (import.meta.main) makeStubElectron(process.argv[2] ?? join(ROOT, 'release/stub-electron'));
