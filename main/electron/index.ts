/**
 * The installed program's entry. Everything in this file happens before Electron is ready, and nothing in it waits: a
 * setting that came later would not be obeyed.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, protocol } from 'electron';
import { placesFrom } from '../platform/places.ts';
import { runProgram } from './program.ts';
import { APP_SCHEME } from './protocol.ts';

app.enableSandbox();
protocol.registerSchemesAsPrivileged([APP_SCHEME]);
// the name under which the installer puts it into the start menu; without it Windows shows no notes
if (process.platform === 'win32') app.setAppUserModelId('invalid.example.screening-desk');

// A data folder of its own, as tests use it, has a browser profile and a single-instance lock of its own as well.
const named = process.env['DESK_DATA'];
const chosen = named === undefined || named === '' ? null : resolve(named);
if (chosen !== null) {
  const profile = join(chosen, 'window');
  // Electron takes no folder that is not there
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  app.setPath('userData', profile);
}
const dataDir = chosen ?? join(app.getPath('userData'), 'data');

// Two windows on one data folder would only be in each other's way: the first is brought to the front instead.
if (app.requestSingleInstanceLock()) runProgram({ dataDir, places: placesFrom(import.meta.url) });
else app.quit();
