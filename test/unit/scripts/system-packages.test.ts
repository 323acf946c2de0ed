import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../../../scripts/system-packages.sh');

const NEEDED =
  'The tests need of the system (names of Debian packages): chromium-headless-shell dbus gnome-keyring libsecret-1-0 strace unzip\n';

/** A computer with only the programs that a test adds. */
describe.runIf(process.platform === 'linux')('the system packages of the tests', () => {
  let folder: string;
  let bin: string;

  const program = (name: string, body: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  /** `apt-get install` adds programs with these names; `apt-get update` is logged. */
  const aptGet = (installs: readonly string[], fails = 0) => {
    program(
      'apt-get',
      `echo "$*" >>"${folder}/apt.log"
case "$1" in update) exit 0 ;; esac
tries=$(grep -c '^install' "${folder}/apt.log")
if [ "$tries" -le ${fails} ]; then echo "E: Unable to locate package"; exit 100; fi
for name in ${installs.join(' ')}; do printf '#!/bin/sh\\n' >"${bin}/$name"; chmod +x "${bin}/$name"; done`,
    );
  };
  const aptCalls = () => (existsSync(join(folder, 'apt.log')) ? readFileSync(join(folder, 'apt.log'), 'utf8').trim().split('\n') : []);
  const run = (env: NodeJS.ProcessEnv = {}, ...options: string[]) => {
    const { status, stdout, stderr } = spawnSync('/bin/sh', [SCRIPT, ...options], {
      env: { PATH: bin, ELECTRON_OVERRIDE_DIST_PATH: folder, ...env },
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-system-'));
    bin = join(folder, 'bin');
    mkdirSync(bin);
    for (const name of ['cat', 'grep', 'mktemp', 'rm', 'chmod']) {
      const found = (process.env['PATH'] ?? '').split(delimiter).find((place) => existsSync(join(place, name)));
      symlinkSync(join(found ?? '/bin', name), join(bin, name));
    }
    writeFileSync(join(folder, 'electron'), '');
    program('uname', 'echo Linux');
    program('id', 'echo 0');
    program('ldconfig', 'echo "libsecret-1.so.0 (libc6) => /lib/libsecret-1.so.0"');
    for (const name of ['chromium-headless-shell', 'dbus-run-session', 'gnome-keyring-daemon', 'strace', 'unzip']) program(name, '');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are all installed: the script says so and installs nothing', () => {
    aptGet([]);
    expect(run()).toEqual({ status: 0, stdout: `${NEEDED}Missing: nothing. Nothing is installed.\n`, stderr: '' });
    expect(aptCalls()).toEqual([]);
  });

  it('include any Chromium browser, or the one in CHROMIUM', () => {
    rmSync(join(bin, 'chromium-headless-shell'));
    program('google-chrome', '');
    expect(run().status).toBe(0);
    rmSync(join(bin, 'google-chrome'));
    expect(run().status).toBe(1);
    expect(run({ CHROMIUM: '/bin/sh' }).status).toBe(0);
    expect(run({ CHROMIUM: '/nonexistent' }).status).toBe(1);
  });

  it('are installed by root if they are missing', () => {
    for (const name of ['chromium-headless-shell', 'unzip']) rmSync(join(bin, name));
    aptGet(['chromium-headless-shell', 'unzip']);
    expect(run()).toEqual({
      status: 0,
      stdout: `${NEEDED}Missing: chromium-headless-shell unzip\nInstalling it now: apt-get install -y -qq --no-install-recommends chromium-headless-shell unzip\n`,
      stderr: '',
    });
    expect(aptCalls()).toEqual(['install -y -qq --no-install-recommends chromium-headless-shell unzip']);
  });

  it('are only listed, with what the tests would install, on request', () => {
    rmSync(join(bin, 'unzip'));
    aptGet(['unzip']);
    expect(run({}, '--list')).toEqual({
      status: 1,
      stdout: `${NEEDED}Missing: unzip\nThe tests install it first: apt-get install -y -qq --no-install-recommends unzip\n`,
      stderr: '',
    });
    expect(run({}, '--lists').status).toBe(2);
    expect(aptCalls()).toEqual([]);
  });

  it('do not include the program of Electron, without which its tests are skipped', () => {
    rmSync(join(folder, 'electron'));
    const { status, stdout } = run();
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^Optional: Electron's program is not installed, so the tests in its window are skipped\. .*npx install-electron\n/,
    );
  });

  it('are searched again after the package lists are updated', () => {
    rmSync(join(bin, 'gnome-keyring-daemon'));
    aptGet(['gnome-keyring-daemon'], 1);
    expect(run().status).toBe(0);
    expect(aptCalls().map((line) => line.split(' ')[0])).toEqual(['install', 'update', 'install']);
  });

  it('are listed with instructions when they cannot be installed', () => {
    for (const name of ['chromium-headless-shell', 'dbus-run-session']) rmSync(join(bin, name));
    aptGet([]);
    program('id', 'echo 1000');
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain('this computer lacks chromium-headless-shell dbus.');
    expect(stderr).toContain('sudo apt-get install --no-install-recommends chromium-headless-shell dbus');
    expect(aptCalls()).toEqual([]);
  });

  it('are listed on systems without apt-get', () => {
    rmSync(join(bin, 'unzip'));
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain('this computer lacks unzip.');
    expect(stderr).toContain("this system's own package tool");
    expect(stderr).not.toContain('apt-get');
  });

  it('are listed with the message of the package tool when it fails', () => {
    rmSync(join(bin, 'chromium-headless-shell'));
    aptGet([], 99);
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain('Unable to locate package');
    expect(stderr).toContain('lacks chromium');
    expect(stderr).toContain('The installation failed');
  });

  it('are not required on other systems', () => {
    program('uname', 'echo Darwin');
    rmSync(join(bin, 'chromium-headless-shell'));
    expect(run()).toEqual({ status: 0, stdout: expect.stringContaining('Nothing is installed.'), stderr: '' });
  });
});
