/**
 * A stand-in for the `electron` module: `vi.mock('electron', () => import('../../fakes/electron.ts'))`. It records calls
 * and lets a test act as Electron: close a window, call as the page, answer a dialog. The compiler compares every part
 * that the program uses with Electron's own types, so a wrong signature does not compile.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ipcMain, protocol } from './electron/channels.ts';
import {
  asked,
  clipboard,
  dialog,
  Menu,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
} from './electron/computer.ts';
import { contextBridge, ipcRenderer, webUtils } from './electron/preload.ts';
import { session } from './electron/session.ts';
import type { Used } from './electron/used.ts';
import { app, BrowserWindow } from './electron/windows.ts';
import { journal, world } from './electron/world.ts';

export * from './electron/channels.ts';
export * from './electron/computer.ts';
export * from './electron/preload.ts';
export * from './electron/session.ts';
export * from './electron/windows.ts';
export * from './electron/world.ts';

void ({
  app,
  BrowserWindow,
  protocol,
  ipcMain,
  session,
  Menu,
  nativeTheme,
  screen,
  dialog,
  shell,
  Notification,
  clipboard,
  powerMonitor,
  powerSaveBlocker,
  net,
  contextBridge,
  ipcRenderer,
  webUtils,
} satisfies Used);

/** Resets everything to the state before the program starts. Returns the folder that replaces the user's folder. */
export function resetElectron(): string {
  const folder = mkdtempSync(join(tmpdir(), 'desk-electron-'));
  Object.assign(world, {
    userData: join(folder, 'user'),
    documents: join(folder, 'documents'),
    isPackaged: true,
    hasLock: true,
    online: true,
    darkColors: false,
    notifications: true,
    notificationEnds: 'show',
    clipboard: '',
    clipboardWorks: true,
    hasBrowser: true,
    proxy: 'DIRECT',
    save: { canceled: true, filePath: '' },
    open: { canceled: true, filePaths: [] },
    message: { response: 1 },
    displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
  });
  mkdirSync(world.documents, { recursive: true });
  for (const list of [journal, asked, dialog.errors, shell.opened, shell.revealed, Notification.shown, BrowserWindow.all, protocol.schemes])
    list.length = 0;
  app.removeAllListeners();
  app.paths.clear();
  app.exitCode = null;
  app.quitting = false;
  app.ready = Promise.withResolvers<void>();
  protocol.handlers.clear();
  ipcMain.handlers.clear();
  powerMonitor.removeAllListeners();
  session.defaultSession.removeAllListeners();
  powerSaveBlocker.started.clear();
  nativeTheme.themeSource = 'system';
  Menu.application = [];
  Menu.popups.length = 0;
  return folder;
}
