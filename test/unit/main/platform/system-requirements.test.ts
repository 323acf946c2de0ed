import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { requireSystem } from '../../../../main/platform/system-requirements.ts';

it.each(['2.17', '2.31', '2.33', '1.99'])('Linux with glibc %s is refused with a message', (version) => {
  expect(() => requireSystem(version)).toThrow(`This Linux is too old for Screening Desk: it has glibc ${version}, and 2.34 is the oldest`);
});

it.each(['2.34', '2.36', '2.100', '3.0'])('Linux with glibc %s is accepted', (version) => {
  expect(() => requireSystem(version)).not.toThrow();
});

it('musl, other systems, and this computer are accepted', () => {
  expect(() => requireSystem(null)).not.toThrow();
  expect(() => requireSystem()).not.toThrow();
});

it.each(['cli', 'loopback'])('the %s host reports that Linux is too old, ends, and does not create the data folder', async (host) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'desk-computer-')), 'data');
  vi.spyOn(process.report, 'getReport').mockReturnValue({ header: { glibcVersionRuntime: '2.31' } });
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const { main } = (await import(`../../../../main/${host}/index.ts`)) as {
    readonly main: (argv: readonly string[]) => Promise<number>;
  };
  const code = await main(host === 'cli' ? ['projects', '--data', folder] : ['--data', folder]);
  expect(printed.mock.calls.join('')).toContain('This Linux is too old for Screening Desk');
  vi.restoreAllMocks();
  expect([code, existsSync(folder)]).toEqual([2, false]);
  rmSync(dirname(folder), { recursive: true });
});
