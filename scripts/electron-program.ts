/** Finds Electron's own program, which is no part of its package: it is fetched once, by `npx install-electron`. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './targets.mjs';

const PROGRAMS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/**
 * The program, or null where it has not been fetched. `require('electron')` would answer the same, but begins to
 * download whenever it finds nothing.
 */
export function findElectron(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  root: string = ROOT,
): string | null {
  const folder = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(root, 'node_modules/electron/dist');
  const program = join(folder, PROGRAMS[platform] ?? 'electron');
  return existsSync(program) ? program : null;
}

/** Fetches the program, if that can be done within the time; answers it, or null. */
export function fetchElectron(limitMs: number): string | null {
  spawnSync(process.execPath, [join(ROOT, 'node_modules/electron/install.js')], { stdio: 'ignore', timeout: limitMs });
  return findElectron();
}

/** What Electron has to be told on this computer: Chromium's own sandbox refuses to run as root. */
export function electronArguments(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
