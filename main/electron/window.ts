/** The window, and the restrictions on all web contents of the program. */
import { app, BrowserWindow, dialog, Menu, nativeTheme, screen, type Session, type WebContents, type WebPreferences } from 'electron';
import { isProgressTitle } from '../../shared/view-texts/index.ts';
import { contextTemplate } from './menu.ts';
import { APP_URL, isAppUrl, isPageUrl } from './protocol.ts';
import { type SettingsFile, visibleBounds, type WindowBounds } from './window-settings.ts';

export interface WindowOptions {
  /** Path of the built preload script. */
  readonly preload: string;
  readonly icon: string;
  readonly settings: SettingsFile;
}

/** The page's privileges: none. Repeats Electron's defaults, in case they change. */
export function pagePreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    // The spell checker would download a dictionary.
    spellcheck: false,
    // The middle mouse button would open links.
    disableBlinkFeatures: 'Auxclick',
    devTools: !app.isPackaged,
  };
}

/** Restricts web contents to the page: no other address, no new window, no webview. */
export function lockContents(contents: WebContents, openProductPage: (url: string) => void): void {
  const stay = (details: { readonly url: string; preventDefault(): void }) => {
    if (!isAppUrl(details.url)) details.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openProductPage(url);
    return { action: 'deny' };
  });
}

/** Denies the session's pages all permissions, devices, downloads and requests, except for the page's own files. */
export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest((details, answer) => {
    const developerTools = !app.isPackaged && details.url.startsWith('devtools:');
    answer({ cancel: !(isPageUrl(details.url) || details.url.startsWith('data:') || developerTools) });
  });
}

/** The smallest size at which nothing on the page is cut off. */
const SMALLEST = { width: 1024, height: 700 };
const FIRST_SIZE = { width: 1280, height: 820 };
/** A page that crashes this often within a minute is not reloaded again. */
const MAX_CRASHES = 3;

/** After this time the window is shown, even if nothing is drawn yet. */
const SHOW_AFTER_MS = 3000;

/** Opens the window with its last bounds, and shows it when the page is rendered. */
export function openWindow({ preload, icon, settings }: WindowOptions): BrowserWindow {
  const bounds = visibleBounds(settings.current.place, screen.getAllDisplays());
  const window = new BrowserWindow({
    ...FIRST_SIZE,
    ...(bounds && { x: bounds.x, y: bounds.y, width: bounds.width, height: bounds.height }),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Screening Desk',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1a1b1e' : '#f8f9fa',
    icon,
    webPreferences: pagePreferences(preload),
  });
  showOnce(window, bounds?.maximized === true);
  // Window lists and shared screens show the title, so it must never name a person or a list.
  window.on('page-title-updated', (event, title) => {
    event.preventDefault();
    window.setTitle(isProgressTitle(title) ? title : 'Screening Desk');
  });
  window.on('close', () => settings.change({ place: boundsOf(window) }));
  window.webContents.on('context-menu', (_event, params) => {
    const template = contextTemplate(params);
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
  reloadAfterCrash(window);
  void window.loadURL(APP_URL);
  return window;
}

/**
 * Shows the window once the page is drawn or loaded, or after three seconds: Wayland does not draw hidden windows, so `ready-to-show` may
 * never come. Maximizing would show the window too early, so it also happens here.
 */
function showOnce(window: BrowserWindow, isMaximized: boolean): void {
  const show = () => {
    clearTimeout(timer);
    window.off('ready-to-show', show);
    window.webContents.off('did-finish-load', show);
    if (isMaximized) window.maximize();
    window.show();
  };
  const timer = setTimeout(show, SHOW_AFTER_MS);
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.once('closed', () => clearTimeout(timer));
}

function boundsOf(window: BrowserWindow): WindowBounds {
  // Of a maximized window, the bounds to restore.
  return { ...window.getNormalBounds(), maximized: window.isMaximized() };
}

/** Reloads a crashed page. No work is lost, because all work runs outside of the page. */
function reloadAfterCrash(window: BrowserWindow): void {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < 60_000), now];
    if (crashes.length < MAX_CRASHES) void window.loadURL(APP_URL);
    else
      dialog.showErrorBox(
        'Screening Desk',
        'The window failed several times. Running work continues. Close the window and start Screening Desk again; nothing is lost.',
      );
  });
}

export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
