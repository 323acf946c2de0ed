/** The `Host` port of the installed program: dialogs, notifications, taskbar progress, sleep, and the browser. */
import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { app, BrowserWindow, clipboard, dialog, net, Notification, powerMonitor, powerSaveBlocker, shell } from 'electron';
import { AppError } from '../../shared/base/index.ts';
import { webAddress } from '../../shared/results/index.ts';
import type { Host, SaveTarget } from '../platform/index.ts';
import type { SettingsFile } from './window-settings.ts';

/** The hosts of the product's own pages. */
const PRODUCT_HOSTS: ReadonlySet<string> = new Set(['example.invalid']);

/** Interval of the online check: Chromium reports to pages, but not to the main process, that it is online again. */
const ONLINE_EVERY_MS = 5000;

/** If a notification is not shown within this time, it was refused. macOS does not report every refusal. */
const SHOWN_WITHIN_MS = 5000;

/** True for an address of the product's own pages: https and a known host, without user or port. */
export function isProductPage(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:') return false;
  return PRODUCT_HOSTS.has(url.hostname) && url.port === '' && url.username === '' && url.password === '';
}

/** Opens one of the product's own pages in the browser. Ignores every other address. */
export function openProductPage(text: string): void {
  // If the computer has no browser, this fails. The failure must not end the program as a defect.
  if (isProductPage(text)) shell.openExternal(new URL(text).href).catch(() => undefined);
}

export interface HostOptions {
  /** The parent window of dialogs; null if there is no window. */
  readonly window: () => BrowserWindow | null;
  readonly settings: SettingsFile;
  /** Brings the window to the front after a click on a notification. */
  readonly show: () => void;
}

const FILTERS: Readonly<Record<string, string>> = {
  deskbundle: 'Bundle of Screening Desk',
  xlsx: 'Excel workbook',
  csv: 'Comma-separated values',
  jsonl: 'JSON lines',
  json: 'JSON file',
  zip: 'Files in one ZIP',
  pdf: 'PDF',
};

const isPresent = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** If a folder does not respond within this time, for example on a disconnected network drive, dialogs do not open in it. */
const FOLDER_WITHIN_MS = 500;

/** The initial folder of a dialog: the last one, if it still exists. The window stays responsive while a network folder is checked. */
async function startFolder(settings: SettingsFile): Promise<string> {
  const { folder } = settings.current;
  const documents = app.getPath('documents');
  if (folder === null) return documents;
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(late.resolve, FOLDER_WITHIN_MS, false);
  const isThere = await Promise.race([isPresent(folder), late.promise]);
  clearTimeout(timer);
  return isThere ? folder : documents;
}

/** Shows the dialog for opening a file; null if the user cancels. */
export async function chooseFile({ window, settings }: Pick<HostOptions, 'window' | 'settings'>): Promise<string | null> {
  const options: Electron.OpenDialogOptions = {
    title: 'Open File',
    defaultPath: await startFolder(settings),
    // The operating system's recent files must not show a list of people.
    properties: ['openFile', 'dontAddToRecent'],
    filters: [
      { name: 'Spreadsheets', extensions: ['xlsx', 'xlsm', 'xls', 'xlsb', 'ods', 'csv', 'tsv', 'txt'] },
      { name: 'All files', extensions: ['*'] },
    ],
  };
  const parent = window();
  const { canceled, filePaths } = await (parent === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(parent, options));
  const [path] = filePaths;
  if (canceled || path === undefined) return null;
  settings.change({ folder: dirname(path) });
  return path;
}

export function createHost({ window, settings, show }: HostOptions): Host {
  /** Keeps shown notifications alive, because a garbage-collected notification loses its click handler. */
  const notifications = new Set<Notification>();
  /** Whether the last notification was shown. macOS does not show notifications of unsigned programs. */
  let isShown = true;

  async function confirmReplace(path: string): Promise<boolean> {
    const options: Electron.MessageBoxOptions = {
      type: 'warning',
      message: `“${basename(path)}” already exists. Replace it?`,
      buttons: ['Replace', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
    };
    const parent = window();
    const { response } = await (parent === null ? dialog.showMessageBox(options) : dialog.showMessageBox(parent, options));
    return response === 0;
  }

  async function saveTarget(suggestedName: string): Promise<SaveTarget | null> {
    const extension = extname(suggestedName).slice(1);
    const options: Electron.SaveDialogOptions = {
      title: 'Export',
      defaultPath: join(await startFolder(settings), basename(suggestedName)),
      filters: extension === '' ? [] : [{ name: FILTERS[extension] ?? extension.toUpperCase(), extensions: [extension] }],
      properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
    };
    const parent = window();
    const { canceled, filePath } = await (parent === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(parent, options));
    if (canceled || filePath === '') return null;
    settings.change({ folder: dirname(filePath) });
    // Dialogs on Linux do not add an extension, so they did not ask about the file that will really be written.
    const complete = extension !== '' && extname(filePath) === '' ? `${filePath}.${extension}` : filePath;
    if (complete !== filePath && (await isPresent(complete)) && !(await confirmReplace(complete))) return null;
    return {
      path: complete,
      shown: `${basename(complete)} in the folder ${basename(dirname(complete)) || dirname(complete)}`,
      download: null,
    };
  }

  return {
    kind: 'electron',
    saveTarget,
    removeUnfetched: null,
    reveal: (path) => shell.showItemInFolder(path),
    showsFolders: true,
    get desktop() {
      // Not every dock on Linux shows progress, and a program cannot find out whether it does.
      return { progress: process.platform !== 'linux', notifications: Notification.isSupported() && isShown };
    },
    copy: (text) =>
      clipboard.writeText(text).then(
        () => true,
        () => false,
      ),
    async pagePdf(paper) {
      const contents = window()?.webContents;
      if (contents === undefined) throw new AppError('CLOSING', 'The window was closed, so the page was not saved.');
      return await contents.printToPDF({
        pageSize: paper === 'letter' ? 'Letter' : 'A4',
        printBackground: true,
        generateTaggedPDF: true,
        generateDocumentOutline: true,
      });
    },
    async openAddress(address) {
      // Checked again just before it leaves the program, because the system starts any program that is registered for a scheme.
      if (webAddress(address, URL.parse(address)?.host ?? null, (text) => URL.parse(text))?.href !== address) return 'failed';
      return await shell.openExternal(address).then(
        () => 'opened',
        () => 'failed',
      );
    },
    async notify(title, body) {
      if (window()?.isFocused() === true || !Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      notifications.add(notification);
      notification.once('click', show);
      for (const end of ['click', 'close', 'failed'] as const) notification.once(end as 'close', () => notifications.delete(notification));
      const answer = Promise.withResolvers<boolean>();
      notification.once('show', () => answer.resolve(true));
      notification.once('failed', () => answer.resolve(false));
      const timer = setTimeout(answer.resolve, SHOWN_WITHIN_MS, false);
      notification.show();
      isShown = await answer.promise;
      clearTimeout(timer);
    },
    showProgress: (fraction) => window()?.setProgressBar(fraction ?? -1),
    keepAwake() {
      const blocker = powerSaveBlocker.start('prevent-app-suspension');
      return () => {
        if (powerSaveBlocker.isStarted(blocker)) powerSaveBlocker.stop(blocker);
      };
    },
    onWake(listener) {
      let online = net.isOnline();
      const timer = setInterval(() => {
        const before = online;
        online = net.isOnline();
        if (online && !before) listener();
      }, ONLINE_EVERY_MS);
      timer.unref();
      powerMonitor.on('resume', listener);
      return () => {
        clearInterval(timer);
        powerMonitor.off('resume', listener);
      };
    },
  };
}
