import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { requireSystem } from '../../../../main/platform/system-requirements.ts';

/** The words of glibc's linker for a library that needs a newer version. */
const refused = (version: string) =>
  Object.assign(new Error(`/lib/x86_64-linux-gnu/libc.so.6: version \`GLIBC_${version}' not found (required by /opt/linux-x64.node)`), {
    code: 'ERR_DLOPEN_FAILED',
  });

afterEach(() => {
  vi.doUnmock('better-sqlite3');
  vi.restoreAllMocks();
});

it.each(['2.34', '2.100'])('Linux without glibc %s is refused with a message', (version) => {
  expect(() =>
    requireSystem(() => {
      throw refused(version);
    }),
  ).toThrow(`This Linux is too old for Screening Desk: it needs glibc ${version} or newer`);
});

it('another failure of the binary is not reported as an old system', () => {
  const missing = new Error('libsecret-1.so.0: cannot open shared object file: No such file or directory');
  expect(() =>
    requireSystem(() => {
      throw missing;
    }),
  ).toThrow(missing);
});

it('this computer is accepted, without a report of Node', () => {
  const report = vi.spyOn(process.report, 'getReport');
  expect(() => requireSystem()).not.toThrow();
  expect(report).not.toHaveBeenCalled();
});

it.each(['cli', 'loopback'])('the %s host reports that Linux is too old, ends, and does not create the data folder', async (host) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'desk-computer-')), 'data');
  vi.resetModules();
  vi.doMock('better-sqlite3', () => ({
    default: function Database() {
      throw refused('2.34');
    },
  }));
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { main } = (await import(`../../../../main/${host}/index.ts`)) as {
    readonly main: (argv: readonly string[]) => Promise<number>;
  };
  const code = await main(host === 'cli' ? ['projects', '--data', folder] : ['--data', folder]);
  expect(printed.mock.calls.join('')).toContain('This Linux is too old for Screening Desk');
  expect([code, existsSync(folder)]).toEqual([2, false]);
  rmSync(dirname(folder), { recursive: true });
});
