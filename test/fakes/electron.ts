/**
 * A stand-in for the `electron` module: `vi.mock('electron', () => import('../../fakes/electron.ts'))`. It keeps what it
 * was told, and lets a test play the part of Electron: a window that is closed, a page that calls, a person at a dialog.
 */
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Handler = (...args: never[]) => unknown;

/** An event that can be prevented, as Electron hands them out. */
export class FakeEvent {
  prevented = false;
  preventDefault = (): void => {
    this.prevented = true;
  };
}

/** What the program did, in order. */
export const journal: string[] = [];

/** What the person and the computer answer; a test sets these. */
export const world = {
  userData: '',
  documents: '',
  isPackaged: true,
  hasLock: true,
  /** What the program passes to an instance that runs already. */
  lockData: null as Record<string, unknown> | null,
  online: true,
  darkColors: false,
  notifications: true,
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
  windowOpenHandler: ((details: { url: string }) => unknown) | null = null;
  destroyed = false;

  constructor() {
    super();
    app.emit('web-contents-created', new FakeEvent(), this);
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  send(channel: string, payload: unknown): void {
    // what crosses is a copy, and what cannot be copied does not cross
    this.sent.push({ channel, payload: structuredClone(payload) });
  }

  setWindowOpenHandler(handler: (details: { url: string }) => unknown): void {
    this.windowOpenHandler = handler;
  }

  /** A navigation that the page asks for: true when nothing prevented it. */
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
  readonly options: Record<string, unknown>;
  readonly loaded: string[] = [];
  readonly progress: number[] = [];
  bounds = { x: 0, y: 0, width: 800, height: 600 };
  maximized = false;
  minimized = false;
  focused = false;
  shown = false;

  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    const { x = 0, y = 0, width = 800, height = 600 } = options as Partial<typeof this.bounds>;
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
  /** While it quits, the last window's going is no event of its own. */
  quitting = false;
  exitCode: number | null = null;
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

  /** As Electron does it: the windows go first, and a prevented `will-quit` keeps the program alive. */
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

  relaunch({ args }: { readonly args: readonly string[] }): void {
    journal.push(`relaunch ${args.join(' ')}`);
  }

  exit(code = 0): void {
    journal.push(`exit ${code}`);
    this.exitCode = code;
    this.emit('exited');
  }
}

export const app = new FakeApp();

export const protocol = {
  schemes: [] as { scheme: string; privileges: Record<string, boolean> }[],
  handlers: new Map<string, (request: Request) => Promise<Response>>(),
  registerSchemesAsPrivileged(schemes: { scheme: string; privileges: Record<string, boolean> }[]): void {
    journal.push('schemes');
    protocol.schemes.push(...schemes);
  },
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void {
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

/** Plays the page: sends `request` on the channel `call`, from its main frame unless another one is given. */
export async function callFrom(
  sender: FakeWebContents,
  request: unknown,
  senderFrame: FakeFrame | null = sender.mainFrame,
): Promise<{ ok: boolean; value?: unknown; error?: { code: string; message: string; retry: string } }> {
  const handler = ipcMain.handlers.get('call');
  if (handler === undefined) throw new Error('nobody listens to the channel "call"');
  const answer = await (handler as (event: unknown, request: unknown) => unknown)({ sender, senderFrame }, structuredClone(request));
  return structuredClone(answer) as never;
}

export const session = {
  defaultSession: Object.assign(new EventEmitter(), {
    permissionRequest: null as ((contents: null, permission: string, answer: (granted: boolean) => void) => void) | null,
    permissionCheck: null as (() => boolean) | null,
    devicePermission: null as (() => boolean) | null,
    beforeRequest: null as ((details: { url: string }, answer: (response: { cancel: boolean }) => void) => void) | null,
    spellChecker: true,
    setPermissionRequestHandler(handler: never): void {
      session.defaultSession.permissionRequest = handler;
    },
    setPermissionCheckHandler(handler: never): void {
      session.defaultSession.permissionCheck = handler;
    },
    setDevicePermissionHandler(handler: never): void {
      session.defaultSession.devicePermission = handler;
    },
    setSpellCheckerEnabled(enabled: boolean): void {
      session.defaultSession.spellChecker = enabled;
    },
    webRequest: {
      onBeforeRequest(handler: never): void {
        session.defaultSession.beforeRequest = handler;
      },
    },
    resolveProxy: async (): Promise<string> => world.proxy,
  }),
};

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
  buildFromTemplate: (template: readonly FakeMenuItem[]) => ({ template, popup: () => Menu.popups.push(template) }),
  setApplicationMenu(menu: { template: readonly FakeMenuItem[] }): void {
    Menu.application = menu.template;
  },
};

export const nativeTheme = {
  themeSource: 'system',
  get shouldUseDarkColors(): boolean {
    return world.darkColors;
  },
};

export const screen = { getAllDisplays: () => world.displays };

/** What was asked of the person, with the options of each dialog. */
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
  async showMessageBox(...args: unknown[]): Promise<typeof world.message> {
    asked.push({ kind: 'message', options: lastOf(args) });
    return world.message;
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
  readonly options: { readonly title: string; readonly body: string };

  constructor(options: { readonly title: string; readonly body: string }) {
    super();
    this.options = options;
  }

  static isSupported(): boolean {
    return world.notifications;
  }

  show(): void {
    Notification.shown.push(this);
  }
}

export const powerMonitor = new EventEmitter();

export const powerSaveBlocker = {
  started: new Set<number>(),
  next: 1,
  start(): number {
    powerSaveBlocker.started.add(powerSaveBlocker.next);
    return powerSaveBlocker.next++;
  },
  isStarted: (id: number) => powerSaveBlocker.started.has(id),
  stop(id: number): void {
    if (!powerSaveBlocker.started.delete(id)) throw new Error(`blocker ${id} was not started`);
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
  paths: new Map<unknown, string>(),
  getPathForFile(file: unknown): string {
    if (!(file instanceof Blob)) throw new TypeError('getPathForFile expected to receive a File object but one was not provided');
    return webUtils.paths.get(file) ?? '';
  },
};

/** Forgets everything, as before the program was started. Answers the folder that stands for the user's own. */
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
