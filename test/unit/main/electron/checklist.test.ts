/**
 * The 20 items of Electron's security checklist (https://www.electronjs.org/docs/latest/tutorial/security), in its order. Each test
 * checks the real program, started like an installed one with the fake Electron.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkBuilderConfig } from '../../../../scripts/package/builder-config.ts';
import type { BrowserWindow as FakeWindow } from '../../../fakes/electron.ts';
import { eventually } from '../../../kit/eventually.ts';

const electron = await vi.hoisted(() => import('../../../fakes/electron.ts'));
vi.mock('electron', () => electron);
vi.mock('../../../../main/create-application.ts', () => ({
  createApplication: async () => ({
    subscribe: () => () => undefined,
    call: async () => ({ ok: true, value: {} }),
    close: async () => undefined,
  }),
}));
vi.mock('../../../../main/secrets/secrets.ts', () => ({
  KEYCHAIN_WAIT_MS: 1,
  createSecrets: async () => ({ dataKey: async () => Buffer.alloc(32) }),
}));
vi.mock('../../../../main/worker/entry/pool.ts', () => ({ createWorkerPool: () => ({ close: async () => undefined }) }));
const { app, BrowserWindow, callFrom, contextBridge, FakeEvent, FakeFrame, ipcMain, ipcRenderer, journal, permissionAnswers } = electron;
const { protocol, resetElectron, session, shell } = electron;

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const PAGE = 'app://bundle/index.html';
const ELSEWHERE = [
  'http://elsewhere.example/',
  'https://elsewhere.example/',
  'https://bundle/index.html',
  'app://elsewhere/index.html',
  'file:///etc/passwd',
  'javascript:alert(1)',
];
const PERMISSIONS = [
  'media',
  'geolocation',
  'notifications',
  'midi',
  'clipboard-read',
  'clipboard-sanitized-write',
  'fileSystem',
  'hid',
  'usb',
];

let folder: string;
let listeners: NodeJS.UncaughtExceptionListener[];
let window: FakeWindow;
let preferences: Electron.WebPreferences;

beforeAll(async () => {
  folder = resetElectron();
  listeners = process.listeners('uncaughtException');
  vi.stubEnv('DESK_DATA', join(folder, 'data'));
  await import('../../../../main/electron/index.ts');
  await import('../../../../preload/index.ts');
  app.ready.resolve();
  await eventually(() => {
    if (BrowserWindow.all.length !== 1) throw new Error(`${BrowserWindow.all.length} windows`);
  });
  window = BrowserWindow.all[0] as FakeWindow;
  preferences = window.options.webPreferences ?? {};
});
afterAll(() => {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    for (const listener of process.listeners(kind as 'uncaughtException')) if (!listeners.includes(listener)) process.off(kind, listener);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Whether the session cancels a request of the page. */
function isCanceled(url: string): boolean | undefined {
  let canceled: boolean | undefined;
  session.defaultSession.beforeRequest?.({ url }, ({ cancel }) => (canceled = cancel));
  return canceled;
}

describe('Electron’s security checklist', () => {
  it('1. The window loads only what comes with the program', () => {
    expect(window.loaded).toEqual([PAGE]);
    expect(isCanceled(PAGE)).toBe(false);
    expect(ELSEWHERE.map(isCanceled)).toEqual(ELSEWHERE.map(() => true));
    expect(read('renderer/index.html')).not.toMatch(/(src|href)="(https?:)?\/\//);
  });

  it('2. The page has no Node', () => {
    expect(preferences).toMatchObject({ nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false });
  });

  it('3. The preload script has its own context', () => {
    expect(preferences.contextIsolation).toBe(true);
  });

  it('4. Every page process is sandboxed', () => {
    expect(preferences.sandbox).toBe(true);
    expect(journal.indexOf('sandbox')).toBe(0);
  });

  it('5. The page gets no permissions', () => {
    for (const permission of PERMISSIONS) expect(permissionAnswers(permission)).toEqual([false, false, false]);
  });

  it('6. Web security is on', () => {
    expect(preferences.webSecurity).not.toBe(false);
  });

  it('7. Every answer has a policy that allows the page’s own scripts and no connections', async () => {
    const answer = await protocol.handlers.get('app')?.({ method: 'GET', url: PAGE } as Request);
    const policy = answer?.headers.get('Content-Security-Policy')?.split('; ');
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'none'", "object-src 'none'"]));
  });

  it('8. Insecure content is blocked', () => {
    expect(preferences.allowRunningInsecureContent).not.toBe(true);
  });

  it('9. Experimental features are off', () => {
    expect(preferences.experimentalFeatures).not.toBe(true);
  });

  it('10. No Blink features are turned on', () => {
    expect(preferences.enableBlinkFeatures).toBeUndefined();
  });

  it('11. Web views, which could open windows, are off', () => {
    expect(preferences.webviewTag).toBe(false);
  });

  it('12. A web view that a script creates is not attached, whatever its options', () => {
    const event = new FakeEvent();
    window.webContents.emit('will-attach-webview', event, {}, { src: PAGE });
    expect(event.prevented).toBe(true);
  });

  it('13. The window does not navigate to other addresses', () => {
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect'] as const) {
      expect(ELSEWHERE.map((url) => window.webContents.navigate(event, url))).toEqual(ELSEWHERE.map(() => false));
      expect(window.webContents.navigate(event, PAGE)).toBe(true);
    }
  });

  it('14. The page cannot open windows', () => {
    for (const url of [PAGE, ...ELSEWHERE]) expect(window.webContents.openWindow(url)).toEqual({ action: 'deny' });
    expect(BrowserWindow.all).toHaveLength(1);
  });

  it('15. The system opens only the product’s own addresses', () => {
    for (const url of [...ELSEWHERE, 'smb://example.invalid/share', 'https://example.invalid@elsewhere.example/'])
      window.webContents.openWindow(url);
    expect(shell.opened).toEqual([]);
    window.webContents.openWindow('https://example.invalid/screening-desk');
    expect(shell.opened).toEqual(['https://example.invalid/screening-desk']);
  });

  it('16. Electron’s version is pinned, and every release raises it', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
    const { version } = JSON.parse(read('node_modules/electron/package.json')) as { version: string };
    expect(devDependencies['electron']).toBe(version);
    expect(Number.parseInt(version)).toBeGreaterThanOrEqual(45);
    expect(read('docs/RELEASING.md')).toMatch(/^1\. Raise `electron`/m);
  });

  it('17. Every message is answered only for the main frame of the window', async () => {
    expect([...ipcMain.handlers.keys()]).toEqual(['call']);
    const others = [new FakeFrame(PAGE), null];
    for (const kind of ['call', 'file', 'listening', 'tryAgain'])
      for (const frame of others)
        expect(await callFrom(window.webContents, { kind }, frame)).toMatchObject({ error: { code: 'SENDER_REFUSED' } });
    expect(await callFrom(window.webContents, { kind: 'call', id: 1, method: 'app.get', input: {} })).toMatchObject({ ok: true });
  });

  it('18. The page comes from its own scheme without extra rights, and file: is blocked', () => {
    expect(protocol.schemes).toEqual([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
    expect([...protocol.handlers.keys()]).toEqual(['app']);
    expect(isCanceled('file:///index.html')).toBe(true);
  });

  it('19. Every fuse of Electron is set explicitly', async () => {
    const { electronFuses } = await checkBuilderConfig('electron-builder.yml');
    expect(electronFuses).toEqual({
      resetAdHocDarwinSignature: true,
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('20. The page gets only our functions and nothing from Electron', () => {
    const { screeningDesk, ...others } = contextBridge.exposed;
    expect(others).toEqual({});
    expect(Object.keys(screeningDesk ?? {}).toSorted()).toEqual(['call', 'registerFile', 'subscribe', 'tryAgain']);
    const received: unknown[][] = [];
    (screeningDesk?.['subscribe'] as ((listener: (...args: unknown[]) => void) => void) | undefined)?.((...args) => received.push(args));
    ipcRenderer.emit('event', { sender: 'Electron’s own object' }, 'the payload');
    expect(received).toEqual([['the payload']]);
  });
});
