import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Ports } from '../../../../main/platform/ports.ts';
import type { AppEvent } from '../../../../shared/contract/index.ts';
import type { ErrorCode } from '../../../../shared/base/errors.ts';
import type { BrowserWindow as FakeWindow, FakeMenuItem } from '../../../fakes/electron.ts';
import { eventually } from '../../../kit/eventually.ts';

// Each test runs the program's entry again with this same fake.
const electron = await vi.hoisted(() => import('../../../fakes/electron.ts'));
vi.mock('electron', () => electron);
const { app, asked, BrowserWindow, callFrom, dialog, journal, Menu, nativeTheme, protocol, resetElectron, world } = electron;

const APP = 'app://bundle/index.html';

/** Replaces the application, its secrets, and its threads. */
const core = vi.hoisted(() => ({
  ports: null as unknown,
  secretsOptions: null as unknown,
  listeners: new Set<(event: unknown) => void>(),
  open: async (): Promise<void> => undefined,
  dataKey: async (): Promise<Buffer> => Buffer.alloc(32),
  close: async (): Promise<void> => undefined,
  offer: async (): Promise<unknown> => ({ token: 'file-token', name: 'people.xlsx', bytes: 5 }),
  note: (_step: string): void => undefined,
}));
vi.mock('../../../../main/create-application.ts', () => ({
  createApplication: async (ports: unknown) => {
    core.ports = ports;
    await core.open();
    return {
      call: async (method: string, input: unknown) => ({ ok: true, value: { method, input } }),
      subscribe: (listener: (event: unknown) => void) => {
        core.listeners.add(listener);
        return () => core.listeners.delete(listener);
      },
      offerFile: () => core.offer(),
      close: async () => {
        core.note('application closing');
        await core.close();
        core.note('application closed');
      },
    };
  },
}));
vi.mock('../../../../main/secrets/secrets.ts', () => ({
  KEYCHAIN_WAIT_MS: 120_000,
  createSecrets: async (options: unknown) => {
    core.secretsOptions = options;
    return { kind: 'keychain', notice: null, dataKey: core.dataKey };
  },
}));
vi.mock('../../../../main/worker/entry/pool.ts', () => ({
  createWorkerPool: () => ({ spawn: () => undefined, close: async () => core.note('threads closed') }),
}));
vi.mock('../../../../practice/server/start.ts', () => ({ startPractice: async () => undefined }));

let folder: string;
let argv: string[];
let processListeners: Map<'uncaughtException' | 'unhandledRejection', unknown[]>;

beforeEach(() => {
  folder = resetElectron();
  vi.resetModules();
  vi.stubEnv('DESK_DATA', join(folder, 'data'));
  argv = process.argv;
  process.argv = ['/opt/Screening Desk/screening-desk'];
  vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
  core.ports = null;
  core.listeners.clear();
  core.open = async () => undefined;
  core.dataKey = async () => Buffer.alloc(32);
  core.close = async () => undefined;
  core.offer = async () => ({ token: 'file-token', name: 'people.xlsx', bytes: 5 });
  core.note = (step) => journal.push(step);
  processListeners = new Map(
    (['uncaughtException', 'unhandledRejection'] as const).map((kind) => [kind, process.listeners(kind as 'uncaughtException')]),
  );
});
afterEach(() => {
  for (const [kind, before] of processListeners)
    for (const listener of process.listeners(kind as 'uncaughtException')) if (!before.includes(listener)) process.off(kind, listener);
  process.argv = argv;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the program's entry, and fires Electron's ready event. */
async function start(): Promise<void> {
  await import('../../../../main/electron/index.ts');
  app.ready.resolve();
  await eventually(() => expect(BrowserWindow.all.length + dialog.errors.length).toBeGreaterThan(0));
}
/** Uses the class of the module instance under test. */
const appError = async (code: ErrorCode, message: string) =>
  new (await import('../../../../shared/base/errors.ts')).AppError(code, message);
const window = () => BrowserWindow.all.at(-1) as FakeWindow;
const exited = () => (app.exitCode === null ? once(app, 'exited') : Promise.resolve());
const menuItem = (label: string): FakeMenuItem => {
  const flat = (items: readonly FakeMenuItem[]): FakeMenuItem[] => items.flatMap((item) => [item, ...flat(item.submenu ?? [])]);
  const found = flat(Menu.application).find((item) => item.label === label);
  if (found === undefined) throw new Error(`the menu has no ${label}`);
  return found;
};
const received = () => window().webContents.sent.map(({ payload }) => payload);

describe('the start', () => {
  it('does exactly what must happen before the ready event', async () => {
    await import('../../../../main/electron/index.ts');
    expect(journal).toEqual(['sandbox', 'schemes', 'path userData', 'lock asked']);
    expect(protocol.schemes.map(({ scheme }) => scheme)).toEqual(['app']);
    expect(app.listenerCount('web-contents-created')).toBe(1);
    expect(BrowserWindow.all).toEqual([]);
  });

  it('keeps window data and project data apart in the given folder', async () => {
    await start();
    expect(app.getPath('userData')).toBe(join(folder, 'data/window'));
    expect((core.ports as Ports).dataDir).toBe(join(folder, 'data'));
  });

  it('uses the user’s data folder by default', async () => {
    vi.stubEnv('DESK_DATA', undefined);
    await start();
    expect(journal).not.toContain('path userData');
    expect((core.ports as Ports).dataDir).toBe(join(world.userData, 'data'));
  });

  it('sets the installed name on Windows, which notifications require', async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    await import('../../../../main/electron/index.ts');
    const installed = /^appId: (.+)$/m.exec(readFileSync(join(import.meta.dirname, '../../../../electron-builder.yml'), 'utf8'))?.[1];
    expect(journal).toContain(`name ${installed}`);
  });

  it('keeps its data out of the folder that roams on Windows', async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    vi.stubEnv('DESK_DATA', undefined).stubEnv('LOCALAPPDATA', join(folder, 'local')).stubEnv('APPDATA', join(folder, 'roaming'));
    await import('../../../../main/electron/index.ts');
    expect(app.getPath('userData')).toBe(join(folder, 'local/Screening Desk'));
  });

  it('exits when another instance runs', async () => {
    world.hasLock = false;
    await import('../../../../main/electron/index.ts');
    app.ready.resolve();
    expect(app.exitCode).toBe(0);
    expect(core.ports).toBeNull();
  });

  it('locks all web contents and the session before the first page', async () => {
    await start();
    const { webContents } = window();
    expect(webContents.navigate('will-navigate', 'https://elsewhere.example/')).toBe(false);
    expect(webContents.openWindow('https://elsewhere.example/')).toEqual({ action: 'deny' });
    expect(electron.permissionAnswers('media')).toEqual([false, false, false]);
    expect([...protocol.handlers.keys()]).toEqual(['app']);
  });

  it('answers the page’s first call when the application is ready', async () => {
    const opening = Promise.withResolvers<void>();
    core.open = () => opening.promise;
    await start();
    const answer = callFrom(window().webContents, { kind: 'call', id: 1, method: 'app.get', input: {} });
    opening.resolve();
    expect(await answer).toEqual({ ok: true, value: { method: 'app.get', input: {} } });
  });

  it('passes the token of the environment only to the secrets', async () => {
    vi.stubEnv('DESK_TOKEN', 'a-token');
    await start();
    await eventually(() => expect(core.secretsOptions).toMatchObject({ session: { token: 'a-token' } }));
    expect(process.env['DESK_TOKEN']).toBeUndefined();
  });

  describe('with a locked keychain', () => {
    let attempts: PromiseWithResolvers<Buffer>[];
    const startStates = () => received().filter((event) => (event as { name: string }).name === 'start');
    const waiting = { name: 'start', payload: { failure: null } };
    const failed = { name: 'start', payload: { failure: expect.objectContaining({ message: 'It is locked.' }) as unknown } };
    const fail = async () => attempts.at(-1)?.reject(await appError('KEYCHAIN_LOCKED', 'It is locked.'));

    beforeEach(async () => {
      attempts = [];
      core.dataKey = () => {
        attempts.push(Promise.withResolvers());
        return attempts.at(-1)!.promise;
      };
      await start();
      await callFrom(window().webContents, { kind: 'listening' });
      await eventually(() => {
        if (attempts.length !== 1) throw new Error(`${attempts.length} attempts`);
      });
    });

    it('shows in the window that it waits, and opens without a restart', async () => {
      const answer = callFrom(window().webContents, { kind: 'call', id: 1, method: 'app.get', input: {} });
      const options = core.secretsOptions as { readonly timeoutMs: number; readonly onWait: () => void };
      expect(options.timeoutMs).toBe(120_000);
      options.onWait();
      await fail();
      await eventually(() => expect(startStates()).toEqual([waiting, failed]));
      await callFrom(window().webContents, { kind: 'tryAgain' });
      await eventually(() => expect(attempts).toHaveLength(2));
      attempts[1]!.resolve(Buffer.alloc(32));
      expect(await answer).toMatchObject({ ok: true });
      expect(startStates()).toEqual([waiting, failed, waiting, { name: 'start', payload: null }]);
      expect([asked, dialog.errors, app.exitCode]).toEqual([[], [], null]);
    });

    it('ends when the user closes the window instead, without another message', async () => {
      await fail();
      await eventually(() => expect(startStates()).toEqual([failed]));
      window().close();
      await exited();
      expect([core.ports, asked, dialog.errors, app.exitCode]).toEqual([null, [], [], 0]);
    });
  });

  it('writes nothing, not even a log, to a folder that other programs use', async () => {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data/letter.docx'), 'x');
    await start();
    await exited();
    expect(dialog.errors).toEqual([expect.stringContaining('holds files of other programs, such as “letter.docx”')]);
    expect(readdirSync(join(folder, 'data'))).toEqual(['letter.docx']);
  });

  it.each(['', '  '])('refuses the empty name “%s” of a data folder, and opens none', async (name) => {
    vi.stubEnv('DESK_DATA', name);
    await start();
    await exited();
    expect(dialog.errors).toEqual(['DESK_DATA is empty. Set it to the path of a folder, or remove it.']);
    expect([app.exitCode, core.ports]).toEqual([1, null]);
  });

  it('refuses a Linux version that the database does not support, and opens nothing', async () => {
    vi.doMock('better-sqlite3', () => ({
      default: function Database() {
        throw new Error("/lib/libc.so.6: version `GLIBC_2.34' not found (required by linux-x64.node)");
      },
    }));
    await start();
    await exited();
    vi.doUnmock('better-sqlite3');
    expect(dialog.errors).toEqual([expect.stringContaining('it needs glibc 2.34 or newer')]);
    expect([core.ports, existsSync(join(folder, 'data/history.sqlite'))]).toEqual([null, false]);
  });

  it.each([
    ['an expected failure', async () => await appError('DATABASE_NEWER', 'Written by a newer version.'), /^Written by a newer version\.$/],
    ['a defect', async () => new Error('token 123 of Jane Doe'), /^Something went wrong inside Screening Desk/],
  ])('shows an error and exits: %s', async (_name, error, words) => {
    core.open = async () => {
      throw await error();
    };
    await start();
    await exited();
    expect(dialog.errors).toEqual([expect.stringMatching(words)]);
    expect(app.exitCode).toBe(1);
    const log = join(folder, 'data/logs/desk.log');
    expect(readFileSync(log, 'utf8')).toContain('"event":"start"');
    expect(readFileSync(log, 'utf8')).not.toContain('Jane');
  });
});

it('starts again after a defect of the open program, and shows no text of the error', async () => {
  await start();
  await eventually(() => expect(core.listeners.size).toBe(1));
  process.listeners('uncaughtException').at(-1)!(new Error('token 123 of Jane Doe'), 'uncaughtException');
  expect(dialog.errors).toEqual([expect.stringMatching(/^Something went wrong.*What was done is kept.*starts again now/)]);
  expect(journal.filter((line) => line.startsWith('relaunch'))).toHaveLength(1);
  expect(app.exitCode).toBe(1);
});

describe('the window', () => {
  it('comes to the front when a second instance starts', async () => {
    await start();
    window().minimized = true;
    app.emit('second-instance', {}, [], '', null);
    expect(window()).toMatchObject({ minimized: false, focused: true });
    expect(BrowserWindow.all).toHaveLength(1);
  });

  it('receives the application’s events when it listens', async () => {
    await start();
    await eventually(() => expect(core.listeners.size).toBe(1));
    const event = { name: 'project.removed', payload: { id: 'one' } } satisfies AppEvent;
    for (const listener of core.listeners) listener(event);
    expect(received()).toEqual([]);
    await callFrom(window().webContents, { kind: 'listening' });
    expect(received()).toEqual([event]);
  });

  it('reopens on macOS with the same application', async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    await start();
    window().close();
    expect(app.exitCode).toBeNull();
    app.emit('activate');
    expect(window().loaded).toEqual([APP]);
    expect(await callFrom(window().webContents, { kind: 'call', id: 1, method: 'app.get', input: {} })).toMatchObject({ ok: true });
  });
});

it('the native About panel shows the version and where to find the licenses', async () => {
  await start();
  expect(app.about).toMatchObject({ applicationVersion: '0.1.0', credits: expect.stringContaining('Third-party notices') as string });
});

describe('the menu', () => {
  it('sends its commands to the page', async () => {
    await start();
    await callFrom(window().webContents, { kind: 'listening' });
    menuItem('New Screening').click?.();
    menuItem('Dark').click?.();
    expect(received()).toEqual([
      { name: 'menu', payload: { command: 'go', to: 'new' } },
      { name: 'menu', payload: { command: 'appearance', appearance: 'dark' } },
    ]);
    expect(nativeTheme.themeSource).toBe('dark');
  });

  it('keeps the chosen appearance for the next start', async () => {
    await start();
    menuItem('Light').click?.();
    expect(JSON.parse(readFileSync(join(folder, 'data/window/window.json'), 'utf8'))).toMatchObject({ appearance: 'light' });
  });

  it('opens a file like a dropped one, or reports why it cannot', async () => {
    await start();
    await callFrom(window().webContents, { kind: 'listening' });
    menuItem('Open File…').click?.();
    await eventually(() => expect(asked).toHaveLength(1));
    const path = join(folder, 'people.xlsx');
    writeFileSync(path, '');
    world.open = { canceled: false, filePaths: [path] };
    menuItem('Open File…').click?.();
    const file = { token: 'file-token', name: 'people.xlsx', bytes: 5 };
    await eventually(() => expect(received()).toEqual([{ name: 'menu', payload: { command: 'open-file', file } }]));
    core.offer = async () => {
      throw await appError('FILE_EMPTY', 'The file is empty.');
    };
    menuItem('Open File…').click?.();
    await eventually(() =>
      expect(received().at(-1)).toMatchObject({ name: 'menu', payload: { command: 'open-failed', failure: { code: 'FILE_EMPTY' } } }),
    );
    expect(JSON.stringify(received())).not.toContain(folder);
  });
});

describe('files from the desktop', () => {
  const fileEvents = () => received().filter((event) => (event as { name: string }).name === 'menu');
  const opened = { name: 'menu', payload: { command: 'open-file', file: { token: 'file-token', name: 'people.xlsx', bytes: 5 } } };
  let path: string;

  beforeEach(() => {
    path = join(folder, 'people.xlsx');
    writeFileSync(path, '');
  });
  const ready = () => callFrom(window().webContents, { kind: 'listening' });

  it.each([
    ['a path', (file: string) => file],
    ['a URL, as Linux launchers pass it', (file: string) => pathToFileURL(file).href],
  ])('open at startup: %s', async (_case, argument) => {
    process.argv = ['/opt/screening-desk', '--no-zygote', argument(path)];
    await start();
    await ready();
    await eventually(() => expect(fileEvents()).toEqual([opened]));
    expect(world.lockData).toEqual({ files: [path] });
  });

  it('do not include the program folder, which is among the arguments in development', async () => {
    process.argv = ['/node_modules/electron/electron', '--inspect=0', `${app.getAppPath()}/`, path];
    await start();
    expect(world.lockData).toEqual({ files: [path] });
  });

  it('reopen a window when macOS keeps the program running without one', async () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    await start();
    await callFrom(window().webContents, { kind: 'call', id: 1, method: 'app.get', input: {} });
    window().close();
    expect(BrowserWindow.all).toEqual([]);
    app.emit('open-file', new electron.FakeEvent(), path);
    await eventually(() => expect(BrowserWindow.all.length).toBe(1));
    await ready();
    await eventually(() => expect(fileEvents()).toEqual([opened]));
  });

  it('open in the existing window and bring it to the front', async () => {
    await start();
    await ready();
    window().minimized = true;
    app.emit('second-instance', {}, [], '/', { files: [path] });
    await eventually(() => expect(fileEvents()).toEqual([opened]));
    expect(window().minimized).toBe(false);
  });

  it('open when macOS passes them before the program is ready', async () => {
    await import('../../../../main/electron/index.ts');
    const event = new electron.FakeEvent();
    app.emit('open-file', event, path);
    expect(event.prevented).toBe(true);
    app.ready.resolve();
    await eventually(() => expect(BrowserWindow.all.length).toBe(1));
    await ready();
    await eventually(() => expect(fileEvents()).toEqual([opened]));
  });

  it('are checked like dropped ones, and a network address is refused unread', async () => {
    process.argv = ['/opt/screening-desk', '//server/share/people.xlsx'];
    await start();
    await ready();
    await eventually(() =>
      expect(fileEvents()).toMatchObject([{ payload: { command: 'open-failed', failure: { code: 'FILE_NO_PERMISSION' } } }]),
    );
  });

  it('start the program again if they arrive while it closes', async () => {
    process.argv = ['/opt/screening-desk', '--lang=en', join(folder, 'earlier.xlsx')];
    await start();
    const safe = Promise.withResolvers<void>();
    core.close = () => safe.promise;
    await callFrom(window().webContents, { kind: 'call', id: 1, method: 'app.get', input: {} });
    window().close();
    await eventually(() => expect(journal).toContain('application closing'));
    app.emit('second-instance', {}, [], '/', { files: [path] });
    expect(journal.filter((step) => step.startsWith('relaunch'))).toEqual([]);
    safe.resolve();
    await exited();
    expect(journal.filter((step) => step.startsWith('relaunch') || step.startsWith('exit'))).toEqual([
      `relaunch --lang=en ${path}`,
      'exit 0',
    ]);
  });
});

describe('quitting', () => {
  it('closes the window, the application, its threads, and the program, in this order', async () => {
    await start();
    await callFrom(window().webContents, { kind: 'call', id: 1, method: 'app.get', input: {} });
    journal.length = 0;
    window().close();
    await exited();
    expect(journal).toEqual(['window closed', 'quit asked', 'application closing', 'application closed', 'threads closed', 'exit 0']);
  });

  it('waits for the application’s safe point, and ignores a second request', async () => {
    const safe = Promise.withResolvers<void>();
    core.close = () => safe.promise;
    await start();
    app.quit();
    app.quit();
    await eventually(() => expect(journal).toContain('application closing'));
    expect(app.exitCode).toBeNull();
    safe.resolve();
    await exited();
    expect(journal.filter((step) => step === 'application closing')).toHaveLength(1);
  });

  it('ends even if closing hangs or fails', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    core.close = () => new Promise(() => undefined);
    await import('../../../../main/electron/index.ts');
    app.ready.resolve();
    await vi.advanceTimersByTimeAsync(0);
    app.quit();
    await vi.advanceTimersByTimeAsync(19_000);
    expect(app.exitCode).toBeNull();
    await vi.advanceTimersByTimeAsync(2000);
    expect(app.exitCode).toBe(0);
    vi.useRealTimers();
  });

  it('does not wait for an application that failed to start', async () => {
    core.close = () => Promise.reject(new Error('disk full'));
    await start();
    app.quit();
    await exited();
    expect(app.exitCode).toBe(0);
    expect(readFileSync(join(folder, 'data/logs/desk.log'), 'utf8')).toContain('"event":"closing"');
  });

  it('opens no more windows', async () => {
    const safe = Promise.withResolvers<void>();
    core.close = () => safe.promise;
    await start();
    app.quit();
    app.emit('second-instance', {}, [], '', null);
    app.emit('activate');
    expect(BrowserWindow.all).toEqual([]);
    safe.resolve();
    await exited();
  });
});

it('keeps all files of the window in its own folder', async () => {
  await start();
  window().close();
  await exited();
  expect(existsSync(join(folder, 'data/window/window.json'))).toBe(true);
  expect(existsSync(world.userData)).toBe(false);
});
