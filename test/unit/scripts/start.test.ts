import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultDataDir } from '../../../main/platform/default-data-folder.ts';
import { findChromium, findHeadlessChromium } from '../../../scripts/browsers.ts';
import { findElectron } from '../../../scripts/electron-program.ts';
import { appModeArguments, openingPage } from '../../../scripts/start.ts';
import { makeSmallProject, type SmallProject } from '../../kit/temporary-checkout.ts';
import { eventually } from '../../kit/eventually.ts';

describe('the data folder', () => {
  it.each([
    [{ DESK_DATA: '/named' }, 'linux', resolve('/named')],
    [{}, 'linux', join('/home/a', '.config/Screening Desk/data')],
    [{ XDG_CONFIG_HOME: '/settings' }, 'linux', join('/settings/Screening Desk/data')],
    [{ XDG_CONFIG_HOME: '' }, 'linux', join('/home/a', '.config/Screening Desk/data')],
    [{ XDG_CONFIG_HOME: 'here' }, 'linux', join('/home/a', '.config/Screening Desk/data')],
    [{ LOCALAPPDATA: '' }, 'win32', join('/home/a', 'AppData/Local/Screening Desk/data')],
    [{}, 'darwin', join('/home/a', 'Library/Application Support/Screening Desk/data')],
    [{ LOCALAPPDATA: '/local', APPDATA: '/roaming' }, 'win32', join('/local/Screening Desk/data')],
    [{}, 'win32', join('/home/a', 'AppData/Local/Screening Desk/data')],
  ] as const)('with %j on %s is %s', (env, platform, folder) => {
    expect(defaultDataDir(env, platform, () => '/home/a')).toBe(folder);
  });

  it('needs no home folder when it is named, and asks for a name otherwise', () => {
    const homeless = () => {
      throw new Error('ENOENT: no such file or directory, uv_os_homedir');
    };
    expect(defaultDataDir({ DESK_DATA: '/named' }, 'linux', homeless)).toBe(resolve('/named'));
    expect(() => defaultDataDir({}, 'linux', homeless)).toThrow(
      'This user has no home folder. Name the data folder with --data or DESK_DATA.',
    );
  });

  it.each(['', ' '])('is an error with the empty name “%s”', (name) => {
    expect(() => defaultDataDir({ DESK_DATA: name }, 'linux', () => '/home/a')).toThrow('DESK_DATA is empty.');
  });
});

describe('the browser', () => {
  const find = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform, there: readonly string[]) =>
    findChromium({ env, platform, exists: (path) => there.includes(path) });

  it('is the named one, and no other', () => {
    expect(find({ CHROMIUM: '/own', PATH: '/bin' }, 'linux', ['/own', join('/bin', 'chromium')])).toBe('/own');
    expect(find({ CHROMIUM: '/gone', PATH: '/bin' }, 'linux', [join('/bin', 'chromium')])).toBeNull();
  });

  it('is searched for on the path, then in the usual places', () => {
    expect(find({ PATH: '/bin' }, 'linux', [join('/bin', 'google-chrome'), join('/bin', 'chromium')])).toBe(join('/bin', 'chromium'));
    const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
    expect(find({ PATH: '/bin' }, 'darwin', [chrome])).toBe(chrome);
    const edge = join('/programs', 'Microsoft/Edge/Application/msedge.exe');
    expect(find({ ProgramFiles: '/programs' }, 'win32', [edge])).toBe(edge);
    expect(find({}, 'linux', [])).toBeNull();
  });

  it('without a window is the build that has none, if there is one', () => {
    const programs = [join('/bin', 'chromium'), join('/bin', 'chromium-headless-shell')];
    const exists = (path: string) => programs.includes(path);
    expect(findHeadlessChromium({ env: { PATH: '/bin' }, platform: 'linux', exists })).toBe(programs.pop());
    expect(findHeadlessChromium({ env: { PATH: '/bin' }, platform: 'linux', exists })).toBe(programs[0]);
    expect(find({ PATH: '/bin' }, 'linux', [join('/bin', 'chromium-headless-shell')])).toBeNull();
  });

  it('opens a separate window, and disables the sandbox only for root', () => {
    const args = appModeArguments('file:///data/spool/open-window.html', '/data/browser', false);
    expect(args).toContain('--app=file:///data/spool/open-window.html');
    expect(args).toContain('--user-data-dir=/data/browser');
    expect(args).not.toContain('--no-sandbox');
    expect(appModeArguments('x', 'y', true)).toContain('--no-sandbox');
  });
});

it('passes the session code in a file that only this user can read, not in program arguments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-opening-'));
  try {
    const url = openingPage(join(folder, 'spool'), 'http://127.0.0.1:1/#code=secret');
    expect(url).not.toContain('secret');
    const path = fileURLToPath(openingPage(join(folder, 'spool'), 'http://127.0.0.1:1/#code=newer'));
    expect(readFileSync(path, 'utf8')).toContain('content="0;url=http://127.0.0.1:1/#code=newer"');
    expect(process.platform === 'win32' ? 0 : statSync(path).mode & 0o077).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('finds Electron without downloading it', () => {
  expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent' })).toBeNull();
  expect(findElectron({}, 'linux', '/nonexistent')).toBeNull();
});

describe.skipIf(process.platform === 'win32')('npm start', () => {
  let project: SmallProject;
  let data: string;
  let running: ChildProcess | null = null;

  /** A fake browser or Electron: logs its start, then runs `body`. */
  const program = (name: string, body: string): string => {
    project.write(
      name,
      `#!/bin/sh\nfor argument in "$@"; do echo "$argument"; done >"${project.root}/${name}.told"\necho "DATA=$DESK_DATA" >>"${project.root}/${name}.told"\n${body}\n`,
    );
    chmodSync(join(project.root, name), 0o755);
    return join(project.root, name);
  };
  const loggedBy = (name: string) =>
    readFileSync(join(project.root, `${name}.told`), 'utf8')
      .trim()
      .split('\n');

  beforeAll(() => {
    project = makeSmallProject(['main/platform/default-data-folder.ts']);
    data = join(project.root, 'data');
    // Serves nothing, but starts, prints its address and ends like the real host.
    project.write(
      'main/loopback/index.ts',
      `import { appendFileSync, existsSync, rmSync } from 'node:fs';
appendFileSync(${JSON.stringify(join(project.root, 'host.starts'))}, process.argv.slice(4).join(' ') + '\\n');
const end = (how) => { appendFileSync(${JSON.stringify(join(project.root, 'host.log'))}, how + '\\n'); process.exit(0); };
process.stdin.once('end', () => end('closed'));
process.once('SIGTERM', () => end('terminated'));
process.stdin.resume();
process.stdout.write(JSON.stringify({ url: 'http://127.0.0.1:1/#code=once' }) + '\\n');
const dying = ${JSON.stringify(join(project.root, 'die'))};
setInterval(() => { if (existsSync(dying)) { rmSync(dying); process.exit(7); } }, 50).unref();
const closing = ${JSON.stringify(join(project.root, 'close-page'))};
setInterval(() => existsSync(closing) && process.stdout.write(JSON.stringify({ closed: true }) + '\\n'), 50).unref();
`,
    );
    for (const entry of ['main/worker/entry/index.ts', 'practice/server/worker.ts', 'main/electron/index.ts', 'preload/index.ts'])
      project.write(entry, 'export {};\n');
    // Replaces the real one, which would use the network.
    project.remove('node_modules/electron');
    project.write('node_modules/electron/install.js', 'process.exit(1);\n');
  });
  afterAll(() => project.dispose());
  afterEach(() => {
    running?.kill('SIGKILL');
    running = null;
    for (const name of ['host.log', 'host.starts', 'die', 'close-page', 'browser.told', 'dist/electron.told'])
      rmSync(join(project.root, name), { force: true });
  });

  function start(env: NodeJS.ProcessEnv, ...args: string[]) {
    const { PATH } = process.env;
    const child = spawn(process.execPath, ['scripts/start.ts', '--data', data, ...args], {
      cwd: project.root,
      env: { PATH, DISPLAY: ':0', ...env },
    });
    running = child;
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
    return { child, output, ended: new Promise<number | null>((done) => child.once('close', done)) };
  }
  const hostEnded = () => existsSync(join(project.root, 'host.log')) && readFileSync(join(project.root, 'host.log'), 'utf8').trim();

  it.runIf(process.platform === 'linux')('reports a missing display, and what works without one', async () => {
    const { output, ended } = start({ DISPLAY: undefined });
    expect(await ended).toBe(1);
    expect(output.text).toContain('no display');
    expect(output.text).toContain('npm run -s desk');
  });

  it('opens Electron with the data folder when it is installed', async () => {
    mkdirSync(join(project.root, 'dist'), { recursive: true });
    program('dist/electron', 'exit 0');
    const { output, ended } = start({ ELECTRON_OVERRIDE_DIST_PATH: join(project.root, 'dist') });
    expect(await ended).toBe(0);
    expect(output.text).toContain('Opening the window in Electron.');
    expect(loggedBy('dist/electron')).toEqual([...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `${project.root}/`, `DATA=${data}`]);
    expect(existsSync(join(project.root, 'host.log'))).toBe(false);
  });

  it('continues with a browser when Electron cannot be downloaded or run, and reports the reason', async () => {
    const browser = program('browser', 'exec sleep 30');
    const opening = pathToFileURL(join(data, 'spool/open-window.html')).href;
    const first = start({ CHROMIUM: browser });
    await eventually(() => expect(loggedBy('browser')).toContain(`--app=${opening}`));
    expect(loggedBy('browser').join(' ')).not.toContain('code=');
    expect(readFileSync(fileURLToPath(opening), 'utf8')).toContain('http://127.0.0.1:1/#code=once');
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(first.output.text).toContain('could not be fetched');
    expect(first.output.text).toContain(`Opening the window in ${browser}, without Electron`);

    program('dist/electron', 'exit 1');
    rmSync(join(project.root, 'browser.told'));
    const second = start({ CHROMIUM: browser, ELECTRON_OVERRIDE_DIST_PATH: join(project.root, 'dist') });
    await eventually(() => expect(loggedBy('browser')).toContain(`--user-data-dir=${join(data, 'browser')}`));
    expect(second.output.text).toContain('Electron cannot open a window');
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  });

  it('keeps serving a browser that was already running, until it is stopped', async () => {
    const { child, output, ended } = start({ CHROMIUM: program('browser', 'exit 0') }, '--browser');
    await eventually(() => expect(output.text).toContain('ran already'));
    expect(hostEnded()).toBe(false);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(hostEnded()).toBe('closed');
  });

  it.each([
    ['in a separate browser', 'exec sleep 30'],
    ['in a browser that was already running', 'exit 0'],
  ])('ends when its window closes %s, which may have other windows', async (_where, body) => {
    const { output, ended } = start({ CHROMIUM: program('browser', body) }, '--browser');
    await eventually(() => expect(output.text).toContain('Closing the window ends the program'));
    await eventually(() => expect(loggedBy('browser').length).toBeGreaterThan(1));
    expect(hostEnded()).toBe(false);
    project.write('close-page', '');
    await eventually(() => expect(hostEnded()).toBe('closed'));
    expect(await ended).toBe(0);
  });

  it('starts a host that ended unexpectedly again, says so, and gives up when that repeats', async () => {
    const { output, ended } = start({ CHROMIUM: program('browser', 'exec sleep 30') }, '--browser');
    const starts = () => readFileSync(join(project.root, 'host.starts'), 'utf8').split('\n').slice(0, -1);
    for (const restarts of [0, 1, 2, 3]) {
      await eventually(() => expect(starts()).toHaveLength(restarts + 1));
      project.write('die', '');
      await eventually(() => expect(existsSync(join(project.root, 'die'))).toBe(false));
    }
    expect(await ended).toBe(1);
    expect(starts()).toEqual(['', '--restarted', '--restarted', '--restarted']);
    expect(output.text.match(/ended unexpectedly. What was done is kept. It starts again, in a new window/g)).toHaveLength(3);
    expect(output.text.trim()).toMatch(/ended unexpectedly\. What was done is kept\.$/);
  });

  it('reports when the browser opens nothing, and ends the host', async () => {
    const { output, ended } = start({ CHROMIUM: program('browser', 'exit 3') }, '--browser');
    expect(await ended).toBe(1);
    expect(output.text).toContain('could not open a window');
    expect(hostEnded()).toBe('closed');
  });
});
