/** The installed program: connects the ports, opens the window, and shuts everything down in order. */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, dialog, ipcMain, nativeTheme, protocol, session } from 'electron';
import { startPractice } from '../../practice/server/index.ts';
import { AppError } from '../../shared/base/index.ts';
import type { PolicyState } from '../../shared/policy/index.ts';
import { createApplication } from '../create-application.ts';
import type { Application } from '../application.ts';
import {
  closeAll,
  type Log,
  type LogEvent,
  type Ports,
  type ProgramPaths,
  createNetwork,
  openLog,
  requireDataFolder,
  requireSystem,
  systemClock,
  systemTrust,
} from '../platform/index.ts';
import { policyCertificates, policyProxies } from '../policy/index.ts';
import { KEYCHAIN_WAIT_MS, createSecrets, environmentToken, takeEnvironmentToken } from '../secrets/index.ts';
import { type WorkerPool, createWorkerPool } from '../worker/index.ts';
import { chooseFile, createHost, openProductPage } from './host.ts';
import { checkFilePath, PageChannel } from './page-channel.ts';
import { type Appearance, installMenu, type MenuCommand } from './menu.ts';
import { parseProxyList } from './system-proxies.ts';
import { pageHandler } from './protocol.ts';
import { filesOfSecondInstance, isOwnArgument } from './start-files.ts';
import { openSettings, type SettingsFile } from './window-settings.ts';
import { lockContents, lockSession, openWindow, showWindow } from './window.ts';

export interface ProgramOptions {
  readonly dataDir: string;
  readonly paths: ProgramPaths;
  readonly policy: PolicyState;
  /** Files that the program was started with. */
  readonly files: readonly string[];
}

/** Closing waits for the next safe point, but not longer than this. Work continues at the next start. */
const CLOSE_LIMIT_MS = 20_000;

/** Starts the program and returns at once; Electron's events drive the rest. */
export function runProgram(options: ProgramOptions): void {
  const log = openLog(options.dataDir);
  const program = new Program(options, log);
  // Restricts all web contents when they are created, so that none is missed.
  app.on('web-contents-created', (_event, contents) => lockContents(contents, openProductPage));
  app.on('second-instance', (_event, _arguments, _folder, started) => program.startedAgain(filesOfSecondInstance(started)));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    program.startedAgain([path]);
  });
  app.on('activate', () => program.show());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => program.quit(event));
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(kind as 'uncaughtException', (error: unknown) => program.fail('defect', error));
  app.whenReady().then(
    () => program.start(),
    (error: unknown) => program.fail('start', error),
  );
}

class Program {
  private readonly options: ProgramOptions;
  private readonly log: Log;
  private settings: SettingsFile | null = null;
  private window: BrowserWindow | null = null;
  private channel: PageChannel | null = null;
  private application: Promise<Application> | null = null;
  private pool: WorkerPool | null = null;
  /** Set after the keychain failed: resolves when the user tries again, rejects when the program closes. */
  private keychainRetry: PromiseWithResolvers<void> | null = null;
  private closing = false;
  /** True once the application is open. */
  private isOpen = false;
  /** Set when the program is started again while it is closing: the files for the new start. */
  private reopenWith: readonly string[] | null = null;

  constructor(options: ProgramOptions, log: Log) {
    this.options = options;
    this.log = log;
  }

  /** Opens the window and the application in parallel; the page's first calls wait for the application. */
  start(): void {
    const { paths } = this.options;
    this.settings = openSettings(app.getPath('userData'));
    nativeTheme.themeSource = themeOf(this.settings.current.appearance);
    app.setAboutPanelOptions({
      applicationName: 'Screening Desk',
      applicationVersion: app.getVersion(),
      credits: 'The licenses of the software in this program are in Settings, Third-party notices.',
    });
    lockSession(session.defaultSession);
    protocol.handle('app', pageHandler(paths.renderer));
    this.application = this.openApplication(this.settings);
    this.channel = new PageChannel({
      ipc: ipcMain,
      application: this.application,
      tryAgain: () => this.keychainRetry?.resolve(),
      log: this.log,
    });
    const channel = this.channel;
    this.application.then(
      (application) => {
        this.isOpen = true;
        return application.subscribe((event) => channel.send(event));
      },
      (error: unknown) => {
        if (!this.closing) this.fail('start', error);
      },
    );
    this.installMenu(this.settings, channel);
    this.show();
    void this.openFiles(this.options.files);
  }

  private async openApplication(settings: SettingsFile): Promise<Application> {
    const { dataDir, paths, policy } = this.options;
    const token = environmentToken(takeEnvironmentToken());
    requireSystem();
    requireDataFolder(dataDir);
    const pool = createWorkerPool(paths.worker, { sample: paths.sample });
    this.pool = pool;
    const secrets = await createSecrets({
      dataDir,
      session: { token },
      timeoutMs: KEYCHAIN_WAIT_MS,
      onWait: () => this.channel?.showStart({ failure: null }),
    });
    const trust = systemTrust(pool.spawn, this.log, policyCertificates(policy));
    // The first request waits for the certificates, but the window does not.
    void trust();
    const ports: Ports = {
      dataDir,
      clock: systemClock,
      secrets,
      host: createHost({ window: () => this.window, settings, show: () => this.show() }),
      network: createNetwork(
        policyProxies(policy, async (origin) => parseProxyList(await session.defaultSession.resolveProxy(origin))),
        trust,
      ),
      policy,
      spawnWorker: pool.spawn,
      startPractice: (practice) => startPractice({ ...practice, entry: paths.practice }),
      log: this.log,
      samplesDir: paths.samples,
      noticesFile: paths.notices,
    };
    for (;;) {
      try {
        await secrets.dataKey();
        this.channel?.showStart(null);
        return await createApplication(ports);
      } catch (error) {
        if (!needsKeychain(error)) throw error;
        this.keychainRetry = Promise.withResolvers();
        this.channel?.showStart({ failure: error.toFailure() });
        await this.keychainRetry.promise;
        this.channel?.showStart({ failure: null });
      }
    }
  }

  /** Shows the window, or opens a new one: on macOS the program keeps running without a window. */
  show(): void {
    if (this.window !== null) {
      showWindow(this.window);
      return;
    }
    if (this.settings === null || this.channel === null || this.closing) return;
    const window = openWindow({
      preload: fileURLToPath(new URL('../preload/index.cjs', this.options.paths.worker)),
      icon: fileURLToPath(new URL('../../assets/icons/linux/256x256.png', this.options.paths.worker)),
      settings: this.settings,
    });
    this.channel.attach(window.webContents);
    window.once('closed', () => {
      this.window = null;
    });
    this.window = window;
  }

  private installMenu(settings: SettingsFile, channel: PageChannel): void {
    const send = (command: MenuCommand) => {
      this.show();
      channel.send({ name: 'menu', payload: command });
    };
    installMenu(
      {
        send,
        openFile: () => void this.openFile(settings, send),
        setAppearance: (appearance) => {
          settings.change({ appearance });
          nativeTheme.themeSource = themeOf(appearance);
          send({ command: 'appearance', appearance });
        },
      },
      { platform: process.platform, development: !app.isPackaged, appearance: settings.current.appearance },
    );
  }

  /** Call it when a second instance was started and has ended. If this one is closing, it starts again afterwards. */
  startedAgain(files: readonly string[]): void {
    if (this.closing) {
      this.reopenWith = files;
      return;
    }
    this.show();
    void this.openFiles(files);
  }

  /** Opens the first file in New, with the same checks as for a dropped file. A list is one file, so others are ignored. */
  private async openFiles([path]: readonly string[]): Promise<void> {
    if (path === undefined) return;
    const send = (command: MenuCommand) => this.channel?.send({ name: 'menu', payload: command });
    await app.whenReady();
    await this.offer(path, send);
  }

  /** Opens a file that the user chooses in a dialog. */
  private async openFile(settings: SettingsFile, send: (command: MenuCommand) => void): Promise<void> {
    this.show();
    const path = await chooseFile({ window: () => this.window, settings });
    if (path !== null) await this.offer(path, send);
  }

  /** Sends the page the token of a file, or the reason why the file cannot be opened. */
  private async offer(path: string, send: (command: MenuCommand) => void): Promise<void> {
    const application = await this.application?.catch(() => null);
    // Without an application, the start has failed, and `fail` has reported that.
    if (application == null) return;
    try {
      await checkFilePath(path);
      send({ command: 'open-file', file: await application.offerFile(path, basename(path)) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      send({ command: 'open-failed', failure: error.toFailure() });
    }
  }

  /**
   * Shuts down in order: refuses calls, closes the application and its threads, then exits. The windows are already
   * closed, and unfinished work continues at the next start.
   */
  quit(event: { preventDefault(): void }): void {
    if (this.application === null) return;
    event.preventDefault();
    if (this.closing) return;
    this.closing = true;
    this.keychainRetry?.reject(new AppError('CLOSING', 'Screening Desk is closing.'));
    this.channel?.close();
    void this.close().finally(() => {
      if (this.reopenWith !== null) app.relaunch({ args: [...process.argv.slice(1).filter(isOwnArgument), ...this.reopenWith] });
      app.exit();
    });
  }

  private async close(): Promise<void> {
    const closed = async () => {
      const application = await this.application?.catch(() => null);
      await closeAll([() => application?.close(), () => this.pool?.close()]);
    };
    const limit = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.log.error('closing took too long', null);
      limit.resolve();
    }, CLOSE_LIMIT_MS);
    try {
      await Promise.race([closed(), limit.promise]);
    } catch (error) {
      this.log.error('closing', error);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Shows a fatal error and exits. If the program was open and has a defect, it starts again. Shows only messages of expected errors,
   * because other texts may contain private data.
   */
  fail(event: LogEvent, error: unknown): void {
    // If the data folder cannot be used, it may belong to another program, so not even a log is written to it.
    if (!(error instanceof AppError && error.code === 'DATA_FOLDER')) this.log.error(event, error);
    const message =
      error instanceof AppError
        ? error.message
        : `Something went wrong inside Screening Desk, and it has to close. What was done is kept${this.isOpen ? ', and it continues when Screening Desk starts again now.' : ': it continues at the next start.'}`;
    dialog.showErrorBox('Screening Desk', message);
    // The message is shown each time, so a repeated defect never restarts the program without the user.
    if (this.isOpen) app.relaunch({ args: process.argv.slice(1).filter(isOwnArgument) });
    app.exit(1);
  }
}

const needsKeychain = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'KEYCHAIN_LOCKED' || error.code === 'KEYCHAIN_UNAVAILABLE');

function themeOf(appearance: Appearance): 'light' | 'dark' | 'system' {
  return appearance === 'auto' ? 'system' : appearance;
}
