/**
 * A stand-in for the `electron` module: `vi.mock('electron', () => import('../../fakes/electron.ts'))`. It records calls
 * and lets a test act as Electron: close a window, call as the page, answer a dialog. The compiler compares every part
 * that the program uses with Electron's own types, so a wrong signature does not compile.
 */
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Handler = Parameters<Electron.IpcMain['handle']>[1];

/** An event of Electron that can be prevented. */
export class FakeEvent {
  prevented = false;
  preventDefault = (): void => {
    this.prevented = true;
  };
}

/** The actions of the program, in order. */
export const journal: string[] = [];

/** The answers of the user and the computer; a test sets these. */
export const world = {
  userData: '',
  documents: '',
  isPackaged: true,
  hasLock: true,
  /** The data that the program passes to an instance that is already running. */
  lockData: null as Record<string, unknown> | null,
  online: true,
  darkColors: false,
  notifications: true,
  /** The event that follows a notification, or null for none. */
  notificationEnds: 'show' as 'show' | 'failed' | null,
  clipboard: '',
  clipboardWorks: true,
  proxy: 'DIRECT',
  save: { canceled: true, filePath: '' },
  open: { canceled: true, filePaths: [] as string[] },
  message: { response: 1 },
  displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
};

export class FakeFrame {
  url: string;

  constructor(url: string) {
    this.url = url;
  }
}

export class FakeWebContents extends EventEmitter {
  mainFrame = new FakeFrame('about:blank');
  readonly sent: { readonly channel: string; readonly payload: unknown }[] = [];
  windowOpenHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null;
  destroyed = false;

  constructor() {
    super();
    app.emit('web-contents-created', new FakeEvent(), this);
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  /** The options of each PDF that the program asked for. */
  readonly pdfs: Electron.PrintToPDFOptions[] = [];

  printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    this.pdfs.push(options);
    return Promise.resolve(Buffer.from('%PDF-1.4'));
  }

  send(channel: string, payload: unknown): void {
    // The page receives a copy; a payload that cannot be copied is not sent.
    this.sent.push({ channel, payload: structuredClone(payload) });
  }

  /** The page opens a window; undefined without a handler. */
  openWindow(url: string): Electron.WindowOpenHandlerResponse | undefined {
    return this.windowOpenHandler?.({
      url,
      frameName: '',
      features: '',
      disposition: 'new-window',
      referrer: { url: '', policy: 'default' },
    });
  }

  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.windowOpenHandler = handler;
  }

  /** A navigation that the page requests: true when nothing prevented it. */
  navigate(event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect', url: string): boolean {
    const details = Object.assign(new FakeEvent(), { url });
    this.emit(event, details);
    return !details.prevented;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('destroyed');
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  readonly webContents = new FakeWebContents();
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly loaded: string[] = [];
  readonly progress: number[] = [];
  title: string;
  bounds = { x: 0, y: 0, width: 800, height: 600 };
  maximized = false;
  minimized = false;
  focused = false;
  shown = false;

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    this.title = options.title ?? '';
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
    BrowserWindow.all.push(this);
    journal.push('window opened');
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    this.webContents.mainFrame = new FakeFrame(url);
    this.webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
  }

  getNormalBounds(): typeof this.bounds {
    return this.bounds;
  }

  isMaximized(): boolean {
    return this.maximized;
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  isFocused(): boolean {
    return this.focused;
  }

  maximize(): void {
    this.maximized = true;
  }

  restore(): void {
    this.minimized = false;
  }

  show(): void {
    this.shown = true;
  }

  focus(): void {
    this.focused = true;
  }

  setProgressBar(fraction: number): void {
    this.progress.push(fraction);
  }

  setTitle(title: string): void {
    this.title = title;
  }

  close(): void {
    this.emit('close', new FakeEvent());
    this.webContents.destroy();
    this.emit('closed');
    BrowserWindow.all.splice(BrowserWindow.all.indexOf(this), 1);
    journal.push('window closed');
    if (BrowserWindow.all.length === 0 && !app.quitting) app.emit('window-all-closed');
  }
}

class FakeApp extends EventEmitter {
  /** While the app quits, closing the last window does not emit `window-all-closed`. */
  quitting = false;
  exitCode: number | null = null;
  about: Electron.AboutPanelOptionsOptions | null = null;
  /** Only on macOS. */
  readonly dock: Pick<Electron.Dock, 'hide'> | undefined = undefined;
  readonly paths = new Map<string, string>();
  readonly #ready = Promise.withResolvers<void>();
  ready = this.#ready;

  get isPackaged(): boolean {
    return world.isPackaged;
  }

  enableSandbox(): void {
    journal.push('sandbox');
  }

  setAppUserModelId(id: string): void {
    journal.push(`name ${id}`);
  }

  requestSingleInstanceLock(data?: Record<string, unknown>): boolean {
    world.lockData = data ?? null;
    journal.push('lock asked');
    return world.hasLock;
  }

  whenReady(): Promise<void> {
    return this.ready.promise;
  }

  getPath(name: string): string {
    return this.paths.get(name) ?? (name === 'documents' ? world.documents : world.userData);
  }

  setPath(name: string, path: string): void {
    journal.push(`path ${name}`);
    this.paths.set(name, path);
  }

  /** As in Electron: the windows close first, and a prevented `will-quit` keeps the program running. */
  quit(): void {
    journal.push('quit asked');
    this.emit('before-quit', new FakeEvent());
    this.quitting = true;
    for (const window of BrowserWindow.all.slice()) window.close();
    const event = new FakeEvent();
    this.emit('will-quit', event);
    this.quitting = !event.prevented;
    if (!event.prevented) this.exit(0);
  }

  getAppPath(): string {
    return '/opt/Screening Desk/resources/app.asar';
  }

  getVersion(): string {
    return '0.1.0';
  }

  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions): void {
    this.about = options;
  }

  relaunch(options?: Electron.RelaunchOptions): void {
    journal.push(`relaunch ${options?.args?.join(' ') ?? ''}`);
  }

  exit(code = 0): void {
    journal.push(`exit ${code}`);
    this.exitCode = code;
    this.emit('exited');
  }
}

export const app = new FakeApp();

export const protocol = {
  schemes: [] as Electron.CustomScheme[],
  handlers: new Map<string, Parameters<Electron.Protocol['handle']>[1]>(),
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    journal.push('schemes');
    protocol.schemes.push(...schemes);
  },
  handle(scheme: string, handler: Parameters<Electron.Protocol['handle']>[1]): void {
    protocol.handlers.set(scheme, handler);
  },
};

export const ipcMain = {
  handlers: new Map<string, Handler>(),
  handle(channel: string, handler: Handler): void {
    if (ipcMain.handlers.has(channel)) throw new Error(`a second handler for ${channel}`);
    ipcMain.handlers.set(channel, handler);
  },
};

/** Acts as the page: sends `request` on the channel `call`, from its main frame unless another one is given. */
export async function callFrom(
  sender: FakeWebContents,
  request: unknown,
  senderFrame: FakeFrame | null = sender.mainFrame,
): Promise<{ ok: boolean; value?: unknown; error?: { code: string; message: string; retry: string } }> {
  const handler = ipcMain.handlers.get('call');
  if (handler === undefined) throw new Error('nobody listens to the channel "call"');
  const event = { sender, senderFrame } as unknown as Electron.IpcMainInvokeEvent;
  const answer: unknown = await handler(event, structuredClone(request));
  return structuredClone(answer) as never;
}

type Session = Electron.Session;

const defaultSession = Object.assign(new EventEmitter(), {
  permissionRequest: null as Parameters<Session['setPermissionRequestHandler']>[0],
  permissionCheck: null as Parameters<Session['setPermissionCheckHandler']>[0],
  devicePermission: null as Parameters<Session['setDevicePermissionHandler']>[0],
  beforeRequest: null as ((details: { url: string }, answer: (response: Electron.CallbackResponse) => void) => void) | null,
  spellChecker: true,
  setPermissionRequestHandler(handler: Parameters<Session['setPermissionRequestHandler']>[0]): void {
    defaultSession.permissionRequest = handler;
  },
  setPermissionCheckHandler(handler: Parameters<Session['setPermissionCheckHandler']>[0]): void {
    defaultSession.permissionCheck = handler;
  },
  setDevicePermissionHandler(handler: Parameters<Session['setDevicePermissionHandler']>[0]): void {
    defaultSession.devicePermission = handler;
  },
  setSpellCheckerEnabled(enabled: boolean): void {
    defaultSession.spellChecker = enabled;
  },
  webRequest: {
    onBeforeRequest(handler: NonNullable<(typeof defaultSession)['beforeRequest']>): void {
      defaultSession.beforeRequest = handler;
    },
  },
  resolveProxy: async (_url: string): Promise<string> => world.proxy,
});
export const session = { defaultSession };

/** The session's answers to each way of requesting a permission; undefined without a handler. */
export function permissionAnswers(permission: string): (boolean | undefined)[] {
  const { permissionRequest, permissionCheck, devicePermission } = defaultSession;
  let granted: boolean | undefined;
  permissionRequest?.(null as never, permission as never, (answer) => (granted = answer), {} as never);
  return [granted, permissionCheck?.(null, permission as never, '', {} as never), devicePermission?.({ deviceType: permission } as never)];
}

export interface FakeMenuItem {
  readonly label?: string;
  readonly role?: string;
  readonly type?: string;
  readonly accelerator?: string;
  readonly checked?: boolean;
  readonly click?: () => void;
  readonly submenu?: readonly FakeMenuItem[];
}

export const Menu = {
  application: [] as readonly FakeMenuItem[],
  popups: [] as (readonly FakeMenuItem[])[],
  buildFromTemplate(template: Electron.MenuItemConstructorOptions[]) {
    const items = template as unknown as readonly FakeMenuItem[];
    return { items, popup: (_options?: Electron.PopupOptions) => void Menu.popups.push(items) };
  },
  setApplicationMenu(menu: Electron.Menu | null): void {
    Menu.application = (menu as unknown as ReturnType<typeof Menu.buildFromTemplate>).items;
  },
};

export const nativeTheme = {
  themeSource: 'system' as Electron.NativeTheme['themeSource'],
  get shouldUseDarkColors(): boolean {
    return world.darkColors;
  },
};

export const screen = { getAllDisplays: () => world.displays };

/** The dialogs that the user saw, with their options. */
export const asked: { readonly kind: 'save' | 'open' | 'message'; readonly options: Record<string, unknown> }[] = [];

const lastOf = (args: unknown[]) => args.at(-1) as Record<string, unknown>;

export const dialog = {
  errors: [] as string[],
  async showSaveDialog(...args: unknown[]): Promise<typeof world.save> {
    asked.push({ kind: 'save', options: lastOf(args) });
    return world.save;
  },
  async showOpenDialog(...args: unknown[]): Promise<typeof world.open> {
    asked.push({ kind: 'open', options: lastOf(args) });
    return world.open;
  },
  async showMessageBox(...args: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    asked.push({ kind: 'message', options: lastOf(args) });
    return { checkboxChecked: false, ...world.message };
  },
  showErrorBox(_title: string, message: string): void {
    dialog.errors.push(message);
  },
};

export const shell = {
  opened: [] as string[],
  revealed: [] as string[],
  async openExternal(url: string): Promise<void> {
    shell.opened.push(url);
  },
  showItemInFolder(path: string): void {
    shell.revealed.push(path);
  },
};

export class Notification extends EventEmitter {
  static readonly shown: Notification[] = [];
  readonly options: Electron.NotificationConstructorOptions;

  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    this.options = options;
  }

  static isSupported(): boolean {
    return world.notifications;
  }

  show(): void {
    Notification.shown.push(this);
    if (world.notificationEnds !== null) this.emit(world.notificationEnds);
  }
}

export const clipboard = {
  async writeText(text: string): Promise<void> {
    if (!world.clipboardWorks) throw new Error('the clipboard is held by another program');
    world.clipboard = text;
  },
};

export const powerMonitor = new EventEmitter();

export const powerSaveBlocker = {
  started: new Set<number>(),
  next: 1,
  start(_type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    powerSaveBlocker.started.add(powerSaveBlocker.next);
    return powerSaveBlocker.next++;
  },
  isStarted: (id: number) => powerSaveBlocker.started.has(id),
  stop(id: number): boolean {
    if (!powerSaveBlocker.started.delete(id)) throw new Error(`blocker ${id} was not started`);
    return true;
  },
};

export const net = { isOnline: () => world.online };

export const contextBridge = {
  exposed: {} as Record<string, Record<string, (...args: never[]) => unknown>>,
  exposeInMainWorld(name: string, members: Record<string, (...args: never[]) => unknown>): void {
    contextBridge.exposed[name] = members;
  },
};

export const ipcRenderer = Object.assign(new EventEmitter(), {
  invoked: [] as unknown[][],
  answer: { ok: true, value: 'the answer' },
  async invoke(...args: unknown[]): Promise<unknown> {
    ipcRenderer.invoked.push(structuredClone(args));
    return ipcRenderer.answer;
  },
});

export const webUtils = {
  paths: new Map<File, string>(),
  getPathForFile(file: File): string {
    if (!(file instanceof Blob)) throw new TypeError('getPathForFile expected to receive a File object but one was not provided');
    return webUtils.paths.get(file) ?? '';
  },
};

/** The used parts of Electron. Event names are compared where the program subscribes. */
interface Used {
  readonly app: Pick<
    Electron.App,
    | 'isPackaged'
    | 'enableSandbox'
    | 'setAppUserModelId'
    | 'requestSingleInstanceLock'
    | 'whenReady'
    | 'getPath'
    | 'setPath'
    | 'quit'
    | 'getAppPath'
    | 'getVersion'
    | 'setAboutPanelOptions'
    | 'relaunch'
    | 'exit'
  >;
  readonly BrowserWindow: new (options: Electron.BrowserWindowConstructorOptions) => Pick<
    Electron.BrowserWindow,
    | 'loadURL'
    | 'getNormalBounds'
    | 'isMaximized'
    | 'isMinimized'
    | 'isFocused'
    | 'maximize'
    | 'restore'
    | 'show'
    | 'focus'
    | 'setProgressBar'
    | 'setTitle'
    | 'close'
  > & {
    readonly webContents: Pick<Electron.WebContents, 'isDestroyed' | 'send' | 'setWindowOpenHandler'> & {
      readonly mainFrame: Pick<Electron.WebFrameMain, 'url'>;
    };
  };
  readonly protocol: Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>;
  readonly ipcMain: Pick<Electron.IpcMain, 'handle'>;
  readonly session: {
    readonly defaultSession: Pick<
      Session,
      'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'setSpellCheckerEnabled' | 'resolveProxy'
    > & { readonly webRequest: { onBeforeRequest(listener: Parameters<Electron.WebRequest['onBeforeRequest']>[0]): void } };
  };
  readonly Menu: {
    buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): Pick<Electron.Menu, 'popup'>;
    setApplicationMenu(menu: Parameters<(typeof Electron.Menu)['setApplicationMenu']>[0]): void;
  };
  readonly nativeTheme: Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;
  readonly screen: { getAllDisplays(): readonly Pick<Electron.Display, 'workArea'>[] };
  readonly dialog: Pick<Electron.Dialog, 'showSaveDialog' | 'showOpenDialog' | 'showMessageBox' | 'showErrorBox'>;
  readonly shell: Pick<Electron.Shell, 'openExternal' | 'showItemInFolder'>;
  readonly Notification: (new (options: Electron.NotificationConstructorOptions) => Pick<Electron.Notification, 'show'>) &
    Pick<typeof Electron.Notification, 'isSupported'>;
  readonly clipboard: Pick<Electron.Clipboard, 'writeText'>;
  readonly powerMonitor: EventEmitter;
  readonly powerSaveBlocker: Pick<Electron.PowerSaveBlocker, 'start' | 'isStarted' | 'stop'>;
  readonly net: Pick<Electron.Net, 'isOnline'>;
  readonly contextBridge: Pick<Electron.ContextBridge, 'exposeInMainWorld'>;
  readonly ipcRenderer: Pick<Electron.IpcRenderer, 'invoke'>;
  readonly webUtils: Pick<Electron.WebUtils, 'getPathForFile'>;
}
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

/** Resets everything to the state before the program starts. Returns the folder that stands for the user's own. */
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
