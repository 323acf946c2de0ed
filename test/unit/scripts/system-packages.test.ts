import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../../../scripts/system-packages.sh');

/** A computer that has nothing but what is put on it here. */
describe.runIf(process.platform === 'linux')('what the tests need of the system', () => {
  let folder: string;
  let bin: string;

  const program = (name: string, body: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  /** `apt-get install` puts programs of these names on the computer; `apt-get update` is noted. */
  const aptGet = (brings: readonly string[], fails = 0) => {
    program(
      'apt-get',
      `echo "$*" >>"${folder}/apt.log"
case "$1" in update) exit 0 ;; esac
tries=$(grep -c '^install' "${folder}/apt.log")
if [ "$tries" -le ${fails} ]; then echo "E: Unable to locate package"; exit 100; fi
for name in ${brings.join(' ')}; do printf '#!/bin/sh\\n' >"${bin}/$name"; chmod +x "${bin}/$name"; done`,
    );
  };
  const asked = () => (existsSync(join(folder, 'apt.log')) ? readFileSync(join(folder, 'apt.log'), 'utf8').trim().split('\n') : []);
  const run = (env: NodeJS.ProcessEnv = {}) => {
    const { status, stdout, stderr } = spawnSync('/bin/sh', [SCRIPT], { env: { PATH: bin, ...env }, encoding: 'utf8' });
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
    program('uname', 'echo Linux');
    program('id', 'echo 0');
    program('ldconfig', 'echo "libsecret-1.so.0 (libc6) => /lib/libsecret-1.so.0"');
    for (const name of ['chromium', 'dbus-run-session', 'gnome-keyring-daemon', 'unzip']) program(name, '');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is there: nothing is said and nothing is done', () => {
    aptGet([]);
    expect(run()).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(asked()).toEqual([]);
  });

  it('is a browser of the family, whichever it is called, or the one that is named', () => {
    rmSync(join(bin, 'chromium'));
    program('google-chrome', '');
    expect(run().status).toBe(0);
    rmSync(join(bin, 'google-chrome'));
    expect(run().status).toBe(1);
    expect(run({ CHROMIUM: '/bin/sh' }).status).toBe(0);
    expect(run({ CHROMIUM: '/nonexistent' }).status).toBe(1);
  });

  it('is installed by root where it is missing, and only that', () => {
    for (const name of ['chromium', 'unzip']) rmSync(join(bin, name));
    aptGet(['chromium', 'unzip']);
    expect(run()).toEqual({ status: 0, stdout: 'Installing what the tests need of the system: chromium unzip\n', stderr: '' });
    expect(asked()).toEqual(['install -y -qq --no-install-recommends chromium unzip']);
  });

  it('is looked for anew when the lists of packages do not do', () => {
    rmSync(join(bin, 'gnome-keyring-daemon'));
    aptGet(['gnome-keyring-daemon'], 1);
    expect(run().status).toBe(0);
    expect(asked().map((line) => line.split(' ')[0])).toEqual(['install', 'update', 'install']);
  });

  it('is named, with the way to get it, where it cannot be installed', () => {
    for (const name of ['chromium', 'dbus-run-session']) rmSync(join(bin, name));
    aptGet([]);
    program('id', 'echo 1000');
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain('this computer lacks chromium dbus.');
    expect(stderr).toContain('sudo apt-get install --no-install-recommends chromium dbus');
    expect(asked()).toEqual([]);
  });

  it('is named on systems of other kinds', () => {
    rmSync(join(bin, 'unzip'));
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain('this computer lacks unzip.');
    expect(stderr).not.toContain('apt-get');
  });

  it('is shown with the package tool’s own words when that fails', () => {
    rmSync(join(bin, 'chromium'));
    aptGet([], 99);
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain('Unable to locate package');
    expect(stderr).toContain('lacks chromium');
  });

  it('is not asked for on other systems', () => {
    program('uname', 'echo Darwin');
    rmSync(join(bin, 'chromium'));
    expect(run()).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});
