/**
 * The entry of the installed program. Everything here runs synchronously before Electron is ready, because Electron ignores these settings
 * later.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app, dialog, protocol } from 'electron';
import { AppError } from '../../shared/base/index.ts';
import { dataDirNamed, programPaths, requireDataFolder } from '../platform/index.ts';
import { policyDataFolder, readPolicy } from '../policy/index.ts';
import { runProgram } from './program.ts';
import { APP_SCHEME } from './protocol.ts';
import { filesIn } from './start-files.ts';
import { runTerminal, terminalArguments } from './terminal.ts';

/** If the name is wrong, the program would use a different folder than the user expects. */
async function refuseName(message: string): Promise<void> {
  await app.whenReady();
  dialog.showErrorBox('Screening Desk', message);
  app.exit(1);
}

/** The data folder, or the reason why it cannot be used. */
function findDataFolder(locked: string | null): { readonly dataDir: string } | { readonly problem: string } {
  try {
    return { dataDir: dataDirNamed(undefined, locked) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { problem: error.message };
  }
}

function startWindow(): void {
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([APP_SCHEME]);
  // Must be the name of the installer's start menu entry; otherwise Windows shows no notifications.
  if (process.platform === 'win32') app.setAppUserModelId('invalid.example.screening-desk');

  const policy = readPolicy();
  const locked = policyDataFolder(policy);
  const isChosen = locked !== null || process.env['DESK_DATA'] !== undefined;
  // On Windows, Electron's own folder roams to other computers.
  const isElsewhere = isChosen || process.platform === 'win32';
  const found = isElsewhere ? findDataFolder(locked) : { dataDir: join(app.getPath('userData'), 'data') };
  if ('problem' in found) {
    void refuseName(found.problem);
    return;
  }
  const { dataDir } = found;
  if (isElsewhere) {
    // A separate data folder, for example of a test, gets its own browser profile and single-instance lock.
    const profile = isChosen ? join(dataDir, 'window') : dirname(dataDir);
    try {
      if (isChosen) requireDataFolder(dataDir);
      // Electron requires an existing folder.
      mkdirSync(profile, { recursive: true, mode: 0o700 });
      app.setPath('userData', profile);
    } catch {
      // The program reports the failure once it can open a dialog.
    }
  }

  // A second instance on the same data folder brings the first one to the front and exits.
  const files = filesIn(process.argv.slice(1), process.cwd());
  if (app.requestSingleInstanceLock({ files })) runProgram({ dataDir, paths: programPaths(import.meta.url), policy, files });
  else app.quit();
}

const command = terminalArguments(process.argv, app.isPackaged);
if (command === null) startWindow();
else void runTerminal(command);
