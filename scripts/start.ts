/**
 * Opens the window: `npm start [-- --data DIR] [-- --browser]`. Uses Electron if its program is installed or downloads quickly; otherwise
 * the loopback host with a Chromium window or the default browser.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { defaultDataDir } from '../main/platform/default-data-folder.ts';
import { findChromium } from './browsers.ts';
import { electronArguments, fetchElectron, findElectron } from './electron-program.ts';
import { builtFile, ROOT, staleTargets, type TargetName } from './targets.mjs';

/** Enough for the download on an ordinary connection; the user should not wait longer for a window. */
const FETCH_LIMIT_MS = 60_000;
/** A browser that exits sooner has passed the URL to an instance that was already running. */
const HANDED_OVER_MS = 4000;
/** An Electron that fails sooner cannot open windows on this computer. */
const FAILED_AT_ONCE_MS = 5000;

/** Builds stale targets; exits when the build fails. */
function build(...names: TargetName[]): void {
  if (staleTargets(names).length === 0) return;
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.ts'), '--if-stale', ...names], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** The environment of the hosts. Other processes that this program starts do not get the token. */
const hostEnvironment = { ...process.env };
delete process.env['DESK_TOKEN'];

const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);

/** Opens the window in Electron and waits until it closes. False when Electron does not run here. */
async function openInElectron(program: string, dataDir: string): Promise<boolean> {
  build('electron', 'preload', 'worker', 'practice', 'renderer');
  console.log('Opening the window in Electron.');
  const started = performance.now();
  const child = spawn(program, [...electronArguments(), ROOT], { stdio: 'inherit', env: { ...hostEnvironment, DESK_DATA: dataDir } });
  const code = await ended(child);
  return code === 0 || performance.now() - started > FAILED_AT_ONCE_MS;
}

/** Resolves with the exit code; 1 for a program that did not start. */
async function ended(child: ChildProcess): Promise<number> {
  return await new Promise((done) => {
    child.once('error', () => done(1));
    child.once('exit', (code) => done(code ?? 1));
  });
}

interface LoopbackProcess {
  /** The page's URL with a single-use code. */
  readonly url: string;
  readonly ended: Promise<number>;
  /** Resolves when the last page was closed. */
  readonly pageClosed: Promise<void>;
  /** Ends the process gracefully. */
  stop(): void;
}

async function startLoopback(dataDir: string, restarted: boolean): Promise<LoopbackProcess> {
  const args = [builtFile('loopback'), '--data', dataDir, ...(restarted ? ['--restarted'] : [])];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], env: hostEnvironment });
  // Writing to a host that has ended fails.
  child.stdin.on('error', () => undefined);
  const end = ended(child);
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), end.then(() => [''])])) as [string];
  if (line === '') process.exit((await end) || 1);
  const { url } = JSON.parse(line) as { url: string };
  const pageClosed = new Promise<void>((resolve) => {
    lines.on('line', (text) => {
      if ((JSON.parse(text) as { closed?: boolean }).closed === true) resolve();
    });
  });
  return { url, ended: end, pageClosed, stop: () => child.stdin.end() };
}

/** Browser arguments for a plain window: no first-run pages, accounts or background traffic. */
export function appModeArguments(url: string, profile: string, isRoot: boolean): string[] {
  return [
    `--app=${url}`,
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-features=Translate',
    '--window-size=1280,820',
    // Chromium's sandbox does not run as root; --test-type hides the warning about it
    ...(isRoot ? ['--no-sandbox', '--test-type'] : []),
  ];
}

/**
 * Writes a page that only this user can read and that redirects to `url`; returns the URL of the page. Other users of the computer can read
 * the arguments of a browser, and `url` contains the code that opens the session. The code is valid once and for a minute.
 */
export function openingPage(folder: string, url: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'open-window.html');
  rmSync(path, { force: true });
  writeFileSync(path, `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${url}">`, {
    mode: 0o600,
    flag: 'wx',
  });
  return pathToFileURL(path).href;
}

/** Opens a URL in the default browser; false when that fails. */
function openInDefaultBrowser(url: string): boolean {
  const [command, ...args] = { win32: ['cmd', '/c', 'start', '""', url], darwin: ['open', url] }[process.platform as string] ?? [
    'xdg-open',
    url,
  ];
  return command !== undefined && spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Maximum number of restarts after the host ended unexpectedly, so that a defect at every start ends the program. */
const MAX_RESTARTS = 3;

/** Opens the page in a browser, and again when its host ends unexpectedly. */
async function openInBrowser(dataDir: string): Promise<void> {
  build('loopback', 'worker', 'practice', 'renderer');
  for (let starts = 0; await openOnce(dataDir, starts > 0); starts++) {
    const again = starts < MAX_RESTARTS;
    console.error(`Screening Desk ended unexpectedly. What was done is kept.${again ? ' It starts again, in a new window.' : ''}`);
    if (again) continue;
    process.exitCode = 1;
    return;
  }
}

/** Serves and opens the page until it is closed. True when the host ended unexpectedly. */
async function openOnce(dataDir: string, restarted: boolean): Promise<boolean> {
  const chromium = findChromium();
  const host = await startLoopback(dataDir, restarted);
  // closing the window, Ctrl+C and the end of the host all end this program
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => host.stop());
  if (chromium === null) {
    if (openInDefaultBrowser(openingPage(join(dataDir, 'spool'), host.url))) {
      console.log('Opened in the default browser. This program serves the page: Ctrl+C ends it.');
      // Sandboxed browsers, such as snaps, cannot read files in hidden folders.
      console.log(`If the browser cannot read the file, open this address within a minute: ${host.url}`);
    } else {
      console.error(
        'No browser could be opened on this computer. Install Chromium or Chrome, or name its program in the variable CHROMIUM.',
      );
      process.exitCode = 1;
      host.stop();
    }
    return (await host.ended) !== 0;
  }
  const profile = join(dataDir, 'browser');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  console.log(`Opening the window in ${chromium}, without Electron. Closing the window ends the program.`);
  const started = performance.now();
  const browser = spawn(chromium, appModeArguments(openingPage(join(dataDir, 'spool'), host.url), profile, process.getuid?.() === 0), {
    stdio: 'ignore',
  });
  const end = await Promise.race([ended(browser), host.pageClosed.then(() => 'page' as const), host.ended.then(() => 'host' as const)]);
  // When the page is closed, the browser may still run with other windows, so do not wait for it.
  if (end === 'page') browser.unref();
  else if (end === 'host') browser.kill();
  else if (end === 0 && performance.now() - started < HANDED_OVER_MS) {
    console.log('The window is open in a browser that ran already. Closing the window ends the program.');
    await Promise.race([host.pageClosed, host.ended]);
  } else if (end !== 0 && performance.now() - started < HANDED_OVER_MS) {
    console.error(`${chromium} could not open a window (it ended with ${end}).`);
    process.exitCode = 1;
  }
  host.stop();
  return (await host.ended) !== 0;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { data: { type: 'string' }, browser: { type: 'boolean', default: false } } });
  if (values.data?.trim() === '') throw new Error('--data needs the path to a folder');
  const dataDir = values.data === undefined ? defaultDataDir() : resolve(values.data);
  if (!hasDisplay()) {
    console.error('There is no display to open a window on. The command line works without one: npm run -s desk -- --help');
    process.exit(1);
  }
  let program = values.browser ? null : findElectron();
  if (program === null && !values.browser) {
    console.log('Electron’s own program is not here yet; trying to fetch it (once, up to a minute) …');
    program = fetchElectron(FETCH_LIMIT_MS);
    if (program === null) console.log('It could not be fetched. "npx install-electron" tries again without a time limit.');
  }
  const opened = program !== null && (await openInElectron(program, dataDir));
  if (program !== null && !opened) console.log('Electron cannot open a window on this computer.');
  if (!opened) await openInBrowser(dataDir);
}
