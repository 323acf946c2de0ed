/** The window, and the locks on whatever web contents the program ever holds. */
import { app, BrowserWindow, dialog, Menu, nativeTheme, screen, type Session, type WebContents, type WebPreferences } from 'electron';
import { contextTemplate } from './menu.ts';
import { APP_URL, isAppUrl, isPageUrl } from './protocol.ts';
import { type SettingsFile, visiblePlace, type WindowPlace } from './settings.ts';

export interface WindowOptions {
  /** The built preload script. */
  readonly preload: string;
  readonly icon: string;
  readonly settings: SettingsFile;
}

/** The rights of the page: none. What is a default anyway is written out, so that a changed default changes nothing. */
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
    // a dictionary would be downloaded
    spellcheck: false,
    // the middle mouse button opens links without asking anybody
    disableBlinkFeatures: 'Auxclick',
    devTools: !app.isPackaged,
  };
}

/**
 * Locks web contents into the page: they go nowhere else, open nothing, hold no other page. Installed for everything that
 * is ever created, so that no window can be forgotten.
 */
export function lockContents(contents: WebContents, openOutside: (url: string) => void): void {
  const stay = (details: { readonly url: string; preventDefault(): void }) => {
    if (!isAppUrl(details.url)) details.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
}

/** Takes every right from the pages of a session: no permission, no device, no download, no request but to the page itself. */
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

/** The smallest window in which nothing is cut off. */
const SMALLEST = { width: 1024, height: 700 };
const FIRST = { width: 1280, height: 820 };
/** A page that breaks this often within a minute is not loaded again. */
const CRASHES = 3;

/** Opens the window where it was last. It is shown once there is something to see. */
export function openWindow({ preload, icon, settings }: WindowOptions): BrowserWindow {
  const place = visiblePlace(settings.current.place, screen.getAllDisplays());
  const window = new BrowserWindow({
    ...FIRST,
    ...(place && { x: place.x, y: place.y, width: place.width, height: place.height }),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Screening Desk',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1a1b1e' : '#f8f9fa',
    icon,
    webPreferences: pagePreferences(preload),
  });
  if (place?.maximized === true) window.maximize();
  window.once('ready-to-show', () => window.show());
  // a title is seen on shared screens and in lists of windows: it never names a person or a list
  window.on('page-title-updated', (event) => event.preventDefault());
  window.on('close', () => settings.change({ place: placeOf(window) }));
  window.webContents.on('context-menu', (_event, params) => {
    const template = contextTemplate(params);
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
  reloadAfterCrash(window);
  void window.loadURL(APP_URL);
  return window;
}

function placeOf(window: BrowserWindow): WindowPlace {
  // the bounds that it goes back to when it is no longer maximized
  return { ...window.getNormalBounds(), maximized: window.isMaximized() };
}

/** All work is done outside the page, so a page that broke can simply be loaded again. */
function reloadAfterCrash(window: BrowserWindow): void {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < 60_000), now];
    if (crashes.length < CRASHES) void window.loadURL(APP_URL);
    else
      dialog.showErrorBox(
        'Screening Desk',
        'The window broke several times. Work that runs goes on. Close the window and start Screening Desk again; nothing is lost.',
      );
  });
}

/** Brings the window to the front. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
