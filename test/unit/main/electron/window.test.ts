import { rmSync } from 'node:fs';
import type { Session, WebContents } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSettings, visibleBounds } from '../../../../main/electron/window-settings.ts';
import { lockContents, lockSession, openWindow, pagePreferences, showWindow } from '../../../../main/electron/window.ts';
import {
  BrowserWindow,
  dialog,
  FakeEvent,
  FakeWebContents,
  Menu,
  permissionAnswers,
  resetElectron,
  session,
  world,
} from '../../../fakes/electron.ts';

vi.mock('electron', () => import('../../../fakes/electron.ts'));

const APP = 'app://bundle/index.html';
let folder: string;

beforeEach(() => {
  folder = resetElectron();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (settings = openSettings(folder)) => {
  openWindow({ preload: '/preload.cjs', icon: '/icon.png', settings });
  return BrowserWindow.all.at(-1) as BrowserWindow;
};

describe('the page’s privileges', () => {
  it('are all off', () => {
    expect(pagePreferences('/preload.cjs')).toEqual({
      preload: '/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      disableBlinkFeatures: 'Auxclick',
      devTools: false,
    });
    world.isPackaged = false;
    expect(pagePreferences('/preload.cjs').devTools).toBe(true);
  });

  it('apply to the window', () => {
    expect(open().options['webPreferences']).toEqual(pagePreferences('/preload.cjs'));
  });
});

describe('locks on web contents', () => {
  let contents: FakeWebContents;
  let outside: string[];
  beforeEach(() => {
    outside = [];
    contents = new FakeWebContents();
    lockContents(contents as unknown as WebContents, (url) => outside.push(url));
  });

  it.each([
    ['https://elsewhere.example/', false],
    ['http://127.0.0.1:8080/', false],
    ['file:///etc/passwd', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['about:blank', false],
    ['app://elsewhere/index.html', false],
    ['app://bundle/other.html', false],
    ['app://bundle/index.html?x', false],
    ['app://bundle.elsewhere/index.html', false],
    [APP, true],
    [`${APP}#/projects`, true],
  ])('allow navigation to %s: %s', (url, passes) => {
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect'] as const)
      expect({ event, passes: contents.navigate(event, url) }).toEqual({ event, passes });
  });

  it('open no windows and pass addresses to the browser', () => {
    expect(contents.openWindow('https://elsewhere.example/')).toEqual({ action: 'deny' });
    expect(contents.openWindow(APP)).toEqual({ action: 'deny' });
    expect(outside).toEqual(['https://elsewhere.example/', APP]);
  });

  it('allow no web views', () => {
    const event = new FakeEvent();
    contents.emit('will-attach-webview', event, {}, {});
    expect(event.prevented).toBe(true);
  });
});

describe('locks on the session', () => {
  beforeEach(() => lockSession(session.defaultSession as unknown as Session));

  it('deny every permission and every device', () => {
    for (const permission of [
      'notifications',
      'geolocation',
      'media',
      'clipboard-read',
      'clipboard-sanitized-write',
      'fileSystem',
      'openExternal',
      'unknown',
    ])
      expect(permissionAnswers(permission)).toEqual([false, false, false]);
  });

  it('prevent downloads and spell checking', () => {
    const event = new FakeEvent();
    session.defaultSession.emit('will-download', event);
    expect(event.prevented).toBe(true);
    expect(session.defaultSession.spellChecker).toBe(false);
  });

  const canceled = (url: string) => {
    const answers: (boolean | undefined)[] = [];
    session.defaultSession.beforeRequest?.({ url }, ({ cancel }) => answers.push(cancel));
    return answers;
  };
  it.each([
    [APP, false],
    ['app://bundle/assets/page.js', false],
    ['data:image/png;base64,AA', false],
    ['https://elsewhere.example/', true],
    ['http://127.0.0.1/', true],
    ['file:///etc/passwd', true],
    ['app://elsewhere/page.js', true],
    ['devtools://devtools/bundled/x.js', true],
  ])('deny requests for %s: %s', (url, cancel) => {
    expect(canceled(url)).toEqual([cancel]);
  });

  it('allow the developer tools', () => {
    world.isPackaged = false;
    expect(canceled('devtools://devtools/bundled/x.js')).toEqual([false]);
    expect(canceled('https://elsewhere.example/')).toEqual([true]);
  });
});

describe('the window', () => {
  it('shows the page after its first render', () => {
    const window = open();
    expect(window.loaded).toEqual([APP]);
    expect(window.options).toMatchObject({ show: false, title: 'Screening Desk', minWidth: 1024, minHeight: 700 });
    expect(window.shown).toBe(false);
    window.emit('ready-to-show');
    expect(window.shown).toBe(true);
  });

  it.each([
    [
      'its page has loaded, because Wayland may never report that it can be shown',
      (window: BrowserWindow) => window.webContents.emit('did-finish-load'),
    ],
    ['three seconds have passed', () => vi.advanceTimersByTime(3000)],
  ])('is shown once %s', (_case, happens) => {
    vi.useFakeTimers();
    try {
      const window = open();
      vi.advanceTimersByTime(2999);
      expect(window.shown).toBe(false);
      happens(window);
      expect(window.shown).toBe(true);
      // A window that the user hides later is not shown again.
      window.shown = false;
      window.emit('ready-to-show');
      vi.advanceTimersByTime(10_000);
      expect(window.shown).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['Jane Doe', 'Screening Desk'],
    ['43 % · Jane Doe', 'Screening Desk'],
    ['43% · Screening Desk', '43% · Screening Desk'],
  ])('has a title without names when the page sets “%s”', (title, shown) => {
    const window = open();
    const event = new FakeEvent();
    window.emit('page-title-updated', event, title);
    expect([event.prevented, window.title]).toEqual([true, shown]);
  });

  it('reopens in its last position, maximized or not', () => {
    const first = open();
    first.bounds = { x: 100, y: 50, width: 1200, height: 900 };
    first.maximized = true;
    first.close();
    const second = open();
    expect(second.options).toMatchObject({ x: 100, y: 50, width: 1200, height: 900 });
    // Maximizing shows a window, so it waits until there is something to show.
    expect(second.maximized).toBe(false);
    second.emit('ready-to-show');
    expect(second.maximized).toBe(true);
    second.maximized = false;
    second.close();
    expect(open().maximized).toBe(false);
  });

  it.each([
    ['on its screen', { x: 10, y: 10 }, true],
    ['half outside', { x: 1500, y: 800 }, true],
    ['on a second screen', { x: 2000, y: 100 }, true],
    ['on a screen that is gone', { x: 6000, y: 100 }, false],
    ['out of reach to the left', { x: -1250, y: 100 }, false],
    ['above the screen', { x: 100, y: -790 }, false],
  ])('reopens in place after it was %s: %s', (_name, at, kept) => {
    const place = { ...at, width: 1280, height: 800, maximized: false };
    const screens = [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }, { workArea: { x: 1920, y: 0, width: 1920, height: 1080 } }];
    expect(visibleBounds(place, screens)).toEqual(kept ? place : null);
  });

  it('reloads after a crash, but only a few times', () => {
    const window = open();
    for (let crash = 0; crash < 3; crash++) window.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(window.loaded).toEqual([APP, APP, APP]);
    expect(dialog.errors).toEqual([expect.stringContaining('failed several times')]);
    const other = open();
    other.webContents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(other.loaded).toEqual([APP]);
  });

  it('comes to the front, even when minimized', () => {
    const window = open();
    window.minimized = true;
    showWindow(window as never);
    expect(window).toMatchObject({ minimized: false, shown: true, focused: true });
  });

  it('has a context menu with the applicable entries', () => {
    const { webContents } = open();
    const editFlags = { canCut: true, canCopy: true, canPaste: false, canSelectAll: true };
    webContents.emit('context-menu', {}, { isEditable: true, selectionText: '', editFlags });
    webContents.emit('context-menu', {}, { isEditable: false, selectionText: 'a word', editFlags });
    webContents.emit('context-menu', {}, { isEditable: false, selectionText: ' ', editFlags });
    expect(Menu.popups.map((items) => items.map((item) => item.role ?? item.type))).toEqual([
      ['cut', 'copy', 'paste', 'separator', 'selectAll'],
      ['copy'],
    ]);
  });
});
