/**
 * Creates folders that electron-builder accepts as Electron for Linux, Windows and macOS, to test packaging without Electron's binaries.
 */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { ROOT } from '../targets.mjs';

/** Number of fuses that the installed tool knows. */
const FUSE_COUNT = Object.values(FuseV1Options).filter((value) => typeof value === 'number').length;

/** The marker by which tools find the fuses, then format version 1, the number of fuses, and one character per fuse. */
function fuseWire(fuses: string): Buffer {
  return Buffer.concat([Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'), Buffer.from([1, fuses.length]), Buffer.from(fuses)]);
}

const COMMON = ['LICENSE', 'LICENSES.chromium.html', 'icudtl.dat', 'locales/en-US.pak', 'locales/de.pak'];

function begin(folder: string): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/electron/package.json'), 'utf8')) as { version: string };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  writeFileSync(join(folder, 'version'), version);
}

const propertyList = (values: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict>${Object.entries(values)
    .map(([key, value]) => `<key>${key}</key><string>${value}</string>`)
    .join('')}</dict></plist>\n`;

/** macOS: the app, its framework and its helpers. */
function macApp(folder: string, wire: Buffer): void {
  const contents = join(folder, 'Electron.app/Contents');
  const bundle = (path: string, name: string) => {
    mkdirSync(join(path, 'Contents/MacOS'), { recursive: true });
    writeFileSync(
      join(path, 'Contents/Info.plist'),
      propertyList({ CFBundleExecutable: name, CFBundleName: name, CFBundleIdentifier: `com.github.${name.replaceAll(' ', '.')}` }),
    );
    writeFileSync(join(path, 'Contents/MacOS', name), '', { mode: 0o755 });
  };
  bundle(join(folder, 'Electron.app'), 'Electron');
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)'])
    bundle(join(contents, `Frameworks/Electron Helper${kind}.app`), `Electron Helper${kind}`);
  const framework = join(contents, 'Frameworks/Electron Framework.framework');
  mkdirSync(join(framework, 'Versions/A/Resources'), { recursive: true });
  writeFileSync(join(framework, 'Versions/A/Resources/Info.plist'), propertyList({}));
  writeFileSync(join(framework, 'Electron Framework'), wire);
  mkdirSync(join(contents, 'Resources'));
  writeFileSync(join(contents, 'Resources/electron.icns'), '');
}

/** Writes the stub to `folder` and replaces its content. `fuses`: one `0` or `1` per fuse. */
export function makeStubElectron(
  folder: string,
  platform: 'linux' | 'win32' | 'darwin' = 'linux',
  fuses: string = '1'.repeat(FUSE_COUNT),
): void {
  begin(folder);
  for (const name of COMMON) writeFileSync(join(folder, name), '');
  const wire = fuseWire(fuses);
  if (platform === 'darwin') {
    macApp(folder, wire);
    return;
  }
  // No default_app.asar: electron-builder would reject an empty file as a damaged archive.
  mkdirSync(join(folder, 'resources'));
  if (platform === 'win32') {
    // The packager changes the resources of the program, so it must be a real one.
    const program = readFileSync(join(ROOT, 'node_modules/electron-winstaller/vendor/7z-x64.exe'));
    writeFileSync(join(folder, 'electron.exe'), Buffer.concat([program, wire]));
    return;
  }
  const script = Buffer.from('#!/bin/sh\necho "a stand-in for tests, and not Electron" >&2\nexit 70\n# ');
  writeFileSync(join(folder, 'electron'), Buffer.concat([script, wire, Buffer.from('\n')]));
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'chrome-sandbox'), '');
}
