/**
 * The entry of the installed program. All of it runs synchronously before Electron is ready, because Electron ignores
 * these settings later.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, dialog, protocol } from 'electron';
import { EMPTY_NAME, programPaths, requireDataFolder } from '../platform/index.ts';
import { runProgram } from './program.ts';
import { APP_SCHEME } from './protocol.ts';
import { filesIn } from './start-files.ts';
import { runTerminal, terminalArguments } from './terminal.ts';

/** An empty name would mean another folder than the user thinks. */
async function refuseName(): Promise<void> {
  await app.whenReady();
  dialog.showErrorBox('Screening Desk', EMPTY_NAME);
  app.exit(1);
}

function startWindow(): void {
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([APP_SCHEME]);
  // The name of the installer's start menu entry. Without it Windows shows no notifications.
  if (process.platform === 'win32') app.setAppUserModelId('invalid.example.screening-desk');

  // A separate data folder, as in tests, gets its own browser profile and single-instance lock.
  const named = process.env['DESK_DATA'];
  const isBlank = named?.trim() === '';
  const chosen = named === undefined || isBlank ? null : resolve(named);
  if (chosen !== null) {
    const profile = join(chosen, 'window');
    try {
      requireDataFolder(chosen);
      // Electron requires an existing folder.
      mkdirSync(profile, { recursive: true, mode: 0o700 });
      app.setPath('userData', profile);
    } catch {
      // The program shows the failure once it can open a dialog.
    }
  }
  const dataDir = chosen ?? join(app.getPath('userData'), 'data');

  // A second instance on the same data folder brings the first one to the front and exits.
  const files = filesIn(process.argv.slice(1), process.cwd());
  if (isBlank) void refuseName();
  else if (app.requestSingleInstanceLock({ files })) runProgram({ dataDir, paths: programPaths(import.meta.url), files });
  else app.quit();
}

const command = terminalArguments(process.argv, app.isPackaged);
if (command === null) startWindow();
else void runTerminal(command);
