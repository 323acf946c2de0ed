/** Finds Electron's program. Its package does not contain it; `npx install-electron` downloads it once. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './targets.mjs';

const PROGRAMS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/** Path of the program, or null when it is not downloaded. `require('electron')` would start a download in that case. */
export function findElectron(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  root: string = ROOT,
): string | null {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(root, 'node_modules/electron/dist');
  const program = join(folder, PROGRAMS[platform] ?? 'electron');
  return existsSync(program) ? program : null;
}

/** Downloads the program within `limitMs`; returns its path or null. */
export function fetchElectron(limitMs: number): string | null {
  spawnSync(process.execPath, [join(ROOT, 'node_modules/electron/install.js')], { stdio: 'ignore', timeout: limitMs });
  return findElectron();
}

/** The versions of Chromium and Node in Electron's program. */
export function versionsOf(program: string): { readonly chrome: string; readonly node: string } {
  const { status, stdout } = spawnSync(program, ['--print', 'JSON.stringify(process.versions)'], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  if (status !== 0) throw new Error(`${program} does not start`);
  return JSON.parse(stdout) as { chrome: string; node: string };
}

/** Required arguments on this computer: Chromium's sandbox does not run as root. */
export function electronArguments(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
