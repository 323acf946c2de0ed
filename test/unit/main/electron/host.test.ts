import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseFile, createHost, isProductPage, openProductPage } from '../../../../main/electron/host.ts';
import { openSettings, type SettingsFile } from '../../../../main/electron/window-settings.ts';
import type { Host } from '../../../../main/platform/ports.ts';
import {
  asked,
  BrowserWindow,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  resetElectron,
  shell,
  world,
} from '../../../fakes/electron.ts';

vi.mock('electron', () => import('../../../fakes/electron.ts'));

let folder: string;
let settings: SettingsFile;
let window: BrowserWindow | null;
let shown: number;
let desktop: Host;

beforeEach(() => {
  folder = resetElectron();
  settings = openSettings(world.userData);
  window = new BrowserWindow({});
  shown = 0;
  desktop = createHost({ window: () => window as never, settings, show: () => (shown += 1) });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

describe('external addresses', () => {
  const open = [
    'https://example.invalid',
    'https://example.invalid/screening-desk',
    'https://EXAMPLE.invalid/a?b=c#d',
    'https://example.invalid:443/',
  ];
  const closed = [
    'http://example.invalid/',
    'https://elsewhere.example/',
    'https://example.invalid.elsewhere.example/',
    'https://elsewhere.example/example.invalid',
    'https://elsewhere.example#example.invalid',
    'https://elsewhere.example?https://example.invalid',
    'https://wwwexample.invalid/',
    'https://www.example.invalid/',
    'https://example.invalid:8443/',
    'https://user@example.invalid/',
    'https://user:password@example.invalid/',
    'https://example.invalid@elsewhere.example/',
    'https://example.invalid%2f@elsewhere.example/',
    'https://еxample.invalid/',
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://example.invalid',
    'file:///etc/passwd',
    'file://example.invalid/share',
    'smb://example.invalid/share',
    'ms-msdt:/id PCWDiagnostic',
    'search-ms:query=x',
    'mailto:someone@example.invalid',
    'data:text/html,https://example.invalid',
    'vbscript:x',
    'app://bundle/index.html',
    '\\\\example.invalid\\share',
    '//example.invalid',
    'example.invalid',
    '',
  ];
  it.each(open)('the system opens %s', (url) => {
    expect(isProductPage(url)).toBe(true);
    openProductPage(url);
    expect(shell.opened).toEqual([new URL(url).href]);
  });
  it.each(closed)('the system does not open “%s”', (url) => {
    expect(isProductPage(url)).toBe(false);
    openProductPage(url);
    expect(shell.opened).toEqual([]);
  });

  it('without a browser, no address is opened, and the program continues', async () => {
    world.hasBrowser = false;
    const unhandled = vi.fn<(error: unknown) => void>();
    process.on('unhandledRejection', unhandled);
    openProductPage('https://example.invalid');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    expect(await desktop.openAddress('https://profiles.example.org/p/7')).toBe('failed');
  });
});

describe('the page as a PDF', () => {
  it('has a structure for screen readers and an outline, on the given paper', async () => {
    expect(Buffer.from(await desktop.pagePdf!('a4')).toString()).toMatch(/^%PDF/);
    await desktop.pagePdf!('letter');
    const tagged = { printBackground: true, generateTaggedPDF: true, generateDocumentOutline: true };
    expect(window?.webContents.pdfs).toEqual([
      { pageSize: 'A4', ...tagged },
      { pageSize: 'Letter', ...tagged },
    ]);
  });

  it('is not made without a window', async () => {
    window = null;
    await expect(desktop.pagePdf!('a4')).rejects.toMatchObject({ code: 'CLOSING' });
  });
});

describe('a profile address', () => {
  it('is opened unchanged', async () => {
    expect(await desktop.openAddress('https://profiles.example.org/p/7')).toBe('opened');
    expect(shell.opened).toEqual(['https://profiles.example.org/p/7']);
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'https://a:b@profiles.example.org/',
    'https://profiles.example.org/a b',
    'https://profiles.example.org',
    'HTTPS://PROFILES.example.org/',
  ])('is not opened if it is unsafe or not normalized: %s', async (address) => {
    expect(await desktop.openAddress(address)).toBe('failed');
    expect(shell.opened).toEqual([]);
  });
});

describe('the save dialog', () => {
  it('suggests a name and a format, and shows the location without its path', async () => {
    world.save = { canceled: false, filePath: join(world.documents, 'spring.xlsx') };
    expect(await desktop.saveTarget('Spring appeal results.xlsx')).toEqual({
      path: join(world.documents, 'spring.xlsx'),
      shown: 'spring.xlsx in the folder documents',
      download: null,
    });
    expect(asked).toMatchObject([
      {
        kind: 'save',
        options: {
          defaultPath: join(world.documents, 'Spring appeal results.xlsx'),
          filters: [{ name: 'Excel workbook', extensions: ['xlsx'] }],
          properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
        },
      },
    ]);
  });

  it('returns nothing when the user cancels', async () => {
    expect(await desktop.saveTarget('results.xlsx')).toBeNull();
  });

  it('starts in the last folder while it exists, even after a restart', async () => {
    const last = join(folder, 'exports');
    mkdirSync(last);
    world.save = { canceled: false, filePath: join(last, 'one.csv') };
    await desktop.saveTarget('one.csv');
    const again = createHost({ window: () => null, settings: openSettings(world.userData), show: () => undefined });
    await again.saveTarget('two.csv');
    rmSync(last, { recursive: true });
    await again.saveTarget('three.csv');
    expect(asked.map(({ options }) => options['defaultPath'])).toEqual([
      join(world.documents, 'one.csv'),
      join(last, 'two.csv'),
      join(world.documents, 'three.csv'),
    ]);
  });

  it('ignores folders in the suggested name', async () => {
    await desktop.saveTarget('../../etc/results.xlsx');
    expect(asked[0]?.options['defaultPath']).toBe(join(world.documents, 'results.xlsx'));
  });

  it('adds an extension that a Linux dialog omits, and asks before it replaces a file', async () => {
    world.save = { canceled: false, filePath: join(world.documents, 'spring') };
    expect(await desktop.saveTarget('results.xlsx')).toMatchObject({ path: join(world.documents, 'spring.xlsx') });
    writeFileSync(join(world.documents, 'spring.xlsx'), 'kept');
    expect(await desktop.saveTarget('results.xlsx')).toBeNull();
    expect(asked.at(-1)).toMatchObject({ kind: 'message', options: { buttons: ['Replace', 'Cancel'], defaultId: 1, cancelId: 1 } });
    world.message = { response: 0 };
    expect(await desktop.saveTarget('results.xlsx')).toMatchObject({ path: join(world.documents, 'spring.xlsx') });
  });
});

describe('the open dialog', () => {
  it('returns the path, remembers the folder, and adds no recent file', async () => {
    world.open = { canceled: false, filePaths: [join(folder, 'people.xlsx')] };
    expect(await chooseFile({ window: () => window as never, settings })).toBe(join(folder, 'people.xlsx'));
    expect(settings.current.folder).toBe(folder);
    expect(asked[0]?.options).toMatchObject({ properties: ['openFile', 'dontAddToRecent'] });
    world.open = { canceled: true, filePaths: [] };
    expect(await chooseFile({ window: () => null, settings })).toBeNull();
  });
});

describe('the desktop', () => {
  it('shows a file in its folder', () => {
    desktop.reveal('/folder/results.xlsx');
    expect(shell.revealed).toEqual(['/folder/results.xlsx']);
  });

  it('notifies when the window is not in front, and shows the window on click', async () => {
    await desktop.notify('Screening finished', '2,412 of 2,500 rows were scored.');
    expect(Notification.shown.map(({ options }) => options)).toEqual([
      { title: 'Screening finished', body: '2,412 of 2,500 rows were scored.' },
    ]);
    Notification.shown[0]?.emit('click');
    expect(shown).toBe(1);
  });

  it('does not notify for a window in front', async () => {
    if (window !== null) window.focused = true;
    await desktop.notify('a', 'b');
    expect([Notification.shown, desktop.desktop.notifications]).toEqual([[], true]);
  });

  it('reports that the system has no notifications', async () => {
    world.notifications = false;
    await desktop.notify('a', 'b');
    expect([Notification.shown, desktop.desktop.notifications]).toEqual([[], false]);
  });

  it('reports when a notification fails, as in an unsigned macOS program, and when notifications work again', async () => {
    world.notificationEnds = 'failed';
    await desktop.notify('a', 'b');
    expect(desktop.desktop.notifications).toBe(false);
    world.notificationEnds = 'show';
    await desktop.notify('a', 'b');
    expect(desktop.desktop.notifications).toBe(true);
  });

  it('treats a notification as not shown if the system does not confirm it within five seconds', async () => {
    vi.useFakeTimers();
    world.notificationEnds = null;
    const answer = desktop.notify('a', 'b');
    await vi.advanceTimersByTimeAsync(4999);
    expect(desktop.desktop.notifications).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    expect([desktop.desktop.notifications, vi.getTimerCount()]).toEqual([false, 0]);
  });

  it.each([
    ['linux', false],
    ['darwin', true],
    ['win32', true],
  ] as const)('relies on the taskbar for progress on %s: %s', (platform, relies) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    expect(desktop.desktop.progress).toBe(relies);
    vi.restoreAllMocks();
  });

  it('copies text and reports when it cannot', async () => {
    expect(await desktop.copy('Error 7')).toBe(true);
    expect(world.clipboard).toBe('Error 7');
    world.clipboardWorks = false;
    expect(await desktop.copy('Error 8')).toBe(false);
  });

  it('shows progress in the taskbar, and clears it', () => {
    desktop.showProgress(0.25);
    desktop.showProgress(null);
    expect(window?.progress).toEqual([0.25, -1]);
    window = null;
    expect(() => desktop.showProgress(0.5)).not.toThrow();
  });

  it('keeps the computer awake until the last request ends', () => {
    const [first, second] = [desktop.keepAwake(), desktop.keepAwake()];
    first();
    first();
    expect(powerSaveBlocker.started.size).toBe(1);
    second();
    expect(powerSaveBlocker.started.size).toBe(0);
  });

  it('reports resume and online events until the listener unsubscribes', () => {
    vi.useFakeTimers();
    const woken = vi.fn<() => void>();
    const stop = desktop.onWake(woken);
    powerMonitor.emit('resume');
    expect(woken).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    expect(woken).toHaveBeenCalledTimes(1);
    world.online = false;
    vi.advanceTimersByTime(10_000);
    expect(woken).toHaveBeenCalledTimes(1);
    world.online = true;
    vi.advanceTimersByTime(60_000);
    expect(woken).toHaveBeenCalledTimes(2);
    stop();
    powerMonitor.emit('resume');
    expect(woken).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('window settings', () => {
  it('have default values at first and after damage to the file', () => {
    const defaults = { place: null, appearance: 'auto', folder: null };
    expect(openSettings(join(folder, 'new')).current).toEqual(defaults);
    writeFileSync(join(folder, 'window.json'), '{"place":');
    expect(openSettings(folder).current).toEqual(defaults);
    writeFileSync(join(folder, 'window.json'), JSON.stringify({ place: { x: 'left' }, appearance: 'dark', folder: 7 }));
    expect(openSettings(folder).current).toEqual({ ...defaults, appearance: 'dark' });
  });

  it('work without a writable folder', () => {
    writeFileSync(join(folder, 'file'), '');
    const unwritable = openSettings(join(folder, 'file'));
    unwritable.change({ appearance: 'light' });
    expect(unwritable.current.appearance).toBe('light');
    expect(existsSync(join(folder, 'file', 'window.json'))).toBe(false);
  });
});
