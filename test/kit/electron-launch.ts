/** Starts the built program in Electron for end-to-end tests, if Electron's binary is installed. */
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { electronArguments, findElectron } from '../../scripts/electron-program.ts';
import { ROOT } from '../../scripts/targets.mjs';

export interface LaunchedElectron {
  readonly application: ElectronApplication;
  readonly page: Page;
}

/** True when tests in Electron can run. */
export function electronAvailable(): boolean {
  return findElectron() !== null;
}

/** Opens the program's window with a separate data folder. Requires `npm run build`. */
export async function launchElectron({ dataDir }: { readonly dataDir: string }): Promise<LaunchedElectron> {
  const executablePath = findElectron();
  if (executablePath === null) throw new Error('the binary of Electron is not here: get it with "npx install-electron"');
  const { ELECTRON_RUN_AS_NODE: _unwanted, ...inherited } = process.env;
  const env = Object.fromEntries(Object.entries({ ...inherited, DESK_DATA: dataDir }).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
  const application = await _electron.launch({ executablePath, args: [...electronArguments(), ROOT], env });
  return { application, page: await application.firstWindow() };
}
