/** The program, its windows and their pages. */
import { EventEmitter } from 'node:events';
import { FakeEvent, journal, world } from './world.ts';

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
